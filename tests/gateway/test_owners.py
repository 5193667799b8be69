"""What belongs to one user is not there for another."""

import ast
import asyncio
from pathlib import Path

import pytest

from lorewright.core.errors import NotFound
from lorewright.gateway.admin.queries import stats
from lorewright.gateway.articles import actions as editing
from lorewright.gateway.articles import edits, pages
from lorewright.gateway.articles import queries as articles
from lorewright.gateway.articles.schemas import EditRequest, RestoreRequest
from lorewright.gateway.contradictions import actions as deciding
from lorewright.gateway.contradictions import cited
from lorewright.gateway.contradictions import queries as contradictions
from lorewright.gateway.contradictions.schemas import ResolveContradictionRequest
from lorewright.gateway.conversations import actions as asking
from lorewright.gateway.conversations import queries as conversations
from lorewright.gateway.conversations.schemas import FileBackSelectionRequest, ForkRequest, QueryRequest, TurnSelection
from lorewright.gateway.graph import queries as graph
from lorewright.gateway.lint import actions as lint_actions
from lorewright.gateway.lint import queries as linting
from lorewright.gateway.lint import structure
from lorewright.gateway.lint.tables import LintFindingKind
from lorewright.gateway.removal.actions import delete_source
from lorewright.gateway.sources import actions as taking
from lorewright.gateway.sources import queries as sources
from lorewright.gateway.taxonomy import queries as taxonomy
from lorewright.knowledge.retrieve import behind
from lorewright.platform.jobs import queries as jobs
from tests.conftest import Gateway
from tests.gateway.test_contradictions import LONG, LONGER, lint
from tests.gateway.test_conversations import HARBOUR

SOURCE = Path(__file__).parents[2] / "src/lorewright"
FOR_EVERYBODY = {
    *("hasten", "is_any_delayed"),
    *("claim", "count_live", "files_at_rest", "owners_of_due_files", "owners_of_last_failed", "owners_of_new"),
    *("newest", "after", "prune"),
    *("has_any", "pointed_at"),
    *("caller", "get_user", "by_username", "by_identity", "named", "everybody", "spend"),
}
"""A worker takes and counts everybody's jobs, and looks after everybody's files; a server hands everybody's events on, each to whom
it is of. Bytes are swept for everybody. And accounts say who somebody is in the first place."""


def test_nothing_of_one_user_is_there_for_another(gateway: Gateway) -> None:
    source = gateway.feed(HARBOUR)["id"]
    asked = gateway.http.post("/query", json={"question": "When was the harbour of Nordvik deepened?"}).json()
    filed = gateway.http.post(f"/query/conversations/{asked['conversation']['id']}/file-back").json()["article"]["id"]
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
        assert conversations.thread(tx, me, asked["conversation"]["id"]) == []
        assert conversations.earlier(tx, me, asked["conversation"]["id"], 1) == []
        assert articles.articles_of_texts(tx, me, [source, filed]) == {}
        assert behind(tx, me, [filed]) == []
        assert jobs.list_jobs(tx, me, status=None, limit=10) == []
        assert jobs.get_job(tx, me, job) is None
        assert taxonomy.list_concepts(tx, "anonymous")
        assert taxonomy.list_concepts(tx, me) == []
        assert taxonomy.eligible(tx, me) == []
        assert taxonomy.known(tx, me).concepts == taxonomy.names(tx, me).concepts == []
        assert taxonomy.list_splits(tx, me) == []
        assert taxonomy.splits_decided(tx, me) == []
        assert taxonomy.told(tx, me, [article["id"]]) == {}
        assert articles.sources_of(tx, me, [article["id"]]) == []
        assert contradictions.near(tx, me, [article["id"]]) == []
        assert contradictions.claims_by_article(tx, me, [article["id"]]) == {}
        assert cited.outdone(tx, me, [source]) == []
        for name in article["concepts"]:
            with pytest.raises(NotFound):
                taxonomy.get_concept(tx, me, name)
        assert (graph.get_graph(tx, me).nodes, graph.get_graph(tx, me).edges) == ([], [])
        for name in (article["id"], article["slug"]):
            with pytest.raises(NotFound):
                articles.get_article(tx, me, name)
        for look in (
            lambda: articles.list_versions(tx, me, article["id"], 10, 0),
            lambda: articles.get_version(tx, me, article["id"], 1),
            lambda: articles.diff(tx, me, article["id"], 1, 1),
            lambda: articles.list_conflicts(tx, me, article["id"]),
        ):
            with pytest.raises(NotFound):
                look()
        with pytest.raises(NotFound):
            sources.get_original(world, me, source)
        with pytest.raises(NotFound):
            conversations.get_conversation(tx, me, asked["conversation"]["id"])
        with pytest.raises(NotFound):
            conversations.get_turn(tx, me, asked["query"]["id"])
        with pytest.raises(NotFound):
            conversations.export(tx, me, asked["conversation"]["id"])
    with world.db.writing() as tx:
        assert taking.lock_rows(tx, "anonymous", [source]) == {source}
        assert taking.lock_rows(tx, me, [source]) == set()
        for change in (
            lambda: edits.edit(tx, world, me, article["id"], EditRequest(base_version=1, title="Mine")),
            lambda: edits.restore(tx, world, me, article["id"], RestoreRequest(version=1)),
            lambda: editing.recompile(tx, world, me, article["id"], None),
        ):
            with pytest.raises(NotFound):
                change()
    with pytest.raises(NotFound), world.db.writing() as tx:
        delete_source(tx, world, me, source)
    with pytest.raises(NotFound), world.db.writing() as tx:
        taking.request_compile(tx, world, me, source)
    chosen = [TurnSelection(conversation_id=asked["conversation"]["id"], turn_indices=[0])]
    with pytest.raises(NotFound), world.db.writing() as tx:
        asking.file_selection(tx, world, me, FileBackSelectionRequest(selections=chosen))
    with pytest.raises(NotFound), world.db.writing() as tx:
        asking.file_conversation(tx, world, me, asked["conversation"]["id"])
    with pytest.raises(NotFound):
        asyncio.run(asking.fork(world, me, asked["conversation"]["id"], ForkRequest(turn_index=0, new_question="Why?")))
    with pytest.raises(NotFound):
        asyncio.run(asking.ask(world, me, QueryRequest(question="When?", conversation_id=asked["conversation"]["id"])))
    answer = asyncio.run(asking.ask(world, me, QueryRequest(question="When was the harbour of Nordvik deepened?")))
    assert answer.query.citations == []
    assert "1931" not in answer.query.answer
    assert gateway.http.get("/query/history").json()[0]["id"] == asked["query"]["id"]


def test_nothing_that_was_found_of_one_user_is_there_for_another(gateway: Gateway) -> None:
    gateway.feed(LONG)
    gateway.feed(LONGER)
    [finding] = (report := lint(gateway))["contradictions"]
    me, world = "somebody-else", gateway.world
    kind, id_ = LintFindingKind.CONTRADICTION, report["report"]["id"]
    ends = (finding["article_a_id"], finding["article_b_id"])
    with world.db.writing() as tx:
        assert linting.list_reports(tx, me, 10) == []
        assert linting.health(tx, me).total_articles == 0
        assert contradictions.found(tx, me) == []
        assert contradictions.decisions(tx, me) == {}
        assert contradictions.heads(tx, me) == []
        assert contradictions.statements(tx, me) == []
        assert contradictions.uncompared(tx, me) == set()
        assert list(structure.found_in_rows(tx, me)) == []
        assert stats(tx, world, me).article_count == 0
        for refused in (
            lambda: linting.latest(tx, me),
            lambda: linting.get_report(tx, me, id_, include_dismissed=True),
            lambda: linting.kind_of(tx, me, finding["id"]),
            lambda: lint_actions.dismiss(tx, world, me, kind, finding["id"]),
            lambda: deciding.resolve(tx, world, me, *ends, ResolveContradictionRequest(resolution="both_valid")),
        ):
            with pytest.raises(NotFound):
                refused()
    assert gateway.http.get("/lint/reports/latest").json() == report


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
