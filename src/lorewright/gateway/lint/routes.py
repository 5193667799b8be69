"""Reports on what is wrong with the wiki."""

from typing import Annotated

from fastapi import APIRouter, Query

from lorewright.gateway.lint import actions, queries
from lorewright.gateway.lint.schemas import (
    DismissFindingResponse,
    HealthSummaryResponse,
    LintReport,
    LintReportDetail,
    LintRunResponse,
)
from lorewright.gateway.lint.tables import LintFindingKind, LintReportStatus
from lorewright.http.dependencies import PathId, Reading, TheWorld, Writing
from lorewright.http.encoded import Encoded
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import Me
from lorewright.platform.jobs.schemas import JobTriggerResponse

router = APIRouter()


@router.post("/lint/run", tags=["lint"], summary="Ask for a report; one that is under way is joined")
def run(tx: Writing, world: TheWorld, me: Me) -> LintRunResponse:
    actions.run(tx, world, me.id)
    return LintRunResponse(status=LintReportStatus.IN_PROGRESS)


@router.get(
    "/lint/reports", tags=["lint"], summary="List the reports, most recent first", response_model=list[LintReport]
)
def list_reports(tx: Reading, me: Me, limit: Annotated[int, Query(ge=1, le=100)] = 20) -> Encoded:
    return Encoded(queries.list_reports(tx, me.id, limit))


@router.get(
    "/lint/reports/latest",
    tags=["lint"],
    summary="Show the most recent report without what is dismissed",
    response_model=LintReportDetail,
    responses=may_answer(404),
)
def latest(tx: Reading, me: Me) -> Encoded:
    return Encoded(queries.latest(tx, me.id))


@router.get(
    "/lint/reports/{report_id}",
    tags=["lint"],
    summary="Show a report",
    response_model=LintReportDetail,
    responses=may_answer(404),
)
def get_report(tx: Reading, me: Me, report_id: PathId, include_dismissed: bool = False) -> Encoded:
    return Encoded(queries.get_report(tx, me.id, report_id, include_dismissed=include_dismissed))


@router.post(
    "/lint/findings/{kind}/{finding_id}/dismiss",
    tags=["lint"],
    summary="Dismiss a finding, in this report and in all that come",
    responses=may_answer(404),
)
def dismiss(tx: Writing, world: TheWorld, me: Me, kind: LintFindingKind, finding_id: PathId) -> DismissFindingResponse:
    return actions.dismiss(tx, world, me.id, kind, finding_id)


@router.get(
    "/wiki/health",
    tags=["wiki"],
    summary="Sum up the most recent report; use /lint/reports/latest",
    deprecated=True,
)
def health(tx: Reading, me: Me) -> HealthSummaryResponse:
    return queries.health(tx, me.id)


@router.post("/jobs/lint", tags=["jobs"], summary="Ask for a report; use /lint/run", deprecated=True)
def lint_job(tx: Writing, world: TheWorld, me: Me) -> JobTriggerResponse:
    job_id = actions.run(tx, world, me.id)
    return JobTriggerResponse(
        status=LintReportStatus.IN_PROGRESS, job_id=job_id, message="The wiki is being looked through"
    )
