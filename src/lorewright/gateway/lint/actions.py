"""Asking for a report, filling it, and not wanting to be told again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, case, delete, func, insert, or_, select, update

from lorewright.core.errors import NotFound
from lorewright.core.ids import derived_id, new_id
from lorewright.db.among import among
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.actions import lock_names
from lorewright.gateway.articles.links import naming_each_other
from lorewright.gateway.articles.queries import resting_on
from lorewright.gateway.articles.tables import article, link
from lorewright.gateway.contradictions.actions import hold, lock
from lorewright.gateway.lint.queries import IS_DISMISSED
from lorewright.gateway.lint.rules import Found
from lorewright.gateway.lint.schemas import DismissFindingResponse
from lorewright.gateway.lint.tables import (
    LintFindingKind,
    LintReportStatus,
    lint_dismissal,
    lint_finding,
    lint_report,
)
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.queries import has_live_job
from lorewright.platform.jobs.tables import Kind
from lorewright.world import World

REPORTS_KEPT = 30

_COUNTS = {
    LintFindingKind.CONTRADICTION: lint_report.c.contradictions_count,
    LintFindingKind.ORPHAN: lint_report.c.orphans_count,
    LintFindingKind.STRUCTURAL: lint_report.c.structural_count,
}
_NONE_YET = dict.fromkeys(
    (
        "article_count",
        "checked_articles",
        "total_pairs",
        "checked_pairs",
        "contradictions_count",
        "orphans_count",
        "structural_count",
        "dismissed_count",
        "missing_pages_count",
    ),
    0,
)


def run(tx: Transaction, world: World, owner: str) -> str:
    """Asks for a report, unless one is under way; the id of the job that makes it."""
    tx.lock("lint", owner)
    mine = and_(lint_report.c.user_id == owner, lint_report.c.status == LintReportStatus.IN_PROGRESS)
    is_live = has_live_job(tx, owner, Kind.LINT_WIKI, None)
    if is_live and (job_id := tx.execute(select(lint_report.c.job_id).where(mine)).scalar()):
        return str(job_id)
    now = world.clock.now()
    lost = {"status": LintReportStatus.FAILED.value, "completed_at": now, "error_message": "Its job is gone."}
    tx.execute(update(lint_report).where(mine).values(lost))
    job_id = enqueue(tx, owner, Kind.LINT_WIKI, now=now)
    _add(tx, owner, job_id, now)
    return job_id


def begin(tx: Transaction, owner: str, job_id: str, now: datetime) -> str:
    """Id of the report that this job fills, without what an earlier try found; but with what that mended, which no later one can find."""
    wanted = select(lint_report.c.id).where(lint_report.c.user_id == owner, lint_report.c.job_id == job_id)
    found: str | None = tx.execute(wanted).scalar()
    if found is None:
        return _add(tx, owner, job_id, now)
    again = (lint_finding.c.report_id == found, lint_finding.c.auto_repaired == 0)
    tx.execute(delete(lint_finding).where(lint_finding.c.user_id == owner, *again))
    return found


def set_progress(tx: Transaction, owner: str, report_id: str, **counts: int) -> None:
    mine = and_(lint_report.c.user_id == owner, lint_report.c.id == report_id)
    tx.execute(update(lint_report).where(mine).values(**counts))


def put(tx: Transaction, owner: str, report_id: str, found: Sequence[Found], now: datetime) -> None:
    """Of articles that are still there."""
    there = hold(tx, owner, {id_ for one in found for id_ in (one.article_id, one.other_id) if id_ is not None})
    rows = [
        {
            "id": derived_id("finding", report_id, one.content_hash),
            "user_id": owner,
            "report_id": report_id,
            "kind": one.kind.value,
            "severity": one.severity.value,
            "content_hash": one.content_hash,
            "description": one.description,
            "created_at": now,
            "article_id": one.article_id,
            "other_id": one.other_id,
            "claim": one.claim,
            "other_claim": one.other_claim,
            "certainty": one.certainty,
            "concept": one.concept,
            "violation_type": one.violation.value if one.violation else None,
            "auto_repaired": int(one.auto_repaired),
            "detail": one.detail,
        }
        for one in found
        if one.article_id in there and (one.other_id is None or one.other_id in there)
    ]
    if rows:
        tx.execute(insert_missing(tx.dialect, lint_finding), rows)


def complete(tx: Transaction, owner: str, report_id: str, now: datetime) -> dict[LintFindingKind, int]:
    """Counts what was found, and lets the oldest reports go. How many of each kind nobody has dismissed."""
    lock(tx, owner)
    dismissed = func.count(lint_dismissal.c.content_hash)
    counted = (
        select(lint_finding.c.kind, func.count().label("found"), dismissed.label("dismissed"))
        .join(lint_dismissal, IS_DISMISSED, isouter=True)
        .where(lint_finding.c.user_id == owner, lint_finding.c.report_id == report_id)
        .group_by(lint_finding.c.kind)
    )
    rows = {LintFindingKind(row.kind): row for row in tx.execute(counted)}
    values: dict[str, Any] = {column.name: rows[kind].found if kind in rows else 0 for kind, column in _COUNTS.items()}
    values |= {"dismissed_count": sum(row.dismissed for row in rows.values())}
    articles = tx.execute(select(func.count()).select_from(article).where(article.c.user_id == owner)).scalar_one()
    values |= {"article_count": articles, "checked_articles": articles}
    values |= {"status": LintReportStatus.COMPLETE.value, "completed_at": now}
    tx.execute(update(lint_report).where(lint_report.c.user_id == owner, lint_report.c.id == report_id).values(values))
    newest = select(lint_report.c.id).where(lint_report.c.user_id == owner)
    newest = newest.order_by(lint_report.c.generated_at.desc(), lint_report.c.id).limit(REPORTS_KEPT)
    kept = tx.execute(newest).scalars().all()
    tx.execute(delete(lint_report).where(lint_report.c.user_id == owner, ~among(lint_report.c.id, kept)))
    return {kind: row.found - row.dismissed for kind, row in rows.items()}


def fail(tx: Transaction, owner: str, job_id: str, sentence: str, now: datetime) -> None:
    mine = and_(lint_report.c.user_id == owner, lint_report.c.job_id == job_id)
    failed = {"status": LintReportStatus.FAILED.value, "completed_at": now, "error_message": sentence}
    tx.execute(update(lint_report).where(mine).values(failed))


def dismiss(
    tx: Transaction, world: World, owner: str, kind: LintFindingKind, finding_id: str
) -> DismissFindingResponse:
    """What says the same is dismissed in every report, those that come too. Raises `NotFound`."""
    lock(tx, owner)
    wanted = select(lint_finding).where(
        lint_finding.c.user_id == owner, lint_finding.c.id == finding_id, lint_finding.c.kind == kind
    )
    row = tx.execute(wanted).first()
    ids = {row.article_id, row.other_id} - {None} if row else set()
    if row is None or hold(tx, owner, ids) != ids:
        raise NotFound("Finding not found")
    said = {"user_id": owner, "content_hash": row.content_hash}
    about = {"article_id": row.article_id, "other_id": row.other_id}
    new = insert_missing(tx.dialect, lint_dismissal).returning(lint_dismissal.c.content_hash)
    if tx.execute(new, {**said, **about, "dismissed_at": world.clock.now()}).first() is not None:
        same = select(lint_finding.c.report_id).where(
            lint_finding.c.user_id == owner, lint_finding.c.content_hash == row.content_hash
        )
        is_whole = lint_report.c.status == LintReportStatus.COMPLETE
        reports = and_(lint_report.c.user_id == owner, lint_report.c.id.in_(same), is_whole)
        more = lint_report.c.dismissed_count + 1
        tx.execute(update(lint_report).where(reports).values(dismissed_count=more))
    return DismissFindingResponse(dismissed=True, kind=kind, finding_id=finding_id)


def link_back(tx: Transaction, owner: str, rows: Sequence[Row[Any]]) -> None:
    """The other way of each of these links."""
    lock(tx, owner)
    lock_names(tx, owner)  # before it holds any article, as whoever writes one does
    there = hold(tx, owner, {id_ for row in rows for id_ in (row.from_id, row.to_id)})
    back = {(row.to_id, row.from_id): row for row in rows if {row.from_id, row.to_id} <= there}
    said = naming_each_other(tx, owner, back.keys())
    new = [
        {
            "from_id": ends[0],
            "to_id": ends[1],
            "relation": row.relation,
            "user_id": owner,
            "strength": row.strength,
            "context": said[ends],
        }
        for ends, row in back.items()
    ]
    if new:
        tx.execute(insert_missing(tx.dialect, link), new)


def forget(tx: Transaction, owner: str, source_id: str) -> None:
    """Takes away what was found about articles that rest on this source, in every report, and what was dismissed of it."""
    lock(tx, owner)
    ids = resting_on(tx, owner, source_id)
    about = and_(
        lint_finding.c.user_id == owner,
        or_(among(lint_finding.c.article_id, ids), among(lint_finding.c.other_id, ids)),
    )
    is_dismissed = func.count(lint_dismissal.c.content_hash)
    kinds = [func.sum(case((lint_finding.c.kind == kind.value, 1), else_=0)) for kind in _COUNTS]
    counted = (
        select(lint_finding.c.report_id, is_dismissed, *kinds)
        .join(lint_dismissal, IS_DISMISSED, isouter=True)
        .where(about)
        .group_by(lint_finding.c.report_id)
    )
    columns = (lint_report.c.dismissed_count, *_COUNTS.values())
    for row in tx.execute(counted).all():
        of_report = and_(lint_report.c.id == row[0], lint_report.c.status == LintReportStatus.COMPLETE)
        fewer: list[int] = list(row)[1:]
        less = {column.name: column - gone for column, gone in zip(columns, fewer, strict=True)}
        tx.execute(update(lint_report).where(of_report).values(less))
    tx.execute(delete(lint_finding).where(about))
    dismissed = or_(among(lint_dismissal.c.article_id, ids), among(lint_dismissal.c.other_id, ids))
    tx.execute(delete(lint_dismissal).where(lint_dismissal.c.user_id == owner, dismissed))


def _add(tx: Transaction, owner: str, job_id: str, now: datetime) -> str:
    id_, status = new_id(), LintReportStatus.IN_PROGRESS.value
    counted = select(func.count()).select_from(article).where(article.c.user_id == owner)
    counts = {**_NONE_YET, "article_count": tx.execute(counted).scalar_one()}
    row = {"id": id_, "user_id": owner, "job_id": job_id, "status": status, "generated_at": now, **counts}
    tx.execute(insert(lint_report), row)
    return id_
