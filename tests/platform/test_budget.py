"""The month's budget is a cap: it is kept whoever dies or asks at once, and told of once."""

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from lorewright.core.errors import BudgetExceeded, Unavailable
from lorewright.db.engine import Database
from lorewright.llm.base import Reply
from lorewright.platform.costs import queries, rules
from lorewright.platform.costs.ledgered import Ledgered
from tests.makers.model import AskedModel, Oracle, until
from tests.platform.asking import CALL, CAP_USD, PRICE, REQUEST, ask_all, everything_stays, ledgered
from tests.platform.ledger import CENT, FixedClock, paid, reply_of, sums, this_month, told


def test_of_fifty_calls_at_once_as_many_are_made_as_the_cap_bears(
    database: Database, model: Ledgered, stub: Oracle
) -> None:
    """Each may cost a cent, and ten cents are there."""
    stub.gate.clear()
    stub.answer = lambda prompt: paid(500)

    async def ask() -> list[Reply | BaseException]:
        asking = asyncio.create_task(ask_all(model, range(50)))
        await until(lambda: len(stub.asked) == 10)
        stub.gate.set()
        return await asking

    ended = asyncio.run(ask())
    answered = [one for one in ended if isinstance(one, Reply)]
    refused = [one for one in ended if isinstance(one, BudgetExceeded)]
    assert len(answered) + len(refused) == 50
    assert len(stub.asked) == len(answered) >= 10
    spent, reserved = sums(database)
    assert (spent, reserved) == (len(answered) * CENT // 2, 0)
    assert spent <= 10 * CENT
    assert "leaves no room" in refused[0].detail
    assert "$0.10" in refused[0].detail
    assert [one["event"] for one in told(database)].count("budget.exceeded") == 1


def test_threads_and_processes_together_stay_within_the_cap(database: Database, stub: Oracle) -> None:
    stub.answer = lambda prompt: paid(1_000)
    line = [sys.executable, "-m", "tests.platform.asking", database.url, stub.address]
    children = [
        subprocess.Popen([*line, str(first), "15"], stdout=subprocess.PIPE, text=True) for first in (1_000, 2_000)
    ]
    with ThreadPoolExecutor(2) as pool:
        ours = [
            pool.submit(asyncio.run, ask_all(ledgered(database, stub.address), range(ten, ten + 10)))
            for ten in range(0, 20, 10)
        ]
    said = "".join(child.communicate()[0] for child in children)
    assert [child.returncode for child in children] == [0, 0]
    ended = [one for each in ours for one in each.result()]
    assert all(isinstance(one, Reply | BudgetExceeded | Unavailable) for one in ended)
    assert said.count("answered") + sum(isinstance(one, Reply) for one in ended) == 10
    assert len(stub.asked) == 10
    assert sums(database) == (10 * CENT, 0)


def test_after_a_crash_the_reservation_counts_and_the_call_is_made_again(database: Database, stub: Oracle) -> None:
    stub.gate.clear()
    line = [sys.executable, "-m", "tests.platform.asking", database.url, stub.address, "7", "1"]
    child = subprocess.Popen(line)
    asyncio.run(until(lambda: len(stub.asked) == 1))
    child.kill()
    child.wait()
    stub.gate.set()
    assert sums(database) == (0, CENT)
    month = this_month(database)
    assert (month.call_count, month.open_count, month.open_usd, month.total_usd) == (1, 1, 0.01, 0.01)

    [again] = asyncio.run(ask_all(ledgered(database, stub.address), [7]))
    assert isinstance(again, Reply)
    assert asyncio.run(ask_all(ledgered(database, stub.address), [7])) == [again]
    assert len(stub.asked) == 2, "the call in flight is paid twice, and no other"
    assert sums(database) == (20 * PRICE.output, CENT)
    with database.reading() as tx:
        now = queries.summary(tx, "ada", rules.month_of(datetime.now(UTC)), cap_usd=CAP_USD)
    assert (now.cost_this_month_usd, now.budget_remaining_usd) == (0.0102, 0.0898)


def test_each_level_of_the_budget_is_told_once_a_month(database: Database, model: Ledgered, stub: Oracle) -> None:
    stub.answer = lambda prompt: paid(1_000)
    asyncio.run(ask_all(model, range(7)))
    assert told(database) == []
    asyncio.run(ask_all(model, range(7, 9)))
    warning = {"event": "budget.warning", "spend_usd": 0.08, "budget_usd": 0.1, "pct": 80.0}
    assert told(database) == [warning]
    asyncio.run(ask_all(model, range(9, 14)))
    exceeded = {"event": "budget.exceeded", "spend_usd": 0.1, "budget_usd": 0.1, "pct": 100.0}
    assert told(database) == [warning, exceeded]


def test_a_month_begins_anew_and_a_call_counts_where_it_was_reserved(database: Database, stub: Oracle) -> None:
    stub.answer = lambda prompt: paid(1_000)
    clock = FixedClock(datetime(2026, 11, 30, 23, 59, tzinfo=UTC))
    model = Ledgered(
        AskedModel(stub.address),
        database,
        clock,
        price=PRICE,
        cap=lambda tx, owner: 0.01,
        holds=everything_stays,
    )

    async def into_december() -> None:
        stub.gate.clear()
        asking = asyncio.create_task(model.complete(REQUEST, CALL))
        await until(lambda: bool(stub.asked))
        clock.moment = datetime(2026, 12, 1, tzinfo=UTC)
        stub.gate.set()
        await asking
        await ask_all(model, [1])

    asyncio.run(into_december())
    with database.reading() as tx:
        assert [queries.month_costs(tx, "ada", f"2026-{one}", cap_usd=1).total_usd for one in (11, 12)] == [0.01, 0.01]


def test_what_costs_nothing_is_asked_though_the_budget_is_spent(
    database: Database, model: Ledgered, stub: Oracle
) -> None:
    stub.answer = lambda prompt: paid(1_000)
    asyncio.run(ask_all(model, range(10)))
    with pytest.raises(BudgetExceeded):
        reply_of(model)
    free = ledgered(database, stub.address, price=rules.Price(0, 0))
    assert reply_of(free).text
