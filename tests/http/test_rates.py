"""How often one may ask, as a client sees it."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from pydantic import SecretStr

from lorewright.app import create_app
from lorewright.core.access import RateSettings
from lorewright.core.settings import DatabaseSettings, Settings
from lorewright.db.engine import sqlite_url
from lorewright.db.schema import upgrade
from lorewright.http.rates import network_of, rules_of
from lorewright.world import open_world
from tests.conftest import served, serving
from tests.makers.redis import redis_server
from tests.platform.signing_in import bearer

ADA = {"username": "ada", "password": "correct horse", "email": "ada@example.org"}
EVE = {"username": "eve", "password": "correct horse", "email": "eve@example.org"}
HEADERS = {"x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"}


@pytest.fixture(params=["memory", "redis"])
def settings(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """What counts is not the database's."""
    folder = tmp_path_factory.mktemp("data")
    given = Settings(data_dir=folder, database=DatabaseSettings(url=sqlite_url(folder / "lorewright.db")))
    if request.param == "memory":
        yield given
        return
    with redis_server() as (url, _):
        yield _with(given, redis_url=SecretStr(url))


def _with(settings: Settings, **rates: object) -> Settings:
    return settings.model_copy(update={"rate": settings.rate.model_copy(update=rates)})


def _token(server: httpx.Client, who: dict[str, str]) -> dict[str, str]:
    server.post("/api/auth/register", json=who)
    answer = server.post("/api/auth/login", json={"username": who["username"], "password": who["password"]})
    return bearer(answer.json()["access_token"])


def test_each_answer_tells_what_is_left_and_one_too_many_when_to_come_back(settings: Settings) -> None:
    with serving(_with(settings, default_per_minute=5)) as server:
        ada = _token(server, ADA)
        for left in (4, 3, 2, 1, 0):
            answer = server.get("/api/auth/me", headers=ada)
            assert answer.status_code == 200
            assert answer.headers["x-ratelimit-limit"] == "5"
            assert answer.headers["x-ratelimit-remaining"] == str(left)
            assert 0 <= int(answer.headers["x-ratelimit-reset"]) - time.time() <= 62
        refused = server.get("/api/auth/me", headers=ada)
        assert refused.status_code == 429
        body = refused.json()
        assert set(body) == {"detail", "error_code", "retry_after"}
        assert body["error_code"] == "RATE_LIMIT_EXCEEDED"
        assert 1 <= body["retry_after"] <= 60
        assert refused.headers["retry-after"] == str(body["retry_after"])
        assert refused.headers["x-ratelimit-remaining"] == "0"
        assert server.get("/api/auth/me", headers=_token(server, EVE)).status_code == 200


def test_of_a_hundred_at_once_exactly_so_many_come_through(settings: Settings) -> None:
    with serving(_with(settings, default_per_minute=37)) as server:
        ada = _token(server, ADA)
        with ThreadPoolExecutor(20) as pool:
            found = list(pool.map(lambda _: server.get("/api/auth/me", headers=ada).status_code, range(100)))
    assert (found.count(200), found.count(429)) == (37, 63)


def test_what_is_counted_apart_does_not_count_for_the_rest(settings: Settings) -> None:
    few = _with(settings, search_per_minute=2, upload_per_minute=1, default_per_minute=4, voice_list_per_hour=3)
    with serving(few) as server:
        ada = _token(server, ADA)
        for method, path, limit in (
            ("POST", "/api/search", 2),
            ("POST", "/api/documents/upload", 1),
            ("GET", "/api/voices", 3),
            ("GET", "/api/auth/me", 4),
        ):
            statuses = [server.request(method, path, headers=ada) for _ in range(limit + 1)]
            assert [one.status_code == 429 for one in statuses] == [False] * limit + [True]
            assert {one.headers["x-ratelimit-limit"] for one in statuses} == {str(limit)}
        assert server.post("/api/conversations/sessions/x/ask", headers=ada).status_code == 429  # which is a search


@pytest.mark.parametrize("path", ["/api/auth/me", "/api/a%0Ab"])
def test_the_count_comes_before_anything_else(settings: Settings, path: str) -> None:
    """Before the credential, the host, the body and its syntax."""
    with serving(_with(settings, default_per_minute=2)) as server:
        assert [server.get(path).status_code for _ in range(3)] == [401, 401, 429]
        assert server.post("/api/auth/register", content=b"{").status_code == 429
        assert server.get("/api/nowhere", headers={"Host": "evil.example"}).status_code == 429
        assert server.get("/api/auth/me", headers=bearer("x.y.z")).status_code == 429


def test_every_answer_under_api_tells_and_no_other(settings: Settings) -> None:
    with serving(settings) as server:
        ada = _token(server, ADA)
        for answer in (
            server.get("/api"),
            server.get("/api/nowhere", headers=ada),
            server.put("/api/auth/me", headers=ada),
            server.post("/api/auth/register", content=b"x" * 9_000_000),
            server.post("/api/auth/register", content=b"{"),
            server.post("/api/auth/login", json=ADA, headers={"Origin": "https://evil.example"}),
            server.get("/api/auth/me", headers={"Host": "evil.example"}),
            server.get("/api/auth/me%00", headers=ada),
            server.head("/api/auth/me", headers=ada),
            server.options(
                "/api/auth/me", headers={"Origin": "http://localhost", "Access-Control-Request-Method": "GET"}
            ),
        ):
            assert set(answer.headers) >= HEADERS, answer.request
        for path in ("/health", "/openapi.json", "/jobs", "/apiary", "/nowhere"):
            assert not HEADERS & set(server.get(path).headers)


def test_the_unexpected_tells_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    world = open_world(Settings(data_dir=tmp_path_factory.mktemp("data"), skip_auth=True))
    upgrade(world.db, world.settings.data_dir, world.clock.now())
    app = create_app(world)

    @app.get("/api/broken")
    def fail() -> None:
        raise ZeroDivisionError

    with served(app) as server:
        answer = server.get("/api/broken")
        assert answer.status_code == 500
        assert set(answer.headers) >= HEADERS


def test_a_page_may_read_what_is_left(settings: Settings) -> None:
    with serving(settings) as server:
        answer = server.get("/api/auth/me", headers={"Origin": "http://localhost:5173"})
        exposed = {name.strip().lower() for name in answer.headers["access-control-expose-headers"].split(",")}
        assert exposed >= HEADERS | {"retry-after"} | {"x-total-count", "x-page", "x-page-size", "link"}


def test_an_address_is_believed_of_a_proxy_that_is_trusted_alone(settings: Settings) -> None:
    few = _with(settings, default_per_minute=1).model_copy(update={"only": "retrieval"})
    said = [{"X-Forwarded-For": f"198.51.100.9, 203.0.113.{number}"} for number in range(3)]
    with serving(few) as server:
        assert [server.get("/api/auth/me", headers=one).status_code for one in said] == [401, 429, 429]
    with serving(few.model_copy(update={"trusted_proxies": "127.0.0.0/8"})) as server:
        assert [server.get("/api/auth/me", headers=one).status_code for one in said] == [401, 401, 401]
        forged = {"X-Forwarded-For": "192.0.2.1, 203.0.113.2"}  # only the nearest was written by the proxy
        assert server.get("/api/auth/me", headers=forged).status_code == 429


def test_a_redis_that_goes_away_is_told_and_not_got_round(tmp_path_factory: pytest.TempPathFactory) -> None:
    with redis_server() as (url, process):
        rate = RateSettings(redis_url=SecretStr(url))
        with serving(Settings(data_dir=tmp_path_factory.mktemp("data"), rate=rate)) as server:
            assert server.get("/api/auth/me").status_code == 401
            process.terminate()
            process.wait()
            answer = server.get("/api/auth/me")
            assert (answer.status_code, answer.json()["error_code"]) == (503, "SERVICE_UNAVAILABLE")
            assert [answer.headers[f"x-ratelimit-{name}"] for name in ("limit", "remaining")] == ["100", "0"]
            assert set(answer.headers) >= HEADERS
            assert server.get("/health").status_code == 200


@pytest.mark.parametrize(
    ("peer", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_of_ipv6_a_network_is_counted(peer: str, network: str) -> None:
    assert network_of(peer) == network


def test_the_rates_are_those_that_are_set() -> None:
    assert RateSettings().login_per_minute == 10
    found = {rule.name: tuple(rule.rate) for rule in rules_of(RateSettings())}
    assert found == {
        "login": (60, 60),
        "search": (20, 60),
        "upload": (10, 60),
        "voice upload": (5, 3600),
        "voice process": (10, 3600),
        "voice list": (100, 3600),
        "default": (100, 60),
    }
