"""Time is handed in, so that a test can set it."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The moment, in UTC, with its zone."""
        ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)
