"""What a model may add to finding passages: it is only looked for, or put in order, whatever it says."""

import asyncio
import json

import pytest

from lorewright.knowledge.engine import Asking, Passage
from lorewright.knowledge.prompted.finding import MOST_RANKED, MOST_TERMS, other_words, ranked
from tests.knowledge.prompted.minds import InProcess

ASKING = Asking("ada", ())
PASSAGES = [Passage(n, "t", n, 10 * n, 10 * n + 9, f"Boat {n}.") for n in range(MOST_RANKED + 3)]


def _terms(said: object) -> list[str]:
    model = InProcess(lambda request: json.dumps({"terms": said}))
    return list(asyncio.run(other_words(model, "What does an otter eat?", ASKING)))


def _order(said: object, passages: list[Passage]) -> list[int]:
    model = InProcess(lambda request: json.dumps({"passages": said}))
    return list(asyncio.run(ranked(model, "Which boat is it?", passages, ASKING)))


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        (["lutra", "lutra", " diet\n of  otters "], ["lutra", "diet of otters"]),
        (["", " ", "x" * 100, "a\x00b"], ["a b"]),
        ([str(n) for n in range(40)], [str(n) for n in range(MOST_TERMS)]),
        ("lutra", []),
        ([7], []),
        (None, []),
    ],
)
def test_a_few_short_terms_are_taken(said: object, taken: list[str]) -> None:
    assert _terms(said) == taken


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ([3, 1], [2, 0, 1, 3]),
        ([3, 3, 99, 0, -1], [2, 0, 1, 3]),
        ([], [0, 1, 2, 3]),
        ("3", [0, 1, 2, 3]),
        (["three"], [0, 1, 2, 3]),
        (None, [0, 1, 2, 3]),
    ],
)
def test_every_passage_keeps_a_place(said: object, order: list[int]) -> None:
    assert _order(said, PASSAGES[:4]) == order


def test_only_the_best_are_looked_at_and_one_alone_needs_no_order() -> None:
    seen = InProcess(lambda request: json.dumps({"passages": [MOST_RANKED + 1, 2]}))
    order = asyncio.run(ranked(seen, "Which boat is it?", PASSAGES, ASKING))
    assert list(order) == [1, 0, *range(2, len(PASSAGES))]
    [(request, call)] = seen.asked
    assert f"Boat {MOST_RANKED - 1}." in request.prompt
    assert f"Boat {MOST_RANKED}." not in request.prompt
    assert call.purpose == "rank"
    asyncio.run(ranked(seen, "Which boat is it?", PASSAGES[:1], ASKING))
    assert len(seen.asked) == 1
