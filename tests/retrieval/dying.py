"""Workers that are killed at their work, as by the kernel: nothing is closed, rolled back or told.

dies(settings, Moment.BEFORE_COMMIT, 3)     # takes the next podcast's job, and is gone when its third transaction is to commit
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any

from lorewright.core.settings import Settings
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import run_next
from lorewright.worker import TASKS
from lorewright.world import open_world
from tests.conftest import PATIENCE_S
from tests.makers.commits import tell_of_commits

_FORKS = multiprocessing.get_context("forkserver")  # from a process without threads, in which all is loaded
_FORKS.set_forkserver_preload([__name__, "av"])


class Moment(StrEnum):
    BEFORE_COMMIT = "before the commit of a transaction; the first is the one in which the job is taken"
    AFTER_COMMIT = "after it"
    AT_RECORDING = "before the recording of a line is read"


def dies(settings: Settings, at: Moment, nth: int) -> None:
    """Whoever comes next finds the job where it was left, with a lease that has run out."""
    worker = _FORKS.Process(target=_work, args=(settings, at, nth))
    worker.start()
    worker.join(PATIENCE_S)
    assert worker.exitcode == -signal.SIGKILL, f"It outlived the moment {at} ({nth})."


def _work(settings: Settings, at: Moment, nth: int) -> None:
    jobs = settings.jobs.model_copy(update={"lease_s": 60.0})  # no heartbeat comes between
    world = open_world(settings.model_copy(update={"jobs": jobs}))
    die = _Nth(nth)
    if at is Moment.BEFORE_COMMIT:
        tell_of_commits(begun=die)
    elif at is Moment.AFTER_COMMIT:
        tell_of_commits(done=die)
    else:
        world = replace(world, lines=_Read(world.lines, die))
    run_next(world, TASKS, threading.Event(), kinds=[Kind.MAKE_PODCAST])


class _Nth:
    def __init__(self, nth: int) -> None:
        self._left = nth

    def __call__(self, *_told: Any) -> None:
        self._left -= 1
        if not self._left:
            os.kill(os.getpid(), signal.SIGKILL)


class _Read:
    """Blobs that tell of each that is read."""

    def __init__(self, blobs: Any, told: Callable[[], None]) -> None:
        self._blobs = blobs
        self._told = told

    def get(self, owner: str, name: str) -> bytes:
        self._told()
        data: bytes = self._blobs.get(owner, name)
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self._blobs, name)
