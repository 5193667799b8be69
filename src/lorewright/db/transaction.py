"""A transaction that begins with its first statement, so that what runs before it holds no lock."""

import hashlib
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, CursorResult, Executable, func, select, text

JOBS = "lorewright"
EVENTS = "lorewright_events"
"""What commits announce on PostgreSQL: work for the workers, and what happened for those who listen."""

_ANNOUNCE = text("SELECT pg_notify(channel, '') FROM unnest(CAST(:channels AS text[])) AS channel")

Parameters = Mapping[str, Any] | Sequence[Mapping[str, Any]]
_Found = TypeVar("_Found")


class Transaction:
    """Handed to queries and actions, which only `execute`. The edge that opened it (a request, a task, a command) ends it."""

    def __init__(
        self, dialect: str, begin: Callable[[], Connection], end: Callable[[Connection], None], *, reads_only: bool
    ) -> None:
        self.dialect = dialect
        self.reads_only = reads_only
        self._begin = begin
        self._end = end
        self._connection: Connection | None = None
        self.began: float | None = None
        """When the first statement began, in seconds of the monotonic clock."""
        self._announced: set[str] = set()
        self._undo: list[Callable[[], None]] = []
        self._last: dict[Hashable, Callable[[], object]] = {}
        self._known: dict[Hashable, Any] = {}

    def execute(self, statement: Executable, parameters: Parameters | None = None) -> CursorResult[Any]:
        if self._connection is None:
            self._connection = self._begin()
            self.began = time.monotonic()
        return self._connection.execute(statement, parameters)

    def known(self, key: Hashable, read: Callable[[], _Found]) -> _Found:
        """What `read` gives, which is asked once for each key where the transaction only reads: it sees one snapshot."""
        if not self.reads_only:
            return read()
        if key not in self._known:
            self._known[key] = read()
        found: _Found = self._known[key]
        return found

    def lock(self, *name: str) -> None:
        """Until the transaction ends nobody else holds this name. On SQLite a write transaction is alone anyway."""
        if self.dialect == "postgresql":
            key = int.from_bytes(hashlib.sha256("\x1f".join(name).encode()).digest()[:8], signed=True)
            self.execute(select(func.pg_advisory_xact_lock(key)))

    def announce(self, channel: str = JOBS) -> None:
        """Wakes those who wait for it when this transaction commits. On SQLite they see every commit."""
        if self.dialect == "postgresql":
            self._announced.add(channel)

    def at_last(self, key: Hashable, do: Callable[[], object]) -> None:
        """Does it, once for each key, right before the commit: on PostgreSQL what others may wait for is held for a moment
        only, and by nobody who has yet to wait for them."""
        self._last.setdefault(key, do)

    def if_undone(self, undo: Callable[[], None]) -> None:
        """Calls `undo` after the transaction has ended without a commit: for what it did outside the database."""
        self._undo.append(undo)

    def commit(self) -> None:
        """Durable when this returns. Called by the edge alone."""
        for do in self._last.values():
            do()
        self._last.clear()
        if self._announced:
            self.execute(_ANNOUNCE, {"channels": sorted(self._announced)})
            self._announced.clear()
        if self._connection is not None:
            self._connection.commit()
        self._undo.clear()

    def close(self) -> None:
        """Gives the connection back; what was not committed is rolled back."""
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                self._end(connection)
        finally:
            for undo in self._undo:
                undo()
