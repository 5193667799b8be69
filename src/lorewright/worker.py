"""The background entry: runs jobs until it is asked to stop, or until the server that started it is gone."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from itertools import count
from types import FrameType

import structlog

from lorewright.core.errors import Unavailable
from lorewright.core.memory import collect_seldom, give_back, give_back_regularly, share_arenas
from lorewright.db.watch import POLL_S
from lorewright.gateway.admin.actions import take_up_index
from lorewright.gateway.admin.tasks import TASKS as ADMIN_TASKS
from lorewright.gateway.articles.tasks import TASKS as ARTICLE_TASKS
from lorewright.gateway.articles.tasks import notice_changes, take_up_files
from lorewright.gateway.lint.tasks import TASKS as LINT_TASKS
from lorewright.gateway.removal.tasks import ERASERS as SOURCE_ERASERS
from lorewright.gateway.sources.actions import ORIGINALS as SOURCES
from lorewright.gateway.taxonomy.tasks import TASKS as TAXONOMY_TASKS
from lorewright.gateway.taxonomy.tasks import take_up_concepts
from lorewright.platform.events.actions import prune
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import run_next
from lorewright.platform.originals.actions import sweep as sweep_originals
from lorewright.platform.remains.tasks import erasing, sweep, take_up_erasing
from lorewright.retrieval.documents.actions import ORIGINALS as DOCUMENTS
from lorewright.retrieval.documents.tasks import TASKS as DOCUMENT_TASKS
from lorewright.retrieval.podcasts.actions import EPISODES, RECORDINGS
from lorewright.retrieval.podcasts.tasks import ERASERS as PODCAST_ERASERS
from lorewright.retrieval.podcasts.tasks import TASKS as PODCAST_TASKS
from lorewright.retrieval.removal.tasks import ERASERS as DOCUMENT_ERASERS
from lorewright.retrieval.voices.actions import ORIGINALS as VOICES
from lorewright.retrieval.voices.tasks import ERASERS as VOICE_ERASERS
from lorewright.retrieval.voices.tasks import TASKS as VOICE_TASKS
from lorewright.retrieval.voices.tasks import take_up_clones
from lorewright.world import World

TASKS = {
    **ARTICLE_TASKS,
    **TAXONOMY_TASKS,
    **LINT_TASKS,
    **DOCUMENT_TASKS,
    **VOICE_TASKS,
    **PODCAST_TASKS,
    **ADMIN_TASKS,
    Kind.ERASE_REMAINS: erasing({**SOURCE_ERASERS, **DOCUMENT_ERASERS, **VOICE_ERASERS, **PODCAST_ERASERS}),
}

SWEEP_S = 1.0
"""How often jobs are looked for that no commit announces: delays and leases that have run out."""

LOOK_S = 45.0
"""How often it is looked whether people changed the wiki's files, unless the wiki is so large that looking would take more than"""
LOOK_SHARE = 0.005
"""of the time."""
LOOKS_TO_TAKE_UP = 20
"""After so many looks what could not be written or erased is tried again."""
LOOK_AT_CONCEPTS = LOOKS_TO_TAKE_UP // 2
"""At this one of them concepts are placed that have other articles than before; not at the first, when much else is taken up."""

PREPARE_S = 900.0
"""How often the vectors are given what the database offers for them: it may have got it since."""

FAULT_S = 10.0
"""How long a loop waits after what nobody expected, which its log then tells each time."""

GRACE_S = 8.0
"""How long a job may take to end after the worker was asked to stop; its lease then passes it on."""

READING_GRACE_S = 2.0
"""How long a file may take to be read to its end then; its job is put back, and this counts as no try of it."""

ERRANDS = (Kind.ERASE_REMAINS, Kind.PROJECT_FILES)
"""Short work that does not wait behind a long compilation: what is deleted is erased soon."""

ERRANDS_POLL_S = 0.4
"""Nobody waits for an errand, and looking for it as often as for jobs would double what an idle worker costs."""

log = structlog.get_logger()


def work_forever(world: World, stop: threading.Event) -> None:
    """Runs jobs as they come, and errands beside them; returns when `stop` is set."""
    sweep(world)
    beside = [
        threading.Thread(target=_work, args=(world, stop, ERRANDS, ERRANDS_POLL_S), name="errands"),
        threading.Thread(target=_look_after_files, args=(world, stop), name="wiki"),
    ]
    for thread in beside:
        thread.start()
    # Not waited for at the end: it may be with the database for minutes, and is taken up again where it was broken off.
    threading.Thread(target=_prepare_vectors, args=(world, stop), name="vectors", daemon=True).start()
    try:
        _work(world, stop, [kind for kind in TASKS if kind not in ERRANDS])
    finally:
        stop.set()
        for thread in beside:
            thread.join()


def _work(world: World, stop: threading.Event, kinds: Collection[Kind], poll_s: float = POLL_S) -> None:
    while not stop.is_set():
        with _going_on("jobs cannot be run", stop), closing(world.db.watch(poll_s, stop=stop)) as committed:
            while not stop.is_set():
                has_run = False
                while not stop.is_set() and run_next(world, TASKS, stop, kinds=kinds):
                    has_run = True
                if has_run:
                    give_back()  # what a job took and let go of is some thirty megabytes
                committed.wait(SWEEP_S)
        stop.wait(SWEEP_S)


@contextmanager
def _going_on(trouble: str, stop: threading.Event) -> Iterator[None]:
    """Whatever goes wrong inside is told, and the loop around it goes on: nobody would miss its thread while the process lives."""
    try:
        yield
    except (Unavailable, OSError) as error:
        log.warning(f"{trouble} for now", reason=str(error))
    except Exception:  # the edge of a loop
        log.exception(trouble)
        stop.wait(FAULT_S)


def look_after(world: World, *, thoroughly: bool) -> None:
    """Notices what people do to the wiki's files, which no commit announces, and forgets what happened a while ago.

    `thoroughly`: takes up what was given up, and removes the bytes of uploads that were cut off.
    """
    if thoroughly:
        for originals in (SOURCES, DOCUMENTS, VOICES, EPISODES, RECORDINGS):
            sweep_originals(world, originals)
        take_up_erasing(world)
        take_up_files(world)
        take_up_index(world)
        take_up_clones(world)
    notice_changes(world)
    with world.db.background() as tx:
        prune(tx, world.clock.now())


def _look_after_files(world: World, stop: threading.Event) -> None:
    pause_s = 0.0
    looks = count()
    while not stop.wait(pause_s):
        began = time.thread_time()  # not the clock's: on a busy machine a look takes long without costing much
        with _going_on("the data folder cannot be looked after", stop):
            look = next(looks) % LOOKS_TO_TAKE_UP
            look_after(world, thoroughly=look == 0)
            if look == LOOK_AT_CONCEPTS:
                take_up_concepts(world)
        pause_s = max(LOOK_S, (time.thread_time() - began) / LOOK_SHARE)


def _prepare_vectors(world: World, stop: threading.Event) -> None:
    while not stop.is_set():
        with _going_on("the vectors cannot be looked after", stop):
            world.vectors.prepare(world.db)
        stop.wait(PREPARE_S)


def main_loop(world: World, *, child: bool, ready: Callable[[], None] | None = None) -> None:
    """Until SIGTERM or SIGINT; as a child of the server also until the pipe from it closes.

    `ready` is called when these end it well.
    """
    share_arenas()
    collect_seldom()
    give_back_regularly()
    stop = threading.Event()

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    if child:
        threading.Thread(target=_follow_parent, args=(stop,), name="lifeline", daemon=True).start()
    threading.Thread(target=_end_in_time, args=(world, stop), name="end", daemon=True).start()
    os.nice(10)
    if ready is not None:
        ready()
    try:
        work_forever(world, stop)
    finally:
        world.close()


def _follow_parent(stop: threading.Event) -> None:
    """Standard input is a pipe that only the server holds: it ends when the server does, however that ends."""
    try:
        while os.read(sys.stdin.fileno(), 1024):  # unlike a buffered read it holds no lock that Python wants at its end
            pass
    finally:
        stop.set()


def _end_in_time(world: World, stop: threading.Event) -> None:
    stop.wait()
    time.sleep(READING_GRACE_S)
    world.readers.close()
    time.sleep(GRACE_S - READING_GRACE_S)
    log.warning("the job at hand did not end in time and is left to the next worker")
    os._exit(0)
