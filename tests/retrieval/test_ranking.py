"""Ranking anew: pure rules."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.engine import Passage
from lorewright.knowledge.retrieve import Hit
from lorewright.retrieval.search.rules import LIKENESS, REPETITION, diversified

DIRECTIONS = np.eye(4, dtype=np.float32)
scores = st.lists(st.floats(0, 1, width=16), max_size=12)


def _hit(number: int, score: float) -> Hit:
    return Hit("source", (), Passage(number, "text", number, 0, 1, "x"), score)


def test_what_says_the_same_as_a_better_one_loses_half() -> None:
    hits = [_hit(1, 0.9), _hit(2, 0.8), _hit(3, 0.5)]
    found = diversified(hits, {1: DIRECTIONS[0], 2: DIRECTIONS[0], 3: DIRECTIONS[1]})
    assert [hit.passage.number for hit in found] == [1, 3, 2]
    assert [round(hit.score, 3) for hit in found] == [0.9, 0.5, round(0.8 * (1 - REPETITION), 3)]


def test_what_is_only_near_loses_a_part() -> None:
    near = np.array([0.9, (1 - 0.9**2) ** 0.5, 0, 0], np.float32)
    lost = REPETITION * (0.9 - LIKENESS) / (1 - LIKENESS)
    [_, second] = diversified([_hit(1, 1.0), _hit(2, 1.0)], {1: DIRECTIONS[0], 2: near})
    assert abs(second.score - (1 - lost)) < 1e-5


@given(given_scores=scores, turns=st.lists(st.integers(0, 4), min_size=12, max_size=12))
def test_each_stays_once_and_no_score_rises(given_scores: list[float], turns: list[int]) -> None:
    hits = [_hit(number, score) for number, score in enumerate(sorted(given_scores, reverse=True))]
    vectors = {number: DIRECTIONS[turn] for number, turn in enumerate(turns[: len(hits)]) if turn < len(DIRECTIONS)}
    found = diversified(hits, vectors)
    assert sorted(hit.passage.number for hit in found) == list(range(len(hits)))
    assert all(one.score >= other.score for one, other in pairwise(found))
    before = {hit.passage.number: hit.score for hit in hits}
    assert all(hit.score <= before[hit.passage.number] for hit in found)
