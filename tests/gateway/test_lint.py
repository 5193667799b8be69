"""Reports: what they find beside contradictions, and what is dismissed in them."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update
from websockets.sync.client import connect

from lorewright.core.errors import NotFound
from lorewright.core.ids import new_id
from lorewright.core.settings import JobSettings, Settings
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.articles.actions import lock_names, recompile
from lorewright.gateway.articles.tables import RelationType, article, link
from lorewright.gateway.concepts.tables import article_concept
from lorewright.gateway.contradictions import queries as contradictions
from lorewright.gateway.contradictions.actions import resolve
from lorewright.gateway.contradictions.schemas import ResolveContradictionRequest
from lorewright.gateway.contradictions.tables import article_statements
from lorewright.gateway.lint import actions, queries
from lorewright.gateway.lint.actions import REPORTS_KEPT
from lorewright.gateway.lint.tables import LintFindingKind, lint_finding, lint_report
from lorewright.gateway.sources.actions import add_text
from lorewright.gateway.sources.schemas import IngestTextRequest
from lorewright.knowledge.tables import Confidence, claim
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.jobs.tables import Kind, job
from lorewright.platform.jobs.tasks import run_next
from lorewright.worker import TASKS
from lorewright.world import World
from tests.conftest import PATIENCE_S, Gateway, open_gateway, serving, working
from tests.gateway.admin.test_check import settle
from tests.gateway.test_contradictions import LONG, LONGER, articles, lint
from tests.makers.embedders import Letters, Only
from tests.makers.lean import make_tables, open_lean

LOOMS = "# The Jacquard loom\n\nThe Jacquard loom was shown in Lyon in 1801. Punched cards of the Jacquard loom choose the threads."
WEAVING = "# Weaving in Lyon\n\nThe Jacquard loom made the weavers of Lyon rich. The weavers of Lyon broke the Jacquard loom in 1806."


def found(report: dict[str, Any], violation: str) -> list[dict[str, Any]]:
    return [one for one in report["structurals"] if one["violation_type"] == violation]


def test_before_the_first_run_there_is_no_report(gateway: Gateway) -> None:
    for path, detail in (("latest", "No lint reports exist yet"), ("x", "Lint report not found")):
        answer = gateway.http.get(f"/lint/reports/{path}")
        assert (answer.status_code, answer.json()["detail"]) == (404, detail)
    assert gateway.http.get("/lint/reports").json() == []
    assert gateway.http.get("/wiki/health").json() == {
        "generated_at": None,
        "total_articles": 0,
        "total_findings": None,
        "contradictions_count": None,
        "orphans_count": None,
        "status": None,
        "message": "Run the linter to generate a health report",
    }
    for kind in ("contradiction", "orphan", "structural"):
        answer = gateway.http.post(f"/lint/findings/{kind}/x/dismiss")
        assert (answer.status_code, answer.json()["detail"]) == (404, "Finding not found")
    assert gateway.http.post("/lint/findings/rumour/x/dismiss").status_code == 422
    for limit, status in ((0, 422), (1, 200), (100, 200), (101, 422)):
        assert gateway.http.get("/lint/reports", params={"limit": limit}).status_code == status


def test_an_empty_wiki_has_nothing_wrong(gateway: Gateway) -> None:
    report = lint(gateway)
    assert [report[key] for key in ("contradictions", "orphans", "structurals", "resolutions")] == [[], [], [], {}]
    assert (report["report"]["total_findings"], report["report"]["article_count"]) == (0, 0)
    assert gateway.http.get("/wiki/health").json()["message"] is None


def test_an_article_without_links_is_an_orphan(gateway: Gateway) -> None:
    gateway.feed(LOOMS)
    gateway.feed(WEAVING)
    gateway.feed("# Beekeeping\n\nA hive of bees makes honey in summer. Bees of one hive know their queen.")
    report = lint(gateway)
    [orphan] = report["orphans"]
    assert (orphan["article_title"], orphan["kind"], orphan["severity"]) == ("Beekeeping", "orphan", "warn")
    assert orphan["article_id"] == articles(gateway)["beekeeping"]
    assert report["report"]["orphans_count"] == 1
    summary = gateway.http.get("/wiki/health").json()
    assert (summary["orphans_count"], summary["total_articles"], summary["status"]) == (1, 3, "complete")


def test_what_is_dismissed_stays_so(gateway: Gateway) -> None:
    gateway.feed(LOOMS)
    gateway.feed(LONG)
    gateway.feed(LONGER)
    report = lint(gateway)
    findings = [*report["contradictions"], *report["orphans"]]
    assert {one["kind"] for one in findings} == {"contradiction", "orphan"}
    for one in findings:
        answer = gateway.http.post(f"/lint/findings/{one['kind']}/{one['id']}/dismiss")
        assert answer.json() == {"dismissed": True, "kind": one["kind"], "finding_id": one["id"]}
        wrong = "structural" if one["kind"] == "orphan" else "orphan"
        assert gateway.http.post(f"/lint/findings/{wrong}/{one['id']}/dismiss").status_code == 404
        assert gateway.http.post(f"/lint/findings/{one['kind']}/{one['id']}/dismiss").status_code == 200
    for _ in range(2):
        latest = gateway.http.get("/lint/reports/latest").json()
        assert (latest["contradictions"], latest["orphans"]) == ([], [])
        assert latest["report"]["dismissed_count"] == len(findings)
        address = f"/lint/reports/{latest['report']['id']}"
        assert gateway.http.get(address).json() == latest
        whole = gateway.http.get(address, params={"include_dismissed": True}).json()
        again = [*whole["contradictions"], *whole["orphans"]]
        assert [one["content_hash"] for one in again] == [one["content_hash"] for one in findings]
        assert all(one["dismissed"] and one["dismissed_at"] for one in again)
        for one in articles(gateway).values():
            gateway.http.post(f"/wiki/articles/{one}/recompile")
        gateway.settle()
        lint(gateway)
    with serving(gateway.world.settings) as another:
        assert another.get("/lint/reports/latest").json()["orphans"] == []
    assert list(violations(gateway.world)) == []


def test_a_run_under_way_is_joined(gateway: Gateway) -> None:
    first = gateway.http.post("/jobs/lint").json()
    assert first == {"status": "in_progress", "job_id": first["job_id"], "message": "The wiki is being looked through"}
    assert gateway.http.get(f"/jobs/{first['job_id']}").json()["job_type"] == "lint_wiki"
    gateway.settle()
    assert [one["job_id"] for one in gateway.http.get("/lint/reports").json()] == [first["job_id"]]
    with serving(gateway.world.settings) as without_worker:
        assert without_worker.post("/lint/run").status_code == 200
    gateway.settle()
    reports = gateway.http.get("/lint/reports").json()
    assert len(reports) == 2
    assert reports[0]["generated_at"] > reports[1]["generated_at"]
    assert gateway.http.get("/lint/reports", params={"limit": 1}).json() == reports[:1]


def test_who_asks_for_a_report_while_one_is_made_joins_it(settings: Settings) -> None:
    with serving(settings) as http, open_gateway(settings, http) as gateway:
        first = http.post("/jobs/lint").json()
        assert http.post("/lint/run").json() == {"status": "in_progress"}
        assert http.post("/jobs/lint").json() == first
        [report] = http.get("/lint/reports").json()
        latest = http.get("/lint/reports/latest").json()["report"]
        assert (latest["id"], latest["status"], latest["completed_at"]) == (report["id"], "in_progress", None)
        assert set(latest) == set(report)
        with working(settings):
            gateway.settle()
        told = http.get("/wiki/health").json()
        assert (told["generated_at"], told["total_findings"], told["contradictions_count"]) == (
            report["generated_at"],
            0,
            0,
        )


def test_the_oldest_reports_go(gateway: Gateway) -> None:
    for _ in range(REPORTS_KEPT + 2):
        gateway.http.post("/lint/run")
        gateway.settle()
    assert len(gateway.http.get("/lint/reports", params={"limit": 100}).json()) == REPORTS_KEPT
    assert [len(gateway.http.get(path).json()) for path in ("/lint/reports", "/jobs")] == [20, 20]


def test_structure_is_looked_at_and_mended(gateway: Gateway) -> None:
    gateway.feed(LOOMS)
    gateway.feed(WEAVING)
    ids = articles(gateway)
    loom, weaving = ids["the-jacquard-loom"], ids["weaving-in-lyon"]
    path = gateway.data_dir / "wiki/weaving-in-lyon.md"
    path.unlink()
    one = gateway.http.get("/wiki/articles/the-jacquard-loom").json()
    content = one["content"] + "\nSee [[Basile Bouchon]], [[weaving in lyon]], `[[no link]]` and [silk](/wiki/silk).\n"
    gateway.http.patch(f"/wiki/articles/{loom}", json={"base_version": one["version"], "content": content})
    gateway.settle()
    with gateway.world.db.writing() as tx:
        mine = (link.c.from_id == loom) & (link.c.relation == RelationType.RELATED_TO)
        assert tx.execute(delete(link).where(mine)).rowcount == 1
        tx.execute(delete(article_concept).where(article_concept.c.article_id == weaving))
        tx.execute(update(article).where(article.c.id == weaving).values(linter_score=0.0))
        tx.execute(update(claim).where(claim.c.holder_id == weaving).values(confidence=Confidence.INFERRED.value))
    report = lint(gateway)
    assert sorted(one["detail"] for one in found(report, "broken_wikilink")) == ["basile-bouchon", "silk"]
    assert report["report"]["missing_pages_count"] == 2
    [inverse] = found(report, "missing_inverse_link")
    assert (inverse["article_id"], inverse["auto_repaired"]) == (loom, True)
    out = gateway.http.get("/wiki/articles/the-jacquard-loom").json()["backlinks_out"]
    [near] = [one for one in out if one["relation_type"] == "related_to"]
    assert near["context"].startswith("See Basile Bouchon, weaving in lyon,")
    [missing] = found(report, "missing_file")
    assert (missing["article_id"], missing["auto_repaired"]) == (weaving, True)
    assert path.exists()
    assert [one["article_id"] for one in found(report, "source_no_concepts")] == [weaving]
    assert {one["article_id"] for one in found(report, "unverified_claim")} == {weaving}
    assert report["report"]["structural_count"] == len(report["structurals"])
    assert {one["violation_type"]: one["severity"] for one in report["structurals"]} == {
        "broken_wikilink": "warn",
        "missing_inverse_link": "info",
        "missing_file": "info",
        "source_no_concepts": "info",
        "unverified_claim": "warn",
    }
    # Another try of the same report, as after a kill, keeps what this one mended: nothing of it is there to be found any more.
    with gateway.world.db.writing() as tx:
        actions.begin(tx, report["report"]["user_id"], report["report"]["job_id"], gateway.world.clock.now())
    kept = gateway.http.get("/lint/reports/latest").json()
    assert kept["structurals"] == [one for one in report["structurals"] if one["auto_repaired"]]
    again = lint(gateway)
    assert found(again, "missing_inverse_link") == found(again, "missing_file") == []


def test_a_concept_page_of_one_article_is_told(gateway: Gateway) -> None:
    gateway.feed(LOOMS)
    weaving = gateway.feed(WEAVING)
    gateway.http.post("/wiki/concepts/rebuild")
    gateway.settle()
    page = gateway.http.get("/wiki/articles/jacquard-loom").json()
    assert found(lint(gateway), "concept_insufficient_synthesizes") == []
    # What a person wrote into keeps it where it would go with its articles.
    content = page["content"].replace("\n## Key Claims", "\nMy aunt had one.\n\n## Key Claims")
    edited = {"base_version": page["version"], "content": content}
    assert gateway.http.patch(f"/wiki/articles/{page['id']}", json=edited).status_code == 200
    assert gateway.http.delete(f"/ingest/sources/{weaving['id']}").status_code == 200
    gateway.settle()
    [thin] = found(lint(gateway), "concept_insufficient_synthesizes")
    assert (thin["article_id"], thin["severity"]) == (page["id"], "warn")


def test_an_unverified_claim_that_an_edit_takes_out_is_told_no_more(gateway: Gateway) -> None:
    gateway.feed(LOOMS)
    with gateway.world.db.writing() as tx:
        tx.execute(update(article).values(linter_score=0.0))
        tx.execute(update(claim).values(confidence=Confidence.INFERRED.value))
    kept, gone = (
        "The Jacquard loom was shown in Lyon in 1801.",
        "Punched cards of the Jacquard loom choose the threads.",
    )
    told = [one["description"] for one in found(lint(gateway), "unverified_claim")]
    assert any(kept in one for one in told)
    assert any(gone in one for one in told)
    one = gateway.http.get("/wiki/articles/the-jacquard-loom").json()
    edited = {"base_version": one["version"], "content": one["content"].replace(gone, "It is old.")}
    assert gateway.http.patch("/wiki/articles/the-jacquard-loom", json=edited).status_code == 200
    gateway.settle()
    told = [one["description"] for one in found(lint(gateway), "unverified_claim")]
    assert any(kept in one for one in told)
    assert not any(gone in one for one in told)


def test_a_report_whose_job_is_gone_is_no_run_under_way(gateway: Gateway) -> None:
    with gateway.world.db.writing() as tx:
        tx.execute(insert(lint_report), _report(gateway))
    assert list(violations(gateway.world)) == [
        f"The lint report {_ids(gateway)[0]} is in progress, but no job fills it."
    ]
    report = lint(gateway)["report"]
    assert [one["status"] for one in gateway.http.get("/lint/reports").json()] == ["complete", "failed"]
    assert report["id"] == _ids(gateway)[0]


def test_a_job_that_fails_ends_its_report(settings: Settings) -> None:
    brief = settings.model_copy(update={"jobs": JobSettings(attempts=1)})
    wiki, aside = settings.wiki_dir, settings.data_dir / "aside"
    with serving(brief) as http, working(brief), open_gateway(brief, http) as gateway:
        gateway.feed(LONG)
        gateway.feed(LONGER)
        wiki.rename(aside)
        wiki.write_text("no folder")
        assert http.post("/lint/run").status_code == 200
        gateway.settle()
        latest = http.get("/lint/reports/latest").json()
        assert latest["report"]["status"] == "failed"
        assert "wiki's folder cannot be read" in latest["report"]["error_message"]
        # What contradicts what was found until then, and is linked; the files wait for their folder.
        assert all(one.startswith("The file of the article") for one in violations(gateway.world))
        wiki.unlink()
        aside.rename(wiki)
        assert len(lint(gateway)["contradictions"]) == 1


def test_contradictions_found_are_told_at_once(gateway: Gateway) -> None:
    gateway.feed(LONG)
    gateway.feed(LONGER)
    address = str(gateway.http.base_url).replace("http", "ws", 1).rstrip("/") + "/ws"
    with connect(address, proxy=None) as listening:
        report = lint(gateway)["report"]
        event: dict[str, Any] = {}
        while event.get("event") != "linter.alert":
            event = json.loads(listening.recv(timeout=PATIENCE_S))
    assert event["report_id"] == report["id"]
    assert "1 contradiction" in event["message"]


@pytest.fixture
def world(settings: Settings) -> Iterator[World]:
    """Two articles that contradict each other, and a report asked for that no worker fills yet."""
    world = replace(open_lean(settings), embedders=Only(Letters()))
    make_tables(world.db, settings.data_dir)
    for content in (LONG, LONGER):
        with world.db.writing() as tx:
            add_text(tx, world, LOCAL_USER_ID, IngestTextRequest(content=content))
    settle(world)
    with world.db.writing() as tx:
        actions.run(tx, world, LOCAL_USER_ID)
    yield world
    world.close()


def test_a_report_makes_way_for_what_is_more_urgent_and_keeps_what_was_read(world: World) -> None:
    with world.db.writing() as tx:
        [article_id] = tx.execute(select(article.c.id).where(article.c.slug == "harlow-bridge")).scalars()
        recompile(tx, world, LOCAL_USER_ID, article_id, None)
    assert run_next(world, TASKS, threading.Event(), kinds=[Kind.LINT_WIKI])
    with world.db.reading() as tx:
        lint_job = tx.execute(select(job).where(job.c.kind == Kind.LINT_WIKI)).one()
        assert (lint_job.status, lint_job.attempts) == ("queued", 0)
        report = tx.execute(select(lint_report.c.status, lint_report.c.checked_articles)).one()
        assert (report.status, report.checked_articles) == ("in_progress", 2)
        assert tx.execute(select(article_statements.c.is_compared)).scalars().all() == [0, 0]
        assert tx.execute(select(lint_finding.c.id)).all() == []
    assert list(violations(world)) == []
    settle(world)
    with world.db.reading() as tx:
        assert queries.latest(tx, LOCAL_USER_ID).report.contradictions_count == 1
        assert tx.execute(select(article_statements.c.is_compared)).scalars().all() == [1, 1]
    assert list(violations(world)) == []


def test_what_is_read_again_stays_told_until_it_has_been_compared(world: World) -> None:
    settle(world)
    with world.db.writing() as tx:
        [told] = contradictions.found(tx, LOCAL_USER_ID)
        tx.execute(update(article_statements).values(made_of="read in another way"))
        recompile(tx, world, LOCAL_USER_ID, told.article_a_id, None)
        actions.run(tx, world, LOCAL_USER_ID)
    assert run_next(world, TASKS, threading.Event(), kinds=[Kind.LINT_WIKI])
    with world.db.writing() as tx:
        assert tx.execute(select(article_statements.c.is_compared)).scalars().all() == [0, 0]
        decision = ResolveContradictionRequest(resolution="both_valid")
        assert resolve(tx, world, LOCAL_USER_ID, told.article_a_id, told.article_b_id, decision).resolved
    settle(world)
    with world.db.reading() as tx:
        [again] = contradictions.found(tx, LOCAL_USER_ID)
        assert (again.content_hash, contradictions.decided(again)) == (told.content_hash, "both_valid")
    assert list(violations(world)) == []


def test_links_are_completed_after_whoever_is_naming_articles(world: World) -> None:
    settle(world)
    with world.db.reading() as tx:
        linked = tx.execute(select(link).where(link.c.relation == RelationType.RELATED_TO)).all()
    assert linked

    def complete() -> None:
        with world.db.writing() as tx:
            actions.link_back(tx, LOCAL_USER_ID, linked)

    with ThreadPoolExecutor(1) as beside:
        with world.db.writing() as tx:
            lock_names(tx, LOCAL_USER_ID)
            completed = beside.submit(complete)
            wait([completed], timeout=0.5)  # on PostgreSQL, for the lock; on SQLite nobody waits before he writes
            tx.execute(update(article).values(linter_score=0.5))
        completed.result(PATIENCE_S)


def test_what_is_dismissed_as_its_article_goes_is_not_there(world: World) -> None:
    settle(world)
    with world.db.reading() as tx:
        [finding] = tx.execute(select(lint_finding).where(lint_finding.c.kind == LintFindingKind.CONTRADICTION)).all()

    def dismiss() -> None:
        with world.db.writing() as tx:
            actions.dismiss(tx, world, LOCAL_USER_ID, LintFindingKind.CONTRADICTION, finding.id)

    with ThreadPoolExecutor(1) as beside:
        with world.db.writing() as tx:
            tx.execute(delete(article).where(article.c.id == finding.article_id))
            dismissed = beside.submit(dismiss)
            with pytest.raises(TimeoutError):
                dismissed.result(timeout=0.5)
        with pytest.raises(NotFound, match="Finding not found"):
            dismissed.result(PATIENCE_S)


def _ids(gateway: Gateway) -> list[str]:
    return [one["id"] for one in gateway.http.get("/lint/reports").json()]


def _report(gateway: Gateway) -> dict[str, Any]:
    counts = [name for name in lint_report.c.keys() if name.endswith("_count") or "_pairs" in name or "checked" in name]  # noqa: SIM118 - columns, which are no mapping
    fixed = {"id": new_id(), "user_id": "anonymous", "job_id": new_id(), "status": "in_progress"}
    return {**fixed, "generated_at": gateway.world.clock.now(), **dict.fromkeys(counts, 0)}
