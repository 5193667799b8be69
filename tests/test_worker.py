"""The loops of the worker outlive whatever goes wrong in them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from lorewright import worker
from tests.conftest import PATIENCE_S, Gateway


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "FAULT_S", 0.1)
    monkeypatch.setattr(worker, "LOOK_S", 0.1)
    monkeypatch.setattr(worker, "LOOK_SHARE", 1.0)


@contextmanager
def _without(gateway: Gateway, table: str, told: str, capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Until the worker has told of it."""
    with gateway.world.db.writing() as tx:
        tx.execute(text(f"ALTER TABLE {table} RENAME TO away"))
    deadline = time.monotonic() + PATIENCE_S
    log = ""
    while told not in log:
        assert time.monotonic() < deadline, log
        time.sleep(0.05)
        log += "".join(capfd.readouterr())
    yield
    with gateway.world.db.writing() as tx:
        tx.execute(text(f"ALTER TABLE away RENAME TO {table}"))


def test_jobs_and_errands_are_done_once_what_went_wrong_has_passed(
    gateway: Gateway, capfd: pytest.CaptureFixture[str]
) -> None:
    source = gateway.feed("The lighthouse of Nordvik was built in 1904.")
    [page] = (gateway.data_dir / "wiki").glob("*.md")
    with _without(gateway, "job", "jobs cannot be run", capfd):
        time.sleep(2 * worker.ERRANDS_POLL_S)  # both loops have met it
    gateway.feed("The harbour of Nordvik was deepened in 1931.")
    assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
    gateway.settle()
    assert not page.exists()
    assert len(list((gateway.data_dir / "wiki").glob("*.md"))) == 1


def test_edits_of_files_are_noticed_once_what_went_wrong_has_passed(
    gateway: Gateway, capfd: pytest.CaptureFixture[str]
) -> None:
    gateway.feed("The lighthouse of Nordvik was built in 1904.")
    [page] = (gateway.data_dir / "wiki").glob("*.md")
    with _without(gateway, "event", "the data folder cannot be looked after", capfd):
        pass
    page.write_text(page.read_text().replace("[sourced]", "[sourced] It stands on a rock."))
    deadline = time.monotonic() + PATIENCE_S
    while not _shown(gateway):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _shown(gateway: Gateway) -> bool:
    [article] = gateway.http.get("/wiki/articles").json()
    return "It stands on a rock." in gateway.http.get(f"/wiki/articles/{article['id']}").json()["content"]
