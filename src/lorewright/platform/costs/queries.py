"""Reading the ledger."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row, bindparam, func, select

from lorewright.db.transaction import Transaction
from lorewright.llm.base import Ending, Reply
from lorewright.platform.costs import rules
from lorewright.platform.costs.schemas import (
    CostBreakdownEntry,
    CostBreakdownResponse,
    CostSummaryResponse,
    MonthCosts,
)
from lorewright.platform.costs.tables import SPEECH, Outcome, ledger_call, ledger_month

_KEPT = (
    select(ledger_call.c.answer, ledger_call.c.input_tokens, ledger_call.c.output_tokens)
    .where(ledger_call.c.user_id == bindparam("owner"), ledger_call.c.key == bindparam("wanted"))
    .order_by(ledger_call.c.began_at, ledger_call.c.id)
    .limit(1)
)


def kept(tx: Transaction, owner: str, key: str) -> Reply | None:
    """The answer to this very call; the first, where two were asked at once."""
    row = tx.execute(_KEPT, {"owner": owner, "wanted": key}).first()
    return None if row is None else Reply(row.answer, Ending.COMPLETE, row.input_tokens, row.output_tokens)


def summary(tx: Transaction, owner: str, month: str, *, cap_usd: float) -> CostSummaryResponse:
    """What counts against the cap: what was spent, and what calls without an outcome cost at most."""
    mine = (ledger_month.c.user_id == owner) & (ledger_month.c.month == month)
    counted = tx.execute(select(ledger_month.c.spent + ledger_month.c.reserved).where(mine)).scalar() or 0
    return CostSummaryResponse(
        cost_this_month_usd=rules.usd(counted),
        budget_usd=cap_usd,
        budget_remaining_usd=rules.usd(max(0, rules.pico(cap_usd) - counted)),
    )


def breakdown(tx: Transaction, owner: str, month: str, *, cap_usd: float) -> CostBreakdownResponse:
    return CostBreakdownResponse.model_validate(dict(month_costs(tx, owner, month, cap_usd=cap_usd)))


def month_costs(tx: Transaction, owner: str, month: str, *, cap_usd: float) -> MonthCosts:
    rows = tx.execute(
        select(
            ledger_call.c.provider,
            ledger_call.c.purpose,
            ledger_call.c.outcome,
            func.count().label("calls"),
            func.sum(ledger_call.c.cost).label("cost"),
            func.sum(ledger_call.c.input_tokens).label("input_tokens"),
            func.sum(ledger_call.c.output_tokens).label("output_tokens"),
        )
        .where(ledger_call.c.user_id == owner, ledger_call.c.month == month)
        .group_by(ledger_call.c.provider, ledger_call.c.purpose, ledger_call.c.outcome)
    ).all()
    made = [row for row in rows if row.outcome != Outcome.REUSED]
    ended = [row for row in made if row.outcome is not None and row.purpose != SPEECH]  # which has no tokens
    open_ = [row for row in made if row.outcome is None]
    unusable = [row for row in made if row.outcome in (Outcome.UNUSABLE, Outcome.FAILED)]
    total = _sum(made, "cost")
    return MonthCosts(
        month=month,
        total_usd=rules.usd(total),
        budget_usd=cap_usd,
        budget_pct=rules.pct(total, rules.pico(cap_usd)),
        by_provider=_by(made, "provider"),
        by_task_type=_by(made, "purpose"),
        call_count=_sum(made, "calls"),
        input_tokens=_sum(ended, "input_tokens"),
        output_tokens=_sum(ended, "output_tokens"),
        reused_count=_sum(rows, "calls") - _sum(made, "calls"),
        unusable_count=_sum(unusable, "calls"),
        unusable_usd=rules.usd(_sum(unusable, "cost")),
        open_count=_sum(open_, "calls"),
        open_usd=rules.usd(_sum(open_, "cost")),
    )


def _by(rows: Iterable[Row[Any]], column: str) -> dict[str, CostBreakdownEntry]:
    """The most expensive first."""
    groups: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for row in rows:
        groups[row._mapping[column]].append(row)
    entries = {
        name: CostBreakdownEntry(cost_usd=rules.usd(_sum(group, "cost")), call_count=_sum(group, "calls"))
        for name, group in groups.items()
    }
    return dict(sorted(entries.items(), key=lambda entry: (-entry[1].cost_usd, entry[0])))


def _sum(rows: Iterable[Row[Any]], column: str) -> int:
    return sum(int(row._mapping[column]) for row in rows)  # PostgreSQL adds up to a decimal
