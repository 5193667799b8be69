"""Keeping the ledger: reserving before a call, settling after it, and forgetting answers. The cap is the reservation's to keep."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, delete, func, insert, select, true, update

from lorewright.core.ids import new_id
from lorewright.db.among import among
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.llm.base import Call, Reply
from lorewright.platform.costs import queries, rules
from lorewright.platform.costs.rules import Price, Usage
from lorewright.platform.costs.tables import Outcome, ledger_call, ledger_month, ledger_subject
from lorewright.platform.events.actions import tell
from lorewright.platform.events.tables import Name

Holds = Callable[[Transaction, str, Iterable[str]], set[str]]
"""(tx, owner, ids of sources) -> those that are there, and stay until the transaction ends."""

# Made once: making them anew takes longer than the database does. What is set are the other parameters that come with them.
_MONTH = (ledger_month.c.user_id == bindparam("owner")) & (ledger_month.c.month == bindparam("of"))
_BEGIN_MONTH = {dialect: insert_missing(dialect, ledger_month) for dialect in ("sqlite", "postgresql")}
_SUMS = select(ledger_month).where(_MONTH).with_for_update()
_SET_ASIDE = update(ledger_month).where(_MONTH).values(reserved=ledger_month.c.reserved + bindparam("estimate"))
_PAY = (
    update(ledger_month)
    .where(_MONTH)
    .values(spent=ledger_month.c.spent + bindparam("cost"), reserved=ledger_month.c.reserved - bindparam("estimate"))
    .returning(*ledger_month.c)
)
_TOLD = update(ledger_month).where(_MONTH)
_PUT = insert(ledger_call)
_PUT_SUBJECTS = insert(ledger_subject)
_END = update(ledger_call).where(ledger_call.c.user_id == bindparam("owner"), ledger_call.c.id == bindparam("call"))
_USED = update(ledger_call).where(ledger_call.c.user_id == bindparam("owner"), ledger_call.c.key == bindparam("wanted"))
_SUBJECTS_LEFT = select(func.count()).where(ledger_subject.c.call_id == bindparam("call"))
_DROP_SUBJECTS = delete(ledger_subject).where(ledger_subject.c.call_id == bindparam("call"))


@dataclass(frozen=True, slots=True)
class Asked:
    """A call that is about to be made."""

    id: str
    key: str
    provider: str
    model: str
    call: Call
    most: Usage
    price: Price
    began_at: datetime

    @property
    def month(self) -> str:
        return rules.month_of(self.began_at)

    @property
    def estimate(self) -> int:
        """At most so many pico-dollars does it cost."""
        return self.most.cost(self.price)


@dataclass(frozen=True, slots=True)
class Ended:
    """How it ended."""

    outcome: Outcome
    used: Usage
    took_ms: int
    answer: str | None = None
    """To be used again."""


def reuse(tx: Transaction, owner: str, asked: Asked) -> Reply | None:
    """The answer that this very call had before, where it is kept."""
    kept = queries.kept(tx, owner, asked.key)
    if kept is not None:
        tx.execute(_PUT, _row(new_id(), asked, rules.NOTHING, outcome=Outcome.REUSED, took_ms=0))
        tx.execute(_USED, {"owner": owner, "wanted": asked.key, "used_at": asked.began_at})
    return kept


def reserve(tx: Transaction, owner: str, asked: Asked, *, cap_usd: float) -> str | None:
    """Sets aside what the call costs at most; where the month's cap leaves no room for it, the sentence that says so."""
    cap, mine = rules.pico(cap_usd), {"owner": owner, "of": asked.month}
    tx.execute(_BEGIN_MONTH[tx.dialect], {"user_id": owner, "month": asked.month, "spent": 0, "reserved": 0})
    sums = tx.execute(_SUMS, mine).one()
    counted = sums.spent + sums.reserved
    if not rules.fits(counted, asked.estimate, cap):
        if sums.exceeded_at is None:
            tx.execute(_TOLD, {**mine, "exceeded_at": asked.began_at})
            _tell(tx, owner, Name.BUDGET_EXCEEDED, counted, cap, asked.began_at)
        return rules.refusal(counted, asked.estimate, cap)
    tx.execute(_SET_ASIDE, {**mine, "estimate": asked.estimate})
    tx.execute(_PUT, _row(asked.id, asked, asked.most, outcome=None, took_ms=None))
    subjects = [{"call_id": asked.id, "source_id": one, "user_id": owner} for one in sorted(set(asked.call.subjects))]
    if subjects:
        tx.execute(_PUT_SUBJECTS, subjects)
    return None


def settle(
    tx: Transaction, owner: str, asked: Asked, ended: Ended, *, holds: Holds, cap_usd: float, now: datetime
) -> bool:
    """Writes what the call came to in place of what was set aside, and keeps its answer while every source in it is there.

    Whether it is kept.
    """
    keeps = ended.answer is not None and _stand(tx, owner, asked, holds)
    cost = ended.used.cost(asked.price)
    row = {
        "outcome": ended.outcome,
        **ended.used._asdict(),
        "cost": cost,
        "took_ms": ended.took_ms,
        "key": asked.key if keeps else None,
        "answer": ended.answer if keeps else None,
        "used_at": now,
    }
    tx.execute(_END, {"owner": owner, "call": asked.id, **row})
    if not keeps:
        tx.execute(_DROP_SUBJECTS, {"call": asked.id})
    mine, cap = {"owner": owner, "of": asked.month}, rules.pico(cap_usd)
    sums = tx.execute(_PAY, {**mine, "cost": cost, "estimate": asked.estimate}).one()
    reached = rules.pct(sums.spent, cap)
    if reached >= rules.WARNING_PCT and sums.warned_at is None:
        tx.execute(_TOLD, {**mine, "warned_at": now})
        _tell(tx, owner, Name.BUDGET_WARNING, sums.spent, cap, now)
    if reached >= rules.FULL_PCT and sums.exceeded_at is None:
        tx.execute(_TOLD, {**mine, "exceeded_at": now})
        _tell(tx, owner, Name.BUDGET_EXCEEDED, sums.spent, cap, now)
    return keeps


def warn_anew(tx: Transaction, owner: str, month: str) -> None:
    """The events of the month's budget are told once more: it is another budget now."""
    tx.execute(_TOLD, {"owner": owner, "of": month, "warned_at": None, "exceeded_at": None})


def forget(tx: Transaction, owner: str, *source_ids: str, but: str | None = None) -> None:
    """Blanks answer and key of every call that had something of these sources in it; tokens, cost and time stay.

    `but`: except those of a purpose. A call that is under way is not kept when it ends.
    """
    _blank(tx, owner, source_ids, true() if but is None else ledger_call.c.purpose != but)


def forget_unused(tx: Transaction, owner: str, source_id: str, purpose: str, since: datetime) -> None:
    """As `forget`, of the answers for a purpose that nobody has asked for since then: they are about what the source was."""
    used_at = func.coalesce(ledger_call.c.used_at, ledger_call.c.began_at)
    ended = and_(ledger_call.c.outcome.is_not(None), used_at < since)
    _blank(tx, owner, [source_id], and_(ledger_call.c.purpose == purpose, ended))


def _blank(tx: Transaction, owner: str, source_ids: Sequence[str], which: ColumnElement[bool]) -> None:
    of_source = and_(ledger_subject.c.user_id == owner, among(ledger_subject.c.source_id, source_ids))
    about = select(ledger_call.c.id).join(ledger_subject).where(of_source, which)
    ids = tx.execute(about).scalars().all()
    tx.execute(
        update(ledger_call)
        .where(ledger_call.c.user_id == owner, among(ledger_call.c.id, ids))
        .values(key=None, answer=None)
    )
    tx.execute(delete(ledger_subject).where(among(ledger_subject.c.call_id, ids)))


def _stand(tx: Transaction, owner: str, asked: Asked, holds: Holds) -> bool:
    """Whether all sources in the request are there, and none had its answers forgotten since: a renewed one has."""
    subjects = set(asked.call.subjects)
    if holds(tx, owner, subjects) != subjects:
        return False
    return bool(tx.execute(_SUBJECTS_LEFT, {"call": asked.id}).scalar_one() == len(subjects))


def _row(id_: str, asked: Asked, used: Usage, *, outcome: Outcome | None, took_ms: int | None) -> dict[str, Any]:
    return {
        "id": id_,
        "user_id": asked.call.owner,
        "month": asked.month,
        "began_at": asked.began_at,
        "provider": asked.provider,
        "model": asked.model,
        "purpose": asked.call.purpose,
        "outcome": outcome,
        **used._asdict(),
        "cost": used.cost(asked.price),
        "took_ms": took_ms,
    }


def _tell(tx: Transaction, owner: str, name: Name, amount: int, cap: int, now: datetime) -> None:
    data: dict[str, object] = {
        "spend_usd": rules.usd(amount),
        "budget_usd": rules.usd(cap),
        "pct": rules.pct(amount, cap),
    }
    tell(tx, owner, name, data, now=now)
