"""The two databases: SQLite by default, PostgreSQL by its address. Opens connections and transactions on them.

On SQLite each process has one write connection behind a lock, which always begins IMMEDIATE (a read that is upgraded to a
write fails whatever the time-out), and read connections that cannot write. WAL with synchronous=FULL makes a commit durable;
secure_delete overwrites what is deleted.
"""

import select
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry

from lorewright.core.errors import BadInput, Unavailable
from lorewright.core.files import DISK_FULL
from lorewright.db.transaction import JOBS, Transaction
from lorewright.db.watch import AWAY, POLL_S, SqliteWatch, Watch

BUSY_TIMEOUT_S = 5.0
CONNECT_S = 5
"""For a connection to PostgreSQL, unless its address says otherwise: a server that is cut off does not refuse, it is silent."""
PREPARED = 400
"""Statements that each connection to PostgreSQL keeps prepared at most, which is more than there are; from the sixth time on one is."""
READ_CONNECTIONS = 44  # as many as the HTTP server has threads that read
KEPT_CONNECTIONS = 4
"""Of those that read SQLite: each holds some megabytes, which a seldom used one would gather for hours; opening another takes 1 ms."""
READ_CACHE_KIB = 64
"""Of SQLite's pages, for each connection that reads: with thirty times as much nothing is found more quickly among 100,000 passages.
Whenever another has written, a connection gives its pages back and takes new ones, and what comes to lie between them keeps the memory:
with 500 the server grew by nine megabytes in ten minutes of load, with 64 by one."""
WRITE_CACHE_KIB = 1_000
"""Of the one that writes; a longer transaction spills into the log before its end."""

# SQLite's primary result codes and PostgreSQL's SQLSTATEs that pass by themselves or with somebody's help.
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, "40001", "40P01", "55P03", "57014"}
_DISK = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, "53100"}
_READ_ONLY = {sqlite3.SQLITE_READONLY, "25006"}
_DAMAGED = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
_GONE = {"57P01", "57P02", "57P03"}


class Database:
    """Opens transactions. `reading()` sees one snapshot and cannot write; `writing()` is one atomic write."""

    def __init__(self, url: str) -> None:
        self.dialect = "sqlite" if url.startswith("sqlite") else "postgresql"
        self.url = url
        if self.dialect == "sqlite":
            self._writer = _sqlite_engine(url, read_only=False)
            self._reader = _sqlite_engine(url, read_only=True)
            self._write_lock: threading.Lock | None = threading.Lock()
        else:
            self._writer = _postgres_engine(url)
            self._reader = self._writer.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            self._write_lock = None
        self._background_free_at = 0.0

    @property
    def engine(self) -> Engine:
        """For migrations and maintenance, which are not transactions of ours."""
        return self._writer

    @property
    def reading_engine(self) -> Engine:
        """For whoever only looks: on SQLite the other waits for its turn to write."""
        return self._reader

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        tx = Transaction(self.dialect, self._reader.connect, _end_read, reads_only=True)
        with plain_errors():  # a connection that is cut says so when it is closed, at the latest
            try:
                yield tx
            finally:
                tx.close()

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Commits when the block ends well, else rolls back. Raises `Unavailable` when the disk is full or the database stays locked."""
        tx = Transaction(self.dialect, self._begin_write, self._end_write, reads_only=False)
        with plain_errors():
            try:
                yield tx
                tx.commit()
            finally:
                tx.close()

    @contextmanager
    def background(self) -> Iterator[Transaction]:
        """Like `writing`, for work that nobody waits for: stays away from the writer as long as it last held it (at most a second)."""
        wait = self._background_free_at - time.monotonic()
        if wait > 0:
            time.sleep(min(wait, 1.0))
        tx = None
        try:
            with self.writing() as tx:
                yield tx
        finally:
            if tx is not None and tx.began is not None:
                self._background_free_at = 2 * time.monotonic() - tx.began

    def watch(self, poll_s: float = POLL_S, channel: str = JOBS, stop: threading.Event | None = None) -> Watch:
        """Notices that others committed what `channel` announces, on SQLite anything, within `poll_s`; waits no longer once `stop` is
        set. Raises `Unavailable` where the database cannot be reached."""
        stop = stop or threading.Event()
        if self.dialect == "sqlite":
            return SqliteWatch(make_url(self.url).database or "", poll_s, stop)
        from lorewright.db.watch_postgres import PostgresWatch

        url = make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)
        return PostgresWatch(url, channel, stop)

    def close(self) -> None:
        self._reader.dispose()
        self._writer.dispose()

    def _begin_write(self) -> Connection:
        if self._write_lock is not None and not self._write_lock.acquire(timeout=BUSY_TIMEOUT_S):
            raise Unavailable("The database is busy; try again in a moment.")
        connection = None
        try:
            connection = self._writer.connect()
            connection.begin()
        except BaseException:
            if connection is not None:
                connection.close()  # else it is away as long as the error is kept somewhere, and there are only two
            if self._write_lock is not None:
                self._write_lock.release()
            raise
        return connection

    def _end_write(self, connection: Connection) -> None:
        try:
            connection.close()
        finally:
            if self._write_lock is not None:
                self._write_lock.release()


def _end_read(connection: Connection) -> None:
    """With a commit: at a rollback psycopg gives up all that it has had PostgreSQL prepare."""
    try:
        if not connection.invalidated:
            connection.commit()
    finally:
        connection.close()


@contextmanager
def plain_errors() -> Iterator[None]:
    """Says in our words what the database says when it cannot serve for now."""
    try:
        yield
    except PoolTimeout as error:
        raise Unavailable("The database is busy; try again in a moment.") from error
    except DBAPIError as error:
        code = _code(error)
        if code in _BUSY:
            raise Unavailable("The database is busy; try again in a moment.") from error
        if code in _DISK:
            raise Unavailable(DISK_FULL) from error
        if code in _READ_ONLY:
            raise Unavailable("The database is read-only: nothing was stored. Let Lorewright write to it.") from error
        if code in _DAMAGED:
            raise Unavailable(
                "The database's file is damaged, or none of ours; put back a copy, for one from the folder snapshots."
            ) from error
        never_reached = code is None and isinstance(error, OperationalError)
        if error.connection_invalidated or code in _GONE or never_reached:
            raise Unavailable(AWAY) from error
        raise


def _code(error: DBAPIError) -> int | str | None:
    """SQLite's primary result code, or PostgreSQL's SQLSTATE."""
    extended = getattr(error.orig, "sqlite_errorcode", None)
    state: str | None = getattr(error.orig, "sqlstate", None)
    return state if extended is None else int(extended) & 0xFF


def _sqlite_engine(url: str, *, read_only: bool) -> Engine:
    kept = KEPT_CONNECTIONS if read_only else 1
    engine = create_engine(
        url,
        pool_size=kept,
        max_overflow=READ_CONNECTIONS - kept if read_only else 1,
        pool_use_lifo=True,  # the connection used last has in its cache what the next request wants
        hide_parameters=True,  # a row's values are somebody's text, and an error may be logged
        connect_args={"timeout": BUSY_TIMEOUT_S, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "secure_delete=ON",
            "foreign_keys=ON",
            "temp_store=MEMORY",
            f"cache_size=-{READ_CACHE_KIB if read_only else WRITE_CACHE_KIB}",
            *(["query_only=ON"] if read_only else []),
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine


def _postgres_engine(url: str) -> Engine:
    try:
        patience = {} if "connect_timeout" in make_url(url).query else {"connect_timeout": CONNECT_S}
        engine = create_engine(
            url,
            pool_size=8,
            max_overflow=8,
            pool_use_lifo=True,  # the connection used last has prepared what the next request wants
            hide_parameters=True,
            connect_args=patience,
        )
    except ModuleNotFoundError:
        raise Unavailable("PostgreSQL needs its driver: in Lorewright's folder, pip install '.[postgres]'.") from None
    except (ArgumentError, ValueError):
        raise BadInput(
            "The database's address is not of the form postgresql+psycopg://user:password@host/name."
        ) from None

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: ConnectionPoolEntry) -> None:
        # In milliseconds; else it waits for ever.
        connection.execute(f"SET lock_timeout = {round(1_000 * BUSY_TIMEOUT_S)}")
        connection.commit()
        connection.prepared_max = PREPARED
        record.info["opened"] = True

    @event.listens_for(engine, "checkout")
    def look(connection: Any, record: ConnectionPoolEntry, _proxy: Any) -> None:
        # To ask the server whether it is still there would be a round trip; where nothing was asked, what can be read is its farewell.
        if record.info.pop("opened", False):
            return  # where this one is cut too its first statement tells so: the pool gives up in words that say nothing of it
        line = select.poll()
        line.register(connection, select.POLLIN)
        if line.poll(0):
            raise InvalidatePoolError

    return engine


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"
