"""The rule that fuses words and vectors: what it promises for any hits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.index.base import Hits, no_hits
from lorewright.knowledge.rules import COSINE_WIDTH, Candidate, Why, fuse

NUMBERS = range(1, 13)
TEXTS = {number: f"text {number // 3}" for number in NUMBERS}


def hits(found: dict[int, float]) -> Hits:
    ranked = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    return Hits(np.array([n for n, _ in ranked], np.int64), np.array([s for _, s in ranked], np.float32))


def scores(low: float, high: float) -> st.SearchStrategy[dict[int, float]]:
    # In steps that a float holds exactly, so that sums and shifts of them are exact too.
    values = st.integers(int(low * 64), int(high * 64)).map(lambda value: value / 64)
    return st.dictionaries(st.sampled_from(NUMBERS), values)


bm25 = scores(1 / 64, 30)
cosine = scores(-1, 1)


def order(found: list[Candidate]) -> list[tuple[str, list[int]]]:
    return [(one.text_id, one.passages) for one in found]


@pytest.mark.parametrize(
    ("lexical", "dense", "expected"),
    [
        pytest.param({}, {}, [], id="nothing found"),
        pytest.param({1: 4.0, 5: 8.0}, {}, [5, 1], id="words alone"),
        pytest.param({}, {1: 0.3, 5: 0.6}, [5, 1], id="vectors alone"),
        pytest.param({1: 9.0, 5: 8.0}, {5: 0.6, 9: 0.5}, [5, 1, 9], id="found by both goes first"),
        pytest.param({1: 8.0, 5: 4.0}, {5: 0.5, 1: 0.45}, [1, 5], id="a small step in cosine is not a step in rank"),
        pytest.param({1: 8.0, 5: 4.0}, {5: 0.9, 1: 0.5}, [5, 1], id="a large one is"),
        pytest.param({5: 8.0, 1: 8.0}, {}, [1, 5], id="of equal ones the smaller number"),
    ],
)
def test_order(lexical: dict[int, float], dense: dict[int, float], expected: list[int]) -> None:
    assert [one.passages[0] for one in fuse(hits(lexical), hits(dense), TEXTS)] == expected


def test_text_stands_where_its_best_passage_does_and_says_why() -> None:
    texts = {1: "harbour", 2: "harbour", 3: "bread"}
    found = fuse(hits({1: 2.0, 3: 8.0}), hits({2: 0.75, 1: 0.5}), texts)
    assert order(found) == [("bread", [3]), ("harbour", [2, 1])]
    bread, harbour = (one.why for one in found)
    assert bread == Why(bread.score, 1, 8.0, None, None)
    assert bread.score == pytest.approx((1 + 1 - 0.25 / COSINE_WIDTH) / 2)
    assert harbour == Why(0.5, 2, 2.0, 1, 0.75)


def test_new_passage_without_vector_is_found_by_its_words() -> None:
    embedded = {number: 0.2 for number in NUMBERS if number != 7}
    assert fuse(hits({7: 5.0, 1: 1.0}), hits(embedded), TEXTS)[0].passages[0] == 7


def test_vectors_that_cannot_tell_passages_apart_leave_the_order_to_the_words() -> None:
    alike = {number: 0.8 + number / 1000 for number in NUMBERS}
    lexical = {number: 13.0 - number for number in NUMBERS}
    best = [one.passages[0] for one in fuse(hits(lexical), hits(alike), TEXTS)]
    assert best == [one.passages[0] for one in fuse(hits(lexical), no_hits(), TEXTS)]


@given(bm25, cosine, st.sets(st.sampled_from(NUMBERS)))
def test_every_known_passage_once_under_its_text(
    lexical: dict[int, float], dense: dict[int, float], known: set[int]
) -> None:
    texts = {number: TEXTS[number] for number in known}
    found = fuse(hits(lexical), hits(dense), texts)
    passages = [(number, one.text_id) for one in found for number in one.passages]
    assert sorted(passages) == sorted((number, texts[number]) for number in known & (lexical.keys() | dense.keys()))
    assert len({one.text_id for one in found}) == len(found)


@given(bm25, cosine)
def test_scores_fall_from_one_to_nought(lexical: dict[int, float], dense: dict[int, float]) -> None:
    found = [one.why.score for one in fuse(hits(lexical), hits(dense), TEXTS)]
    assert found == sorted(found, reverse=True)
    assert all(0 <= score <= 1 for score in found)


@given(bm25, cosine)
def test_one_side_alone_keeps_its_order(lexical: dict[int, float], dense: dict[int, float]) -> None:
    near = {number: value for number, value in dense.items() if value > max(dense.values()) - COSINE_WIDTH}
    for found, expected in (
        (fuse(hits(lexical), no_hits(), TEXTS), hits(lexical)),
        (fuse(no_hits(), hits(near), TEXTS), hits(near)),
    ):
        ranked = {number: rank for rank, number in enumerate(expected.numbers.tolist())}
        firsts = [ranked[one.passages[0]] for one in found]
        assert firsts == sorted(firsts)


@given(bm25, cosine, st.sampled_from([0.25, 2, 8]), st.integers(-8, 8))
def test_only_ratios_of_bm25_and_differences_of_cosines_count(
    lexical: dict[int, float], dense: dict[int, float], factor: float, steps: int
) -> None:
    scaled = {number: score * factor for number, score in lexical.items()}
    shifted = {number: score + steps / 64 for number, score in dense.items()}
    assert order(fuse(hits(lexical), hits(dense), TEXTS)) == order(fuse(hits(scaled), hits(shifted), TEXTS))


@given(bm25, cosine, st.sampled_from(NUMBERS), st.sampled_from([1, 4, 16]))
def test_a_better_score_never_lowers_a_rank(
    lexical: dict[int, float], dense: dict[int, float], number: int, steps: int
) -> None:
    def rank(words: dict[int, float], vectors: dict[int, float]) -> int:
        alone = {n: str(n) for n in NUMBERS}
        return [one.text_id for one in fuse(hits(words), hits(vectors), alone)].index(str(number))

    lexical, dense = {number: 1.0, **lexical}, {number: 0.0, **dense}
    before = rank(lexical, dense)
    assert rank({**lexical, number: lexical[number] + steps / 64}, dense) <= before
    assert rank(lexical, {**dense, number: dense[number] + steps / 64}) <= before
