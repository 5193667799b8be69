"""Browsers and people who log in, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from pydantic import SecretStr

from lorewright.core.access import AuthSettings, LoginSettings, OidcSettings
from lorewright.core.settings import Settings
from tests.conftest import PATIENCE_S
from tests.makers.issuer import CLIENT_ID, CLIENT_SECRET

SECRET = "of the tests, and long enough to be one"
JSON = {"Accept": "application/json"}


def with_login(settings: Settings, *, owners: str = "", **issuers: str) -> Settings:
    """The gateway with login by these issuers, by name; the retrieval service with single sign-on by the first."""
    secret = SecretStr(CLIENT_SECRET)
    known = {
        name: LoginSettings(issuer=address, client_id=CLIENT_ID, client_secret=secret)
        for name, address in issuers.items()
    }
    auth = AuthSettings(enabled=True, providers=known, owners=owners)
    first = next(iter(issuers.values()), "")
    oidc = OidcSettings(issuer=first, client_id=CLIENT_ID, client_secret=secret)
    return settings.model_copy(update={"auth": auth, "oidc": oidc, "jwt_secret_key": SecretStr(SECRET)})


@contextmanager
def browser(server: httpx.Client) -> Iterator[httpx.Client]:
    """Another one, which keeps cookies of its own."""
    with httpx.Client(base_url=server.base_url, timeout=PATIENCE_S, trust_env=False) as other:
        yield other


def way_back(client: httpx.Client, begin: str) -> str:
    """Goes to the provider and says yes; where that sends the browser back to."""
    left = client.get(begin)
    assert left.status_code == 307, left.text
    back = httpx.get(left.headers["location"], trust_env=False)
    assert back.status_code == 302
    address: str = back.headers["location"]
    return address


def log_in(client: httpx.Client, begin: str) -> dict[str, Any]:
    """As a program does, which wants a token."""
    came = client.get(way_back(client, begin), headers=JSON)
    assert came.status_code == 200, came.text
    token: dict[str, Any] = came.json()
    return token


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
