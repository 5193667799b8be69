"""What a report says where a source is not any more what its article was made of."""

from collections.abc import Iterator
from typing import Any

import pytest

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.llm.base import Provider
from tests.conftest import Gateway
from tests.gateway.fetching import fetching
from tests.gateway.prompted import prompted
from tests.gateway.test_contradictions import lint
from tests.makers.models import Fails, model_stub
from tests.makers.site import Page, Site, site

COUNTED = "Forty-two of them were counted there in the spring of 2019."


def _page(counted: str = COUNTED) -> Page:
    said = f"The otters of lake Mirefall eat trout and eels. {counted}"
    return Page(
        f"<html lang='en'><head><title>Otters of Mirefall</title></head><body><article><h1>Otters of Mirefall</h1>"
        f"<p>{said}</p></article></body></html>".encode(),
        "text/html; charset=utf-8",
    )


@pytest.fixture
def pages() -> Iterator[Site]:
    with site() as made:
        made.pages["/otters"] = _page()
        yield made


@pytest.fixture
def gateway(settings: Settings, pages: Site) -> Iterator[Gateway]:
    with fetching(settings, pages) as opened:
        yield opened


def _feed(gateway: Gateway, pages: Site, **more: Any) -> str:
    """How the source ends."""
    answer = gateway.http.post("/ingest/url", json={"url": f"{pages.address}/otters", **more})
    assert answer.status_code == 200, answer.text
    gateway.settle()
    return str(gateway.http.get(f"/ingest/sources/{answer.json()['id']}").json()["status"])


def _told(gateway: Gateway, violation: str) -> list[dict[str, Any]]:
    return [one for one in lint(gateway)["structurals"] if one["violation_type"] == violation]


def _compile_by(gateway: Gateway, provider: str) -> None:
    chosen = gateway.http.post("/settings/llm/default-provider", json={"provider": provider})
    assert chosen.status_code == 200
    assert gateway.http.post("/wiki/articles/otters/recompile").status_code == 200
    gateway.settle()


def test_a_source_that_changed_and_was_not_compiled_is_stale_until_it_is(gateway: Gateway, pages: Site) -> None:
    assert _feed(gateway, pages) == "compiled"
    assert _told(gateway, "stale_source") == []
    pages.pages["/otters"] = _page("Fifty-one of them were counted there in the autumn of 2023.")
    assert _feed(gateway, pages, auto_compile=False) == "pending"
    [stale] = _told(gateway, "stale_source")
    assert "The source of “Otters of Mirefall” has changed since" in stale["description"]
    assert stale["severity"] == "warn"
    assert _feed(gateway, pages) == "compiled"
    assert _told(gateway, "stale_source") == []


def test_a_source_that_could_not_be_compiled_again_is_stale_with_the_reason(settings: Settings) -> None:
    with (
        model_stub(Provider.OPENAI) as stub,
        prompted(settings, stub, default_provider="builtin", tries=1) as gateway,
    ):
        stub.answer_with(Fails(401))
        gateway.feed(f"# Otters\n\nThe otters of lake Mirefall eat trout and eels. {COUNTED}")
        _compile_by(gateway, "openai")
        [stale] = _told(gateway, "stale_source")
        [source] = gateway.http.get("/ingest/sources").json()
        assert source["status"] == "failed"
        assert "The source of “Otters” could not be compiled again" in stale["description"]
        assert stale["detail"] == source["error_message"] != ""
        _compile_by(gateway, "builtin")
        assert _told(gateway, "stale_source") == []


def test_a_filed_claim_whose_source_does_not_say_it_any_more_is_unverified(gateway: Gateway, pages: Site) -> None:
    assert _feed(gateway, pages) == "compiled"
    asked = {"question": "When were the otters of lake Mirefall counted?", "file_back": True}
    answer = gateway.http.post("/query", json=asked)
    assert answer.status_code == 200, answer.text
    gateway.settle()
    [filed] = [one for one in gateway.http.get("/wiki/articles").json() if one["page_type"] == "answer"]
    assert _told(gateway, "unverified_claim") == []
    pages.pages["/otters"] = _page("Nobody counts them.")
    assert _feed(gateway, pages) == "compiled"
    [unverified] = _told(gateway, "unverified_claim")
    assert unverified["article_id"] == filed["id"]
    assert COUNTED in unverified["description"]
    assert list(violations(gateway.world)) == []
