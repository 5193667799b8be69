"""What breaks, and what counts as one occurrence of it."""

import ctypes
import errno
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from tests.faults.story import Place, Story
from tests.makers.commits import tell_of_commits

SYNC, WRITE = 1, 2
DAY_S = 86_400.0
NOTHING_NEW = 77
"""How a process ends whose kill would leave, byte for byte, what a kill one occurrence earlier leaves."""


class Occurrences:
    """Counts, and does something at one of them, and something at the one before. Thread-safe."""

    def __init__(self, nth: int, deed: Callable[[], None], deed_before: Callable[[], None] = lambda: None) -> None:
        self.count = 0
        self._deeds = {nth - 1: deed_before, nth: deed}
        self._lock = threading.Lock()

    def happened(self, *_told: Any) -> None:
        with self._lock:
            self.count += 1
            self._deeds.get(self.count, lambda: None)()


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


def _at_statements(nth: int, place: Place, _story: Story) -> Callable[[], int]:
    """Before each statement, before each commit and after it. Where a kill would leave what one at the occurrence before it leaves,
    ends with `NOTHING_NEW`."""
    commits = {"begun": 0, "done": 0}
    left: list[object] = []

    def look() -> None:
        left.append((_files(place), dict(commits)))

    def kill_or_leave() -> None:
        look()
        if left[1:] == left[:1]:
            os._exit(NOTHING_NEW)
        _kill()

    seen = Occurrences(nth, kill_or_leave, look)

    def commit_begins() -> None:
        seen.happened()
        commits["begun"] += 1

    def commit_is_done() -> None:
        commits["done"] += 1
        seen.happened()

    event.listen(Engine, "before_cursor_execute", seen.happened)
    tell_of_commits(commit_begins, commit_is_done)
    return lambda: seen.count


def _files(place: Place) -> dict[Path, tuple[int, bytes]]:
    """All of a run but SQLite's shared memory, which whoever opens the database after a kill makes anew."""
    files = (path for path in place.folder.rglob("*") if path.is_file() and not path.name.endswith("-shm"))
    return {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def _between_transactions(nth: int, _place: Place, story: Story) -> Callable[[], int]:
    """Of the worker's alone, and where it holds no lock: with one it stops the others rather than being overtaken."""
    seen = Occurrences(nth, _stop)

    def happened(*_told: Any) -> None:
        if story.is_working:
            seen.happened()

    event.listen(Engine, "begin", happened)
    tell_of_commits(done=happened)
    return lambda: seen.count


def _clock(seconds: float) -> Callable[[int, Place, Story], Callable[[], int]]:
    def arm(nth: int, place: Place, story: Story) -> Callable[[], int]:
        seen = Occurrences(nth, lambda: place.clock.advance(seconds))
        story.clock.read = seen.happened
        return lambda: seen.count

    return arm


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
