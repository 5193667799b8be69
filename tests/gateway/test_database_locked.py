"""A database that another program keeps locked: told in a sentence after a while, and gone on with as soon as it is free."""

import faulthandler
import json
import socket
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from tempfile import TemporaryFile
from typing import Any

import httpx
import psutil
import pytest
from sqlalchemy import create_engine, make_url, text

from lorewright.db import engine
from lorewright.db.metadata import metadata
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.conversations import actions
from tests.conftest import Gateway
from tests.gateway.left_behind import rows
from tests.gateway.test_conversations import HARBOUR
from tests.gateway.test_database_lost import OTTERS
from tests.gateway.threads import questions, thread
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


def is_at_work(function: Callable[..., Any]) -> bool:
    """Whether some thread of this process is in it."""
    code = function.__code__
    # Told by the interpreter at a stroke: whoever follows another thread's frames himself may follow one that has just gone.
    with TemporaryFile("w+") as told:
        faulthandler.dump_traceback(told)
        told.seek(0)
        return any(
            line.strip().startswith(f'File "{code.co_filename}"') and line.endswith(f" in {code.co_name}\n")
            for line in told
        )


def leave_while(http: httpx.Client, storing: Callable[..., Any], path: str, new: dict[str, Any]) -> None:
    """Asks, and hangs up as soon as the server is in `storing`, which waits for the database; returns when the server knows."""
    url, body = http.base_url, json.dumps(new).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {url.host}:{url.port}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((url.host, url.port)) as client:
        client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        wait_until(lambda: is_at_work(storing))
        address = client.getsockname()
    wait_until(lambda: address not in {one.raddr for one in psutil.Process().net_connections()})
    assert http.get("/health").status_code == 200  # and whoever was told of it meanwhile has had a turn


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


def test_who_leaves_while_the_answer_waits_to_be_stored_leaves_nothing(
    gateway: Gateway, caplog: pytest.LogCaptureFixture
) -> None:
    gateway.feed(HARBOUR)
    id_ = thread(gateway, QUESTION)
    before = rows(gateway)
    for path, new in (
        ("/query", {"question": QUESTION, "conversation_id": id_, "file_back": True}),
        ("/query/stream", {"question": QUESTION, "conversation_id": id_}),
        (f"/query/conversations/{id_}/fork", {"turn_index": 1, "new_question": QUESTION}),
    ):
        with locked(gateway.world.settings.database_url):
            leave_while(gateway.http, actions.store, path, new)
        wait_until(lambda: not is_at_work(actions.store))
        assert questions(gateway, id_) == [(0, QUESTION)], path
        assert rows(gateway) == before
    assert [one.getMessage() for one in caplog.records if one.name == "asyncio"] == []
    assert list(violations(gateway.world)) == []
