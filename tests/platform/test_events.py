"""Live events over a WebSocket, on both databases."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from lorewright.core.settings import Settings
from lorewright.platform.events import routes
from lorewright.platform.events.actions import KEPT, prune, tell
from lorewright.platform.events.tables import Name, event
from tests.conftest import PATIENCE_S, Gateway, open_gateway, serving
from tests.gateway.left_behind import traces
from tests.identity.test_tokens import forged
from tests.makers.issuer import issuer
from tests.platform.signing_in import SECRET, bearer, log_in, with_login

OTTERS = "Otters of lake Mirefall eat trout. Forty-two of them were counted there in the spring of 2019."


@contextmanager
def listening(gateway: Gateway, **headers: str) -> Iterator[ClientConnection]:
    address = str(gateway.http.base_url).replace("http", "ws", 1).rstrip("/") + "/ws"
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    with connect(address, additional_headers=told, proxy=None) as socket:
        yield socket


def told(socket: ClientConnection) -> dict[str, Any]:
    return told_within(socket, PATIENCE_S)


def told_within(socket: ClientConnection, seconds: float) -> dict[str, Any]:
    """Raises `TimeoutError`."""
    message: dict[str, Any] = json.loads(socket.recv(seconds))
    return message


def _until(socket: ClientConnection, name: str) -> list[dict[str, Any]]:
    heard = [told(socket)]
    while heard[-1]["event"] != name:
        heard.append(told(socket))
    return heard


def test_what_becomes_of_a_source_is_told_as_it_happens(gateway: Gateway) -> None:
    with listening(gateway) as first, listening(gateway) as second:
        for socket in (first, second):
            assert told(socket) == {"event": "connected", "message": "Connected to Lorewright"}
        source = gateway.http.post("/ingest/text", json={"content": OTTERS, "title": "Otters"}).json()
        for socket in (first, second):
            heard = _until(socket, "compilation.complete")
            assert heard[0] == {"event": "source.progress", "source_id": source["id"], "message": "Reading"}
            assert heard[-1] == {"event": "compilation.complete", "article_slug": "otters", "article_title": "Otters"}
            done = next(one for one in [*heard, *_until(socket, "job.progress")] if one["event"] == "job.progress")
            assert done["pct"] == 100
            job = gateway.http.get(f"/jobs/{done['job_id']}").json()
            assert job["source_id"] == source["id"]


def test_a_failure_is_told_with_its_reason(gateway: Gateway) -> None:
    with listening(gateway) as socket:
        told(socket)
        source = gateway.http.post("/ingest/text", json={"content": "***\n\n---\n\n***"}).json()
        failed = _until(socket, "compilation.failed")[-1]
        assert failed["source_id"] == source["id"]
        assert failed["error"] == gateway.http.get(f"/ingest/sources/{source['id']}").json()["error_message"]


def test_a_ping_is_answered_and_anything_else_is_let_pass(gateway: Gateway) -> None:
    with listening(gateway) as socket:
        told(socket)
        for nonsense in ("", "ping", "[]", '"ping"', "{", "[" * 10_000, '{"type": ["ping"]}', b"\x00\xff"):
            socket.send(nonsense)
        socket.send('{"type": "ping"}')
        assert told(socket) == {"event": "pong"}
        with pytest.raises(ConnectionClosed):  # nobody has so much to say here
            socket.send("a" * 100_000)
            told(socket)


def test_who_hears_nothing_for_long_is_told_that_the_connection_stands(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert routes.KEEPALIVE_S == 30
    monkeypatch.setattr(routes, "KEEPALIVE_S", 0.1)
    with listening(gateway) as socket:
        assert [told(socket)["event"] for _ in range(3)] == ["connected", "keepalive", "keepalive"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"X_Forwarded_For": "10.0.0.1"}, 403),
        ({"Via": "1.1 proxy"}, 403),
        ({"Host": "evil.example"}, 400),
        ({"Origin": "http://localhost:5173"}, None),
        ({"Origin": "chrome-extension://abcdef"}, None),
        ({}, None),
    ],
)
def test_pages_of_others_hear_nothing(gateway: Gateway, headers: dict[str, str], status: int | None) -> None:
    if status is None:
        with listening(gateway, **headers) as socket:
            assert told(socket)["event"] == "connected"
        return
    with pytest.raises(InvalidStatus) as refused, listening(gateway, **headers):
        pass
    assert refused.value.response.status_code == status


def test_whoever_listens_hears_again_once_what_went_wrong_has_passed(settings: Settings) -> None:
    with serving(settings) as http, open_gateway(settings, http) as gateway:
        _rename(gateway, "event", "away")
        with listening(gateway) as socket:
            assert told(socket)["event"] == "connected"
            _rename(gateway, "away", "event")
            heard = _heard_at_last(gateway, socket)
            assert heard is not None
            assert heard["message"] == "again"


def _rename(gateway: Gateway, old: str, new: str) -> None:
    """A table."""
    with gateway.world.db.writing() as tx:
        tx.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))


def _heard_at_last(gateway: Gateway, socket: ClientConnection) -> dict[str, Any] | None:
    """What happens while nobody can follow is not told later."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        with gateway.world.db.writing() as tx:
            tell(tx, "anonymous", Name.SOURCE_PROGRESS, {"message": "again"}, now=gateway.world.clock.now())
        with suppress(TimeoutError):
            return told_within(socket, 0.2)
    return None


@pytest.mark.parametrize("ends", ["by logging out", "by itself"])
def test_a_session_that_has_ended_hears_no_more(settings: Settings, monkeypatch: pytest.MonkeyPatch, ends: str) -> None:
    monkeypatch.setattr(routes, "KEEPALIVE_S", 0.1)
    with issuer() as home, serving(with_login(settings, home=home.address)) as http:
        me = http.get("/auth/me", headers=bearer(log_in(http, "/auth/login/home")["access_token"])).json()
        for_long = {"sub": me["id"], "aud": "gateway", "exp": 4_000_000_000}
        claims = for_long if ends == "by logging out" else {**for_long, "exp": int(time.time()) + 3}
        headers = bearer(forged(claims, secret=SECRET))
        with open_gateway(settings, http) as gateway, listening(gateway, **headers) as socket:
            assert [told(socket)["event"] for _ in range(2)] == ["connected", "keepalive"]
            if ends == "by logging out":
                assert http.post("/auth/logout", headers=headers).status_code == 200
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    assert told(socket)["event"] == "keepalive"
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_events_are_the_owners_alone(gateway: Gateway) -> None:
    with listening(gateway) as socket:
        told(socket)
        now = gateway.world.clock.now()
        for owner, message in (("somebody", "not yours"), ("anonymous", "yours")):
            with gateway.world.db.writing() as tx:
                tell(tx, owner, Name.SOURCE_PROGRESS, {"message": message}, now=now)
        assert told(socket)["message"] == "yours"


def test_events_go_with_their_source_and_with_time(gateway: Gateway) -> None:
    source = gateway.feed(OTTERS)

    def count() -> int:
        with gateway.world.db.reading() as tx:
            return int(tx.execute(select(func.count()).select_from(event)).scalar_one())

    assert count()
    gateway.http.delete(f"/ingest/sources/{source['id']}")
    gateway.settle()
    assert traces(gateway, "Mirefall") == []
    with gateway.world.db.writing() as tx:
        prune(tx, gateway.world.clock.now() + KEPT + timedelta(seconds=1))
    assert count() == 0
