"""What breaks, and what counts as one occurrence of it."""

import ctypes
import errno
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, event

from lorewright.db.transaction import Transaction
from tests.faults.story import Place, Story

SYNC, WRITE = 1, 2
DAY_S = 86_400.0


class Occurrences:
    """Counts, and does something at one of them. Thread-safe."""

    def __init__(self, nth: int, deed: Callable[[], None]) -> None:
        self.count = 0
        self._nth = nth
        self._deed = deed
        self._lock = threading.Lock()

    def happened(self, *_told: Any) -> None:
        with self._lock:
            self.count += 1
            is_it = self.count == self._nth
        if is_it:
            self._deed()


@dataclass(frozen=True)
class Fault:
    """`arm` breaks the n-th occurrence in this process from now on, and returns what counts the occurrences."""

    name: str
    arm: Callable[[int, Place, Story], Callable[[], int]]


def _call(call: int, error: int) -> Callable[[int, Place, Story], Callable[[], int]]:
    def arm(nth: int, place: Place, _story: Story) -> Callable[[], int]:
        shim = ctypes.CDLL(os.environ["LD_PRELOAD"])
        shim.counted.restype = ctypes.c_long
        shim.arm(str(place.data_dir).encode(), call, error, ctypes.c_long(nth))
        return lambda: int(shim.counted())

    return arm


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _stop() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def _at_statements(nth: int, _place: Place, _story: Story) -> Callable[[], int]:
    """Before each statement, before each commit and after it."""
    seen = Occurrences(nth, _kill)
    event.listen(Engine, "before_cursor_execute", seen.happened)
    event.listen(Engine, "commit", seen.happened)
    _after_commits(seen.happened)
    return lambda: seen.count


def _between_transactions(nth: int, _place: Place, story: Story) -> Callable[[], int]:
    """Of the worker's alone, and where it holds no lock: with one it stops the others rather than being overtaken."""
    seen = Occurrences(nth, _stop)

    def happened(*_told: Any) -> None:
        if story.is_working:
            seen.happened()

    event.listen(Engine, "begin", happened)
    _after_commits(happened)
    return lambda: seen.count


def _clock(seconds: float) -> Callable[[int, Place, Story], Callable[[], int]]:
    def arm(nth: int, place: Place, story: Story) -> Callable[[], int]:
        seen = Occurrences(nth, lambda: place.clock.advance(seconds))
        story.clock.read = seen.happened
        return lambda: seen.count

    return arm


def _after_commits(happened: Callable[[], None]) -> None:
    commit = Transaction.commit

    def commit_and_tell(self: Transaction) -> None:
        commit(self)
        happened()

    Transaction.commit = commit_and_tell  # type: ignore[method-assign]  # in a process that is there for this alone


FAULTS = [
    Fault("a write finds no space", _call(WRITE, errno.ENOSPC)),
    Fault("killed at a statement", _at_statements),
    Fault("killed at an fsync", _call(SYNC, 0)),
    Fault("an fsync fails", _call(SYNC, errno.EIO)),
    Fault("stopped past the lease", _between_transactions),
    Fault("the clock jumps forward", _clock(DAY_S)),
    Fault("the clock jumps back", _clock(-DAY_S)),
]
"""Those with the most occurrences first, so that two processes end at about the same time."""
