"""What tests of the ledger look at."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from lorewright.db.engine import Database
from lorewright.llm.base import Call, Ending, Reply, Request
from lorewright.platform.costs import queries, rules
from lorewright.platform.costs.ledgered import Ledgered
from lorewright.platform.costs.schemas import MonthCosts
from lorewright.platform.costs.tables import ledger_call, ledger_month, ledger_subject
from lorewright.platform.events.tables import event
from tests.platform.asking import CALL, CAP_USD, REQUEST

CENT = 10**10


def reply_of(model: Ledgered, request: Request = REQUEST, call: Call = CALL) -> Reply:
    return asyncio.run(model.complete(request, call))


def ledger_rows(db: Database) -> list[Any]:
    with db.reading() as tx:
        return list(tx.execute(select(ledger_call).order_by(ledger_call.c.began_at)))


def sums(db: Database) -> tuple[int, int]:
    """Of the month: spent and reserved, which are those of its calls."""
    rows = ledger_rows(db)
    with db.reading() as tx:
        sums = tx.execute(select(ledger_month.c.spent, ledger_month.c.reserved)).one()
    assert sums.spent == sum(row.cost for row in rows if row.outcome is not None)
    assert sums.reserved == sum(row.cost for row in rows if row.outcome is None)
    return sums.spent, sums.reserved


def this_month(db: Database, owner: str = "ada") -> MonthCosts:
    with db.reading() as tx:
        return queries.month_costs(tx, owner, rules.month_of(datetime.now(UTC)), cap_usd=CAP_USD)


def told(db: Database) -> list[dict[str, Any]]:
    with db.reading() as tx:
        return [json.loads(one) for one in tx.execute(select(event.c.message).order_by(event.c.number)).scalars()]


def paid(tokens: int) -> Reply:
    return Reply("Tea is a drink.", Ending.COMPLETE, 100, tokens)


def heard_from(model: Ledgered) -> list[str | Reply]:
    async def heard() -> list[str | Reply]:
        return [piece async for piece in model.stream(REQUEST, CALL)]

    return asyncio.run(heard())


def subjects(db: Database) -> int:
    with db.reading() as tx:
        return len(tx.execute(select(ledger_subject)).all())


class FixedClock:
    """Stands still until it is set."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment
