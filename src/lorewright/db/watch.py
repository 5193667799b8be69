"""Noticing that somebody committed work, without asking the tables."""

import sqlite3
import threading
import time
from typing import Protocol

from lorewright.core.errors import Unavailable

POLL_S = 0.035
"""How often it is looked by default; each look wakes the process, which costs more than the look itself."""

AWAY = "The database cannot be reached for now; try again in a moment."


class Watch(Protocol):
    def wait(self, timeout_s: float) -> bool:
        """True as soon as there may be something new; False after `timeout_s` without, or once it is to stop. Raises `Unavailable`."""
        ...

    def close(self) -> None: ...


class SqliteWatch:
    """`PRAGMA data_version` differs after any other connection committed, and costs microseconds."""

    def __init__(self, path: str, poll_s: float, stop: threading.Event) -> None:
        """Raises `Unavailable`."""
        self._poll_s, self._stop = poll_s, stop
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise Unavailable(AWAY) from error
        self._seen = self._version()

    def wait(self, timeout_s: float) -> bool:
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline and not self._stop.is_set():
            version = self._version()
            if version != self._seen:
                self._seen = version
                return True
            self._stop.wait(self._poll_s)
        return False

    def close(self) -> None:
        self._connection.close()

    def _version(self) -> int:
        try:
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error as error:
            raise Unavailable(AWAY) from error
