"""Accounts of the retrieval service: registering, logging in, and who is let in."""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import httpx
import pytest

from lorewright.app import create_app
from lorewright.core.access import RateSettings
from lorewright.core.settings import Settings
from lorewright.db.schema import upgrade
from lorewright.identity.passwords import Passwords
from lorewright.world import open_world
from tests.conftest import served, serving
from tests.identity.test_tokens import forged
from tests.platform.signing_in import SECRET, bearer, with_login

ADA = {"username": "Ada", "password": "correct horse", "email": "Ada@Example.org"}


@pytest.fixture
def server(settings: Settings) -> Iterator[httpx.Client]:
    with serving(with_login(settings)) as client:
        yield client


def _token(server: httpx.Client, **who: str) -> str:
    new = {**ADA, **who}
    server.post("/api/auth/register", json=new)
    answer = server.post("/api/auth/login", json={"username": new["username"], "password": new["password"]})
    token: str = answer.json()["access_token"]
    return token


def test_who_has_registered_can_log_in(server: httpx.Client) -> None:
    registered = server.post("/api/auth/register", json=ADA)
    assert registered.status_code == 201
    user_id = registered.json()["user_id"]
    assert registered.json() == {"user_id": user_id, "username": "Ada", "email": "Ada@Example.org"}
    token = server.post("/api/auth/login", json={"username": "aDA", "password": "correct horse"})
    assert token.status_code == 200
    assert {**token.json(), "access_token": ""} == {"access_token": "", "token_type": "bearer", "expires_in": 3600}
    me = server.get("/api/auth/me", headers=bearer(token.json()["access_token"]))
    assert me.json() == {"user_id": user_id, "username": "Ada", "email": "Ada@Example.org"}


@pytest.mark.parametrize(
    ("given", "expires_in"),
    [
        ({"JWT_EXPIRATION": "60"}, 60),
        ({"JWT_EXPIRATION_MINUTES": "1440"}, 86_400),
        ({"JWT_EXPIRATION": "60", "JWT_EXPIRATION_MINUTES": "1440"}, 60),
    ],
)
def test_a_token_lasts_as_long_as_is_set_and_the_login_says_so(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, given: dict[str, str], expires_in: int
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with serving(Settings(data_dir=settings.data_dir, database=settings.database)) as server:
        server.post("/api/auth/register", json=ADA)
        login = server.post("/api/auth/login", json={"username": "Ada", "password": ADA["password"]}).json()
    assert login["expires_in"] == expires_in
    told = json.loads(base64.urlsafe_b64decode(login["access_token"].split(".")[1] + "=="))
    assert told["exp"] - told["iat"] == expires_in


@pytest.mark.parametrize(
    "taken",
    [{"username": "ADA"}, {"email": "ada@example.ORG"}, {"username": "Anonymous"}, {"username": "ANONYMOUS"}],
    ids=str,
)
def test_a_name_or_address_that_is_taken_is_not_given_again(server: httpx.Client, taken: dict[str, str]) -> None:
    assert server.post("/api/auth/register", json=ADA).status_code == 201
    again = server.post("/api/auth/register", json={**ADA, "username": "Eve", "email": "eve@example.org", **taken})
    assert (again.status_code, again.json()["error_code"]) == (409, "CONFLICT")


WRONG: dict[str, list[Any]] = {
    "username": ["", "x" * 65, " ", " ada", "a\nb", "a\x00b", 7, None],
    "password": [
        "short",
        "x" * 129,
        "password",
        "P@ssw0rd1",
        "12345678",
        "a\x00bcdefgh",
        "a\nbcdefgh",
        "a\x85bcdefgh",
        7,
        None,
    ],
    "email": ["", "ada", "ada@", "ada@example", "x" * 250 + "@a.de", "a\x00@b.de", 7, None],
}


def test_what_will_not_do_is_told_by_field_and_not_repeated(server: httpx.Client) -> None:
    for field, values in WRONG.items():
        for value in values:
            answer = server.post("/api/auth/register", json={**ADA, field: value})
            assert answer.status_code == 422, (field, value)
            assert [item["loc"] for item in answer.json()["detail"]] == [["body", field]]
            assert answer.json()["error_code"] == "VALIDATION_ERROR"
            assert set(answer.json()["detail"][0]) == {"type", "loc", "msg"}
            assert "correct horse" not in answer.text


WITHIN: dict[str, list[str]] = {
    "username": ["a", "x" * 64],
    "password": ["c0rrect!", "correct horse" * 9 + "x" * 11, "correct\u00a0horse", "correct \N{WOMAN}\u200d\N{ROCKET}"],
    "email": ["a@b.de", "x" * 64 + "@" + "x" * 60 + ".example"],
}


def test_what_is_just_within_the_bounds_will_do(server: httpx.Client) -> None:
    for number, (field, value) in enumerate((field, value) for field, values in WITHIN.items() for value in values):
        new = {"username": f"ada{number}", "password": ADA["password"], "email": f"a{number}@example.org", field: value}
        registered = server.post("/api/auth/register", json=new)
        assert registered.status_code == 201, (field, value, registered.text)
        who = {"username": new["username"], "password": new["password"]}
        assert server.post("/api/auth/login", json=who).status_code == 200


def test_a_password_that_has_no_bytes_is_refused(server: httpx.Client) -> None:
    """A lone surrogate, which JSON can spell."""
    said = json.dumps({**ADA, "password": "abcdefgh"}).replace("abcdefgh", "abcdefgh\\ud800")
    for path in ("/api/auth/register", "/api/auth/login"):
        refused = server.post(path, content=said, headers={"Content-Type": "application/json"})
        assert (refused.status_code, refused.json()["error_code"]) == (422, "VALIDATION_ERROR")


def test_a_password_is_not_the_name(server: httpx.Client) -> None:
    answer = server.post("/api/auth/register", json={**ADA, "username": "Lighthouse9", "password": "lightHOUSE9"})
    assert answer.status_code == 422


@pytest.mark.parametrize("who", [{"username": "nobody"}, {"password": "wrong horse"}, {"password": ""}], ids=str)
def test_an_unknown_name_and_a_wrong_password_are_answered_alike(server: httpx.Client, who: dict[str, str]) -> None:
    server.post("/api/auth/register", json=ADA)
    answer = server.post("/api/auth/login", json={"username": "Ada", "password": "correct horse", **who})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json() == {
        "detail": "The username or the password is wrong.",
        "error_code": "AUTHENTICATION_FAILED",
    }


class Counted(Passwords):
    """Keeps what was verified: how dear the hash is, and how long."""

    def __init__(self) -> None:
        super().__init__()
        self.verified: list[tuple[str, int]] = []

    def _is_of(self, password: str, kept: str) -> bool:
        self.verified.append((kept.rsplit("$", 2)[0], len(kept)))
        return super()._is_of(password, kept)


def test_as_much_is_done_for_a_name_that_nobody_has(settings: Settings) -> None:
    """Counted as work, which a busy machine does not change: one verification, of a hash that costs the same."""
    counted, world = Counted(), open_world(settings)
    upgrade(world.db, settings.data_dir, world.clock.now())
    with served(create_app(replace(world, identity=replace(world.identity, passwords=counted)))) as server:
        server.post("/api/auth/register", json=ADA)
        for name in ("Ada", "nobody", "anonymous"):
            server.post("/api/auth/login", json={"username": name, "password": "wrong horse"})
    assert len(counted.verified) == 3
    assert len(set(counted.verified)) == 1


def test_a_token_of_the_retrieval_service_counts_there_alone(server: httpx.Client) -> None:
    headers = bearer(_token(server))
    assert server.get("/api/auth/me", headers=headers).status_code == 200
    for path in ("/auth/me", "/jobs", "/settings", "/wiki/articles", "/nowhere"):
        assert server.get(path, headers=headers).status_code == 401


def test_logging_out_ends_a_token_and_no_other(server: httpx.Client) -> None:
    first, second = _token(server), _token(server)
    assert server.post("/api/auth/logout", headers=bearer(first)).json() == {"status": "ok"}
    assert server.get("/api/auth/me", headers=bearer(first)).status_code == 401
    assert server.get("/api/auth/me", headers=bearer(second)).status_code == 200


NO_CREDENTIALS: list[dict[str, str]] = [
    {},
    {"Authorization": ""},
    {"Authorization": "Bearer"},
    {"Authorization": "Bearer x.y.z"},
    {"Authorization": "Basic YWRhOmNvcnJlY3QgaG9yc2U="},
    {"Authorization": "Bearer \xff"},
    {"Cookie": "lorewright_session=x.y.z"},
    {"Cookie": "lorewright_session"},
]


def test_without_a_credential_that_counts_nobody_is_let_in(server: httpx.Client) -> None:
    """Whatever else is wrong with the request."""
    for given, path in product(NO_CREDENTIALS, ("/api/auth/me", "/api/nowhere", "/jobs", "/nowhere")):
        raw = [(name.encode(), value.encode("latin-1")) for name, value in given.items()]
        for method, body in (("GET", None), ("POST", b"{"), ("DELETE", None), ("PATCH", b"\xff")):
            answer = server.request(method, path, headers=raw, content=body)
            assert answer.status_code == 401, (method, path, given)
            assert answer.headers["www-authenticate"] == "Bearer"
            assert answer.json()["error_code"] == "AUTHENTICATION_FAILED"


OPEN = {f"/api/auth/{name}" for name in ("register", "login", "logout", "oidc/login", "oidc/callback")}


def test_every_other_operation_wants_a_token(server: httpx.Client) -> None:
    described = server.get("/openapi.json").json()["paths"]
    found = [(path, method) for path in described if path.startswith("/api/") for method in described[path]]
    assert {path for path, _ in found} > OPEN
    for path, method in found:
        answer = server.request(method, re.sub("{.*?}", "11111111-1111-4111-8111-111111111111", path))
        assert (answer.status_code == 401) == (path not in OPEN), (method, path)
        assert path in OPEN or answer.json()["error_code"] == "AUTHENTICATION_FAILED"


def test_a_token_made_elsewhere_with_the_secret_counts(server: httpx.Client) -> None:
    me = server.get("/api/auth/me", headers=bearer(_token(server))).json()["user_id"]
    late = 4_000_000_000
    for right in ({}, {"aud": "api"}, {"aud": "gateway"}):
        token = forged({"sub": me, "exp": late, **right}, secret=SECRET)
        assert server.get("/api/auth/me", headers=bearer(token)).json()["user_id"] == me
    wrong_ones: list[dict[str, Any]] = [
        {"aud": "login"},
        {"aud": "elsewhere"},
        {"aud": ["api"]},
        {"sub": "00000000-0000-0000-0000-000000000000"},
        {"sub": None},
        {"nbf": late},
        {"exp": None},
        {"exp": 1},
    ]
    for wrong in wrong_ones:
        claims = {name: value for name, value in {"sub": me, "exp": late, **wrong}.items() if value is not None}
        answer = server.get("/api/auth/me", headers=bearer(forged(claims, secret=SECRET)))
        assert answer.status_code == 401, wrong
        assert answer.json()["error_code"] == ("TOKEN_EXPIRED" if wrong == {"exp": 1} else "AUTHENTICATION_FAILED")
    unsigned = forged({"sub": me, "exp": late}, secret="another secret that is long enough")
    assert server.get("/api/auth/me", headers=bearer(unsigned)).status_code == 401


def test_a_header_that_is_wrong_is_not_made_good_by_a_cookie(server: httpx.Client) -> None:
    token = _token(server)
    both = {"Cookie": f"lorewright_session={token}"}
    assert server.get("/api/auth/me", headers=both).status_code == 200
    assert server.get("/api/auth/me", headers={**both, **bearer("x.y.z")}).status_code == 401
    twice = [("Authorization", f"Bearer {token}"), ("Authorization", "Bearer x")]
    assert server.get("/api/auth/me", headers=twice).status_code == 401


def test_only_what_a_browser_sends_by_itself_is_judged_by_its_origin(server: httpx.Client) -> None:
    token = _token(server)
    evil = {"Origin": "https://evil.example"}
    assert server.post("/api/nowhere", headers={**evil, **bearer(token)}).status_code == 404
    by_cookie = {**evil, "Cookie": f"lorewright_session={token}"}
    assert server.post("/api/nowhere", headers=by_cookie).status_code == 403
    assert server.post("/api/nowhere", headers=evil).status_code == 401
    assert server.post("/api/auth/login", json=ADA, headers=evil).status_code == 403
    assert server.post("/api/nowhere", headers={**by_cookie, "Origin": str(server.base_url)}).status_code == 404


def test_what_needs_no_credential(server: httpx.Client) -> None:
    for path in ("/health", "/openapi.json", "/app/", "/"):
        assert server.get(path).status_code in (200, 307)
    assert server.get("/auth/callback").status_code == 422


def test_nobody_registers_where_it_is_closed(settings: Settings) -> None:
    with serving(settings.model_copy(update={"registration": "closed"})) as server:
        answer = server.post("/api/auth/register", json=ADA)
        assert (answer.status_code, answer.json()["error_code"]) == (403, "INSUFFICIENT_PERMISSIONS")


def test_tries_at_an_account_are_counted_whether_it_is_there_or_not(settings: Settings) -> None:
    few = settings.model_copy(update={"rate": RateSettings(login_per_minute=3, login_peer_per_minute=8)})
    with serving(few) as server:
        server.post("/api/auth/register", json=ADA)
        for name in ("Ada", "nobody"):
            for tried in range(4):
                answer = server.post("/api/auth/login", json={"username": name.upper(), "password": "wrong horse"})
                assert answer.status_code == (401 if tried < 3 else 429)
                assert answer.headers["x-ratelimit-limit"] == "3" if name == "Ada" else True
            assert answer.json()["error_code"] == "RATE_LIMIT_EXCEEDED"
            assert answer.headers["retry-after"] == str(answer.json()["retry_after"])
        right = server.post("/api/auth/login", json={"username": "ada", "password": "correct horse"})
        assert right.status_code == 429
        assert right.headers["x-ratelimit-limit"] == "8"  # of the address, before anything is looked at
        assert server.post("/api/auth/login", content=b"{").status_code == 429


def test_skipping_login_makes_everybody_here_one_user(settings: Settings) -> None:
    with serving(settings.model_copy(update={"skip_auth": True})) as server:
        me = server.get("/api/auth/me")
        assert me.status_code == 200
        assert server.get("/api/auth/me", headers=bearer(_token(server))).json()["username"] == "Ada"
        evil = {"Origin": "https://evil.example"}
        assert server.post("/api/nowhere", headers=evil).status_code == 403
        assert server.post("/api/nowhere", headers={**evil, "Authorization": "Basic YTpi"}).status_code == 403
    with serving(with_login(settings).model_copy(update={"skip_auth": True})) as server:
        assert server.get("/api/auth/me").json() == me.json()
        assert server.get("/auth/me").status_code == 401
        through = server.get("/api/auth/me", headers={"X-Forwarded-For": "10.0.0.1"})
        assert through.status_code == 401


def test_each_service_can_be_served_alone(settings: Settings) -> None:
    with serving(settings.model_copy(update={"only": "gateway"})) as server:
        assert server.get("/api/auth/me").status_code == 404
        assert server.get("/auth/me").status_code == 200
        assert all(not path.startswith("/api/") for path in server.get("/openapi.json").json()["paths"])
    with serving(settings.model_copy(update={"only": "retrieval"})) as server:
        assert server.get("/api/auth/me").status_code == 401
        assert server.get("/health").status_code == 200
        for path in ("/auth/me", "/jobs", "/settings"):
            assert server.get(path).status_code == 404
