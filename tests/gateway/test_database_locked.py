"""A database that another program keeps locked: told in a sentence after a while, and gone on with as soon as it is free."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import create_engine, make_url, text

from lorewright.db import engine
from lorewright.db.metadata import metadata
from lorewright.gateway.admin.queries import violations
from tests.conftest import Gateway
from tests.gateway.left_behind import rows
from tests.gateway.test_conversations import HARBOUR
from tests.gateway.test_database_lost import OTTERS
from tests.http.test_errors import sentence
from tests.test_processes import wait_until

BUSY = "The database is busy; try again in a moment."
QUESTION = "When was the harbour of Nordvik deepened?"


@contextmanager
def locked(url: str) -> Iterator[None]:
    """As by a program that copies or mends the tables: others may read and not write."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(make_url(url).database or "", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
    else:
        other_engine = create_engine(url)
        with other_engine.connect() as connection:
            connection.execute(text(f"LOCK TABLE {', '.join(metadata.tables)} IN SHARE MODE"))
            yield
        other_engine.dispose()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BUSY_TIMEOUT_S", 0.3)


def test_a_locked_database_is_told_and_waited_for(impatient: None, gateway: Gateway) -> None:
    http = gateway.http
    source = gateway.feed(HARBOUR)
    asked = http.post("/query", json={"question": QUESTION}).json()
    # The worker meets the lock at whatever it is at.
    waiting = http.post("/ingest/text", json={"content": OTTERS}).json()
    with locked(gateway.world.settings.database_url):
        before = rows(gateway)
        writes = [
            ("POST", "/ingest/text", {"content": f"{OTTERS} Nobody knows why."}),
            ("POST", "/query", {"question": QUESTION, "conversation_id": asked["conversation"]["id"]}),
            ("DELETE", f"/ingest/sources/{source['id']}", None),
            ("POST", f"/jobs/compile/{source['id']}", None),
        ]
        with ThreadPoolExecutor(len(writes)) as at_once:
            answers = list(at_once.map(lambda one: http.request(one[0], one[1], json=one[2]), writes))
        assert [sentence(one, 503, "SERVICE_UNAVAILABLE") for one in answers] == [BUSY] * len(writes)
        assert (
            http.get("/wiki/search?q=harbour").json()[0]["title"] == asked["query"]["citations"][0]["article"]["title"]
        )
        assert http.get(f"/ingest/sources/{source['id']}").json()["status"] == "compiled"
        assert rows(gateway) == before
    for method, path, body in (writes[0], writes[1], writes[2]):
        # The worker, which goes on as well, may hold the database for longer than the 0.3 s.
        wait_until(lambda: http.request(method, path, json=body).status_code == 200)  # noqa: B023 - called at once
    gateway.settle()
    assert http.get(f"/ingest/sources/{waiting['id']}").json()["status"] == "compiled"
    assert http.get(f"/ingest/sources/{source['id']}").status_code == 404
    assert list(violations(gateway.world)) == []
