"""What belongs to one user is not there for another."""

import ast
import asyncio
from pathlib import Path

import pytest

from lorewright.core.errors import NotFound
from lorewright.gateway.articles import pages
from lorewright.gateway.articles import queries as articles
from lorewright.gateway.conversations import actions as asking
from lorewright.gateway.conversations import queries as conversations
from lorewright.gateway.conversations.schemas import QueryRequest
from lorewright.gateway.removal.actions import delete_source
from lorewright.gateway.sources import actions as taking
from lorewright.gateway.sources import queries as sources
from lorewright.platform.jobs import queries as jobs
from tests.conftest import Gateway
from tests.gateway.test_conversations import HARBOUR

SOURCE = Path(__file__).parents[2] / "src/lorewright"
FOR_EVERYBODY = {
    *("claim", "count_live", "files_at_rest", "owners_of_due_files", "owners_of_last_failed"),
    *("newest", "after", "prune"),
}
"""A worker takes and counts everybody's jobs, and looks after everybody's files; a server hands everybody's events on, each to whom
it is of."""


def test_nothing_of_one_user_is_there_for_another(gateway: Gateway) -> None:
    source = gateway.feed(HARBOUR)["id"]
    asked = gateway.http.post("/query", json={"question": "When was the harbour deepened?"}).json()
    article = gateway.http.get("/wiki/articles").json()[0]
    job = gateway.http.get("/jobs").json()[0]["id"]
    me, world = "somebody-else", gateway.world
    with world.db.reading() as tx:
        assert sources.list_sources(tx, me, status=None, limit=10, offset=0) == []
        assert sources.brief(tx, me, [source]) == {}
        assert articles.list_articles(tx, me, limit=10, offset=0) == []
        assert articles.search(tx, world, me, "harbour of Nordvik", 10) == []
        assert articles.articles_of_sources(tx, me, [source]) == {}
        assert pages.file_hash(tx, me, article["slug"]) is None
        assert conversations.list_conversations(tx, me, 10) == []
        assert conversations.history(tx, me, 10) == []
        assert jobs.list_jobs(tx, me, status=None, limit=10) == []
        assert jobs.get_job(tx, me, job) is None
        for name in (article["id"], article["slug"]):
            with pytest.raises(NotFound):
                articles.get_article(tx, me, name)
        with pytest.raises(NotFound):
            sources.get_original(tx, me, source)
        with pytest.raises(NotFound):
            conversations.get_conversation(tx, me, asked["conversation"]["id"])
        with pytest.raises(NotFound):
            conversations.get_turn(tx, me, asked["query"]["id"])
    with world.db.writing() as tx:
        assert taking.lock_rows(tx, "anonymous", [source]) == {source}
        assert taking.lock_rows(tx, me, [source]) == set()
    with pytest.raises(NotFound), world.db.writing() as tx:
        delete_source(tx, world, me, source)
    with pytest.raises(NotFound), world.db.writing() as tx:
        taking.request_compile(tx, world, me, source)
    with pytest.raises(NotFound):
        asyncio.run(asking.ask(world, me, QueryRequest(question="When?", conversation_id=asked["conversation"]["id"])))
    answer = asyncio.run(asking.ask(world, me, QueryRequest(question="When was the harbour of Nordvik deepened?")))
    assert answer.query.citations == []
    assert "1931" not in answer.query.answer
    assert gateway.http.get("/query/history").json()[0]["id"] == asked["query"]["id"]


def test_whatever_takes_a_transaction_takes_an_owner() -> None:
    """Or the job in hand, which has one."""
    files = [path for house in ("gateway", "platform") for path in (SOURCE / house).glob("*/*.py")]
    doors = [path for path in files if path.stem in ("queries", "actions")]
    assert doors
    for path in doors:
        if path.parent.name == "admin":  # looks after the whole store
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                names = {argument.arg for argument in node.args.args}
                if "tx" in names and node.name not in FOR_EVERYBODY:
                    assert names & {"owner", "held"}, f"{path.parent.name}.{node.name}"
