"""Logging in by others' word: to the gateway, and to the retrieval service by single sign-on."""

import json
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import pytest
from pydantic import SecretStr

from lorewright.core.access import OidcSettings
from lorewright.core.servers import LlmSettings, ProviderSettings
from lorewright.core.settings import Settings
from tests.conftest import serving
from tests.identity.test_tokens import forged
from tests.makers.issuer import CLIENT_ID, CLIENT_SECRET, GitHub, Issuer, github, issuer
from tests.platform.signing_in import JSON, SECRET, bearer, browser, log_in, way_back, with_login

BEGIN = {"gateway": "/auth/login/home", "api": "/api/auth/oidc/login"}
SERVICES = pytest.mark.parametrize("service", BEGIN)


@pytest.fixture
def home() -> Iterator[Issuer]:
    with issuer() as made:
        yield made


@pytest.fixture
def hub() -> Iterator[GitHub]:
    with github() as made:
        yield made


@pytest.fixture
def server(settings: Settings, home: Issuer, hub: GitHub) -> Iterator[httpx.Client]:
    with serving(with_login(settings, home=home.address, github=hub.address)) as client:
        yield client


@SERVICES
def test_a_browser_comes_back_with_a_cookie_that_only_the_server_reads(server: httpx.Client, service: str) -> None:
    came = server.get(way_back(server, BEGIN[service]))
    assert came.status_code == 302
    assert came.headers["location"] == "/app/"
    session, login = came.headers.get_list("set-cookie")
    parts = [part.strip() for part in session.split(";")]
    assert parts[0].startswith("lorewright_session=")
    assert {"HttpOnly", "SameSite=lax", "Path=/", "Max-Age=86400"} <= set(parts)
    assert "Secure" not in parts
    assert login.startswith('lorewright_login="";')
    account = server.get("/api/auth/me")
    assert (account.status_code, account.json()["email"]) == (200, "ada@example.org")
    if service == "api":
        assert [server.get(path).status_code for path in ("/auth/me", "/jobs")] == [401, 401]
        return
    me = server.get("/auth/me")
    assert me.status_code == 200
    assert me.json() == {"id": me.json()["id"], "email": "ada@example.org", "name": "Ada", "avatar_url": None}
    assert server.get("/jobs").json() == []
    assert account.json()["user_id"] == me.json()["id"]


def test_a_program_gets_a_token(server: httpx.Client) -> None:
    token = log_in(server, "/auth/login/home")
    assert set(token) == {"access_token", "token_type", "expires_in"}
    assert (token["token_type"], token["expires_in"]) == ("bearer", 3600)
    assert "lorewright_session" not in server.cookies
    assert server.get("/auth/me").status_code == 401
    assert server.get("/auth/me", headers=bearer(token["access_token"])).status_code == 200


def test_github_says_who_it_is_by_a_number(server: httpx.Client, hub: GitHub) -> None:
    first = log_in(server, "/auth/login/github")["access_token"]
    me = server.get("/auth/me", headers=bearer(first)).json()
    assert (me["email"], me["name"], me["avatar_url"]) == ("ada@example.org", "Ada L.", "https://example.org/ada.png")
    hub.user |= {"login": "countess", "name": None, "avatar_url": None}
    again = server.get("/auth/me", headers=bearer(log_in(server, "/auth/login/github")["access_token"])).json()
    assert (again["id"], again["name"], again["avatar_url"]) == (me["id"], "countess", None)
    hub.user |= {"id": 4712}
    other = server.get("/auth/me", headers=bearer(log_in(server, "/auth/login/github")["access_token"])).json()
    assert other["id"] != me["id"]


def test_an_address_alone_makes_nobody_somebody_else(server: httpx.Client, home: Issuer) -> None:
    """Two providers say the same address, and somebody has registered with it."""
    new = {"username": "ada", "password": "correct horse", "email": "ada@example.org"}
    ids = {server.post("/api/auth/register", json=new).json()["user_id"]}
    for name in ("home", "github"):
        token = log_in(server, f"/auth/login/{name}")["access_token"]
        ids.add(server.get("/auth/me", headers=bearer(token)).json()["id"])
    assert len(ids) == 3


def test_one_person_is_one_user_in_both_services(server: httpx.Client) -> None:
    one = log_in(server, "/auth/login/home")["access_token"]
    other = log_in(server, "/api/auth/oidc/login")["access_token"]
    me = server.get("/auth/me", headers=bearer(one)).json()["id"]
    assert server.get("/api/auth/me", headers=bearer(one)).json()["user_id"] == me
    assert server.get("/api/auth/me", headers=bearer(other)).json()["user_id"] == me
    assert server.get("/auth/me", headers=bearer(other)).status_code == 401


@SERVICES
def test_a_state_is_used_once(server: httpx.Client, service: str) -> None:
    back = way_back(server, BEGIN[service])
    kept = server.cookies["lorewright_login"]
    assert server.get(back).status_code == 302
    for cookies in ({}, {"lorewright_login": kept}):
        with browser(server) as other:
            other.cookies.update(cookies)
            again = other.get(back)
            assert again.status_code == 400
            assert again.json()["error_code"] == "BAD_REQUEST"
            assert "set-cookie" not in again.headers


@SERVICES
def test_a_state_of_another_browser_is_refused(server: httpx.Client, service: str) -> None:
    """Else who sends a link could log somebody in as herself, and read what they then store."""
    back = way_back(server, BEGIN[service])
    with browser(server) as other:
        assert other.get(back).status_code == 400
        other.get(BEGIN[service])  # which has a login of its own under way
        assert other.get(back).status_code == 400
    assert server.get(back).status_code == 302


def test_a_state_of_one_service_is_none_of_the_other(server: httpx.Client) -> None:
    back = urlsplit(way_back(server, "/auth/login/home"))
    assert server.get(f"/api/auth/oidc/callback?{back.query}").status_code == 400
    assert server.get(f"{back.path}?{back.query}").status_code == 302


@pytest.mark.parametrize(
    "changed", [{"state": "guessed"}, {"state": ""}, {"code": "guessed"}, {"iss": "https://evil.example"}]
)
def test_what_was_changed_on_the_way_back_is_refused(server: httpx.Client, changed: dict[str, str]) -> None:
    back = urlsplit(way_back(server, "/auth/login/home"))
    came = server.get(f"{back.path}?{urlencode({**dict(parse_qsl(back.query)), **changed})}")
    assert came.status_code == 400
    assert "lorewright_session" not in server.cookies


@SERVICES
def test_who_says_no_at_the_provider_is_told_so(server: httpx.Client, service: str) -> None:
    back = way_back(server, BEGIN[service])
    state = dict(parse_qsl(urlsplit(back).query))["state"]
    refusal = f"{urlsplit(back).path}?error=access_denied&state={state}"
    with browser(server) as other:
        assert other.get(refusal).json()["detail"].startswith("This login was not begun in this browser")
    came = server.get(refusal)
    assert came.status_code == 400
    assert came.json() == {
        "detail": "The login provider let nobody in; start the login again.",
        "error_code": "BAD_REQUEST",
    }
    assert server.get(back).status_code == 400  # it is over
    assert "lorewright_session" not in server.cookies


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("", 422, "VALIDATION_ERROR"),
        ("code=x", 422, "VALIDATION_ERROR"),
        ("state=x", 400, "BAD_REQUEST"),
        ("error=access_denied&state=x", 400, "BAD_REQUEST"),
    ],
)
def test_without_code_and_state_nobody_comes_back(server: httpx.Client, query: str, status: int, code: str) -> None:
    came = server.get(f"/auth/callback?{query}")
    assert (came.status_code, came.json()["error_code"]) == (status, code)


def test_google_is_an_issuer_like_any_other(settings: Settings, home: Issuer) -> None:
    with serving(with_login(settings, google=home.address)) as server:
        token = log_in(server, "/auth/login/google")["access_token"]
        assert server.get("/auth/me", headers=bearer(token)).json()["email"] == "ada@example.org"


@SERVICES
def test_an_identity_token_that_does_not_verify_is_refused(server: httpx.Client, home: Issuer, service: str) -> None:
    home.lie = lambda right: {**right, "nonce": "of another login"}
    came = server.get(way_back(server, BEGIN[service]), headers=JSON)
    assert came.status_code == 400
    assert came.json() == {
        "detail": "The identity token does not verify; start the login again.",
        "error_code": "BAD_REQUEST",
    }


def test_a_session_that_was_planted_is_not_gone_on_with(server: httpx.Client, home: Issuer) -> None:
    planted = log_in(server, "/auth/login/home")["access_token"]
    home.person |= {"sub": "person-2", "name": "Eve"}
    with browser(server) as other:
        other.cookies.set("lorewright_session", planted)
        came = other.get(way_back(other, "/auth/login/home"))
        assert came.status_code == 302
        given = came.cookies["lorewright_session"]
        assert given != planted
        assert server.get("/auth/me", headers=bearer(given)).json()["name"] == "Eve"
    assert server.get("/auth/me", headers=bearer(planted)).json()["name"] == "Ada"


@pytest.mark.parametrize("name", ["unknown", "google", "oidc", "HOME", "%2e%2e", "home%2f..", "x" * 300])
def test_a_provider_that_is_not_set_up_is_refused(server: httpx.Client, name: str) -> None:
    answer = server.get(f"/auth/login/{name}")
    assert answer.status_code in (400, 404)
    if answer.status_code == 400:
        assert answer.json()["detail"].startswith("Unsupported provider: ")


def test_nobody_is_sent_where_a_link_says(server: httpx.Client) -> None:
    """Neither parameter nor header tells where a login leads."""
    evil = "https://evil.example/"
    for name in ("next", "redirect", "redirect_uri", "redirect_url", "return_to"):
        left = server.get(
            "/auth/login/home", params={name: evil}, headers={"Referer": evil, "X-Forwarded-Host": "evil.example"}
        )
        assert "evil" not in left.headers["location"]
    back = way_back(server, "/auth/login/home")
    assert server.get(f"{back}&next={evil}").headers["location"] == "/app/"
    assert server.get("/auth/login/home", headers={"Host": "evil.example"}).status_code == 400


def test_what_a_browser_keeps_while_it_is_away_lets_nobody_in(server: httpx.Client) -> None:
    server.get("/auth/login/home")
    kept = server.cookies["lorewright_login"]
    for path in ("/auth/me", "/api/auth/me"):
        assert server.get(path, headers=bearer(kept)).status_code == 401
        assert server.get(path, headers={"Cookie": f"lorewright_session={kept}"}).status_code == 401


def test_logging_out_ends_the_session_for_good(server: httpx.Client) -> None:
    server.get(way_back(server, "/auth/login/home"))
    session = server.cookies["lorewright_session"]
    out = server.post("/auth/logout")
    assert (out.status_code, out.json()) == (200, {"status": "ok"})
    assert "lorewright_session" not in server.cookies
    for headers in (bearer(session), {"Cookie": f"lorewright_session={session}"}):
        assert server.get("/auth/me", headers=headers).status_code == 401
        assert server.get("/api/auth/me", headers=headers).status_code == 401
    assert server.post("/auth/logout").status_code == 200


def test_a_page_of_another_site_cannot_log_anybody_out(server: httpx.Client) -> None:
    server.get(way_back(server, "/auth/login/home"))
    assert server.post("/auth/logout", headers={"Origin": "https://evil.example"}).status_code == 403
    assert server.get("/auth/me").status_code == 200


def test_a_token_may_be_made_elsewhere_with_the_secret(server: httpx.Client, home: Issuer) -> None:
    token = log_in(server, "/auth/login/home")["access_token"]
    me = server.get("/auth/me", headers=bearer(token)).json()["id"]
    right = {"sub": me, "aud": "gateway", "exp": 4_000_000_000}
    assert server.get("/auth/me", headers=bearer(forged(right, secret=SECRET))).status_code == 200
    for wrong in (
        {"aud": "api"},
        {"aud": "login"},
        {"aud": None},
        {"sub": "00000000-0000-0000-0000-000000000000"},
        {"sub": "anonymous"},
        {"exp": 1},
        {"exp": None},
        {"nbf": 4_000_000_000},
    ):
        claims = {name: value for name, value in {**right, **wrong}.items() if value is not None}
        answer = server.get("/auth/me", headers=bearer(forged(claims, secret=SECRET)))
        assert answer.status_code == 401, wrong
        assert answer.headers["www-authenticate"] == "Bearer"
        assert answer.json()["error_code"] == ("TOKEN_EXPIRED" if wrong == {"exp": 1} else "AUTHENTICATION_FAILED")


def test_the_first_is_the_owner_and_the_next_is_not(server: httpx.Client, home: Issuer) -> None:
    first = bearer(log_in(server, "/auth/login/home")["access_token"])
    home.person |= {"sub": "person-2"}
    second = bearer(log_in(server, "/auth/login/home")["access_token"])
    for headers, status in ((first, 200), (second, 403)):
        changed = server.patch("/settings", json={"monthly_budget_usd": 7.0}, headers=headers)
        assert changed.status_code == status
        chosen = server.post("/settings/llm/default-provider", json={"provider": "builtin"}, headers=headers)
        assert chosen.status_code == status
        assert server.get("/settings", headers=headers).status_code == 200
        for method, path in (
            *(("GET", "/admin/stats"), ("GET", "/admin/orphans"), ("GET", "/admin/concepts/eligible")),
            *(("POST", "/admin/sweep"), ("POST", "/admin/reindex")),
        ):
            assert server.request(method, path, headers=headers).status_code == status, path
    refused = server.post("/settings/llm/api-key", json={"provider": "openai", "api_key": "k"}, headers=second)
    assert (refused.status_code, refused.json()["error_code"]) == (403, "INSUFFICIENT_PERMISSIONS")
    malformed = server.patch("/settings", content=b"{", headers={**second, "Content-Type": "application/json"})
    assert malformed.status_code == 422


@pytest.mark.parametrize(("is_proved", "status"), [(True, 200), (False, 403)])
def test_an_owner_is_named_by_an_address_that_is_proved(
    settings: Settings, home: Issuer, is_proved: bool, status: int
) -> None:
    with serving(with_login(settings, owners="Boss@Example.org", home=home.address)) as server:
        first = bearer(log_in(server, "/auth/login/home")["access_token"])
        assert server.patch("/settings", json={}, headers=first).status_code == 403
        home.person |= {"sub": "person-2", "email": "boss@example.org", "email_verified": is_proved}
        boss = bearer(log_in(server, "/auth/login/home")["access_token"])
        assert server.patch("/settings", json={}, headers=boss).status_code == status


def test_a_cookie_travels_in_the_open_on_this_machine_alone(settings: Settings, home: Issuer) -> None:
    public = with_login(settings, home=home.address).model_copy(update={"public_url": "https://wiki.example"})
    with serving(public) as server:
        left = server.get("/auth/login/home", headers={"Host": "wiki.example"})
        assert "Secure" in left.headers["set-cookie"]
        asked = dict(parse_qsl(urlsplit(left.headers["location"]).query))
        assert asked["redirect_uri"] == "https://wiki.example/auth/callback"


@pytest.mark.parametrize("path", ["/somewhere", "/somewhere/", "/", "/back?from=issuer"])
def test_the_address_of_single_sign_on_is_the_one_that_is_set(settings: Settings, home: Issuer, path: str) -> None:
    known = with_login(settings, home=home.address)
    exact = f"https://wiki.example{path}"
    oidc = OidcSettings(
        issuer=home.address, client_id=CLIENT_ID, client_secret=SecretStr(CLIENT_SECRET), redirect_url=exact
    )
    with serving(known.model_copy(update={"oidc": oidc})) as server:
        asked = dict(parse_qsl(urlsplit(server.get("/api/auth/oidc/login").headers["location"]).query))
        assert asked["redirect_uri"] == exact


def test_with_login_off_there_is_the_local_user(settings: Settings) -> None:
    with serving(settings) as server:
        anonymous = {"id": "anonymous", "email": "", "name": "Anonymous", "avatar_url": None}
        assert server.get("/auth/me").json() == anonymous
        assert server.post("/auth/logout").json() == {"status": "ok"}
        assert server.get("/auth/login/google").status_code == 400
        assert json.loads(server.get("/api/auth/oidc/login").text)["detail"] == "Unsupported provider: oidc"


def test_health_tells_of_the_model_that_works_for_who_asks(settings: Settings, home: Issuer, hub: GitHub) -> None:
    away = LlmSettings(ollama=ProviderSettings(base_url="http://127.0.0.1:1"), tries=1)
    settings = with_login(settings, home=home.address, github=hub.address).model_copy(update={"llm": away})
    with serving(settings) as server:
        owner, other = (bearer(log_in(server, f"/auth/login/{name}")["access_token"]) for name in ("home", "github"))
        assert server.patch("/settings", headers=owner, json={"default_provider": "ollama"}).status_code == 200
        assert server.post("/settings/llm/test?provider=ollama", headers=owner).json()["status"] == "error"
        states = [server.get("/health", headers=who).json()["services"]["llm_provider"] for who in (owner, other, {})]
    assert states[0].startswith("down: ")
    assert states[1:] == ["up", "up"]
