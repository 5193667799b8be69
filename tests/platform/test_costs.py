"""The ledger: no cap is overspent, no finished call is paid for again, whoever dies, goes away or asks at once."""

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any, cast

import msgspec
import pytest
from sqlalchemy import select

from lorewright.core.clock import SystemClock
from lorewright.core.errors import BrokenAnswer, BudgetExceeded, ProviderFailed, Unavailable
from lorewright.db.engine import Database
from lorewright.db.transaction import Transaction
from lorewright.llm.base import Call, Ending, Reply, Request
from lorewright.platform.costs import actions, queries, rules
from lorewright.platform.costs.ledgered import Ledgered
from lorewright.platform.costs.schemas import MonthCosts
from lorewright.platform.costs.tables import Outcome, ledger_call, ledger_month, ledger_subject
from lorewright.platform.events.tables import event
from tests.makers.model import AskedModel, Oracle, oracle, until
from tests.platform.asking import CALL, CAP_USD, PRICE, REQUEST, ask_all, everything_stays, ledgered

CENT = 10**10


@pytest.fixture
def stub() -> Iterator[Oracle]:
    with oracle() as made:
        yield made


@pytest.fixture
def model(database: Database, stub: Oracle) -> Ledgered:
    return ledgered(database, stub.address)


def _ask(model: Ledgered, request: Request = REQUEST, call: Call = CALL) -> Reply:
    return asyncio.run(model.complete(request, call))


def _rows(db: Database) -> list[Any]:
    with db.reading() as tx:
        return list(tx.execute(select(ledger_call).order_by(ledger_call.c.began_at)))


def _sums(db: Database) -> tuple[int, int]:
    """Of the month: spent and reserved, which are those of its calls."""
    rows = _rows(db)
    with db.reading() as tx:
        sums = tx.execute(select(ledger_month.c.spent, ledger_month.c.reserved)).one()
    assert sums.spent == sum(row.cost for row in rows if row.outcome is not None)
    assert sums.reserved == sum(row.cost for row in rows if row.outcome is None)
    return sums.spent, sums.reserved


def _month(db: Database, owner: str = "ada") -> MonthCosts:
    with db.reading() as tx:
        return queries.month_costs(tx, owner, rules.month_of(datetime.now(UTC)), cap_usd=CAP_USD)


def _told(db: Database) -> list[dict[str, Any]]:
    with db.reading() as tx:
        return [json.loads(one) for one in tx.execute(select(event.c.message).order_by(event.c.number)).scalars()]


def _paid(tokens: int) -> Reply:
    return Reply("Tea is a drink.", Ending.COMPLETE, 100, tokens)


def test_a_finished_call_is_not_paid_again(database: Database, model: Ledgered, stub: Oracle) -> None:
    first = _ask(model)
    assert first == Reply("You asked: What is tea?", Ending.COMPLETE, 100, 20)
    after_restart = ledgered(Database(database.url), stub.address)
    assert _ask(after_restart) == _ask(model) == first
    assert stub.asked == ["What is tea?"]
    month = _month(database)
    assert (month.call_count, month.reused_count, month.total_usd) == (1, 2, 0.0002)
    assert (month.input_tokens, month.output_tokens) == (100, 20)
    assert _sums(database) == (20 * PRICE.output, 0)


def test_a_streamed_answer_is_used_again_too(model: Ledgered, stub: Oracle) -> None:
    async def heard() -> list[str | Reply]:
        return [piece async for piece in model.stream(REQUEST, CALL)]

    first = asyncio.run(heard())
    assert first == ["You", " asked:", " What", " is", " tea?", stub.answer("What is tea?")]
    assert asyncio.run(heard()) == ["You asked: What is tea?", first[-1]]
    assert _ask(model) == first[-1]
    assert len(stub.asked) == 1


def test_another_owner_or_attempt_asks_anew(database: Database, model: Ledgered, stub: Oracle) -> None:
    calls = [CALL, msgspec.structs.replace(CALL, owner="bob"), msgspec.structs.replace(CALL, attempt=1)]
    for one in [*calls, *calls]:
        _ask(model, call=one)
    assert len(stub.asked) == 3
    assert _month(database, "bob").call_count == 1
    assert _month(database, "eve").call_count == 0
    with database.writing() as tx:
        actions.forget(tx, "eve", "s1")
    assert [row.answer is not None for row in _rows(database)].count(True) == 3


@pytest.mark.parametrize("ending", [Ending.CUT, Ending.REFUSED])
def test_what_is_cut_or_refused_is_paid_and_asked_again(
    database: Database, model: Ledgered, stub: Oracle, ending: Ending
) -> None:
    stub.answer = lambda prompt: Reply("Tea is", ending, 10, 50)
    assert _ask(model) == _ask(model) == stub.answer("")
    assert len(stub.asked) == 2
    assert [(row.outcome, row.key, row.answer) for row in _rows(database)] == [(Outcome.UNUSABLE, None, None)] * 2
    month = _month(database)
    assert (month.unusable_count, month.unusable_usd) == (2, 0.001)
    assert _sums(database) == (100 * PRICE.output, 0)


def test_an_answer_of_the_wrong_shape_is_not_kept(model: Ledgered, stub: Oracle) -> None:
    request = msgspec.structs.replace(REQUEST, schema={"type": "object", "required": ["title"]})
    answers = ['{"title": "Tea', '{"name": "Tea"}', '{"title": "Tea"}', "never asked for"]
    stub.answer = lambda prompt: Reply(answers[len(stub.asked) - 1], Ending.COMPLETE, 10, 5)
    assert [_ask(model, request).text for _ in range(4)] == [*answers[:3], answers[2]]


def test_a_replay_makes_no_call(database: Database, model: Ledgered, stub: Oracle) -> None:
    """A whole run asked again, as a wiki that is made anew, with another process's eyes."""
    first = asyncio.run(ask_all(ledgered(database, stub.address, cap_usd=1), range(30)))
    assert len(stub.asked) == 30
    assert asyncio.run(ask_all(ledgered(Database(database.url), stub.address, cap_usd=1), range(30))) == first
    assert len(stub.asked) == 30
    assert _month(database).reused_count == 30


def test_of_fifty_calls_at_once_as_many_are_made_as_the_cap_bears(
    database: Database, model: Ledgered, stub: Oracle
) -> None:
    """Each may cost a cent, and ten cents are there."""
    stub.gate.clear()
    stub.answer = lambda prompt: _paid(500)

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
    spent, reserved = _sums(database)
    assert (spent, reserved) == (len(answered) * CENT // 2, 0)
    assert spent <= 10 * CENT
    assert "leaves no room" in refused[0].detail
    assert "$0.10" in refused[0].detail
    assert [one["event"] for one in _told(database)].count("budget.exceeded") == 1


def test_threads_and_processes_together_stay_within_the_cap(database: Database, stub: Oracle) -> None:
    stub.answer = lambda prompt: _paid(1_000)
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
    assert _sums(database) == (10 * CENT, 0)


def test_the_same_asked_twice_at_once_is_paid_once(model: Ledgered, stub: Oracle) -> None:
    async def twice() -> list[Reply]:
        return await asyncio.gather(*(model.complete(REQUEST, CALL) for _ in range(20)))

    assert len(set(asyncio.run(twice()))) == 1
    assert len(stub.asked) == 1


def test_after_a_crash_the_reservation_counts_and_the_call_is_made_again(database: Database, stub: Oracle) -> None:
    stub.gate.clear()
    line = [sys.executable, "-m", "tests.platform.asking", database.url, stub.address, "7", "1"]
    child = subprocess.Popen(line)
    asyncio.run(until(lambda: len(stub.asked) == 1))
    child.kill()
    child.wait()
    stub.gate.set()
    assert _sums(database) == (0, CENT)
    month = _month(database)
    assert (month.call_count, month.open_count, month.open_usd, month.total_usd) == (1, 1, 0.01, 0.01)

    [again] = asyncio.run(ask_all(ledgered(database, stub.address), [7]))
    assert isinstance(again, Reply)
    assert asyncio.run(ask_all(ledgered(database, stub.address), [7])) == [again]
    assert len(stub.asked) == 2, "the call in flight is paid twice, and no other"
    assert _sums(database) == (20 * PRICE.output, CENT)
    with database.reading() as tx:
        now = queries.summary(tx, "ada", rules.month_of(datetime.now(UTC)), cap_usd=CAP_USD)
    assert (now.cost_this_month_usd, now.budget_remaining_usd) == (0.0102, 0.0898)


def test_an_error_in_place_of_an_answer_costs_nothing(database: Database, model: Ledgered, stub: Oracle) -> None:
    stub.status = 529
    for ask in (_ask, _hear):
        with pytest.raises(ProviderFailed, match="529"):
            ask(model)
    assert _sums(database) == (0, 0)
    assert [(row.outcome, row.input_tokens) for row in _rows(database)] == [(Outcome.FAILED, 0)] * 2
    stub.status = 200
    assert _ask(model).text
    assert _subjects(database) == 2, "of the answer that is kept"


def _hear(model: Ledgered) -> list[str | Reply]:
    async def heard() -> list[str | Reply]:
        return [piece async for piece in model.stream(REQUEST, CALL)]

    return asyncio.run(heard())


def _subjects(db: Database) -> int:
    with db.reading() as tx:
        return len(tx.execute(select(ledger_subject)).all())


def test_a_cut_stream_costs_what_came_of_it(database: Database, model: Ledgered, stub: Oracle) -> None:
    stub.words = 3
    with pytest.raises(BrokenAnswer):
        _hear(model)
    assert _sums(database) == (len("You asked: What") * PRICE.output, 0)
    stub.words = None
    _hear(model)
    assert len(stub.asked) == 2


def test_an_answer_that_breaks_off_unseen_costs_what_it_might(
    database: Database, model: Ledgered, stub: Oracle
) -> None:
    stub.words = 0
    for ask in (_ask, _hear):
        with pytest.raises(BrokenAnswer):
            ask(model)
    assert _sums(database) == (2 * CENT, 0)


def test_a_stream_that_nobody_hears_to_its_end_is_settled(database: Database, model: Ledgered, stub: Oracle) -> None:
    stub.gate.clear()
    stub.stop_after = 2

    async def leave() -> None:
        async with aclosing(cast(Any, model.stream(REQUEST, CALL))) as pieces:
            assert await anext(pieces) == "You"

    asyncio.run(leave())
    assert _sums(database) == (3 * PRICE.output, 0)
    assert [row.outcome for row in _rows(database)] == [Outcome.FAILED]


@pytest.mark.parametrize("is_streamed", [True, False])
def test_who_is_cancelled_settles(database: Database, model: Ledgered, stub: Oracle, is_streamed: bool) -> None:
    stub.gate.clear()
    stub.stop_after = 2 if is_streamed else None
    heard: list[str | Reply] = []

    async def listen() -> None:
        if not is_streamed:
            await model.complete(REQUEST, CALL)
        async for piece in model.stream(REQUEST, CALL):
            heard.append(piece)  # noqa: PERF401 - each is seen when it comes

    async def leave() -> None:
        listening = asyncio.create_task(listen())
        await until(lambda: len(heard) == 2 if is_streamed else bool(stub.asked))
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening

    asyncio.run(leave())
    assert _sums(database) == (len("You asked:") * PRICE.output if is_streamed else CENT, 0)


def test_who_is_cancelled_before_the_call_pays_nothing(database: Database, stub: Oracle) -> None:
    """While the database has the reservation wait."""
    waiting, free = threading.Event(), threading.Event()

    def cap(tx: Transaction, owner: str) -> float:
        waiting.set()
        free.wait()
        return CAP_USD

    async def leave() -> None:
        model = Ledgered(
            AskedModel(stub.address),
            database,
            FixedClock(datetime.now(UTC)),
            price=PRICE,
            cap=cap,
            holds=everything_stays,
        )
        asking = asyncio.create_task(model.complete(REQUEST, CALL))
        await until(waiting.is_set)
        asking.cancel()
        await asyncio.sleep(0)
        free.set()
        with pytest.raises(asyncio.CancelledError):
            await asking

    asyncio.run(leave())
    assert stub.asked == []
    assert _sums(database) == (0, 0)
    assert [(row.outcome, row.cost) for row in _rows(database)] == [(Outcome.FAILED, 0)]


@pytest.mark.parametrize("busy", [2, 9])
def test_a_paid_answer_reaches_who_asked_though_the_database_is_busy(
    database: Database, stub: Oracle, busy: int
) -> None:
    """It is written down as soon as that passes; else what was set aside stays."""
    left = busy

    def holds(tx: Transaction, owner: str, source_ids: Iterable[str]) -> set[str]:
        nonlocal left
        left -= 1
        if left >= 0:
            raise Unavailable("The database is busy; try again in a moment.")
        return set(source_ids)

    model = Ledgered(
        AskedModel(stub.address), database, SystemClock(), price=PRICE, cap=lambda tx, owner: CAP_USD, holds=holds
    )
    assert _ask(model).text == "You asked: What is tea?"
    assert _sums(database) == ((20 * PRICE.output, 0) if busy == 2 else (0, CENT))


def test_each_level_of_the_budget_is_told_once_a_month(database: Database, model: Ledgered, stub: Oracle) -> None:
    stub.answer = lambda prompt: _paid(1_000)
    asyncio.run(ask_all(model, range(7)))
    assert _told(database) == []
    asyncio.run(ask_all(model, range(7, 9)))
    warning = {"event": "budget.warning", "spend_usd": 0.08, "budget_usd": 0.1, "pct": 80.0}
    assert _told(database) == [warning]
    asyncio.run(ask_all(model, range(9, 14)))
    exceeded = {"event": "budget.exceeded", "spend_usd": 0.1, "budget_usd": 0.1, "pct": 100.0}
    assert _told(database) == [warning, exceeded]


def test_a_month_begins_anew_and_a_call_counts_where_it_was_reserved(database: Database, stub: Oracle) -> None:
    stub.answer = lambda prompt: _paid(1_000)
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


class FixedClock:
    """Stands still until it is set."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment


def test_what_costs_nothing_is_asked_though_the_budget_is_spent(
    database: Database, model: Ledgered, stub: Oracle
) -> None:
    stub.answer = lambda prompt: _paid(1_000)
    asyncio.run(ask_all(model, range(10)))
    with pytest.raises(BudgetExceeded):
        _ask(model)
    free = ledgered(database, stub.address, price=rules.Price(0, 0))
    assert _ask(free).text


def test_what_is_forgotten_leaves_its_cost(database: Database, model: Ledgered, stub: Oracle) -> None:
    kept = msgspec.structs.replace(CALL, subjects=("s3",), attempt=9)
    for one in (CALL, kept):
        _ask(model, call=one)
    before = _month(database)
    with database.writing() as tx:
        actions.forget(tx, "ada", "s2")
    assert [(row.key is None, row.answer) for row in _rows(database)] == [
        (True, None),
        (False, "You asked: What is tea?"),
    ]
    assert _month(database) == before
    assert _subjects(database) == 1
    for one in (CALL, kept):
        _ask(model, call=one)
    assert len(stub.asked) == 3


def test_a_call_under_way_is_not_kept_when_its_source_was_forgotten(
    database: Database, model: Ledgered, stub: Oracle
) -> None:
    async def ask() -> None:
        stub.gate.clear()
        asking = asyncio.create_task(model.complete(REQUEST, CALL))
        await until(lambda: bool(stub.asked))
        with database.writing() as tx:
            actions.forget(tx, "ada", "s1")
        stub.gate.set()
        assert (await asking).text

    asyncio.run(ask())
    assert [(row.outcome, row.answer) for row in _rows(database)] == [(Outcome.ANSWERED, None)]
    assert _subjects(database) == 0
