"""Noticing work on PostgreSQL. Apart, because its driver is an optional extra."""

import psycopg

from lorewright.db.transaction import CHANNEL


class PostgresWatch:
    """LISTEN; whoever asks for work sends NOTIFY in the same transaction."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url, autocommit=True)
        self._connection.execute(f"LISTEN {CHANNEL}")

    def wait(self, timeout_s: float) -> bool:
        return any(True for _ in self._connection.notifies(timeout=timeout_s, stop_after=1))

    def close(self) -> None:
        self._connection.close()
