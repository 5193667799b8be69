"""The ledger: no finished call is paid for again, whoever dies, goes away or asks at once."""

import asyncio
import threading
from collections.abc import Iterable
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any, cast

import msgspec
import pytest

from lorewright.core.clock import SystemClock
from lorewright.core.errors import BrokenAnswer, ProviderFailed, Unavailable
from lorewright.db.engine import Database
from lorewright.db.transaction import Transaction
from lorewright.llm.base import Ending, Reply
from lorewright.platform.costs import actions
from lorewright.platform.costs.ledgered import Ledgered
from lorewright.platform.costs.tables import Outcome
from tests.makers.model import AskedModel, Oracle, until
from tests.platform.asking import CALL, CAP_USD, PRICE, REQUEST, ask_all, everything_stays, ledgered
from tests.platform.ledger import CENT, FixedClock, heard_from, ledger_rows, reply_of, subjects, sums, this_month


def test_a_finished_call_is_not_paid_again(database: Database, model: Ledgered, stub: Oracle) -> None:
    first = reply_of(model)
    assert first == Reply("You asked: What is tea?", Ending.COMPLETE, 100, 20)
    after_restart = ledgered(Database(database.url), stub.address)
    assert reply_of(after_restart) == reply_of(model) == first
    assert stub.asked == ["What is tea?"]
    month = this_month(database)
    assert (month.call_count, month.reused_count, month.total_usd) == (1, 2, 0.0002)
    assert (month.input_tokens, month.output_tokens) == (100, 20)
    assert sums(database) == (20 * PRICE.output, 0)


def test_a_streamed_answer_is_used_again_too(model: Ledgered, stub: Oracle) -> None:
    async def heard() -> list[str | Reply]:
        return [piece async for piece in model.stream(REQUEST, CALL)]

    first = asyncio.run(heard())
    assert first == ["You", " asked:", " What", " is", " tea?", stub.answer("What is tea?")]
    assert asyncio.run(heard()) == ["You asked: What is tea?", first[-1]]
    assert reply_of(model) == first[-1]
    assert len(stub.asked) == 1


def test_another_owner_or_attempt_asks_anew(database: Database, model: Ledgered, stub: Oracle) -> None:
    calls = [CALL, msgspec.structs.replace(CALL, owner="bob"), msgspec.structs.replace(CALL, attempt=1)]
    for one in [*calls, *calls]:
        reply_of(model, call=one)
    assert len(stub.asked) == 3
    assert this_month(database, "bob").call_count == 1
    assert this_month(database, "eve").call_count == 0
    with database.writing() as tx:
        actions.forget(tx, "eve", "s1")
    assert [row.answer is not None for row in ledger_rows(database)].count(True) == 3


@pytest.mark.parametrize("ending", [Ending.CUT, Ending.REFUSED])
def test_what_is_cut_or_refused_is_paid_and_asked_again(
    database: Database, model: Ledgered, stub: Oracle, ending: Ending
) -> None:
    stub.answer = lambda prompt: Reply("Tea is", ending, 10, 50)
    assert reply_of(model) == reply_of(model) == stub.answer("")
    assert len(stub.asked) == 2
    assert [(row.outcome, row.key, row.answer) for row in ledger_rows(database)] == [(Outcome.UNUSABLE, None, None)] * 2
    month = this_month(database)
    assert (month.unusable_count, month.unusable_usd) == (2, 0.001)
    assert sums(database) == (100 * PRICE.output, 0)


def test_an_answer_of_the_wrong_shape_is_not_kept(model: Ledgered, stub: Oracle) -> None:
    request = msgspec.structs.replace(REQUEST, schema={"type": "object", "required": ["title"]})
    answers = ['{"title": "Tea', '{"name": "Tea"}', '{"title": "Tea"}', "never asked for"]
    stub.answer = lambda prompt: Reply(answers[len(stub.asked) - 1], Ending.COMPLETE, 10, 5)
    assert [reply_of(model, request).text for _ in range(4)] == [*answers[:3], answers[2]]


def test_a_replay_makes_no_call(database: Database, model: Ledgered, stub: Oracle) -> None:
    """A whole run asked again, as a wiki that is made anew, with another process's eyes."""
    first = asyncio.run(ask_all(ledgered(database, stub.address, cap_usd=1), range(30)))
    assert len(stub.asked) == 30
    assert asyncio.run(ask_all(ledgered(Database(database.url), stub.address, cap_usd=1), range(30))) == first
    assert len(stub.asked) == 30
    assert this_month(database).reused_count == 30


def test_the_same_asked_twice_at_once_is_paid_once(model: Ledgered, stub: Oracle) -> None:
    async def twice() -> list[Reply]:
        return await asyncio.gather(*(model.complete(REQUEST, CALL) for _ in range(20)))

    assert len(set(asyncio.run(twice()))) == 1
    assert len(stub.asked) == 1


def test_an_error_in_place_of_an_answer_costs_nothing(database: Database, model: Ledgered, stub: Oracle) -> None:
    stub.status = 529
    for ask in (reply_of, heard_from):
        with pytest.raises(ProviderFailed, match="529"):
            ask(model)
    assert sums(database) == (0, 0)
    assert [(row.outcome, row.input_tokens) for row in ledger_rows(database)] == [(Outcome.FAILED, 0)] * 2
    stub.status = 200
    assert reply_of(model).text
    assert subjects(database) == 2, "of the answer that is kept"


def test_a_cut_stream_costs_what_came_of_it(database: Database, model: Ledgered, stub: Oracle) -> None:
    stub.words = 3
    with pytest.raises(BrokenAnswer):
        heard_from(model)
    assert sums(database) == (len("You asked: What") * PRICE.output, 0)
    stub.words = None
    heard_from(model)
    assert len(stub.asked) == 2


def test_an_answer_that_breaks_off_unseen_costs_what_it_might(
    database: Database, model: Ledgered, stub: Oracle
) -> None:
    stub.words = 0
    for ask in (reply_of, heard_from):
        with pytest.raises(BrokenAnswer):
            ask(model)
    assert sums(database) == (2 * CENT, 0)


def test_a_stream_that_nobody_hears_to_its_end_is_settled(database: Database, model: Ledgered, stub: Oracle) -> None:
    stub.gate.clear()
    stub.stop_after = 2

    async def leave() -> None:
        async with aclosing(cast(Any, model.stream(REQUEST, CALL))) as pieces:
            assert await anext(pieces) == "You"

    asyncio.run(leave())
    assert sums(database) == (3 * PRICE.output, 0)
    assert [row.outcome for row in ledger_rows(database)] == [Outcome.FAILED]


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
    assert sums(database) == (len("You asked:") * PRICE.output if is_streamed else CENT, 0)


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
    assert sums(database) == (0, 0)
    assert [(row.outcome, row.cost) for row in ledger_rows(database)] == [(Outcome.FAILED, 0)]


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
    assert reply_of(model).text == "You asked: What is tea?"
    assert sums(database) == ((20 * PRICE.output, 0) if busy == 2 else (0, CENT))


def test_what_is_forgotten_leaves_its_cost(database: Database, model: Ledgered, stub: Oracle) -> None:
    kept = msgspec.structs.replace(CALL, subjects=("s3",), attempt=9)
    for one in (CALL, kept):
        reply_of(model, call=one)
    before = this_month(database)
    with database.writing() as tx:
        actions.forget(tx, "ada", "s2")
    assert [(row.key is None, row.answer) for row in ledger_rows(database)] == [
        (True, None),
        (False, "You asked: What is tea?"),
    ]
    assert this_month(database) == before
    assert subjects(database) == 1
    for one in (CALL, kept):
        reply_of(model, call=one)
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
    assert [(row.outcome, row.answer) for row in ledger_rows(database)] == [(Outcome.ANSWERED, None)]
    assert subjects(database) == 0
