"""Reading reports."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, ScalarSelect, and_, bindparam, exists, func, select

from lorewright.core.errors import NotFound
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.tables import Resolution, article
from lorewright.gateway.contradictions import queries as contradictions
from lorewright.gateway.contradictions.tables import resolution
from lorewright.gateway.lint import rules
from lorewright.gateway.lint.schemas import (
    ContradictionEntry,
    HealthSummaryResponse,
    OrphanEntry,
    ReportDetailEntry,
    ReportEntry,
    StructuralEntry,
)
from lorewright.gateway.lint.tables import LintFindingKind, LintReportStatus, lint_dismissal, lint_finding
from lorewright.gateway.lint.tables import lint_report as report

IS_DISMISSED = and_(
    lint_dismissal.c.user_id == lint_finding.c.user_id, lint_dismissal.c.content_hash == lint_finding.c.content_hash
)
"""What joins a finding to its dismissal, of whichever report it is."""
_IS_DECIDED = and_(
    resolution.c.user_id == lint_finding.c.user_id,
    resolution.c.content_hash == lint_finding.c.content_hash,
    lint_finding.c.kind == LintFindingKind.CONTRADICTION,
)


def _decided(*such: ColumnElement[bool]) -> ScalarSelect[int]:
    """How many contradictions of a whole report were decided since it was made."""
    found = select(func.count()).select_from(lint_finding).join(resolution, _IS_DECIDED)
    whole = report.c.status == LintReportStatus.COMPLETE
    return found.where(lint_finding.c.report_id == report.c.id, whole, *such).correlate(report).scalar_subquery()


_REPORTS = select(
    report, _decided().label("decided"), _decided(exists().where(IS_DISMISSED)).label("decided_and_dismissed")
)

# In the order of the fields that all findings begin with: there are hundreds, and a value sought by its name takes ten times as long.
_SAID = (
    lint_finding.c.id,
    lint_finding.c.user_id,
    lint_finding.c.report_id,
    lint_finding.c.severity,
    lint_finding.c.description,
    lint_finding.c.created_at,
    lint_dismissal.c.dismissed_at.is_not(None).label("dismissed"),
    lint_dismissal.c.dismissed_at,
    lint_finding.c.content_hash,
    lint_finding.c.kind,
    lint_finding.c.article_id,
)
_FINDINGS = (
    select(
        *_SAID,
        article.c.title,
        lint_finding.c.other_id,
        lint_finding.c.claim,
        lint_finding.c.other_claim,
        lint_finding.c.certainty,
        lint_finding.c.concept,
        lint_finding.c.violation_type,
        lint_finding.c.auto_repaired,
        lint_finding.c.detail,
        resolution.c.resolution,
        resolution.c.article_a_id.label("decided_a_id"),
    )
    .join(article, article.c.id == lint_finding.c.article_id)
    .join(lint_dismissal, IS_DISMISSED, isouter=True)
    .join(resolution, _IS_DECIDED, isouter=True)
    .where(lint_finding.c.user_id == bindparam("owner"), lint_finding.c.report_id == bindparam("report"))
    .order_by(article.c.title, lint_finding.c.violation_type, lint_finding.c.id)
)
_OPEN = _FINDINGS.where(lint_dismissal.c.dismissed_at.is_(None), resolution.c.resolution.is_(None))


def list_reports(tx: Transaction, owner: str, limit: int) -> list[ReportEntry]:
    """The most recent first."""
    wanted = _REPORTS.where(report.c.user_id == owner)
    rows = tx.execute(wanted.order_by(report.c.generated_at.desc(), report.c.id).limit(limit))
    return [_report(row) for row in rows]


def latest(tx: Transaction, owner: str, *, include_dismissed: bool = False) -> ReportDetailEntry:
    """Raises `NotFound`."""
    newest = list_reports(tx, owner, 1)
    if not newest:
        raise NotFound("No lint reports exist yet")
    return _detail(tx, owner, newest[0], include_dismissed=include_dismissed)


def get_report(tx: Transaction, owner: str, report_id: str, *, include_dismissed: bool) -> ReportDetailEntry:
    """Without what is dismissed, or was decided since, unless that is wanted. Raises `NotFound`."""
    row = tx.execute(_REPORTS.where(report.c.user_id == owner, report.c.id == report_id)).first()
    if row is None:
        raise NotFound("Lint report not found")
    return _detail(tx, owner, _report(row), include_dismissed=include_dismissed)


def kind_of(tx: Transaction, owner: str, finding_id: str) -> LintFindingKind:
    """Raises `NotFound`."""
    wanted = select(lint_finding.c.kind).where(lint_finding.c.user_id == owner, lint_finding.c.id == finding_id)
    kind: str | None = tx.execute(wanted).scalar()
    if kind is None:
        raise NotFound("Finding not found")
    return LintFindingKind(kind)


def health(tx: Transaction, owner: str) -> HealthSummaryResponse:
    """What the newest report that is complete says."""
    counted = select(func.count()).select_from(article).where(article.c.user_id == owner)
    articles = tx.execute(counted).scalar_one()
    complete = and_(report.c.user_id == owner, report.c.status == LintReportStatus.COMPLETE)
    row = tx.execute(_REPORTS.where(complete).order_by(report.c.generated_at.desc()).limit(1)).first()
    if row is None:
        return HealthSummaryResponse(
            generated_at=None,
            total_articles=articles,
            total_findings=None,
            contradictions_count=None,
            orphans_count=None,
            status=None,
            message=rules.NO_REPORT,
        )
    found = _report(row)
    return HealthSummaryResponse(
        generated_at=found.generated_at,
        total_articles=articles,
        total_findings=found.total_findings,
        contradictions_count=found.contradictions_count,
        orphans_count=found.orphans_count,
        status=found.status,
        message=None,
    )


def _detail(tx: Transaction, owner: str, found: ReportEntry, *, include_dismissed: bool) -> ReportDetailEntry:
    wanted = _FINDINGS if include_dismissed else _OPEN
    of_kind: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for row in tx.execute(wanted, {"owner": owner, "report": found.id}).all():
        of_kind[row.kind].append(row)
    return ReportDetailEntry(
        report=found,
        contradictions=[_contradiction(row) for row in of_kind[LintFindingKind.CONTRADICTION]],
        orphans=[OrphanEntry(*[*_said(row), row.title]) for row in of_kind[LintFindingKind.ORPHAN]],
        resolutions=contradictions.decisions(tx, owner),
        structurals=[
            StructuralEntry(*[*_said(row), row.violation_type, bool(row.auto_repaired), row.detail])
            for row in of_kind[LintFindingKind.STRUCTURAL]
        ],
    )


def _said(row: Row[Any]) -> Sequence[Any]:
    """What a finding of any kind begins with."""
    return row[: len(_SAID)]


def _contradiction(row: Row[Any]) -> ContradictionEntry:
    claims = (row.claim, row.other_claim)
    return ContradictionEntry(*[*_said(row), row.other_id, *claims, row.certainty, row.concept, _decision(row)])


def _decision(row: Row[Any]) -> Resolution | None:
    """Of the finding's own a and b."""
    if row.resolution is None:
        return None
    said = Resolution(row.resolution)
    return said if row.decided_a_id == row.article_id else said.turned


def _report(row: Row[Any]) -> ReportEntry:
    open_ = row.contradictions_count - row.decided
    return ReportEntry(
        id=row.id,
        user_id=row.user_id,
        generated_at=row.generated_at,
        completed_at=row.completed_at,
        status=row.status,
        article_count=row.article_count,
        total_findings=open_ + row.orphans_count + row.structural_count,
        contradictions_count=open_,
        orphans_count=row.orphans_count,
        structural_count=row.structural_count,
        checked_articles=row.checked_articles,
        missing_pages_count=row.missing_pages_count,
        dismissed_count=row.dismissed_count - row.decided_and_dismissed,
        total_pairs=row.total_pairs,
        checked_pairs=row.checked_pairs,
        error_message=row.error_message,
        job_id=row.job_id,
    )
