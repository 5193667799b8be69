"""Doing the jobs that a command has made before it ends, beside whatever worker is running."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing

from lorewright.db.transaction import Transaction
from lorewright.platform.jobs.tasks import run_next
from lorewright.worker import TASKS
from lorewright.world import World

LOOK_S = 0.1
"""How often it is looked whether a job that another worker holds, or that is to wait a moment, has come so far."""


def work_until(
    world: World, source_ids: list[str] | None, is_done: Callable[[Transaction], bool], shown: Callable[[], None]
) -> bool:
    """Runs the jobs of these sources, and those of no source, until `is_done`; all jobs where no sources are named.

    False where Ctrl+C came before. The jobs run in a thread of their own, so that Ctrl+C never tears one: the one at hand is
    let go at its next step. `shown` is called now and then. Raises `Unavailable` where jobs cannot be claimed.
    """
    stop = threading.Event()
    with ThreadPoolExecutor(1, "jobs") as pool:
        working = pool.submit(_work, world, source_ids, is_done, stop)
        try:
            while wait([working], LOOK_S).not_done:
                shown()
        except KeyboardInterrupt:
            stop.set()
    working.result()
    return not stop.is_set()


def _work(
    world: World, source_ids: list[str] | None, is_done: Callable[[Transaction], bool], stop: threading.Event
) -> None:
    with closing(world.db.watch()) as committed:
        while not stop.is_set():
            if run_next(world, TASKS, stop, source_ids):
                continue
            with world.db.reading() as tx:
                if is_done(tx):
                    return
            committed.wait(LOOK_S)
