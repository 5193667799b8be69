"""Landmarks are few, far apart, and depend on nothing but what stands near them."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.landmarks import landmarks, rank

REACH = 5
_WORDS = st.lists(st.text("abc", max_size=3), max_size=60)


def _of(words: list[str]) -> list[int]:
    return list(landmarks([rank(one) for one in words], [1] * len(words), REACH))


@given(_WORDS)
def test_each_is_the_first_of_the_lowest_within_reach(words: list[str]) -> None:
    ranks = [rank(one) for one in words]
    expected = [
        place
        for place, one in enumerate(ranks)
        if all(one < other for other in ranks[max(0, place - REACH) : place])
        and all(one <= other for other in ranks[place + 1 : place + REACH + 1])
    ]
    assert _of(words) == expected
    assert all(later - earlier > REACH for earlier, later in pairwise(expected))


@given(_WORDS, _WORDS, _WORDS, _WORDS)
def test_what_is_changed_further_off_changes_none(
    start: list[str], one: list[str], other: list[str], end: list[str]
) -> None:
    before, after = _of(start + one + end), _of(start + other + end)
    kept = len(start) - REACH
    assert [place for place in before if place < kept] == [place for place in after if place < kept]
    ends = len(start) + len(one) + REACH, len(start) + len(other) + REACH
    behind = [
        [place - least for place in found if place >= least] for found, least in zip((before, after), ends, strict=True)
    ]
    assert behind[0] == behind[1]


def test_a_heading_comes_before_sentences_and_what_has_no_rank_is_none() -> None:
    words = [f"word {number}" for number in range(40)]
    ranks = [rank(one, weight=0 if number == 20 else 1) for number, one in enumerate(words)]
    assert 20 in list(landmarks(ranks, [1] * 40, 10))
    assert list(landmarks([None] * 40, [1] * 40, 10)) == []
