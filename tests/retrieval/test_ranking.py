"""Ranking anew: pure rules."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.engine import Passage
from lorewright.knowledge.retrieve import Hit
from lorewright.retrieval.search.rules import LIKENESS, REPETITION, SAME_PAGE, diversified

DIRECTIONS = np.eye(4, dtype=np.float32)
scores = st.lists(st.floats(0, 1, width=16), max_size=12)


def _hit(number: int, score: float, page: int | None = None, text_id: str = "text") -> Hit:
    return Hit("source", (), Passage(number, text_id, number, 0, 1, "x", page=page), score)


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


def test_another_passage_of_a_page_lets_another_page_go_before_it() -> None:
    found = diversified([_hit(1, 0.9, 3), _hit(2, 0.8, 3), _hit(3, 0.75, 4), _hit(4, 0.7, 3, "other")], {})
    assert [hit.passage.number for hit in found] == [1, 3, 2, 4]
    assert [hit.score for hit in found] == [0.9, 0.75, 0.8 * (1 - SAME_PAGE), 0.7]


def test_without_pages_and_vectors_all_stays_as_it_was() -> None:
    hits = [_hit(1, 0.9), _hit(2, 0.8)]
    assert diversified(hits, {}) == hits
    assert diversified([], {}) == []


@given(given_scores=scores, turns=st.lists(st.integers(0, 4), min_size=12, max_size=12))
def test_each_stays_once_and_no_score_rises(given_scores: list[float], turns: list[int]) -> None:
    ranked = enumerate(sorted(given_scores, reverse=True))
    hits = [_hit(number, score, number % 3 or None) for number, score in ranked]
    vectors = {number: DIRECTIONS[turn] for number, turn in enumerate(turns[: len(hits)]) if turn < len(DIRECTIONS)}
    found = diversified(hits, vectors)
    assert sorted(hit.passage.number for hit in found) == list(range(len(hits)))
    assert all(one.score >= other.score for one, other in pairwise(found))
    before = {hit.passage.number: hit.score for hit in hits}
    assert all(hit.score <= before[hit.passage.number] for hit in found)
