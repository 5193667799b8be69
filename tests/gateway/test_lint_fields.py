"""What a report of lint and its findings are made of."""

import json

from pydantic import RootModel
from sqlalchemy import delete

from lorewright.gateway.concepts.tables import article_concept
from lorewright.gateway.lint.schemas import LintReport, LintReportDetail
from tests.conftest import Gateway
from tests.gateway.test_contradictions import LONG, LONGER, articles, lint
from tests.gateway.test_lint import LOOMS
from tests.gateway.test_sources import UUID, is_moment

REPORT = {
    *("id", "user_id", "job_id", "status", "generated_at", "completed_at", "error_message"),
    *("article_count", "checked_articles", "missing_pages_count", "dismissed_count", "total_pairs", "checked_pairs"),
    *("total_findings", "contradictions_count", "orphans_count", "structural_count"),
}
_ALL = {
    *("id", "user_id", "report_id", "kind", "severity", "description"),
    *("created_at", "dismissed", "dismissed_at", "content_hash"),
}
_CLAIMS = {"article_a_id", "article_b_id", "article_a_claim", "article_b_claim", "llm_confidence", "shared_concept_id"}
FINDINGS = {
    "contradictions": {*_ALL, *_CLAIMS, "resolution"},  # the last is ours
    "orphans": {*_ALL, "article_id", "article_title"},
    "structurals": {*_ALL, "article_id", "violation_type", "auto_repaired", "detail"},
}


def test_a_report_and_its_findings_have_every_field(gateway: Gateway) -> None:
    for text in (LOOMS, LONG, LONGER):
        gateway.feed(text)
    ids = articles(gateway)
    with gateway.world.db.writing() as tx:
        tx.execute(delete(article_concept).where(article_concept.c.article_id == ids["harlow-bridge-again"]))
    report = lint(gateway)
    made = report["report"]
    assert set(made) == REPORT
    assert (made["user_id"], made["error_message"]) == ("anonymous", None)
    assert is_moment(made["generated_at"])
    assert is_moment(made["completed_at"])
    assert made["generated_at"] < made["completed_at"]
    assert UUID.match(made["id"])
    for kind, fields in FINDINGS.items():
        [one] = report[kind]
        assert set(one) == fields
        assert (one["user_id"], one["report_id"], one["kind"]) == ("anonymous", made["id"], kind.removesuffix("s"))
        assert (one["dismissed"], one["dismissed_at"]) == (False, None)
        assert is_moment(one["created_at"])
        assert made["generated_at"] <= one["created_at"] <= made["completed_at"]
        assert UUID.match(one["id"])
    assert [report[kind][0]["severity"] for kind in FINDINGS] == ["error", "warn", "info"]
    assert report["contradictions"][0]["shared_concept_id"] is None
    [orphan] = report["orphans"]
    assert gateway.http.post(f"/lint/findings/orphan/{orphan['id']}/dismiss").status_code == 200
    [orphan] = lint(gateway, include_dismissed=True)["orphans"]
    assert is_moment(orphan["dismissed_at"])
    for path in ("/wiki/articles", "/wiki/concepts", "/jobs", "/lint/reports"):
        listed = [one["id"] for one in gateway.http.get(path).json()]
        assert listed
        assert all(UUID.match(id_) for id_ in listed), path


def test_a_report_is_what_is_described(gateway: Gateway) -> None:
    """Reports are encoded as they are: to the byte what the models of their description would write."""
    for text in (LOOMS, LONG, LONGER):
        gateway.feed(text)
    ids = articles(gateway)
    with gateway.world.db.writing() as tx:
        tx.execute(delete(article_concept).where(article_concept.c.article_id == ids["harlow-bridge-again"]))
    report = lint(gateway)
    address = f"/lint/reports/{report['report']['id']}?include_dismissed=true"
    latest = gateway.http.get("/lint/reports/latest").content
    [one], [orphan] = report["contradictions"], report["orphans"]
    gateway.http.post(f"/lint/findings/orphan/{orphan['id']}/dismiss")
    decided = f"/wiki/backlinks/{one['article_a_id']}/{one['article_b_id']}/resolve"
    assert gateway.http.post(decided, json={"resolution": "source_a_wins"}).status_code == 200
    whole = gateway.http.get(address).content
    for answer in (latest, whole):
        assert all(json.loads(answer)[kind] for kind in FINDINGS)
        assert LintReportDetail.model_validate_json(answer).model_dump_json().encode() == answer
    assert json.loads(whole)["contradictions"][0]["resolution"] == "source_a_wins"
    listed = gateway.http.get("/lint/reports").content
    assert RootModel[list[LintReport]].model_validate_json(listed).model_dump_json().encode() == listed
