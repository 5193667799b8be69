"""Reading jobs."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, and_, exists, func, or_, select

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.platform.jobs.schemas import Job
from lorewright.platform.jobs.tables import OF_RETRIEVAL, QUEUED, RUNNING, Kind, Status, job

_LIVE = or_(job.c.status == QUEUED, job.c.status == RUNNING)
DELAYED = and_(job.c.status == QUEUED, job.c.started_at.is_(None), job.c.run_after > job.c.queued_at)
"""What waits only so that more may gather for it: what failed, and waits to be tried again, has been started."""


def list_jobs(tx: Transaction, owner: str, *, status: str | None, limit: int) -> list[Job]:
    """The gateway's, newest first; a status that is not known gives none."""
    wanted = select(job).where(job.c.user_id == owner, job.c.kind.not_in(OF_RETRIEVAL))
    if status is not None:
        wanted = wanted.where(job.c.status == status)
    return _jobs(tx, wanted.order_by(job.c.queued_at.desc(), job.c.id).limit(limit))


def get_job(tx: Transaction, owner: str, job_id: str) -> Job | None:
    found = _jobs(tx, select(job).where(job.c.user_id == owner, job.c.id == job_id, job.c.kind.not_in(OF_RETRIEVAL)))
    return found[0] if found else None


def attempts(tx: Transaction, owner: str, job_id: str) -> int:
    """How often it has been begun since it last came further, this time included; 0 where it is gone."""
    mine = (job.c.user_id == owner, job.c.id == job_id)
    return int(tx.execute(select(job.c.attempts).where(*mine)).scalar() or 0)


def has_live_job(tx: Transaction, owner: str, kind: Kind, source_id: str | None) -> bool:
    live = select(job.c.id).where(
        job.c.user_id == owner,
        job.c.kind == kind,
        job.c.source_id == source_id,
        _LIVE,
    )
    return tx.execute(live.limit(1)).first() is not None


def is_queued(tx: Transaction, owner: str, kind: Kind) -> bool:
    """Whether any job of this kind waits."""
    waiting = select(job.c.id).where(job.c.status == QUEUED, job.c.user_id == owner, job.c.kind == kind)
    return tx.execute(waiting.limit(1)).first() is not None


def is_any_delayed(tx: Transaction) -> bool:
    """Whether a job of anybody waits only so that more may gather for it."""
    return tx.execute(select(job.c.id).where(DELAYED).limit(1)).first() is not None


def owners_of_last_failed(tx: Transaction, kind: Kind) -> Sequence[str]:
    """Whose newest job of this kind was given up."""
    newest = select(job.c.user_id, func.max(job.c.queued_at).label("at")).where(job.c.kind == kind)
    last = newest.group_by(job.c.user_id).subquery()
    is_last = and_(job.c.user_id == last.c.user_id, job.c.queued_at == last.c.at)
    wanted = select(job.c.user_id).join(last, is_last).where(job.c.kind == kind, job.c.status == Status.FAILED)
    return tx.execute(wanted.distinct()).scalars().all()


def last_failed(tx: Transaction, owner: str, kind: Kind) -> Sequence[Row[Any]]:
    """(source_id, article_id) of what the newest job of this kind gave up."""
    newer = job.alias("newer")
    is_same = and_(
        newer.c.source_id.is_not_distinct_from(job.c.source_id),
        newer.c.article_id.is_not_distinct_from(job.c.article_id),
    )
    is_newer = and_(is_same, newer.c.user_id == owner, newer.c.kind == kind, newer.c.queued_at > job.c.queued_at)
    failed = and_(job.c.user_id == owner, job.c.kind == kind, job.c.status == Status.FAILED)
    return tx.execute(select(job.c.source_id, job.c.article_id).where(failed, ~exists().where(is_newer))).all()


def what_runs(tx: Transaction, owner: str, source_ids: list[str]) -> str | None:
    """What the job at hand of one of these sources says of itself."""
    running = select(job.c.progress_message).where(
        job.c.user_id == owner,
        job.c.status == RUNNING,
        among(job.c.source_id, source_ids),
        job.c.progress_message.is_not(None),
    )
    said: str | None = tx.execute(running.limit(1)).scalar()
    return said


def count_live(tx: Transaction, *, source_ids: list[str] | None = None) -> int:
    """Jobs that wait or run: of these sources, or of everybody."""
    live = select(func.count()).select_from(job).where(_LIVE)
    if source_ids is not None:
        live = live.where(among(job.c.source_id, source_ids))
    return int(tx.execute(live).scalar_one())


def _jobs(tx: Transaction, wanted: Select[Any]) -> list[Job]:
    return [_job(row) for row in tx.execute(wanted)]


def _job(row: Row[Any]) -> Job:
    return Job(
        id=row.id,
        user_id=row.user_id,
        job_type=Kind(row.kind),
        status=Status(row.status),
        source_id=row.source_id,
        article_id=row.article_id,
        priority=row.priority,
        queued_at=row.queued_at,
        started_at=row.started_at,
        completed_at=row.completed_at,
        error=row.error,
        result_summary=row.result_summary,
        progress_pct=row.progress_pct,
        progress_message=row.progress_message,
    )
