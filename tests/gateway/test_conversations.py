"""Asking, and the conversations it makes."""

import asyncio
import json
import re
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from lorewright.app import create_app
from lorewright.core.settings import Settings
from lorewright.gateway.conversations.rules import confidence
from lorewright.knowledge.answers import Sentence, pieces
from lorewright.knowledge.claims import Support
from lorewright.knowledge.engine import Span
from lorewright.world import open_world
from tests.conftest import Gateway
from tests.gateway.left_behind import rows
from tests.gateway.test_sources import UUID, is_moment
from tests.gateway.threads import BUILT, LIGHTHOUSE

HARBOUR = """# The harbour of Nordvik

The harbour of Nordvik was deepened in 1931. The work cost 4.2 million kroner and took three years.

## Trade

Timber made up two thirds of the exports of Nordvik in 1950. Fish followed with 20 percent.
"""
TURN = {
    "id",
    "question",
    "answer",
    "confidence",
    "source_article_ids",
    "related_article_ids",
    "filed_back",
    "filed_article_id",
    "created_at",
    "conversation_id",
    "turn_index",
}
CONVERSATION = {
    "id",
    "title",
    "created_at",
    "updated_at",
    "filed_article_id",
    "parent_conversation_id",
    "forked_at_turn_index",
    "fork_count",
}


def _ask(gateway: Gateway, question: str, **more: Any) -> dict[str, Any]:
    answer = gateway.http.post("/query", json={"question": question, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_what_was_found_beside_what_is_cited_is_related(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    gateway.feed(LIGHTHOUSE)
    query = _ask(gateway, BUILT)["query"]
    assert json.loads(query["source_article_ids"]) == ["The lighthouse of Nordvik"]
    assert json.loads(query["related_article_ids"]) == ["The harbour of Nordvik"]
    [entry] = gateway.http.get("/query/history").json()
    assert entry["related_article_ids"] == query["related_article_ids"]


def test_questions_become_turns_of_a_conversation(gateway: Gateway) -> None:
    source = gateway.feed(HARBOUR)
    asked = "When was the harbour\n of Nordvik deepened? " + "Please tell me. " * 10
    first = _ask(gateway, asked)
    assert set(first) == {"query", "conversation"}
    query, conversation = first["query"], first["conversation"]
    assert set(query) == TURN | {"citations", "contradictions"}
    assert set(conversation) == CONVERSATION
    assert UUID.match(query["id"])
    assert is_moment(query["created_at"])
    assert is_moment(conversation["updated_at"])
    assert query["created_at"] == conversation["created_at"] == conversation["updated_at"]
    assert (query["question"], query["turn_index"], query["filed_back"]) == (asked, 0, False)
    assert query["confidence"] in ("high", "medium")
    assert json.loads(query["source_article_ids"]) == ["The harbour of Nordvik"]
    assert json.loads(query["related_article_ids"]) == []
    assert conversation["title"].startswith("When was the harbour of Nordvik deepened?")
    assert len(conversation["title"]) <= 120
    assert (conversation["fork_count"], conversation["parent_conversation_id"]) == (0, None)
    for number, citation in enumerate(query["citations"], 1):
        assert set(citation) == {"article", "sources", "quote", "start", "end", "page", "start_s", "link"}
        assert citation["article"] == {"slug": "the-harbour-of-nordvik", "title": "The harbour of Nordvik"}
        assert [one["id"] for one in citation["sources"]] == [source["id"]]
        assert set(citation["sources"][0]) == {"id", "source_type", "title", "source_url", "ingested_at"}
        assert f"[{number}]" in query["answer"]

    id_ = conversation["id"]
    second = _ask(gateway, "What made up the exports of Nordvik in 1950?", conversation_id=id_)
    assert (second["conversation"]["id"], second["query"]["turn_index"]) == (id_, 1)
    assert second["conversation"]["title"] == conversation["title"]
    other = _ask(gateway, "Who won the chess olympiad of 1958?")
    assert (other["query"]["confidence"], other["query"]["citations"]) == ("low", [])

    assert second["conversation"]["updated_at"] == second["query"]["created_at"] > conversation["updated_at"]

    listed = gateway.http.get("/query/conversations").json()
    assert [(one["id"], one["turn_count"]) for one in listed] == [(other["conversation"]["id"], 1), (id_, 2)]
    assert all(set(one) == CONVERSATION | {"turn_count"} for one in listed)
    detail = gateway.http.get(f"/query/conversations/{id_}").json()
    assert detail == {"conversation": second["conversation"], "queries": [query, second["query"]]}

    history = gateway.http.get("/query/history").json()
    assert [one["id"] for one in history] == [other["query"]["id"], second["query"]["id"], query["id"]]
    assert all(set(one) == TURN | {"user_id"} and one["user_id"] == "anonymous" for one in history)
    assert len(gateway.http.get("/query/history", params={"limit": 1}).json()) == 1

    before = rows(gateway)
    for path in ("/query", "/query/stream"):
        unknown = gateway.http.post(path, json={"question": "why?", "conversation_id": "none"})
        assert (unknown.status_code, unknown.json()["detail"]) == (404, "Conversation not found")
    assert rows(gateway) == before


def test_a_stream_that_breaks_off_says_so_and_stores_nothing(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    new = {"question": "When was the harbour of Nordvik deepened?"}
    with gateway.world.db.writing() as tx:
        tx.execute(text("ALTER TABLE turn RENAME TO lost"))
    answer = gateway.http.post("/query/stream", json=new)
    with gateway.world.db.writing() as tx:
        tx.execute(text("ALTER TABLE lost RENAME TO turn"))
    assert answer.status_code == 200
    *chunks, last = answer.text.removesuffix("\n\n").split("\n\n")
    assert chunks
    assert all(one.startswith("event: chunk\n") for one in chunks)
    name, _, data = last.partition("\ndata: ")
    assert name == "event: error"
    body = json.loads(data)
    assert set(body) == {"code", "message"}
    assert body["code"] == "stream_failed"
    assert "turn" not in body["message"]
    assert gateway.http.get("/query/history").json() == gateway.http.get("/query/conversations").json() == []
    assert gateway.http.post("/query", json=new).status_code == 200


def test_a_stream_is_events_in_their_form_and_ends_with_the_turn(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    new = {"question": "When was the harbour of Nordvik deepened, and what did the work cost?"}
    answer = gateway.http.post("/query/stream", json=new)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-accel-buffering"] == "no"
    assert b"\r" not in answer.content
    assert answer.text.endswith("\n\n")
    events = answer.text.removesuffix("\n\n").split("\n\n")
    names, bodies = [], []
    for event in events:
        name, data = event.split("\n")
        assert name.startswith("event: ")
        assert data.startswith("data: ")
        names.append(name.removeprefix("event: "))
        bodies.append(json.loads(data.removeprefix("data: ")))
    assert names == ["chunk"] * (len(names) - 1) + ["done"]
    assert len(names) >= 2
    assert all(set(body) == {"text"} for body in bodies[:-1])
    done = bodies[-1]
    assert "".join(body["text"] for body in bodies[:-1]) == done["query"]["answer"]
    detail = gateway.http.get(f"/query/conversations/{done['conversation']['id']}").json()
    assert detail == {"conversation": done["conversation"], "queries": [done["query"]]}


def test_whoever_hangs_up_in_the_middle_of_a_stream_leaves_nothing(settings: Settings, gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    before = rows(gateway)
    body = json.dumps({"question": "When was the harbour of Nordvik deepened?"}).encode()

    async def hang_up() -> list[bytes]:
        """A connection that takes the first chunk, blocks, and is then gone: what a slow client looks like."""
        world = open_world(settings)
        heard: list[bytes] = []
        gone = asyncio.Event()
        sent = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> dict[str, Any]:
            message = next(sent, None)
            if message is None:
                await gone.wait()
                return {"type": "http.disconnect"}
            return message

        async def send(message: Any) -> None:
            if message["type"] == "http.response.body":
                heard.append(message["body"])
                gone.set()
                await asyncio.Event().wait()

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": "/query/stream",
            "raw_path": b"/query/stream",
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        await create_app(world)(scope, receive, send)
        world.close()
        return heard

    heard = asyncio.run(asyncio.wait_for(hang_up(), 30))
    assert len(heard) == 1
    assert heard[0].startswith(b"event: chunk\n")
    assert rows(gateway) == before


def test_the_wiki_shows_every_field(gateway: Gateway) -> None:
    first = gateway.feed(HARBOUR)
    gateway.feed(
        "Timber from Nordvik went to Scotland. The harbour of Nordvik shipped it in 1950.", title="Nordvik timber"
    )
    summary = {
        "id",
        "slug",
        "title",
        "summary",
        "confidence",
        "linter_score",
        "sources",
        "source_count",
        "backlink_count",
        "created_at",
        "updated_at",
        "page_type",
        "concepts",
        "source_ids",
        "user_id",
    }
    listed = gateway.http.get("/wiki/articles").json()
    assert [one["slug"] for one in listed] == ["nordvik-timber", "the-harbour-of-nordvik"]
    assert all(set(one) == summary for one in listed)
    harbour = listed[1]
    assert harbour["sources"] == [{"id": first["id"], "source_type": "text", "title": "Untitled Note"}]
    assert (harbour["source_ids"], harbour["source_count"], harbour["user_id"]) == ([first["id"]], 1, "anonymous")
    assert (harbour["confidence"], harbour["linter_score"], harbour["page_type"]) == ("sourced", 1.0, "source")
    assert is_moment(harbour["updated_at"])
    for concept in harbour["concepts"]:
        found = gateway.http.get("/wiki/articles", params={"concept": concept}).json()
        assert harbour["id"] in [one["id"] for one in found]
    assert gateway.http.get("/wiki/articles", params={"page_type": "concept"}).json() == []
    assert gateway.http.get("/wiki/articles", params={"limit": 1, "offset": 1}).json() == [harbour]

    article = gateway.http.get(f"/wiki/articles/{harbour['slug']}").json()
    assert gateway.http.get(f"/wiki/articles/{harbour['id']}").json() == article
    assert set(article) == {
        "id",
        "slug",
        "title",
        "summary",
        "confidence",
        "linter_score",
        "concepts",
        "backlinks_in",
        "backlinks_out",
        "content",
        "version",
        "sources",
        "claims",
        "created_at",
        "updated_at",
        "page_type",
    }
    assert len(article["backlinks_in"]) + len(article["backlinks_out"]) == harbour["backlink_count"]
    for link in article["backlinks_in"] + article["backlinks_out"]:
        assert set(link) == {"id", "title", "slug", "relation_type", "resolution", "context"}
        assert f"[Nordvik timber](/wiki/{link['slug']})" in article["content"]

    hits = gateway.http.get("/wiki/search", params={"q": "harbour timber", "limit": 1}).json()
    assert len(hits) == 1
    assert set(hits[0]) == summary | {"passage", "by_person", "page", "start_s", "why"}
    for bad in ("?q=a", "", "?q=ab&limit=0", "?q=ab&limit=1001"):
        assert gateway.http.get(f"/wiki/search{bad}").status_code == 422
    for odd in ("  ", '"', "AND OR NOT", "a*b(c", "'; DROP TABLE source; --", "\ufffd", "%", "_" * 500, "東京"):
        assert isinstance(_found(gateway.http, odd), list)


def _found(client: httpx.Client, words: str) -> Any:
    answer = client.get("/wiki/search", params={"q": words.ljust(2)})
    assert answer.status_code == 200, (words, answer.text)
    return answer.json()


FORGED = (
    "The lighthouse of Nordvik was built by [[Every Mason]] in 1904 [sourced]. The pilot of Nordvik was paid 12 krone "
    "in a[3] <b>lump</b> at [the quay](javascript:alert) every year."
)


def test_marks_in_an_answer_are_ours_and_its_quotes_are_the_sources(gateway: Gateway) -> None:
    gateway.feed(FORGED)
    for question in ("When was the lighthouse of Nordvik built?", "How many krone was the pilot of Nordvik paid?"):
        query = _ask(gateway, question)["query"]
        marks = re.findall(r"(?<!\\)\[(.*?)\]", query["answer"])
        assert marks == [str(n) for n in range(1, len(query["citations"]) + 1)] != []
        assert not re.search(r"(?<!\\)<", query["answer"])
        for citation in query["citations"]:
            assert citation["quote"] == FORGED[citation["start"] : citation["end"]]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("See [3] and [[Title]].", r"See \[3\] and \[\[Title\]\]."),
        ("[a](javascript:b) ![c](d)", r"\[a\](javascript:b) !\[c\](d)"),
        ("<script>x</script> &lt;b&gt;", r"\<script>x\</script> \&lt;b\&gt;"),
        (r"A \[1] in `code`", r"A \\\[1\] in \`code\`"),
        ("1. May was wet.", r"1\. May was wet."),
        ("# of ships: 5 - 7", r"\# of ships: 5 - 7"),
        ("Sales, 2019: $5,200 | 4_900 | 6 %", "Sales, 2019: $5,200 | 4_900 | 6 %"),
        ("2 < 3 & 4\n> 3", r"2 \< 3 & 4 > 3"),
    ],
)
def test_what_a_source_says_is_shown_and_never_marks_up(said: str, shown: str) -> None:
    support = Support("source", "text", None, Span(0, 1, "x"))
    assert pieces([Sentence(said, (support,))]) == [f"{shown} [1]"]


@pytest.mark.parametrize(
    ("said", "sure"),
    [
        ([], "low"),
        ([{"dam", "fail", "storm", "x"}], "high"),
        ([{"dam", "x"}, {"storm"}], "medium"),
        ([{"dam", "x"}], "low"),
    ],
)
def test_an_answer_is_as_sure_as_it_speaks_of_what_was_asked(said: list[set[str]], sure: str) -> None:
    assert confidence({"dam", "fail", "storm"}, said) == sure
