"""Asking for work, and what becomes of it. Whoever writes for a claimed job proves by its fence that it still holds it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, exists, func, literal_column, or_, select, update

from lorewright.core.ids import new_id
from lorewright.db.among import among
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.platform.events.actions import tell
from lorewright.platform.events.tables import Name
from lorewright.platform.jobs.queries import DELAYED
from lorewright.platform.jobs.rules import BACKOFF_CAP_S
from lorewright.platform.jobs.tables import OF_RETRIEVAL, QUEUED, RUNNING, Kind, Status, job

PRIORITY = {
    Kind.ERASE_REMAINS: 1,
    Kind.PROJECT_FILES: 4,
    Kind.COMPILE_SOURCE: 5,
    Kind.RECOMPILE_ARTICLE: 5,
    Kind.INDEX_DOCUMENT: 5,
    Kind.PROCESS_VOICE: 5,
    Kind.EMBED_CHUNKS: 7,
    Kind.EMBED_DOCUMENT: 7,
    Kind.MAKE_PODCAST: 8,
    Kind.REINDEX: 8,
}
DEFAULT_PRIORITY = 6

ALONE = (Kind.COMPILE_SOURCE, Kind.RECOMPILE_ARTICLE)
"""Of these one at a time is done for a source: two would ask a model for the same and write the same text."""

_NOTHING: ColumnElement[str] = literal_column("''")


def _next(status: ColumnElement[str], due: ColumnElement[datetime]) -> Select[Any]:
    """The most urgent job of these kinds whose delay, or whose holder's lease, is over."""
    over = or_(due <= bindparam("now"), due > bindparam("too_late"))
    wanted = select(job).where(job.c.status == status, over, among(job.c.kind, bindparam("kinds")))
    return wanted.order_by(job.c.priority, job.c.queued_at, job.c.id).limit(1).with_for_update(skip_locked=True)


def _waits_its_turn() -> ColumnElement[bool]:
    """Whether the same source is worked on. One whose holder is gone is claimed before any that waits."""
    other = job.alias()
    same = and_(other.c.source_id == job.c.source_id, other.c.user_id == job.c.user_id)
    return and_(job.c.kind.in_(ALONE), exists().where(same, other.c.status == RUNNING, other.c.kind.in_(ALONE)))


_LAPSED = _next(RUNNING, job.c.lease_until)
_READY = _next(QUEUED, job.c.run_after).where(~_waits_its_turn())
# What is set are the other parameters that come with it.
_HELD = update(job).where(
    job.c.id == bindparam("held"), job.c.fence == bindparam("held_fence"), job.c.status == RUNNING
)
_TAKEN = update(job).where(job.c.id == bindparam("taken"))
_PUT = {dialect: insert_missing(dialect, job).returning(job.c.id) for dialect in ("sqlite", "postgresql")}
# As the index on what waits has it.
_WAITING = select(job.c.id).where(
    job.c.user_id == bindparam("owner"),
    job.c.kind == bindparam("kind"),
    job.c.status == QUEUED,
    func.coalesce(job.c.source_id, _NOTHING) == bindparam("source_id"),
    func.coalesce(job.c.article_id, _NOTHING) == bindparam("article_id"),
)
# Until the one who joins it has committed nobody claims it, who would not see what it is to be done for.
_JOINED = _WAITING.with_for_update(read=True)


class LeaseLostError(Exception):
    """Somebody else has taken the job over: what this one wanted to write must not be written."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A job in somebody's hands."""

    id: str
    user_id: str
    kind: Kind
    source_id: str | None
    article_id: str | None
    attempts: int
    fence: int


def enqueue(
    tx: Transaction,
    owner: str,
    kind: Kind,
    *,
    now: datetime,
    source_id: str | None = None,
    article_id: str | None = None,
    delay_s: float = 0.0,
) -> str:
    """The id of the job; of the one that waits already, where there is one."""
    new = {
        "id": new_id(),
        "user_id": owner,
        "kind": kind.value,
        "status": Status.QUEUED.value,
        "source_id": source_id,
        "article_id": article_id,
        "priority": PRIORITY.get(kind, DEFAULT_PRIORITY),
        "queued_at": now,
        "run_after": now + timedelta(seconds=delay_s),
        "fence": 0,
        "attempts": 0,
        "progress_pct": 0,
    }
    same = {"owner": owner, "kind": kind, "source_id": source_id or "", "article_id": article_id or ""}
    tx.announce()  # of one that is joined too, which meanwhile is passed over
    while True:  # on PostgreSQL a worker may claim the one that waits between the two statements
        if tx.execute(_PUT[tx.dialect], new).first() is not None:
            return str(new["id"])
        known = tx.execute(_JOINED, same).scalar()
        if known is not None:
            return str(known)


def claim(
    tx: Transaction,
    *,
    now: datetime,
    lease_s: float,
    source_ids: Collection[str] | None = None,
    kinds: Collection[Kind] | None = None,
) -> Claimed | None:
    """Takes a job whose holder let its lease run out, else the most urgent that waits; None where there is none.

    Of these sources (or of none in particular), and of these kinds, where they are given.
    A lease or a delay that ends impossibly late was written by a clock that has since been set back, and counts as over.
    """
    too_late = now + timedelta(seconds=2 * max(lease_s, BACKOFF_CAP_S))
    limits = {"now": now, "too_late": too_late, "kinds": list(Kind if kinds is None else kinds)}
    wanted = [_LAPSED, _READY]
    if source_ids is not None:
        wanted = [one.where(or_(among(job.c.source_id, source_ids), job.c.source_id.is_(None))) for one in wanted]
    row = next(filter(None, (tx.execute(one, limits).first() for one in wanted)), None)
    if row is None:
        return None
    taken = {
        "status": Status.RUNNING,
        "started_at": row.started_at or now,
        "lease_until": now + timedelta(seconds=lease_s),
        "fence": row.fence + 1,
        "attempts": row.attempts + 1,
    }
    tx.execute(_TAKEN, {"taken": row.id, **taken})
    return Claimed(
        id=row.id,
        user_id=row.user_id,
        kind=Kind(row.kind),
        source_id=row.source_id,
        article_id=row.article_id,
        attempts=row.attempts + 1,
        fence=row.fence + 1,
    )


def hasten(tx: Transaction) -> None:
    """Makes ready what waits only so that more may gather for it. What failed, and waits to be tried again, waits as long as ever."""
    if tx.execute(update(job).where(DELAYED).values(run_after=job.c.queued_at)).rowcount:
        tx.announce()


def renew(tx: Transaction, held: Claimed, *, until: datetime) -> None:
    """Raises `LeaseLostError`."""
    _write(tx, held, lease_until=until)


def advance(tx: Transaction, held: Claimed) -> None:
    """What is stored with this will not be done again: the attempts before it count no more. Raises `LeaseLostError`."""
    _write(tx, held, attempts=0)


def report(tx: Transaction, held: Claimed, *, now: datetime, percent: int, message: str) -> None:
    """Raises `LeaseLostError`."""
    _write(tx, held, progress_pct=percent, progress_message=message)
    _tell(tx, held, now, percent, message)
    if held.source_id is not None and held.kind not in OF_RETRIEVAL:
        said: dict[str, object] = {"source_id": held.source_id, "message": message}
        tell(tx, held.user_id, Name.SOURCE_PROGRESS, said, now=now, source_id=held.source_id)


def finish(tx: Transaction, held: Claimed, *, now: datetime, summary: str | None) -> None:
    """Raises `LeaseLostError`."""
    _write(
        tx,
        held,
        status=Status.COMPLETE,
        completed_at=now,
        lease_until=None,
        progress_pct=100,
        progress_message=None,
        result_summary=summary,
    )
    _tell(tx, held, now, 100, summary)


def fail(tx: Transaction, held: Claimed, *, now: datetime, error: str) -> None:
    """`error` is a sentence for a person. Raises `LeaseLostError`."""
    _write(tx, held, status=Status.FAILED, completed_at=now, lease_until=None, error=error)


def let_go(tx: Transaction, held: Claimed, *, until: datetime, attempts: int) -> None:
    """Puts the job back among those that wait, until then at least. Raises `LeaseLostError`."""
    if _twin_waits(tx, held):  # only one may wait; this one counts as left by its holder
        _write(tx, held, lease_until=until, attempts=attempts)
    else:
        _write(tx, held, status=Status.QUEUED, lease_until=None, run_after=until, attempts=attempts)


def give_way(tx: Transaction, held: Claimed, *, now: datetime) -> bool:
    """Puts the job back among those that wait, where a more urgent one is ready; whether it was. Raises `LeaseLostError`."""
    ready = and_(job.c.status == QUEUED, job.c.run_after <= now)
    mine = select(job.c.priority).where(job.c.id == held.id).scalar_subquery()
    if tx.execute(select(job.c.id).where(ready, job.c.priority < mine).limit(1)).first() is None:
        return False
    if _twin_waits(tx, held):
        finish(tx, held, now=now, summary="continued by the job that waits")
    else:
        _write(tx, held, status=Status.QUEUED, attempts=0, lease_until=None, run_after=now)
    return True


def forget(tx: Transaction, owner: str, *source_ids: str) -> None:
    """Removes the jobs of these sources; one that is running can then write nothing more."""
    tx.execute(delete(job).where(job.c.user_id == owner, among(job.c.source_id, source_ids)))


def _tell(tx: Transaction, held: Claimed, now: datetime, percent: int, message: str | None) -> None:
    if held.kind in OF_RETRIEVAL:
        return
    said: dict[str, object] = {"job_id": held.id, "pct": percent, "message": message}
    tell(tx, held.user_id, Name.JOB_PROGRESS, said, now=now, source_id=held.source_id)


def _twin_waits(tx: Transaction, held: Claimed) -> bool:
    """Whether work of the same kind on the same thing waits."""
    same = {
        "owner": held.user_id,
        "kind": held.kind,
        "source_id": held.source_id or "",
        "article_id": held.article_id or "",
    }
    return tx.execute(_WAITING, same).first() is not None


def _write(tx: Transaction, held: Claimed, **values: object) -> None:
    if tx.execute(_HELD, {"held": held.id, "held_fence": held.fence, **values}).rowcount != 1:
        raise LeaseLostError(held.id)
