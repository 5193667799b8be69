"""Addresses that do not answer hold up those who feed them, and nobody else."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from lorewright import app
from lorewright.core.settings import FetchSettings, Settings
from tests.conftest import PATIENCE_S, serving
from tests.makers.issuer import issuer
from tests.makers.site import Page, Site, site
from tests.platform.signing_in import bearer, log_in, with_login
from tests.test_processes import wait_until

MANY = 45
"""More than the server has threads."""


@pytest.fixture
def pages() -> Iterator[Site]:
    with site() as made:
        yield made


@pytest.fixture
def server(settings: Settings, pages: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    monkeypatch.setattr(app, "FETCH_PATIENCE_S", 0.5)
    with serving(_fetching_from(pages, settings)) as client:
        yield client


def _fetching_from(pages: Site, settings: Settings) -> Settings:
    return settings.model_copy(update={"fetch": FetchSettings(allow_hosts=pages.host, timeout_s=60)})


def test_many_addresses_that_do_not_answer_hold_up_nobody_else(server: httpx.Client, pages: Site) -> None:
    released = threading.Event()

    def hang(write: object) -> None:
        released.wait(PATIENCE_S)

    for number in range(MANY):
        pages.pages[f"/hanging/{number}"] = Page(send=hang)
    pages.pages["/otters"] = Page(b"<html><body><p>Otters of lake Mirefall eat trout and eels.</p></body></html>")

    def feed(path: str) -> httpx.Response:
        return server.post("/ingest/url", json={"url": f"{pages.address}{path}"})

    with ThreadPoolExecutor(MANY) as pool:
        asked = [pool.submit(feed, f"/hanging/{number}") for number in range(MANY)]
        try:
            while len(pages.asked) < app.FETCHES:
                time.sleep(0.01)
            assert server.get("/health", timeout=20).status_code == 200
            assert server.post("/ingest/text", json={"content": "Otters eat trout."}, timeout=20).status_code == 200
            assert feed("/otters").status_code == 503
        finally:
            released.set()
        answers = [one.result() for one in asked]
    refused = [one for one in answers if one.status_code == 503]
    assert len(refused) == MANY - app.FETCHES
    for one in refused:
        assert one.json()["error_code"] == "SERVICE_UNAVAILABLE"
        assert one.json()["detail"].startswith("Too many addresses are being fetched")
        assert int(one.headers["retry-after"]) >= 1
    assert {one.status_code for one in answers} == {400, 503}
    assert feed("/otters").status_code == 200


def test_one_who_feeds_many_addresses_that_do_not_answer_leaves_room_for_others(
    settings: Settings, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "FETCH_PATIENCE_S", 0.5)
    released = threading.Event()

    def hang(write: object) -> None:
        released.wait(PATIENCE_S)

    for number in range(MANY):
        pages.pages[f"/hanging/{number}"] = Page(send=hang)
    pages.pages["/otters"] = Page(b"<html><body><p>Otters of lake Mirefall eat trout and eels.</p></body></html>")

    with issuer() as home, serving(with_login(_fetching_from(pages, settings), home=home.address)) as server:
        eve = bearer(log_in(server, "/auth/login/home")["access_token"])
        home.person |= {"sub": "person-2"}
        ada = bearer(log_in(server, "/auth/login/home")["access_token"])

        def feed(path: str, who: dict[str, str]) -> httpx.Response:
            return server.post("/ingest/url", json={"url": f"{pages.address}{path}"}, headers=who)

        with ThreadPoolExecutor(MANY) as pool:
            asked = [pool.submit(feed, f"/hanging/{number}", eve) for number in range(MANY)]
            try:
                wait_until(lambda: sum(one.done() for one in asked) == MANY - app.FETCH_SHARE)
                refused = [one.result() for one in asked if one.done()]
                assert len(pages.asked) == app.FETCH_SHARE
                assert feed("/otters", ada).status_code == 200
            finally:
                released.set()
        assert {one.status_code for one in refused} == {503}
        assert f"{app.FETCH_SHARE} of one user" in refused[0].json()["detail"]
        assert feed("/otters", eve).status_code == 200
