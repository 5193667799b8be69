"""Conversations with a language model: what a follow-up means, and what is left where the model fails or the client goes."""

import json
import re
import socket
import threading
from typing import Any

import pytest

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.llm.base import Provider
from tests.conftest import PATIENCE_S, Gateway
from tests.gateway.left_behind import rows, traces
from tests.gateway.prompted import hanging, prompted
from tests.gateway.threads import DEEPENED, HARBOUR, LIGHTHOUSE, article, ask, file, fork, questions, thread
from tests.makers.models import Fails, Received, model_stub
from tests.makers.models.minds import enclosed, faithful


class Following:
    """Says what it was told that a follow-up means, and else what is faithful."""

    def __init__(self, meaning: str) -> None:
        self.meaning = meaning
        self.seen: list[dict[str, str]] = []
        self.asked: list[str] = []

    def __call__(self, received: Received) -> str:
        parts = enclosed(received)
        if "conversation" in parts:
            self.seen.append(parts)
            return self.meaning
        if "question" in parts:
            self.asked.append(parts["question"])
        return faithful(received)


@pytest.mark.parametrize(
    ("meaning", "is_taken"),
    [
        ("When was the lighthouse of Nordvik built?", True),
        # What was not said, and what leaves out what is asked, is not taken: the rule's is.
        ("When was the lighthouse of Oslo built?", False),
        ("NO_ANSWER", False),
        ("", False),
    ],
)
def test_a_follow_up_is_what_the_model_says_where_it_reuses_words(
    settings: Settings, meaning: str, is_taken: bool
) -> None:
    mind = Following(meaning)
    with model_stub(Provider.ANTHROPIC) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind)
        gateway.feed(HARBOUR)
        gateway.feed(LIGHTHOUSE)
        id_ = thread(gateway, DEEPENED)
        assert mind.seen == []
        answered = ask(gateway, "And when was the lighthouse built?", id_)["query"]
        assert "1904" in answered["answer"]
        assert answered["question"] == "And when was the lighthouse built?"
        [seen] = mind.seen
        assert "deepened in 1931" in seen["conversation"]
        assert seen["question"] == "And when was the lighthouse built?"
        by_rule = "when was the lighthouse built Nordvik?"
        assert mind.asked[-1] == (meaning if is_taken else by_rule)
        costs = gateway.http.get("/settings/llm/cost/breakdown").json()["by_task_type"]
        assert costs["followup"]["call_count"] == 1


def test_the_ledger_forgets_what_was_said_of_a_deleted_source(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(Following("And what was deepened in 1931?"))
        source = gateway.feed(HARBOUR)
        ask(gateway, "And what was that?", thread(gateway, DEEPENED))
        assert traces(gateway, "deepened in 1931") != []
        gateway.http.delete(f"/ingest/sources/{source['id']}")
        gateway.settle()
        assert traces(gateway, "deepened in 1931") == []
        assert list(violations(gateway.world)) == []


def test_a_model_that_fails_leaves_nothing_of_a_fork(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub, tries=1) as gateway:
        stub.answer_by(faithful)
        gateway.feed(HARBOUR)
        id_ = thread(gateway, DEEPENED)
        before = _kept(gateway)
        stub.answer_with(Fails(500))
        new = {"turn_index": 1, "new_question": "What did the work cost?"}
        refused = gateway.http.post(f"/query/conversations/{id_}/fork", json=new)
        assert (refused.status_code, refused.json()["error_code"]) == (502, "PROVIDER_FAILED")
        filing = {"question": "What did the work cost?", "conversation_id": id_, "file_back": True}
        assert gateway.http.post("/query", json=filing).status_code == 502
        assert gateway.http.post("/query/stream", json=filing).status_code == 502
        assert _kept(gateway) == before
        assert gateway.http.get("/wiki/articles", params={"page_type": "answer"}).json() == []

        # A model that fails only at understanding is not needed for it.
        stub.answer_by(lambda received: Fails(500) if "conversation" in enclosed(received) else faithful(received))
        assert "4.2 million" in fork(gateway, id_, 1, "What did the work cost?")["query"]["answer"]


@pytest.mark.parametrize("path", ["/query", "/query/stream", "/query/conversations/{}/fork"])
@pytest.mark.parametrize("while_understanding", [False, True])
def test_whoever_goes_leaves_nothing_and_the_model_is_asked_no_longer(
    settings: Settings, path: str, while_understanding: bool
) -> None:
    with model_stub(Provider.ANTHROPIC) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(faithful)
        gateway.feed(HARBOUR)
        id_ = thread(gateway, DEEPENED)
        before = _kept(gateway)
        asked = threading.Event()
        hang = hanging(asked, "The work cost 4.2 million kroner and took three years [1].")
        stub.answer_by(
            lambda received: hang(received) if while_understanding or "conversation" not in enclosed(received) else "no"
        )
        new = {"question": "What did the work cost?", "conversation_id": id_, "file_back": True}
        if "fork" in path:
            new = {"turn_index": 1, "new_question": "What did the work cost?"}
        _go_away(gateway, path.format(id_), new, asked)
        assert stub.requests[-1].gone.wait(PATIENCE_S)
        assert _kept(gateway) == before
        assert questions(gateway, id_) == [(0, DEEPENED)]


def test_filing_asks_no_model_and_keeps_what_is_inferred_so(settings: Settings) -> None:
    def loosely(received: Received) -> str:
        if "question" in enclosed(received):
            return "The harbour of Nordvik was deepened in 1931 by the navy [1]. The work took three years [1]."
        return faithful(received)

    text = "The harbour of Nordvik may have been deepened in 1931, most likely by the navy. The work took three years."
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(loosely)
        gateway.feed(text)
        id_ = thread(gateway, DEEPENED)
        count = len(stub.requests)
        found = article(gateway, file(gateway, id_))
        assert len(stub.requests) == count
        assert [(one["text"], one["confidence"]) for one in found["claims"]] == [
            ("The harbour of Nordvik was deepened in 1931 by the navy.", "inferred"),
            ("The work took three years.", "sourced"),
        ]
        assert found["confidence"] == "mixed"
        note = re.search(
            r"by the navy\. \[inferred\] \(\[.*\]\(/wiki/.*\)\)(\[\^\w+\]) The work took", found["content"]
        )
        assert note
        assert f"\n{note[1]}: “The harbour of Nordvik may have been deepened" in found["content"]
        gateway.settle()
        assert list(violations(gateway.world)) == []


def _kept(gateway: Gateway) -> dict[str, int]:
    """Rows of all but the ledger, which tells of calls that came to nothing too, and of what is told of them."""
    return {name: count for name, count in rows(gateway).items() if not name.startswith(("ledger", "event"))}


def _go_away(gateway: Gateway, path: str, new: dict[str, Any], asked: threading.Event) -> None:
    url, body = gateway.http.base_url, json.dumps(new).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {url.host}:{url.port}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((url.host, url.port)) as client:
        client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        assert asked.wait(PATIENCE_S)
