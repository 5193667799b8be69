"""Answers filed as articles: they rest on the sources' spans, are found, and go with what they rest on."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from lorewright.gateway.admin.queries import violations
from lorewright.gateway.articles.tasks import notice_changes
from tests.conftest import Gateway
from tests.gateway.left_behind import rows, traces
from tests.gateway.test_edits import _edit
from tests.gateway.threads import (
    BUILT,
    DEEPENED,
    HARBOUR,
    LIGHTHOUSE,
    UNKNOWN,
    article,
    ask,
    detail,
    file,
    fork,
    posted,
    thread,
)

SELECTED = "/query/conversations/file-back"


def _selection(*parts: tuple[str, list[int]], title: str | None = None) -> dict[str, Any]:
    return {"selections": [{"conversation_id": id_, "turn_indices": turns} for id_, turns in parts], "title": title}


def test_a_conversation_is_filed_and_kept_up_to_date(gateway: Gateway) -> None:
    harbour, lighthouse = gateway.feed(HARBOUR), gateway.feed(LIGHTHOUSE)
    id_ = thread(gateway, DEEPENED, UNKNOWN)
    filed = file(gateway, id_)
    assert filed.keys() == {"article", "was_update"}
    assert filed["was_update"] is False
    assert filed["article"] == {
        "id": filed["article"]["id"],
        "slug": "when-was-the-harbour-of-nordvik-deepened",
        "title": DEEPENED,
    }
    found = article(gateway, filed)
    assert (found["page_type"], found["confidence"], found["linter_score"]) == ("answer", "sourced", 1.0)
    assert [one["id"] for one in found["sources"]] == [harbour["id"]]
    assert [one["section"] for one in found["claims"]] == [DEEPENED]
    [evidence] = found["claims"][0]["evidence"]
    assert (evidence["source_id"], evidence["quote"], evidence["stands"]) == (
        harbour["id"],
        "The harbour of Nordvik was deepened in 1931.",
        True,
    )
    assert HARBOUR.replace("# ", "").replace("#", "")[evidence["start"] : evidence["end"]] == evidence["quote"]
    place = "([The harbour of Nordvik](/wiki/the-harbour-of-nordvik))"
    assert f"## {DEEPENED}\n\nThe harbour of Nordvik was deepened in 1931. [sourced] {place}" in found["content"]
    assert UNKNOWN not in found["content"]
    assert [(one["slug"], one["relation_type"]) for one in found["backlinks_out"]] == [
        ("the-harbour-of-nordvik", "references")
    ]
    assert detail(gateway, id_)["conversation"]["filed_article_id"] == found["id"]
    assert {(one["filed_back"], one["filed_article_id"]) for one in detail(gateway, id_)["queries"]} == {
        (True, found["id"])
    }

    again = file(gateway, id_)
    assert again == {**filed, "was_update": True}
    assert article(gateway, filed) == found, "nothing new, nothing written"
    ask(gateway, BUILT, id_)
    assert file(gateway, id_) == again
    grown = article(gateway, filed)
    assert [one["section"] for one in grown["claims"]] == [DEEPENED, BUILT]
    assert {one["id"] for one in grown["sources"]} == {harbour["id"], lighthouse["id"]}
    assert len(gateway.http.get("/wiki/articles", params={"page_type": "answer"}).json()) == 1
    gateway.settle()
    refused = gateway.http.post(f"/wiki/articles/{found['id']}/recompile")
    assert refused.status_code == 400
    assert "file answers again" in refused.json()["detail"]
    file_there = gateway.data_dir / "wiki" / f"{filed['article']['slug']}.md"
    assert file_there.read_text() == article(gateway, filed)["content"]
    assert list(violations(gateway.world)) == []


def test_a_filed_article_is_found_and_leads_to_the_sources(gateway: Gateway) -> None:
    harbour = gateway.feed(HARBOUR)
    id_ = thread(gateway, DEEPENED)
    filed = file(gateway, id_)
    gateway.settle()
    hits = gateway.http.get("/wiki/search", params={"q": DEEPENED}).json()
    assert [(one["slug"], one["page_type"]) for one in hits] == [
        (filed["article"]["slug"], "answer"),
        ("the-harbour-of-nordvik", "source"),
    ]
    assert hits[0]["why"]["vector_rank"] == 1, "by meaning too"
    answered = ask(gateway, DEEPENED)["query"]
    assert answered["answer"] == "The harbour of Nordvik was deepened in 1931. [1]"
    [citation] = answered["citations"]
    assert citation["article"] == {"slug": filed["article"]["slug"], "title": DEEPENED}
    assert [one["id"] for one in citation["sources"]] == [harbour["id"]]
    assert citation["quote"] == "The harbour of Nordvik was deepened in 1931."
    assert json.loads(answered["source_article_ids"]) == [DEEPENED, "The harbour of Nordvik"]

    # Answers that come by way of it are filed on the same spans, not on it.
    other = file(gateway, answered["conversation_id"])
    assert other["article"]["slug"] == "when-was-the-harbour-of-nordvik-deepened-2"
    spans = [
        [
            (each["source_id"], each["start"], each["end"])
            for one in article(gateway, each)["claims"]
            for each in one["evidence"]
        ]
        for each in (filed, other)
    ]
    assert spans[0] == spans[1]
    assert [one["slug"] for one in article(gateway, other)["backlinks_out"]] == ["the-harbour-of-nordvik"]
    gateway.settle()
    third = ask(gateway, DEEPENED)["query"]
    assert [one["quote"] for one in third["citations"]] == [citation["quote"]]
    assert list(violations(gateway.world)) == []


def test_turns_of_several_conversations_are_filed_as_one(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    gateway.feed(LIGHTHOUSE)
    one, other = thread(gateway, DEEPENED, "What made up the exports of Nordvik in 1950?"), thread(gateway, BUILT)
    new = _selection((other, [0]), (one, [1, 1]), title="  Nordvik: what\tis known  ")
    filed = posted(gateway, SELECTED, new)
    assert filed.keys() == {"article"}
    assert (filed["article"]["title"], filed["article"]["slug"]) == ("Nordvik: what is known", "nordvik-what-is-known")
    found = article(gateway, filed)
    assert list(dict.fromkeys(claim["section"] for claim in found["claims"])) == [
        BUILT,
        "What made up the exports of Nordvik in 1950?",
    ]
    assert [turn["filed_back"] for turn in detail(gateway, one)["queries"]] == [False, True]
    assert detail(gateway, one)["conversation"]["filed_article_id"] is None

    # The same turns in another order are the same article; other turns are another.
    again = posted(gateway, SELECTED, _selection((one, [1]), (other, [0])))
    assert again["article"]["id"] == filed["article"]["id"]
    assert again["article"]["title"] == "What made up the exports of Nordvik in 1950?"
    assert posted(gateway, SELECTED, _selection((one, [0, 1])))["article"]["id"] != filed["article"]["id"]

    # A shared turn is the same turn in the fork.
    child = fork(gateway, one, 1, UNKNOWN)["conversation"]["id"]
    through = posted(gateway, SELECTED, _selection((one, [0]), (child, [0])))
    assert [claim["section"] for claim in article(gateway, through)["claims"]] == [DEEPENED]
    gateway.settle()
    assert list(violations(gateway.world)) == []


def test_a_fork_is_filed_with_what_it_shares(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    gateway.feed(LIGHTHOUSE)
    parent = thread(gateway, DEEPENED, UNKNOWN)
    first = file(gateway, parent)
    child = fork(gateway, parent, 1, BUILT)["conversation"]["id"]
    before = detail(gateway, parent)
    second = file(gateway, child)
    assert second["was_update"] is False
    assert second["article"]["id"] != first["article"]["id"]
    assert [one["section"] for one in article(gateway, second)["claims"]] == [DEEPENED, BUILT]
    assert detail(gateway, parent) == before


def test_what_cannot_be_filed_is_refused_with_the_reason(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    id_ = thread(gateway, DEEPENED)
    nothing_said = thread(gateway, UNKNOWN)
    before = rows(gateway)

    def refused(path: str, body: Any = None) -> tuple[int, Any]:
        answer = gateway.http.post(path, json=body)
        assert rows(gateway) == before
        assert all(not one["filed_back"] for one in detail(gateway, id_)["queries"])
        return answer.status_code, answer.json()["detail"]

    assert refused(SELECTED, _selection()) == (400, "No selections provided")
    assert refused(SELECTED, _selection((id_, []))) == (400, "No turns selected")
    assert refused(SELECTED, _selection((id_, [0, 7, -1, 7]))) == (
        400,
        f"Turn indices [-1, 7] not found in conversation {id_}",
    )
    assert refused(SELECTED, _selection((id_, [2**80])))[0] == 400
    assert refused(SELECTED, _selection((id_, [0]), ("none", [0]))) == (404, "Conversation not found: none")
    assert refused("/query/conversations/none/file-back") == (404, "Conversation not found: none")
    for status, sentence in (
        refused(SELECTED, _selection((nothing_said, [0]))),
        refused(f"/query/conversations/{nothing_said}/file-back"),
    ):
        assert (status, "rests on a source" in sentence) == (400, True)
    for bad in ({}, {"selections": None}, _selection((id_, [0]), title=" "), _selection((id_, [0]), title="x" * 201)):
        assert refused(SELECTED, bad)[0] == 422
    assert refused(SELECTED, _selection(*[(id_, [0])] * 1_001))[0] == 422


@pytest.mark.parametrize("path", ["/query", "/query/stream"])
def test_a_question_is_answered_and_filed_in_one_go(gateway: Gateway, path: str) -> None:
    gateway.feed(HARBOUR)

    def asked(question: str, conversation: str | None = None) -> dict[str, Any]:
        new = {"question": question, "conversation_id": conversation, "file_back": True}
        answer = gateway.http.post(path, json=new)
        assert answer.status_code == 200
        body: dict[str, Any] = json.loads(answer.text.rpartition("data: ")[2])
        return body

    first = asked(DEEPENED)
    id_ = first["conversation"]["filed_article_id"]
    assert (first["query"]["filed_back"], first["query"]["filed_article_id"]) == (True, id_)
    assert gateway.http.get(f"/wiki/articles/{id_}").json()["title"] == DEEPENED
    more = asked("What made up the exports of Nordvik in 1950?", first["conversation"]["id"])
    assert more["query"]["filed_article_id"] == id_
    assert len({one["section"] for one in gateway.http.get(f"/wiki/articles/{id_}").json()["claims"]}) == 2

    nothing = asked(UNKNOWN)
    assert (nothing["query"]["filed_back"], nothing["conversation"]["filed_article_id"]) == (False, None)
    assert len(gateway.http.get("/wiki/articles", params={"page_type": "answer"}).json()) == 1
    assert file(gateway, first["conversation"]["id"])["was_update"] is True
    gateway.settle()
    assert list(violations(gateway.world)) == []


def test_deleting_a_source_takes_its_claims_out_of_filed_articles(gateway: Gateway) -> None:
    harbour, lighthouse = gateway.feed(HARBOUR), gateway.feed(LIGHTHOUSE)
    both, one = thread(gateway, DEEPENED, BUILT), thread(gateway, DEEPENED)
    mixed, alone = file(gateway, both), file(gateway, one)
    ask(gateway, "What made up the exports of Nordvik in 1950?", both)
    file(gateway, both)
    gateway.settle()
    held = len(gateway.http.get("/wiki/articles/the-harbour-of-nordvik").json()["claims"])
    in_filed = [len(article(gateway, each)["claims"]) for each in (mixed, alone)]
    receipt = gateway.http.delete(f"/ingest/sources/{harbour['id']}").json()["receipt"]
    assert receipt["articles"] == 2, "the source's own, and the one that is left with nothing"
    assert receipt["claims"] == held + sum(in_filed) - 1
    left = article(gateway, mixed)
    assert [claim["section"] for claim in left["claims"]] == [BUILT]
    assert [source["id"] for source in left["sources"]] == [lighthouse["id"]]
    gateway.settle()
    assert list(violations(gateway.world)) == []
    assert traces(gateway, "1931") == traces(gateway, "Timber") == traces(gateway, "(/wiki/the-harbour") == []
    assert gateway.http.get(f"/wiki/articles/{alone['article']['id']}").status_code == 404
    assert not (gateway.data_dir / "wiki" / f"{alone['article']['slug']}.md").exists()
    assert detail(gateway, one)["conversation"]["filed_article_id"] is None
    assert [turn["filed_back"] for turn in detail(gateway, one)["queries"]] == [False]
    assert "Anna Berg" in ask(gateway, BUILT)["query"]["answer"]

    gateway.http.delete(f"/ingest/sources/{lighthouse['id']}")
    gateway.settle()
    assert gateway.http.get("/wiki/articles").json() == []
    assert list((gateway.data_dir / "wiki").glob("*.md")) == []
    assert list(violations(gateway.world)) == []


def test_filing_forking_and_deleting_at_once_breaks_nothing(gateway: Gateway) -> None:
    http = gateway.http
    gateway.feed(LIGHTHOUSE)
    shared = thread(gateway, BUILT)
    statuses: set[int] = set()

    def send(method: str, path: str, body: object = None) -> httpx.Response:
        """As long as the database is busy, which six who write at once make it, again: the answer asks for that."""
        while (answer := http.request(method, path, json=body)).status_code == 503:
            time.sleep(0.1)
        return answer

    def work(number: int) -> None:
        for _ in range(2):
            taken = send("POST", "/ingest/text", {"content": f"{HARBOUR}\n\nIt is harbour number {number}."})
            new = {"question": DEEPENED, "conversation_id": shared, "file_back": True}
            fork = {"turn_index": 1, "new_question": DEEPENED}
            answers = [
                send("POST", "/query", new),
                send("POST", f"/query/conversations/{shared}/fork", fork),
                send("POST", f"/query/conversations/{shared}/file-back"),
                send("POST", SELECTED, _selection((shared, [0, 1]))),
                send("DELETE", f"/ingest/sources/{taken.json()['id']}"),
            ]
            statuses.update(answer.status_code for answer in answers)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    assert statuses <= {200, 400, 409}
    gateway.settle()
    assert list(violations(gateway.world)) == []
    for source in http.get("/ingest/sources").json():
        http.delete(f"/ingest/sources/{source['id']}")
    gateway.settle()
    assert http.get("/wiki/articles").json() == []
    assert traces(gateway, "1931") == []
    assert list(violations(gateway.world)) == []


def test_an_edited_filed_article_keeps_what_was_written_and_loses_what_was_deleted(gateway: Gateway) -> None:
    harbour = gateway.feed(HARBOUR)
    gateway.feed(LIGHTHOUSE)
    filed = file(gateway, thread(gateway, DEEPENED, BUILT))
    gateway.settle()
    remark = "My grandmother watched it from the pier."
    _edit(gateway, filed["article"]["slug"], "deepened in 1931. [sourced]", f"deepened in 1931. [sourced] {remark}")
    notice_changes(gateway.world)
    gateway.settle()
    assert remark in article(gateway, filed)["content"]
    gateway.http.delete(f"/ingest/sources/{harbour['id']}")
    gateway.settle()
    content = article(gateway, filed)["content"]
    assert remark in content
    assert "Anna Berg" in content
    assert traces(gateway, "1931") == traces(gateway, "(/wiki/the-harbour") == []
    assert list(violations(gateway.world)) == []
