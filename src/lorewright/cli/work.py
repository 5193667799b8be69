"""Doing the jobs that a command has made before it ends, beside whatever worker is running."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import datetime

from lorewright.db.transaction import Transaction
from lorewright.platform.jobs.actions import hasten
from lorewright.platform.jobs.queries import has_live_job, is_any_delayed, list_jobs
from lorewright.platform.jobs.tables import Kind, Status
from lorewright.platform.jobs.tasks import run_next
from lorewright.reading.cage import Readers
from lorewright.worker import TASKS
from lorewright.world import World, reader_limits

STOPPED = "Stopped: a worker, when one runs, goes on with it."

LOOK_S = 0.1
"""How often it is looked whether a job that another worker holds, or that is to wait a moment, has come so far."""


def work_until(
    world: World,
    source_ids: list[str] | None,
    is_done: Callable[[Transaction], bool],
    shown: Callable[[], None],
    *,
    readers: int = 1,
) -> bool:
    """Runs the jobs of these sources, and those of no source, until `is_done`; all jobs where no sources are named.

    False where Ctrl+C came before. The jobs run in a thread of their own, so that Ctrl+C never tears one: the one at hand is
    let go at its next step. `readers`: so many files are read at once, each by a process of its own. `shown` is called now and then. Raises `Unavailable` where jobs cannot be claimed.
    """
    stop = threading.Event()
    with ExitStack() as opened, ThreadPoolExecutor(readers, "jobs") as pool:
        others = [opened.enter_context(Readers(reader_limits(world.settings))) for _ in range(readers - 1)]
        worlds = [world, *(replace(world, readers=one) for one in others)]
        working = [pool.submit(_work, one, source_ids, is_done, stop) for one in worlds]
        try:
            while wait(working, LOOK_S).not_done:
                shown()
        except KeyboardInterrupt:
            stop.set()
    for one in working:
        one.result()
    return not stop.is_set()


def work_off(world: World, owner: str, kinds: Sequence[Kind]) -> bool:
    """Runs what waits of these kinds for the owner and belongs to no source. False where Ctrl+C came before. Raises `Unavailable`."""
    return work_until(
        world,
        [],
        lambda tx: not any(has_live_job(tx, owner, kind, None) for kind in kinds),
        lambda: None,
    )


def erase(world: World, owner: str, since: datetime, *more: Kind) -> str | None:
    """Erases what deletions since then have left, and works off what waits of `more`; the sentence to end with where not all of it
    was erased. Raises `Unavailable`."""
    if not work_off(world, owner, (Kind.ERASE_REMAINS, *more)):
        return "Stopped: it is gone for every query, and a worker will erase what is left of it."
    failed = given_up(world, owner, (Kind.ERASE_REMAINS,), since)
    return failed and f"It is gone for every query, but not erased from the disk: {failed}"


def write_files(world: World, owner: str, since: datetime, *more: Kind) -> str | None:
    """Writes the wiki's files, and works off what waits of `more`; the sentence to end with where not all of it was done. Raises
    `Unavailable`."""
    return unwritten(world, owner, since) if work_off(world, owner, (Kind.PROJECT_FILES, *more)) else STOPPED


def unwritten(world: World, owner: str, since: datetime) -> str | None:
    """The sentence to end with where files of the wiki were given up since then; None where none were."""
    failed = given_up(world, owner, (Kind.PROJECT_FILES,), since)
    return failed and f"It is kept, but not all files of the wiki could be written: {failed}"


def given_up(world: World, owner: str, kinds: Sequence[Kind], since: datetime) -> str | None:
    """Why a job of these kinds has failed since then; None where none has."""
    with world.db.reading() as tx:
        failed = list_jobs(tx, owner, status=Status.FAILED, limit=100)
    return next(
        (one.error for one in failed if one.job_type in kinds and one.completed_at and one.completed_at >= since), None
    )


def _work(
    world: World, source_ids: list[str] | None, is_done: Callable[[Transaction], bool], stop: threading.Event
) -> None:
    with closing(world.db.watch(stop=stop)) as committed:
        while not stop.is_set():
            if run_next(world, TASKS, stop, source_ids):
                continue
            with world.db.reading() as tx:
                if is_done(tx):
                    return
                is_delayed = is_any_delayed(tx)
            if is_delayed:  # nothing more will gather: the command waits for what it has asked for
                with world.db.background() as tx:
                    hasten(tx)
            else:
                committed.wait(LOOK_S)
