"""Logging in at a provider that others have written, with both services."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest

from lorewright.core.settings import Settings
from tests.conftest import serving
from tests.makers.issuer import CLIENT_ID, CLIENT_SECRET
from tests.makers.oidc import consent, oidc_provider
from tests.platform.signing_in import JSON, bearer, with_login

OWN = "http://127.0.0.1:1"
"""As the provider knows it, which has to before the server listens."""
BACK = {"/auth/login/home": "/auth/callback", "/api/auth/oidc/login": "/api/auth/oidc/callback"}


@pytest.fixture
def server(settings: Settings) -> Iterator[httpx.Client]:
    with oidc_provider(CLIENT_ID, CLIENT_SECRET, *(OWN + path for path in BACK.values())) as address:
        known = with_login(settings, home=address).model_copy(update={"public_url": OWN})
        with serving(known) as client:
            yield client


def _come_back(server: httpx.Client, begin: str, login: str) -> httpx.Response:
    back = urlsplit(consent(server.get(begin).headers["location"], login))
    assert f"{back.scheme}://{back.netloc}" == OWN
    assert back.path == BACK[begin]
    return server.get(f"{back.path}?{back.query}", headers=JSON)


def test_a_person_logs_in_to_both_services(server: httpx.Client) -> None:
    ids = set()
    for begin in BACK:
        came = _come_back(server, begin, "ada")
        assert came.status_code == 200, came.text
        me = server.get("/api/auth/me", headers=bearer(came.json()["access_token"]))
        assert me.json()["email"] == "ada@example.org"
        ids.add(me.json()["user_id"])
    assert len(ids) == 1
    other = _come_back(server, "/auth/login/home", "eve").json()["access_token"]
    me = server.get("/auth/me", headers=bearer(other)).json()
    assert (me["name"], me["email"]) == ("eve of Nordvik", "eve@example.org")
    assert me["id"] not in ids


def test_it_refuses_what_it_did_not_give(server: httpx.Client) -> None:
    back = urlsplit(consent(server.get("/auth/login/home").headers["location"], "ada"))
    forged = back.query.replace("code=", "code=x")
    assert server.get(f"{back.path}?{forged}").status_code == 400
    assert server.get(f"{back.path}?{back.query}").status_code == 400  # the login was spent
