"""Searching with a language model: it adds words to look for, ranks, splits and answers, and pays through the ledger."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import select

from lorewright.core.settings import Settings
from lorewright.llm.base import Provider
from lorewright.platform.costs.tables import ledger_call
from tests.conftest import open_gateway, serving, working
from tests.gateway.prompted import asking
from tests.makers.models import Fails, Received, Stub, model_stub
from tests.makers.models.minds import enclosed, faithful
from tests.retrieval.conftest import ME, Api

OTTER = "The otter of Mirefall eats trout and crayfish. It was seen in 1998."
LUTRA = "Lutra lutra of Mirefall hunts at night. Its diet is fish."
WHAT = "What does the otter of Mirefall eat?"


@contextmanager
def _service(settings: Settings, answer: Callable[[Received], str | Fails]) -> Iterator[tuple[Api, Stub]]:
    with model_stub(Provider.OPENAI) as stub:
        stub.answer_by(answer)
        chosen = asking(settings, stub)
        with serving(chosen) as client, working(chosen), open_gateway(chosen, client) as behind:
            yield Api(client, behind.world), stub


def _kind(received: Received) -> str:
    """What is asked for: the member of the object, or an answer."""
    return next(iter((received.schema or {}).get("properties", {})), "answer")


def _mind(received: Received) -> str:
    parts = enclosed(received)
    match _kind(received):
        case "terms":
            return json.dumps({"terms": ["lutra"]})
        case "passages":
            last = [int(tag.split()[1]) for tag, text in parts.items() if tag != "question" and "Lutra" in text]
            return json.dumps({"passages": last})
        case "questions":
            return json.dumps({"questions": ["What does the otter eat?", "When was the otter seen?"]})
    return faithful(received)


def _purposes(api: Api) -> list[str]:
    with api.world.db.reading() as tx:
        return list(tx.execute(select(ledger_call.c.purpose).order_by(ledger_call.c.began_at)).scalars())


def test_a_model_adds_words_ranks_and_answers(settings: Settings) -> None:
    with _service(settings, _mind) as (api, stub):
        collection = api.collection()
        document = api.feed(collection, OTTER, "otter.txt")
        api.feed(collection, LUTRA, "lutra.txt")
        found = api.search(collection, WHAT)
        assert [_kind(one) for one in stub.requests] == ["terms", "passages", "answer"]
        assert found["metadata"]["asked"] == WHAT
        assert [one["filename"] for one in found["sources"]] == ["lutra.txt", "otter.txt"]
        assert found["sources"][0]["score"] >= found["sources"][1]["score"]
        assert found["answer"] == "The otter of Mirefall eats trout and crayfish. [2]"
        assert _purposes(api) == ["rewrite", "rank", "answer"]
        api.search(collection, WHAT)
        assert len(stub.requests) == 3, "what was paid for is used again"
        assert api.http.delete(f"/api/documents/{document['id']}").status_code == 204
        with api.world.db.reading() as tx:
            kept = tx.execute(select(ledger_call.c.purpose, ledger_call.c.answer)).all()
        assert {row.purpose for row in kept if row.answer is not None} == {"rewrite"}


def test_the_pipeline_decides_what_a_model_is_asked(settings: Settings) -> None:
    with _service(settings, _mind) as (api, stub):
        collection = api.collection()
        for text in (OTTER, LUTRA):
            api.feed(collection, text, text.split()[0])
        for stages, asked in (
            (["retrieval"], []),
            (["query_rewriting", "retrieval"], ["terms"]),
            (["retrieval", "reranking"], ["passages"]),
        ):
            body = {"name": "x", "user_id": ME, "stages": stages}
            pipeline = api.http.post("/api/pipelines", json=body).json()["id"]
            stub.requests.clear()
            assert api.search(collection, WHAT, pipeline_id=pipeline)["sources"]
            assert [_kind(one) for one in stub.requests] == asked


def test_a_question_is_split_by_a_model(settings: Settings) -> None:
    with _service(settings, _mind) as (api, _):
        collection = api.collection()
        api.feed(collection, OTTER)
        found = api.search(collection, "What does the otter eat, and when was the otter seen?", cot_enabled=True)
        assert [one["sub_question"] for one in found["reasoning_steps"]] == [
            "What does the otter eat?",
            "When was the otter seen?",
        ]


def test_a_provider_that_fails_is_told_and_what_can_do_without_it_does(settings: Settings) -> None:
    with _service(settings, lambda received: Fails(500)) as (api, _):
        collection = api.collection()
        for text in (OTTER, LUTRA):
            api.feed(collection, text, text.split()[0])
        body = {"question": WHAT, "collection_id": collection, "user_id": ME}
        failed = api.http.post("/api/search", json=body)
        assert (failed.status_code, failed.json()["error_code"]) == (502, "PROVIDER_FAILED")
        stages = {"name": "x", "user_id": ME, "stages": ["query_rewriting", "retrieval", "reranking"]}
        api.http.post("/api/pipelines", json=stages)
        assert api.search(collection, WHAT)["sources"][0]["filename"] == "The"
