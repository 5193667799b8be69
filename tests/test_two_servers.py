"""Two servers, each with its worker, over one database and one data folder."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.articles.tables import article, article_version
from lorewright.llm.base import Provider
from tests.conftest import PATIENCE_S, Gateway, open_gateway, serving, working
from tests.gateway.prompted import asking
from tests.makers.models import Received, Stub, model_stub
from tests.makers.models.minds import faithful

HERONS = "\n\n".join(
    f"Heron number {i} was ringed at the weir of the river Elm and flew {i} miles along it to the sea."
    for i in range(120)
)
BIRDS = ["heron", "plover", "dunlin", "curlew", "godwit", "avocet", "whimbrel", "sanderling", "turnstone", "redshank"]


@pytest.fixture
def two(settings: Settings) -> Iterator[tuple[Gateway, Gateway]]:
    with (
        serving(settings) as one,
        serving(settings) as other,
        working(settings),
        working(settings),
        open_gateway(settings, one) as first,
        open_gateway(settings, other) as second,
    ):
        yield first, second


def _text(bird: str) -> str:
    return f"The {bird} winters on the mudflats of the estuary. Each {bird} weighs about {50 + len(bird)} grams."


def test_what_is_fed_to_both_at_once_is_compiled_once_and_found_by_both(two: tuple[Gateway, Gateway]) -> None:
    # Each text goes to both, so that they meet at the same content as well.
    with ThreadPoolExecutor(8) as clients:
        fed = list(clients.map(lambda job: _fed(two[job[0]], job[1]), [(at, one) for one in BIRDS for at in (0, 1)]))
    assert all(first["id"] == second["id"] for first, second in zip(fed[::2], fed[1::2], strict=True))
    two[0].settle()
    first, second = (one.http.get("/wiki/articles", params={"limit": 100}).json() for one in two)
    assert first == second
    assert sorted(one["source_ids"] for one in first) == sorted([[one["id"]] for one in fed[::2]])
    for bird in BIRDS:
        found = [one.http.get("/wiki/search", params={"q": f"How heavy is a {bird}?"}).json() for one in two]
        assert found[0] == found[1]
        assert bird in found[0][0]["passage"]
    assert {len(_versions(two[0], one["slug"])) for one in first} == {1}
    assert list(violations(two[0].world)) == []


def test_what_one_server_deletes_the_other_does_not_find(two: tuple[Gateway, Gateway]) -> None:
    fed = [_fed(two[0], bird) for bird in BIRDS]
    two[0].settle()
    assert two[1].http.get("/wiki/search", params={"q": "heron"}).json()
    assert two[0].http.delete(f"/ingest/sources/{fed[0]['id']}").status_code == 200
    found = [hit["source_ids"] for hit in two[1].http.get("/wiki/search", params={"q": "heron"}).json()]
    assert [fed[0]["id"]] not in found
    assert two[1].http.get(f"/ingest/sources/{fed[0]['id']}").status_code == 404
    two[0].settle()
    assert list(violations(two[0].world)) == []


def _fed(gateway: Gateway, bird: str) -> dict[str, Any]:
    answer = gateway.http.post("/ingest/text", json={"content": _text(bird), "title": f"The {bird}"})
    assert answer.status_code == 200, answer.text
    source: dict[str, Any] = answer.json()
    return source


def _versions(gateway: Gateway, slug: str) -> list[int]:
    wanted = select(article_version.c.number).join(article, article.c.id == article_version.c.article_id)
    with gateway.world.db.reading() as tx:
        return list(tx.execute(wanted.where(article.c.slug == slug)).scalars())


def test_a_source_is_compiled_by_one_worker_at_a_time(settings: Settings) -> None:
    """Asked for again, and in the other way too, while a compilation is under way."""
    begun, go_on = threading.Semaphore(0), threading.Event()

    def telling(received: Received) -> str:
        begun.release()
        assert go_on.wait(PATIENCE_S)
        return faithful(received)

    with model_stub(Provider.OPENAI) as stub:
        stub.answer_by(telling)
        chosen = asking(settings, stub)
        with serving(chosen) as client, working(chosen), working(chosen), open_gateway(chosen, client) as gateway:
            source = client.post("/ingest/text", json={"content": HERONS}).json()["id"]
            assert begun.acquire(timeout=PATIENCE_S)
            client.post(f"/jobs/compile/{source}")
            fed = _fed(gateway, "heron")["id"]  # the other worker comes by the one that waits
            assert begun.acquire(timeout=PATIENCE_S)
            assert len(_asked_for(stub, "mudflats")) == 1
            go_on.set()
            gateway.settle()
            assert {one["status"] for one in client.get("/jobs").json()} == {"complete"}
            assert {client.get(f"/ingest/sources/{one}").json()["status"] for one in (source, fed)} == {"compiled"}
            assert len(_asked_for(stub, "ringed at the weir")) == 1, "the second finds the answer in the ledger"
            assert list(violations(gateway.world)) == []


def _asked_for(stub: Stub, words: str) -> list[Received]:
    return [one for one in stub.requests if words in one.prompt]
