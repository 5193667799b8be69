"""Counting in this process. What no longer counts is forgotten, so that strangers cannot fill the memory with keys."""

import threading
import time
from collections import deque
from collections.abc import Callable
from math import ceil

from lorewright.rates.base import Hit, Rate

TIDY_S = 60.0
"""How often keys are looked for whose every request is forgotten."""


class _Window:
    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self.times: deque[float] = deque()

    def forget(self, now: float) -> None:
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()


class MemoryWindows:
    waits = False

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        """`now`: seconds since 1970."""
        self._now = now
        self._lock = threading.Lock()
        self._windows: dict[str, _Window] = {}
        self._tidied_at = now()

    def hit(self, key: str, rate: Rate) -> Hit:
        with self._lock:
            now = self._now()
            self._tidy(now)
            window = self._windows.setdefault(key, _Window(rate.seconds))
            window.forget(now)
            is_allowed = len(window.times) < rate.amount
            if is_allowed:
                window.times.append(now)
            reset_at = window.times[0] + rate.seconds
            retry_after_s = 0 if is_allowed else max(1, ceil(reset_at - now))
            return Hit(is_allowed, rate, rate.amount - len(window.times), reset_at, retry_after_s)

    def close(self) -> None:
        self._windows.clear()

    def _tidy(self, now: float) -> None:
        if abs(now - self._tidied_at) < TIDY_S:
            return
        self._tidied_at = now
        for key, window in list(self._windows.items()):
            window.forget(now)
            if not window.times:
                del self._windows[key]
