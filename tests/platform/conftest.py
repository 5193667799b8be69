"""Without what this machine happens to have: keys in the environment, and a keychain."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lorewright.core.vendors import VENDOR_VARIABLES
from tests.makers.keychain import secret_service


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
