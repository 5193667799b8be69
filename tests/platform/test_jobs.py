"""Every job ends, whoever dies; nobody writes for a job that is no longer his."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from lorewright.core.errors import BadInput, Unavailable
from lorewright.core.settings import Settings
from lorewright.platform.jobs import actions, queries
from lorewright.platform.jobs.actions import Claimed, LeaseLostError
from lorewright.platform.jobs.tables import Kind, Status, job
from lorewright.platform.jobs.tasks import Task, Work, run_next
from lorewright.platform.remains.actions import leave
from lorewright.platform.remains.tables import Remains
from lorewright.world import World
from tests.makers.lean import make_tables, open_lean

NOW = datetime(2030, 1, 1, tzinfo=UTC)
LEASE_S = 15.0


@pytest.fixture
def world(settings: Settings) -> Iterator[World]:
    world = open_lean(settings)
    make_tables(world.db, settings.data_dir)
    yield world
    world.close()


def _enqueue(world: World, source_id: str = "s", *, delay_s: float = 0.0, kind: Kind = Kind.COMPILE_SOURCE) -> str:
    with world.db.writing() as tx:
        return actions.enqueue(tx, "u", kind, now=NOW, source_id=source_id, delay_s=delay_s)


def _claim(world: World, now: datetime = NOW) -> Claimed | None:
    with world.db.writing() as tx:
        return actions.claim(tx, now=now, lease_s=LEASE_S)


def _status(world: World, job_id: str) -> tuple[Status, str | None]:
    with world.db.reading() as tx:
        found = queries.get_job(tx, "u", job_id)
    assert found is not None
    return found.status, found.error


def test_who_asks_again_joins_the_job_that_waits(world: World) -> None:
    assert _enqueue(world) == _enqueue(world)
    assert _enqueue(world, "other") != _enqueue(world)


def test_a_job_that_is_joined_is_claimed_after_what_it_was_joined_for_is_there(world: World) -> None:
    _enqueue(world)
    with ThreadPoolExecutor(1) as pool:
        with world.db.writing() as tx:
            actions.enqueue(tx, "u", Kind.COMPILE_SOURCE, now=NOW, source_id="s")
            claimed = pool.submit(_claim, world)
            wait([claimed], timeout=0.3)  # on SQLite it waits for this transaction to end
            assert not claimed.done() or claimed.result() is None
        assert (claimed.result() or _claim(world)) is not None


def test_who_leaves_something_to_be_erased_holds_up_nobody_else_who_does(world: World) -> None:
    if world.settings.database.url is None:
        pytest.skip("on SQLite transactions that write come one after another anyway")
    with world.db.writing() as first:
        leave(first, "u", [(Remains.BLOB, "one")], NOW)
        with world.db.writing() as second:
            leave(second, "u", [(Remains.BLOB, "another")], NOW)
        leave(first, "u", [(Remains.BLOB, "a third")], NOW)
    with world.db.reading() as tx:
        assert list(tx.execute(select(job.c.kind)).scalars()) == [Kind.ERASE_REMAINS]


def test_a_job_asked_for_in_a_transaction_that_fails_is_not_there(world: World) -> None:
    with pytest.raises(KeyError), world.db.writing() as tx:
        actions.enqueue(tx, "u", Kind.COMPILE_SOURCE, now=NOW, source_id="s")
        raise KeyError
    assert _claim(world) is None


def test_a_claimed_job_is_nobody_elses_until_its_lease_ends(world: World) -> None:
    _enqueue(world)
    first = _claim(world)
    assert first is not None
    assert _claim(world, NOW + timedelta(seconds=LEASE_S - 1)) is None
    second = _claim(world, NOW + timedelta(seconds=LEASE_S))
    assert second is not None
    assert (second.id, second.attempts) == (first.id, 2)


def test_a_source_is_compiled_by_one_at_a_time(world: World) -> None:
    _enqueue(world)
    first = _claim(world)
    assert first is not None
    for kind in (Kind.COMPILE_SOURCE, Kind.RECOMPILE_ARTICLE):
        _enqueue(world, kind=kind)
    _enqueue(world, kind=Kind.EMBED_CHUNKS)
    _enqueue(world, "other")
    others = [_claim(world), _claim(world), _claim(world)]
    assert [(one.kind, one.source_id) for one in others if one] == [
        (Kind.COMPILE_SOURCE, "other"),
        (Kind.EMBED_CHUNKS, "s"),
    ]
    with world.db.writing() as tx:
        actions.finish(tx, first, now=NOW, summary=None)
    second = _claim(world)
    assert second is not None
    assert (second.kind in actions.ALONE, second.source_id) == (True, "s")
    assert _claim(world) is None


def test_who_lost_the_lease_can_write_nothing_more(world: World) -> None:
    job_id = _enqueue(world)
    first = _claim(world)
    second = _claim(world, NOW + timedelta(seconds=LEASE_S))
    assert first is not None
    assert second is not None
    with pytest.raises(LeaseLostError), world.db.writing() as tx:
        actions.finish(tx, first, now=NOW, summary="late")
    with world.db.writing() as tx:
        actions.finish(tx, second, now=NOW, summary="done")
    with pytest.raises(LeaseLostError), world.db.writing() as tx:
        actions.fail(tx, first, now=NOW, error="later still")
    assert _status(world, job_id) == (Status.COMPLETE, None)


def test_a_delayed_job_waits_and_the_most_urgent_comes_first(world: World) -> None:
    _enqueue(world, "later", delay_s=5)
    _enqueue(world, "vectors", kind=Kind.EMBED_CHUNKS)
    _enqueue(world, "text")
    order = [held.source_id for held in (_claim(world), _claim(world)) if held]
    assert order == ["text", "vectors"]
    assert _claim(world) is None
    assert _claim(world, NOW + timedelta(seconds=5)) is not None


def test_what_waits_only_for_more_to_gather_is_hastened_and_what_failed_is_not(world: World) -> None:
    _enqueue(world, "failed")
    held = _claim(world)
    assert held is not None
    with world.db.writing() as tx:
        actions.let_go(tx, held, until=NOW + timedelta(seconds=5), attempts=0)
        assert not queries.is_any_delayed(tx)
    _enqueue(world, "gathers", delay_s=5)
    with world.db.writing() as tx:
        assert queries.is_any_delayed(tx)
        actions.hasten(tx)
        assert not queries.is_any_delayed(tx)
    hastened = _claim(world)
    assert hastened is not None
    assert hastened.source_id == "gathers"
    assert _claim(world) is None


def test_a_clock_set_back_leaves_no_job_waiting_for_ever(world: World) -> None:
    _enqueue(world)
    assert _claim(world, NOW + timedelta(days=2)) is not None
    assert _claim(world) is not None


def test_a_job_nobody_holds_is_removed_with_its_source(world: World) -> None:
    _enqueue(world)
    held = _claim(world)
    assert held is not None
    with world.db.writing() as tx:
        actions.forget(tx, "u", "s")
    with pytest.raises(LeaseLostError), world.db.writing() as tx:
        actions.finish(tx, held, now=NOW, summary="too late")


def _run(world: World, task: Task) -> bool:
    return run_next(world, {Kind.COMPILE_SOURCE: task}, threading.Event())


def test_a_task_that_fails_for_a_reason_ends_failed_with_the_sentence(world: World) -> None:
    told: list[str] = []

    def refuse(_world: World, _work: Work) -> None:
        raise BadInput("There is nothing to read in it.")

    job_id = _enqueue(world)
    assert _run(world, Task(refuse, failed=lambda _tx, _held, sentence, _now: told.append(sentence)))
    assert _status(world, job_id) == (Status.FAILED, "There is nothing to read in it.")
    assert told == ["There is nothing to read in it."]


def test_a_task_with_a_bug_ends_failed_and_says_nothing_of_its_inside(world: World) -> None:
    def break_down(_world: World, _work: Work) -> None:
        raise ZeroDivisionError("secret detail")

    job_id = _enqueue(world)
    assert _run(world, Task(break_down))
    status, error = _status(world, job_id)
    assert status is Status.FAILED
    assert error is not None
    assert "secret" not in error


def test_what_may_pass_is_tried_again_and_given_up_after_the_last_attempt(world: World) -> None:
    tried: list[int] = []

    def unlucky(_world: World, work: Work) -> None:
        tried.append(work.held.attempts)
        raise Unavailable("The disk is full.")

    job_id = _enqueue(world)
    for _ in range(world.settings.jobs.attempts):
        assert _run(world, Task(unlucky))
        with world.db.writing() as tx:
            tx.execute(job.update().where(job.c.status == Status.QUEUED).values(run_after=NOW - timedelta(days=9_000)))
    assert not _run(world, Task(unlucky))
    assert tried == [1, 2, 3, 4, 5]
    assert _status(world, job_id) == (Status.FAILED, "The disk is full.")


def test_a_job_whose_workers_die_again_and_again_is_given_up(world: World) -> None:
    job_id = _enqueue(world)
    for attempt in range(world.settings.jobs.attempts):
        assert _claim(world, NOW + timedelta(seconds=LEASE_S * attempt)) is not None
    with world.db.writing() as tx:
        tx.execute(job.update().values(lease_until=datetime(2020, 1, 1, tzinfo=UTC)))
    assert _run(world, Task(lambda _world, _work: None))
    status, error = _status(world, job_id)
    assert status is Status.FAILED
    assert error is not None
    assert "interrupted" in error


def _lapse(world: World) -> None:
    """Whoever holds a job is gone, and whoever waits has waited long enough."""
    with world.db.writing() as tx:
        tx.execute(
            job.update().values(
                lease_until=datetime(2020, 1, 1, tzinfo=UTC), run_after=datetime(2020, 1, 1, tzinfo=UTC)
            )
        )


def _store(work: Work) -> None:
    with work.writing() as tx:
        work.advance(tx)


@pytest.mark.parametrize("stores", [True, False], ids=["comes further", "stands still"])
def test_only_a_job_that_comes_no_further_is_given_up(world: World, stores: bool) -> None:
    most, tried = world.settings.jobs.attempts, 0

    def unlucky(_world: World, work: Work) -> None:
        nonlocal tried
        tried += 1
        if stores and tried <= 2 * most:
            _store(work)
        raise Unavailable("The server is away.")

    job_id = _enqueue(world)
    while _run(world, Task(unlucky)):
        _lapse(world)
    assert tried == (3 * most if stores else most)
    assert _status(world, job_id) == (Status.FAILED, "The server is away.")


def test_a_job_that_comes_further_outlives_any_number_of_workers(world: World) -> None:
    job_id = _enqueue(world)
    most = world.settings.jobs.attempts
    for number in range(3 * most):
        held = _claim(world)
        assert held is not None
        if number < 2 * most:
            with world.db.writing() as tx:
                actions.advance(tx, held)
        _lapse(world)
    assert _run(world, Task(lambda _world, _work: None))
    assert _status(world, job_id)[0] is Status.FAILED


def test_what_was_not_committed_is_no_progress(world: World) -> None:
    def unlucky(_world: World, work: Work) -> None:
        with work.writing() as tx:
            work.advance(tx)
            raise Unavailable("The disk is full.")

    job_id = _enqueue(world)
    for _ in range(world.settings.jobs.attempts):
        assert _run(world, Task(unlucky))
        _lapse(world)
    assert _status(world, job_id) == (Status.FAILED, "The disk is full.")


def test_a_worker_asked_to_stop_leaves_the_job_to_the_next(world: World) -> None:
    stop = threading.Event()

    def interrupted(_world: World, work: Work) -> None:
        stop.set()
        work.check()

    job_id = _enqueue(world)
    run_next(world, {Kind.COMPILE_SOURCE: Task(interrupted)}, stop)
    assert _status(world, job_id)[0] is Status.QUEUED

    def finish(_world: World, work: Work) -> None:
        with work.writing() as tx:
            work.finish(tx, "done")

    assert _run(world, Task(finish))
    with world.db.reading() as tx:
        row = tx.execute(select(job)).one()
    assert (row.status, row.attempts) == (Status.COMPLETE, 1)


def test_a_job_whose_twin_waits_is_let_go_beside_it(world: World) -> None:
    stop = threading.Event()

    def interrupted(world: World, work: Work) -> None:
        with world.db.writing() as tx:
            actions.enqueue(tx, "u", Kind.COMPILE_SOURCE, now=NOW, source_id="s")
        stop.set()
        work.check()

    _enqueue(world)
    run_next(world, {Kind.COMPILE_SOURCE: Task(interrupted)}, stop)
    done: list[str] = []

    def finish(_world: World, work: Work) -> None:
        done.append(work.held.id)
        with work.writing() as tx:
            work.finish(tx, "done")

    assert _run(world, Task(finish))
    assert _run(world, Task(finish))
    assert not _run(world, Task(finish))
    assert len(set(done)) == 2


def test_a_job_gives_way_to_a_more_urgent_one_and_goes_on_afterwards(world: World) -> None:
    vectors = _enqueue(world, kind=Kind.EMBED_CHUNKS)
    held = _claim(world)
    assert held is not None
    with world.db.writing() as tx:
        assert not actions.give_way(tx, held, now=NOW)
    _enqueue(world, "urgent")
    with world.db.writing() as tx:
        assert actions.give_way(tx, held, now=NOW)
    assert [one.source_id for one in (_claim(world), _claim(world)) if one] == ["urgent", "s"]
    assert _status(world, vectors)[0] is Status.RUNNING


def test_errands_are_claimed_by_kind(world: World) -> None:
    _enqueue(world)
    erasing = _enqueue(world, kind=Kind.ERASE_REMAINS)
    with world.db.writing() as tx:
        held = actions.claim(tx, now=NOW, lease_s=LEASE_S, kinds=[Kind.ERASE_REMAINS, Kind.PROJECT_FILES])
        assert held is not None
        assert held.id == erasing
        assert actions.claim(tx, now=NOW, lease_s=LEASE_S, kinds=[Kind.ERASE_REMAINS]) is None
