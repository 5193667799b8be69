"""Without what this machine happens to have: keys in the environment, and a keychain. And a model under the ledger."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lorewright.core.vendors import VENDOR_VARIABLES
from lorewright.db.engine import Database
from lorewright.platform.costs.ledgered import Ledgered
from tests.makers.keychain import secret_service
from tests.makers.model import Oracle, oracle
from tests.platform.asking import ledgered


@pytest.fixture
def no_keychain(monkeypatch: pytest.MonkeyPatch) -> None:
    for names in VENDOR_VARIABLES.values():
        for name in names:
            monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")


@pytest.fixture
def keychain(no_keychain: None, tmp_path: Path) -> Iterator[None]:
    """A real one, with nothing in it."""
    folder = tmp_path / "keychain"
    folder.mkdir()
    with secret_service(folder):
        yield


@pytest.fixture
def stub() -> Iterator[Oracle]:
    with oracle() as made:
        yield made


@pytest.fixture
def model(database: Database, stub: Oracle) -> Ledgered:
    return ledgered(database, stub.address)
