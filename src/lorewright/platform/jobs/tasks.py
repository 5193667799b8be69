"""Running jobs: claim, keep the lease, hand over to the kind's task, and see to it that every job ends."""

import asyncio
import threading
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

import structlog
from sqlalchemy.exc import IntegrityError

from lorewright.core.errors import AppError, Unavailable
from lorewright.db.transaction import Transaction
from lorewright.platform.jobs import actions, queries
from lorewright.platform.jobs.actions import Claimed, LeaseLostError
from lorewright.platform.jobs.rules import backoff_s
from lorewright.platform.jobs.tables import Kind
from lorewright.world import World

LOSS_NOTICED_S = 0.5
"""So soon is what a job waits for stopped when it was taken over, or its source deleted, once that is known."""

Given = TypeVar("Given")

log = structlog.get_logger()


class StoppingError(Exception):
    """The process is asked to stop; the job is left to the next one."""


class Work:
    """A claimed job in the hands of its task, which ends with `finish` in its last transaction."""

    def __init__(self, world: World, held: Claimed, stop: threading.Event) -> None:
        self.held = held
        self._world = world
        self._stop = stop
        self._lost = threading.Event()

    @property
    def owner(self) -> str:
        return self.held.user_id

    @property
    def is_to_stop(self) -> bool:
        return self._stop.is_set()

    @property
    def source_id(self) -> str:
        if self.held.source_id is None:
            raise ValueError(f"a {self.held.kind} job needs a source")
        return self.held.source_id

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """A background transaction that commits only while the job is still ours. Raises `LeaseLostError`."""
        self.check()
        with self._world.db.background() as tx:
            self.renew(tx)
            yield tx

    def renew(self, tx: Transaction) -> None:
        until = self._world.clock.now() + timedelta(seconds=self._world.settings.jobs.lease_s)
        actions.renew(tx, self.held, until=until)

    def advance(self, tx: Transaction) -> None:
        """What this transaction stores will not be done again, whoever takes the job up: only one that comes no further is given up.

        Each job can come further so many times only, or it would never end. Raises `LeaseLostError`.
        """
        actions.advance(tx, self.held)

    def advanced(self) -> None:
        """As `advance`, of what somebody else has stored for the job: the ledger an answer, which is not asked for again."""
        try:
            with self._world.db.background() as tx:
                self.advance(tx)
        except (LeaseLostError, Unavailable) as error:
            log.warning("that a job came further is not written down", reason=type(error).__name__)

    def finish(self, tx: Transaction, summary: str) -> None:
        actions.finish(tx, self.held, now=self._world.clock.now(), summary=summary)

    def gives_way(self, tx: Transaction) -> bool:
        """Whether the job has gone back to the queue because a more urgent one is ready; the task then ends."""
        return actions.give_way(tx, self.held, now=self._world.clock.now())

    def progress(self, percent: int, message: str) -> None:
        """Shows where the work stands. Raises `LeaseLostError`, `StoppingError`."""
        self.check()
        with self._world.db.background() as tx:
            self.report(tx, percent, message)

    def report(self, tx: Transaction, percent: int, message: str) -> None:
        """The same, in a transaction at hand. Raises `LeaseLostError`."""
        actions.report(tx, self.held, now=self._world.clock.now(), percent=percent, message=message)

    def check(self) -> None:
        """Raises `LeaseLostError` or `StoppingError` where the task had better end now."""
        if self._lost.is_set():
            raise LeaseLostError(self.held.id)
        if self._stop.is_set():
            raise StoppingError

    def awaited(self, doing: Coroutine[Any, Any, Given]) -> Given:
        """What it gives, unless the job is lost before: then nothing of it is under way any more. Raises as `check`."""

        async def run() -> Given:
            task = asyncio.create_task(doing)
            try:
                while not (await asyncio.wait({task}, timeout=LOSS_NOTICED_S))[0]:
                    self.check()
                return task.result()
            finally:
                task.cancel()
                await asyncio.wait({task})

        return asyncio.run(run())

    def lose(self) -> None:
        self._lost.set()


def _nothing(*_told: object) -> None:
    """For kinds that tell nobody."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a kind of job does, and whom it tells in the transactions in which it begins and fails."""

    run: Callable[[World, Work], None]
    started: Callable[[Transaction, Claimed, datetime], None] = _nothing
    failed: Callable[[Transaction, Claimed, str, datetime], None] = _nothing


Tasks = Mapping[Kind, Task]


def run_next(
    world: World,
    tasks: Tasks,
    stop: threading.Event,
    source_ids: Collection[str] | None = None,
    kinds: Collection[Kind] | None = None,
) -> bool:
    """Runs one job to its end; False where none was ready."""
    settings = world.settings.jobs
    with world.db.writing() as tx:
        now = world.clock.now()
        held = actions.claim(tx, now=now, lease_s=settings.lease_s, source_ids=source_ids, kinds=kinds)
        if held is None:
            return False
        task = tasks[held.kind]
        if held.attempts > settings.attempts:
            sentence = f"The work was interrupted {settings.attempts} times without coming further, and was given up."
            actions.fail(tx, held, now=world.clock.now(), error=sentence)
            task.failed(tx, held, sentence, world.clock.now())
            return True
        task.started(tx, held, now)
    work = Work(world, held, stop)
    with _heartbeat(world, work), structlog.contextvars.bound_contextvars(job=held.id, kind=held.kind.value):
        _run(world, task, work)
    return True


def _run(world: World, task: Task, work: Work) -> None:
    held = work.held
    try:
        task.run(world, work)
    except LeaseLostError:
        log.warning("job taken over by another worker")
    except StoppingError:
        _stop(world, held)
    except AppError as error:
        if error.may_pass and work.is_to_stop:
            _stop(world, held)
        elif error.may_pass:
            _try_again(world, task, held, error.detail)
        else:
            _fail(world, task, held, error.detail)
    except Exception:  # the edge of a task: whatever it is, the job must end and the worker go on
        log.exception("job failed")
        _fail(world, task, held, "Something went wrong inside Lorewright; its log has the details.")


def _stop(world: World, held: Claimed) -> None:
    """Puts the job back as it was: that it ends is no fault of its own."""
    with _ending(world) as tx:
        attempts = queries.attempts(tx, held.user_id, held.id)
        actions.let_go(tx, held, until=world.clock.now(), attempts=max(0, attempts - 1))


def _try_again(world: World, task: Task, held: Claimed, sentence: str) -> None:
    """After a while; unless it has been tried often enough since it last came further."""
    with _ending(world) as tx:
        now, attempts = world.clock.now(), queries.attempts(tx, held.user_id, held.id)
        if attempts < world.settings.jobs.attempts:
            log.warning("job will be tried again", reason=sentence, attempt=attempts)
            actions.let_go(tx, held, until=now + timedelta(seconds=backoff_s(attempts)), attempts=attempts)
        else:
            actions.fail(tx, held, now=now, error=sentence)
            task.failed(tx, held, sentence, now)


def _fail(world: World, task: Task, held: Claimed, sentence: str) -> None:
    with _ending(world) as tx:
        now = world.clock.now()
        actions.fail(tx, held, now=now, error=sentence)
        task.failed(tx, held, sentence, now)


@contextmanager
def _ending(world: World) -> Iterator[Transaction]:
    """In which the job leaves these hands; where that cannot be, it does so when its lease ends."""
    try:
        with world.db.writing() as tx:
            yield tx
    except (LeaseLostError, Unavailable, IntegrityError) as error:  # on PostgreSQL its twin may be asked for just then
        log.warning("job left to the end of its lease", reason=type(error).__name__)


@contextmanager
def _heartbeat(world: World, work: Work) -> Iterator[None]:
    """Renews the lease while the task works; short jobs end before the first beat."""
    ended = threading.Event()
    every_s = world.settings.jobs.lease_s / 3

    def beat() -> None:
        while not ended.wait(every_s):
            try:
                with world.db.writing() as tx:
                    work.renew(tx)
            except LeaseLostError:
                work.lose()
                return
            except Unavailable as error:
                log.warning("lease not renewed", reason=error.detail)
            except Exception:  # the edge of a thread: without it the job would be taken for one whose worker is gone
                log.exception("lease not renewed")

    thread = threading.Thread(target=beat, name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
