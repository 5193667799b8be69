"""What the machine takes for the least that a request needs, measured in one quiet process in the same run."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event, select

from bench import metrics
from bench.pages import OWNER
from lorewright.core.ids import content_hash
from lorewright.gateway.articles import queries
from lorewright.gateway.conversations.answering import PASSAGES_READ, TEXTS_READ
from lorewright.knowledge.tables import passage, text
from lorewright.knowledge.texts import embedded_text
from lorewright.world import World

LIMIT = 20
"""Hits that a search gives where no limit is asked for."""
EMBEDDED = 80
"""Passages that the bare model is measured with."""

Statement = tuple[str, Any]
Clock = Callable[[], float]
"""Seconds."""


@dataclass(frozen=True)
class Floor:
    """Medians in ms."""

    embedding_ms: float
    sql_ms: float | None
    """None where the store is not SQLite: its statements are not for bare `sqlite3`."""
    statements: int
    search_ms: float
    """The whole search in process, without HTTP."""
    retrieval_ms: float
    """What an answer rests on, in process."""


def of_questions(world: World, questions: Sequence[str]) -> Floor:
    """The floor of search, one embedding and its bare SQL on sqlite3, and that of asking, retrieval alone."""
    recorded = [recorded_of(partial(_search, world, question)) for question in questions]
    search = [milliseconds(partial(_search, world, one)) for one in questions]
    retrieval = [milliseconds(partial(_retrieve, world, one)) for one in questions]
    return Floor(
        embedding_ms=of_a_question(world, questions),
        sql_ms=of_sql(world, recorded) if world.db.dialect == "sqlite" else None,
        statements=len(recorded[-1]),
        search_ms=_median(search),
        retrieval_ms=_median(retrieval),
    )


def _search(world: World, question: str) -> object:
    with world.db.reading() as tx:
        return queries.search(tx, world, OWNER, question, LIMIT)


def _retrieve(world: World, question: str) -> object:
    with world.db.reading() as tx:
        return queries.retrieved(tx, world, OWNER, question, TEXTS_READ, passages_each=PASSAGES_READ)


def of_a_question(world: World, questions: Sequence[str], clock: Clock = time.perf_counter) -> float:
    """Median in ms of embedding one."""
    world.embedders.chosen().embed([questions[0]])
    return _median([milliseconds(partial(world.embedders.chosen().embed, [one]), clock) for one in questions])


def of_sql(world: World, recorded: Sequence[Sequence[Statement]], clock: Clock = time.perf_counter) -> float:
    """Median in ms of what was recorded for a question, on bare sqlite3."""
    path = str(world.settings.data_dir / "lorewright.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA query_only=ON")
        connection.execute("PRAGMA cache_size=-16000")
        _replay(connection, recorded[0])
        return _median([milliseconds(partial(_replay, connection, one), clock) for one in recorded])


def recorded_of(search: Callable[[], object]) -> list[Statement]:
    """The statements of a search that the service has made ready for before, with their parameters."""
    search()
    with statements() as found:
        search()
    return found


@dataclass(frozen=True)
class Embedding:
    """How many passages the bare model embeds in one process, one at a time; and how many the store has."""

    per_second: float
    per_cpu_second: float
    passages: int


def of_embedding(world: World) -> Embedding:
    """By a sample of the store's passages."""
    with world.db.reading() as tx:
        wanted = select(text.c.title, passage.c.heading_path, passage.c.content).join(
            text, text.c.id == passage.c.text_id
        )
        rows = tx.execute(wanted).all()
    chosen = rows[:: max(1, len(rows) // EMBEDDED)][:EMBEDDED]
    sample = [embedded_text(row.title, row.heading_path, row.content) for row in chosen]
    world.embedders.chosen().embed(sample[:1])
    began, cpu = time.perf_counter(), time.process_time()
    world.embedders.chosen().embed(sample)
    seconds, cpu_s = time.perf_counter() - began, time.process_time() - cpu
    return Embedding(len(sample) / seconds, len(sample) / cpu_s, len(rows))


def of_durability(folder: Path, contents: Sequence[bytes]) -> float:
    """Median in ms of one file and its folder made durable, and one row committed, with nothing around them."""
    blobs = folder / "floor"
    blobs.mkdir()
    with closing(sqlite3.connect(blobs / "rows.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE row (number INTEGER PRIMARY KEY, name TEXT)")
        return _median([milliseconds(partial(_keep, connection, blobs, content)) for content in contents])


def _keep(connection: sqlite3.Connection, folder: Path, content: bytes) -> None:
    name = content_hash(content)
    with (folder / name).open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(descriptor)
    os.close(descriptor)
    connection.execute("INSERT INTO row (name) VALUES (?)", (name,))


@contextmanager
def statements() -> Iterator[list[Statement]]:
    """What is asked of the database in this process while the block lasts, without BEGIN."""
    found: list[Statement] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
        if not statement.startswith("BEGIN"):
            found.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def _replay(connection: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    """All in one reading transaction, as the service does it."""
    connection.execute("BEGIN")
    for statement, parameters in statements:
        connection.execute(statement, parameters).fetchall()
    connection.execute("COMMIT")


def milliseconds(work: Callable[[], object], clock: Clock = time.perf_counter) -> float:
    """That it takes once."""
    began = clock()
    work()
    return (clock() - began) * 1000


def _median(values: list[float]) -> float:
    return round(metrics.percentile(values, 0.5), 2)
