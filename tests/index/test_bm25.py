"""Scores and order, without a database."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.index.rules import (
    MAX_COUNT,
    MAX_LENGTH,
    MAX_NUMBER,
    POSTING,
    Bm25,
    Postings,
    Statistics,
    best,
    bm25,
    chunked,
    length_of,
    merged,
    number_of,
    pack,
    parted,
    unpacked,
)


def postings(*passages: tuple[int, int, int]) -> Postings:
    return np.array([pack(*passage) for passage in passages], POSTING)


@given(st.integers(0, MAX_NUMBER), st.integers(1, 1_000), st.integers(0, 100_000))
def test_a_posting_keeps_its_number_whatever_is_cut(number: int, count: int, length: int) -> None:
    packed = pack(number, count, length)
    assert number_of(packed) == number
    assert length_of(packed) == min(length, MAX_LENGTH)
    assert packed >> 16 & MAX_COUNT == min(count, MAX_COUNT)


@pytest.mark.parametrize("number", [-1, MAX_NUMBER + 1])
def test_a_number_that_does_not_fit_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        pack(number, 1, 1)


@given(st.sets(st.integers(0, MAX_NUMBER), max_size=50), st.integers(1, 7))
def test_chunks_hold_what_was_put_in_order(numbers: set[int], size: int) -> None:
    held = [pack(number, 1, 1) for number in sorted(numbers)]
    chunks = chunked(held, size)
    assert list(unpacked(b"".join(chunks.values()))) == held
    assert list(chunks) == sorted(numbers)[::size]


@given(st.sets(st.integers(0, 99)), st.sets(st.integers(0, 99)))
def test_merging_keeps_all_in_order_and_refuses_twice(old: set[int], new: set[int]) -> None:
    def pair() -> tuple[list[int], list[int]]:
        return [pack(number, 1, 1) for number in sorted(old)], [pack(number, 2, 2) for number in sorted(new)]

    if old & new:
        with pytest.raises(ValueError, match="already"):
            merged(*pair())
    else:
        assert [number_of(one) for one in merged(*pair())] == sorted(old | new)


@given(st.sets(st.integers(0, 40)), st.sets(st.integers(0, 40), min_size=1))
def test_parting_takes_out_the_numbers_named_and_keeps_the_order(held: set[int], numbers: set[int]) -> None:
    kept, gone = parted([pack(number, 1, 7) for number in sorted(held)], numbers)
    assert [number_of(one) for one in kept] == sorted(held - numbers)
    assert [number_of(one) for one in gone] == sorted(held & numbers)


def test_scores_by_hand() -> None:
    """Two of four passages hold the word; of mean length, once: idf = ln(1 + 2.5 / 2.5), tf part 1.9 / 1.9 = 1."""
    hits = bm25({"river": postings((7, 1, 10), (9, 1, 10))}, {"river": 1.0}, Statistics(4, 40), 10, Bm25())
    assert hits.numbers.tolist() == [7, 9]
    assert hits.scores.tolist() == pytest.approx([np.log(2)] * 2)


def test_more_often_shorter_and_rarer_is_better() -> None:
    held = {"river": postings((1, 1, 10), (2, 3, 10), (3, 1, 5), (4, 1, 10)), "copper": postings((4, 1, 10))}
    hits = bm25(held, {"river": 1.0, "copper": 1.0, "violin": 1.0}, Statistics(6, 60), 10, Bm25())
    assert hits.numbers.tolist() == [4, 2, 3, 1]


def test_numbers_far_apart_score_as_near_ones_do() -> None:
    near = {"river": postings((1, 1, 9), (2, 2, 9)), "copper": postings((2, 1, 9))}
    far = {"river": postings((1, 1, 9), (MAX_NUMBER, 2, 9)), "copper": postings((MAX_NUMBER, 1, 9))}
    weights, statistics = {"river": 1.0, "copper": 0.5}, Statistics(5, 45)
    one, other = (bm25(held, weights, statistics, 10, Bm25()) for held in (near, far))
    assert one.scores.tolist() == other.scores.tolist()
    assert other.numbers.tolist() == [MAX_NUMBER, 1]


def test_a_word_of_every_passage_still_scores_above_zero() -> None:
    hits = bm25({"the": postings((1, 1, 0), (2, 1, 0))}, {"the": 1.0}, Statistics(2, 0), 10, Bm25())
    assert hits.numbers.tolist() == [1, 2]
    assert hits.scores.min() > 0


@given(st.lists(st.integers(0, 5), max_size=40), st.integers(0, 50))
def test_best_is_the_head_of_a_full_sort(scores: list[int], limit: int) -> None:
    numbers = np.arange(len(scores), dtype=np.int64)[::-1]
    hits = best(numbers, np.array(scores, np.float32), limit)
    ranked = sorted(zip(numbers.tolist(), scores, strict=True), key=lambda item: (-item[1], item[0]))
    assert list(zip(hits.numbers.tolist(), hits.scores.tolist(), strict=True)) == ranked[:limit]
