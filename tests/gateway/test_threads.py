"""Conversations that go on: follow-ups, forks by reference, and taking one away as Markdown."""

import json
from typing import Any
from urllib.parse import unquote

import pytest
import yaml

from lorewright.gateway.admin.queries import violations
from lorewright.gateway.conversations import rules
from tests.conftest import Gateway
from tests.gateway.left_behind import rows, traces
from tests.gateway.threads import (
    BUILT,
    DEEPENED,
    HARBOUR,
    LIGHTHOUSE,
    UNKNOWN,
    ask,
    detail,
    fork,
    questions,
    thread,
)

HOVDEN = """# The harbour of Hovden

The harbour of Hovden was deepened in 1952. The lighthouse of Hovden is 12 metres high.
"""


def test_a_follow_up_is_answered_for_what_it_means(gateway: Gateway) -> None:
    for text in (HARBOUR, LIGHTHOUSE, HOVDEN):
        gateway.feed(text)
    id_ = thread(gateway, DEEPENED)
    assert "31 metres" in ask(gateway, "And how high is the lighthouse?", id_)["query"]["answer"]
    assert "1952" in ask(gateway, "When was the harbour of Hovden deepened?", id_)["query"]["answer"]
    assert "12 metres" in ask(gateway, "And how high is the lighthouse?", id_)["query"]["answer"]
    unrelated = ask(gateway, UNKNOWN, id_)["query"]
    assert (unrelated["citations"], unrelated["confidence"]) == ([], "low")
    assert [one["question"] for one in detail(gateway, id_)["queries"]][1] == "And how high is the lighthouse?"
    other = fork(gateway, id_, 1, "And how high is the lighthouse?")["query"]
    assert "31 metres" in other["answer"], "a fork knows the turns that it shares"


def test_a_fork_shares_the_turns_before_it(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    gateway.feed(LIGHTHOUSE)
    parent = thread(gateway, DEEPENED, BUILT, UNKNOWN)
    before, stored = detail(gateway, parent), rows(gateway)
    first = fork(gateway, parent, 2, "What made up the exports of Nordvik in 1950?")
    child = first["conversation"]
    assert first["query"]["turn_index"] == 2
    assert first["query"]["conversation_id"] == child["id"]
    assert (child["parent_conversation_id"], child["forked_at_turn_index"], child["fork_count"]) == (parent, 2, 0)
    assert child["title"] == "What made up the exports of Nordvik in 1950?"
    assert rows(gateway)["turn"] == stored["turn"] + 1, "shared turns are not copied"
    after = detail(gateway, parent)
    assert after["queries"] == before["queries"]
    assert after["conversation"] == before["conversation"] | {"fork_count": 1}
    found = detail(gateway, child["id"])
    assert found["queries"] == [*before["queries"][:2], first["query"]]

    ask(gateway, BUILT, child["id"])
    ask(gateway, DEEPENED, parent)
    assert questions(gateway, child["id"])[2:] == [(2, "What made up the exports of Nordvik in 1950?"), (3, BUILT)]
    assert len(questions(gateway, parent)) == 4

    grandchild = fork(gateway, child["id"], 3, UNKNOWN)["conversation"]["id"]
    assert questions(gateway, grandchild) == [*questions(gateway, child["id"])[:3], (3, UNKNOWN)]
    early = fork(gateway, grandchild, 1, UNKNOWN)["conversation"]["id"]
    assert questions(gateway, early) == [(0, DEEPENED), (1, UNKNOWN)]
    new = fork(gateway, early, 0, BUILT)["conversation"]["id"]
    assert questions(gateway, new) == [(0, BUILT)]
    after_all = fork(gateway, early, 2, BUILT)["conversation"]["id"]
    assert questions(gateway, after_all) == [(0, DEEPENED), (1, UNKNOWN), (2, BUILT)]

    listed = {one["id"]: one for one in gateway.http.get("/query/conversations").json()}
    counts = {id_: (one["turn_count"], one["fork_count"]) for id_, one in listed.items()}
    assert counts == {
        parent: (4, 1),
        child["id"]: (4, 1),
        grandchild: (4, 1),
        early: (2, 2),
        new: (1, 0),
        after_all: (3, 0),
    }
    assert list(listed) == [after_all, new, early, grandchild, parent, child["id"]]
    assert list(violations(gateway.world)) == []


def test_what_cannot_be_forked_is_refused_and_leaves_nothing(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    parent = thread(gateway, DEEPENED)
    before = rows(gateway)

    def refused(id_: str, body: Any) -> tuple[int, str]:
        answer = gateway.http.post(f"/query/conversations/{id_}/fork", json=body)
        assert rows(gateway) == before
        return answer.status_code, str(answer.json()["detail"])

    for index in (-1, 2, 2**31, -(2**70)):
        status, sentence = refused(parent, {"turn_index": index, "new_question": BUILT})
        assert status == 400
        assert "0 to 1" in sentence
    new = {"turn_index": 0, "new_question": BUILT}
    assert refused("none", new) == (404, "Conversation not found")
    for bad in (
        {"turn_index": 0},
        {**new, "new_question": " "},
        {**new, "turn_index": "x"},
        {**new, "turn_index": None},
    ):
        assert refused(parent, bad)[0] == 422


def test_deleting_a_source_blanks_a_shared_turn_once_and_for_all(gateway: Gateway) -> None:
    source = gateway.feed(HARBOUR)
    gateway.feed(LIGHTHOUSE)
    parent = thread(gateway, DEEPENED, BUILT)
    child = fork(gateway, parent, 2, "How high is the lighthouse of Nordvik?")["conversation"]["id"]
    receipt = gateway.http.delete(f"/ingest/sources/{source['id']}").json()["receipt"]
    assert receipt["answers"] == 1
    gateway.settle()
    for id_ in (parent, child):
        first, second = detail(gateway, id_)["queries"][:2]
        assert (first["answer"], first["citations"]) == (rules.ANSWER_REMOVED, [])
        assert "Anna Berg" in second["answer"]
    assert traces(gateway, "1931") == []
    assert list(violations(gateway.world)) == []


def test_an_export_is_the_whole_conversation_and_writes_nothing(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    gateway.feed(LIGHTHOUSE)
    parent = thread(gateway, DEEPENED, UNKNOWN)
    child = fork(gateway, parent, 1, BUILT)
    before = rows(gateway)
    answer = gateway.http.get(f"/query/conversations/{child['conversation']['id']}/export")
    assert rows(gateway) == before
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.headers["content-disposition"].startswith(f'attachment; filename="{BUILT}.md"')
    _, matter, body = answer.text.split("---\n")
    assert yaml.safe_load(matter).keys() == {"title", "slug", "type", "created", "updated", "turn_count"}
    assert yaml.safe_load(matter)["title"] == BUILT
    assert (yaml.safe_load(matter)["type"], yaml.safe_load(matter)["turn_count"]) == ("qa-conversation", 2)
    assert yaml.safe_load(matter)["slug"] == "who-built-the-lighthouse-of-nordvik"
    assert body == (
        f"\n# {BUILT}\n\n## Q1: {DEEPENED}\n\nThe harbour of Nordvik was deepened in 1931. [1]\n\n"
        f"**Sources:** [[The harbour of Nordvik]]\n\n## Q2: {BUILT}\n\n{child['query']['answer']}\n\n"
        "**Sources:** [[The lighthouse of Nordvik]]\n"
    )
    unknown = gateway.http.get("/query/conversations/none/export")
    assert (unknown.status_code, unknown.json()["detail"]) == (404, "Conversation not found")


ODD = [
    'Is "a: b" #1 [[here]] <b>now</b>\r\n---\r\nx: y?',
    "../../etc/passwd\\..\\x? \u202e# #",
    "為什麼" * 39 + "？",
    "{a: b} & *c* | `d` %e \x07",
    "\ud7ff\U0001f9a6" * 40,
]


@pytest.mark.parametrize("odd", ODD)
def test_a_title_is_safe_wherever_it_stands(gateway: Gateway, odd: str) -> None:
    id_ = thread(gateway, odd)
    answer = gateway.http.get(f"/query/conversations/{id_}/export")
    title = detail(gateway, id_)["conversation"]["title"]
    _, matter, body = answer.text.split("---\n", 2)
    assert yaml.safe_load(matter)["title"] == title
    assert [line[:2] for line in body.splitlines() if line.startswith("#")] == ["# ", "##"]
    header = answer.headers["content-disposition"]
    assert header.isascii()
    name = unquote(header.partition("filename*=UTF-8''")[2])
    assert name.endswith(".md")
    assert not set(name) & set("/\\\r\n\x07\u202e")
    assert len(name.encode()) < 255
    assert json.loads(json.dumps(answer.text)) == answer.text
