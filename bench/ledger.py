"""What the ledger adds to a call of a language model: looking up, reserving and settling, each durable on SQLite.

The model is one in this process that answers at once, so that nothing else is measured. The floor is two durable commits of a row each,
on bare `sqlite3` in the same folder, taken in turns with the calls.
"""

import argparse
import asyncio
import sqlite3
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from bench import metrics, report
from lorewright import tables
from lorewright.core.clock import SystemClock
from lorewright.core.ids import new_id
from lorewright.db import schema
from lorewright.db.engine import Database, sqlite_url
from lorewright.db.transaction import Transaction
from lorewright.llm.base import Call, Ending, Provider, Reply, Request
from lorewright.platform.costs.ledgered import Ledgered
from lorewright.platform.costs.rules import Price
from lorewright.platform.costs.tables import Outcome, ledger_call

CALLS = 500
WARM_UP = 20
AT_ONCE = 8
KEPT = 20_000
"""Answers that the ledger holds already in the large case."""
CALL = Call("ada", "compile", "section", 1, ("s1", "s2", "s3"))
PROMPT = "A passage of a source, as a section's request holds some of them, each of about a hundred words. " * 100
ANSWER = "A sentence of an answer. " * 100

assert tables.__all__, "a schema is made of the tables that have been loaded"


class AtOnce:
    """A model without a network."""

    provider = Provider.OPENAI_COMPATIBLE
    name = "at-once"

    async def complete(self, request: Request, call: Call) -> Reply:
        return Reply(ANSWER, Ending.COMPLETE, 2_500, 600)

    async def stream(self, request: Request, call: Call) -> AsyncGenerator[str | Reply, None]:
        yield ANSWER
        yield await self.complete(request, call)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--calls", type=int, default=CALLS, help="how many are timed of each kind")


def run(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(sqlite_url(Path(folder) / "lorewright.db"))
        schema.upgrade(database, Path(folder), datetime.now(UTC))
        figures = asyncio.run(_measured(database, Path(folder), options.calls))
        database.close()
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("ledger", figures)


async def _measured(database: Database, folder: Path, calls: int) -> dict[str, Any]:
    model = Ledgered(
        AtOnce(), database, SystemClock(), price=Price.per_million(3, 15), cap=lambda tx, owner: 1e6, holds=_all
    )

    def ask(number: int) -> Coroutine[Any, Any, Reply]:
        return model.complete(Request("Be brief.", f"{PROMPT}{number}"), CALL)

    for number in range(WARM_UP):
        await ask(-1 - number)
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as floor:
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            floor.execute(f"PRAGMA {pragma}")
        floor.execute("CREATE TABLE row (number INTEGER PRIMARY KEY, content TEXT)")
        commits, new = [], []
        for number in range(calls):
            commits.append(_ms(lambda: _commit_twice(floor)))
            new.append(await _ms_of(ask(number)))
    again = [await _ms_of(ask(number)) for number in range(calls)]
    streamed = [await _ms_of(_hear(model, number)) for number in range(calls, 2 * calls)]
    began, cpu = time.perf_counter(), time.process_time()
    for first in range(2 * calls, 3 * calls, AT_ONCE):
        await asyncio.gather(*map(ask, range(first, first + AT_ONCE)))
    at_once = [1_000 * spent / calls for spent in (time.perf_counter() - began, time.process_time() - cpu)]
    _fill(database)
    large = [await _ms_of(ask(number)) for number in range(3 * calls, 4 * calls)]
    return {
        "a call": _figures(new),
        "floor, two commits": _figures(commits),
        "an answer used again": _figures(again),
        "a stream": _figures(streamed),
        f"{AT_ONCE} calls at once, each": {"mean_ms": round(at_once[0], 2), "cpu_ms": round(at_once[1], 2)},
        f"a call beside {KEPT} others": _figures(large),
    }


async def _hear(model: Ledgered, number: int) -> None:
    async for _ in model.stream(Request("Be brief.", f"{PROMPT}{number}"), CALL):
        pass


def _fill(database: Database) -> None:
    """The ledger of somebody who has compiled for a while: one call that is there, again and again with another key."""
    with database.engine.begin() as connection:
        known = connection.execute(select(ledger_call).where(ledger_call.c.outcome == Outcome.ANSWERED).limit(1)).one()
        others = [{**known._mapping, "id": new_id(), "key": f"{number:064x}"} for number in range(KEPT)]
        connection.execute(insert(ledger_call), others)


def _all(tx: Transaction, owner: str, source_ids: Iterable[str]) -> set[str]:
    return set(source_ids)


def _commit_twice(connection: sqlite3.Connection) -> None:
    for _ in range(2):
        connection.execute("INSERT INTO row (content) VALUES (?)", (ANSWER,))


def _ms(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return 1_000 * (time.perf_counter() - began)


async def _ms_of(work: Coroutine[Any, Any, object]) -> float:
    began = time.perf_counter()
    await work
    return 1_000 * (time.perf_counter() - began)


def _figures(timed: list[float]) -> dict[str, float]:
    return {f"p{share}_ms": round(metrics.percentile(timed, share / 100), 2) for share in (50, 95)}
