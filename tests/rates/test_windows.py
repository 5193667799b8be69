"""What both ways to count promise, and that what slides is a window."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.core.errors import Unavailable
from lorewright.core.ids import new_id
from lorewright.rates.base import Hit, Rate, Windows
from lorewright.rates.memory import TIDY_S, MemoryWindows
from lorewright.rates.redis import RedisWindows
from tests.makers.redis import redis_server

RATE = Rate(5, 60)


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    with redis_server() as (url, _):
        yield url


@pytest.fixture(params=["memory", "redis"])
def windows(request: pytest.FixtureRequest) -> Iterator[Windows]:
    made: Windows = MemoryWindows() if request.param == "memory" else RedisWindows(request.getfixturevalue("redis_url"))
    yield made
    made.close()


def test_so_many_are_allowed_and_each_is_told_what_is_left(windows: Windows) -> None:
    key = new_id()
    hits = [windows.hit(key, RATE) for _ in range(7)]
    assert [one.is_allowed for one in hits] == [True] * 5 + [False] * 2
    assert [one.remaining for one in hits] == [4, 3, 2, 1, 0, 0, 0]
    assert [one.retry_after_s > 0 for one in hits] == [False] * 5 + [True] * 2
    assert 58 <= hits[-1].retry_after_s <= 60
    assert all(one.rate == RATE for one in hits)


def test_one_key_leaves_another_alone(windows: Windows) -> None:
    one, other = new_id(), new_id()
    for _ in range(6):
        windows.hit(one, RATE)
    assert windows.hit(other, RATE).remaining == 4


def test_the_window_slides(windows: Windows) -> None:
    key, rate = new_id(), Rate(2, 1)
    hits = [windows.hit(key, rate) for _ in range(3)]
    assert [one.is_allowed for one in hits] == [True, True, False]
    threading.Event().wait(hits[-1].retry_after_s + 0.05)
    assert windows.hit(key, rate).is_allowed


def test_of_a_hundred_at_once_exactly_so_many_are_allowed(windows: Windows) -> None:
    key, rate = new_id(), Rate(37, 60)
    start = threading.Barrier(20)

    def hit(number: int) -> Hit:
        if number < 20:
            start.wait()
        return windows.hit(key, rate)

    with ThreadPoolExecutor(20) as pool:
        hits = list(pool.map(hit, range(100)))
    assert sum(one.is_allowed for one in hits) == 37


def test_a_redis_that_goes_away_is_told() -> None:
    with redis_server() as (url, process):
        windows = RedisWindows(url)
        assert windows.hit("somebody", RATE).is_allowed
        process.terminate()
        process.wait()
        with pytest.raises(Unavailable, match="Redis"):
            windows.hit("somebody", RATE)


class _Now:
    at = 1_000.0

    def __call__(self) -> float:
        return self.at


@given(st.lists(st.floats(min_value=0, max_value=8), max_size=60), st.integers(1, 6), st.integers(1, 20))
def test_at_no_moment_does_the_last_window_hold_more_than_allowed(
    pauses: list[float], amount: int, seconds: int
) -> None:
    now = _Now()
    windows = MemoryWindows(now)
    allowed: list[float] = []
    for pause in pauses:
        now.at += pause
        before = [at for at in allowed if at > now.at - seconds]
        hit = windows.hit("k", Rate(amount, seconds))
        assert hit.is_allowed == (len(before) < amount)
        if hit.is_allowed:
            allowed.append(now.at)
            before.append(now.at)
        else:
            assert now.at + hit.retry_after_s >= before[0] + seconds
        assert hit.remaining == amount - len(before)
        assert hit.reset_at == before[0] + seconds


def test_what_no_longer_counts_is_forgotten() -> None:
    now = _Now()
    windows = MemoryWindows(now)
    for number in range(1_000):
        windows.hit(f"stranger {number}", RATE)
    now.at += TIDY_S + RATE.seconds
    windows.hit("somebody", RATE)
    assert list(windows._windows) == ["somebody"]
