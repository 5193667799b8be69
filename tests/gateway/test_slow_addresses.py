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
from tests.makers.site import Page, Site, site

MANY = 45
"""More than the server has threads."""


@pytest.fixture
def pages() -> Iterator[Site]:
    with site() as made:
        yield made


@pytest.fixture
def server(settings: Settings, pages: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    monkeypatch.setattr(app, "FETCH_PATIENCE_S", 0.5)
    fetch = FetchSettings(allow_hosts=pages.host, timeout_s=60)
    with serving(settings.model_copy(update={"fetch": fetch})) as client:
        yield client


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
