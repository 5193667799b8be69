"""Noticing work on PostgreSQL. Apart, because its driver is an optional extra."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from lorewright.core.errors import Unavailable
from lorewright.db.watch import AWAY

STOP_NOTICED_S = 0.2
"""So soon it is noticed that the wait is to stop, which comes from no connection."""


class PostgresWatch:
    """LISTEN; whoever has news sends NOTIFY in the same transaction. One whose connection broke is of no use any more."""

    def __init__(self, url: str, channel: str, stop: threading.Event) -> None:
        self._stop = stop
        with _plain_errors():
            self._connection = psycopg.connect(url, autocommit=True)
            self._connection.execute(f"LISTEN {channel}")

    def wait(self, timeout_s: float) -> bool:
        deadline = time.monotonic() + timeout_s
        while (left_s := deadline - time.monotonic()) > 0 and not self._stop.is_set():
            if self._is_told(min(left_s, STOP_NOTICED_S)):
                return True
        return False

    def _is_told(self, within_s: float) -> bool:
        with _plain_errors():
            return any(True for _ in self._connection.notifies(timeout=within_s, stop_after=1))

    def close(self) -> None:
        self._connection.close()


@contextmanager
def _plain_errors() -> Iterator[None]:
    try:
        yield
    except psycopg.OperationalError as error:
        raise Unavailable(AWAY) from error
