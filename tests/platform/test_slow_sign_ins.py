"""A provider of identities that takes its time holds up those who log in, and nobody else."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from lorewright import app
from lorewright.core.settings import Settings
from lorewright.identity import asking
from tests.conftest import PATIENCE_S, serving
from tests.makers.issuer import Claims, issuer
from tests.platform.signing_in import JSON, bearer, browser, log_in, way_back, with_login
from tests.test_processes import wait_until

MANY = 45
"""More than the server has threads."""


def test_logins_that_wait_for_their_provider_hold_up_nobody_else(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "SIGN_IN_PATIENCE_S", 0.5)
    monkeypatch.setattr(asking, "PATIENCE_S", PATIENCE_S)
    released = threading.Event()

    def late(claims: Claims) -> Claims:
        released.wait(PATIENCE_S)
        return claims

    with issuer() as home, serving(with_login(settings, home=home.address)) as server, ExitStack() as opened:
        me = bearer(log_in(server, "/auth/login/home")["access_token"])
        browsers = [opened.enter_context(browser(server)) for _ in range(MANY)]
        backs = [way_back(one, "/auth/login/home") for one in browsers]
        home.lie = late
        with ThreadPoolExecutor(MANY) as pool:
            came = [pool.submit(_come, *pair) for pair in zip(browsers, backs, strict=True)]
            try:
                wait_until(lambda: sum(one.done() for one in came) == MANY - app.SIGN_INS)
                assert server.get("/health", timeout=20).status_code == 200
                assert server.get("/ingest/sources", headers=me, timeout=20).status_code == 200
            finally:
                released.set()
        answers = [one.result() for one in came]
        refused = [number for number, answer in enumerate(answers) if answer.status_code == 503]
        assert len(refused) == MANY - app.SIGN_INS
        assert {answer.status_code for answer in answers} == {200, 503}
        assert answers[refused[0]].json()["detail"].startswith("Too many logins wait for their provider")
        assert int(answers[refused[0]].headers["retry-after"]) >= 1
        assert _come(browsers[refused[0]], backs[refused[0]]).status_code == 200


def _come(client: httpx.Client, back: str) -> httpx.Response:
    return client.get(back, headers=JSON)
