"""Noticing work on PostgreSQL. Apart, because its driver is an optional extra."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from lorewright.core.errors import Unavailable
from lorewright.db.watch import AWAY


class PostgresWatch:
    """LISTEN; whoever has news sends NOTIFY in the same transaction. One whose connection broke is of no use any more."""

    def __init__(self, url: str, channel: str) -> None:
        with _plain_errors():
            self._connection = psycopg.connect(url, autocommit=True)
            self._connection.execute(f"LISTEN {channel}")

    def wait(self, timeout_s: float) -> bool:
        with _plain_errors():
            return any(True for _ in self._connection.notifies(timeout=timeout_s, stop_after=1))

    def close(self) -> None:
        self._connection.close()


@contextmanager
def _plain_errors() -> Iterator[None]:
    try:
        yield
    except psycopg.OperationalError as error:
        raise Unavailable(AWAY) from error
