"""Answers from lines of a label and its value, as forms and bills have them."""

import pytest

from lorewright.knowledge.engine import Passage
from lorewright.knowledge.extractive.answer import answer

FORM = """Keeper: Anna Berg

Seat of the council: Ulm

Opened on: 3 May 1911

Gate: granite, two wings

The market lighthouse has a bell.

TOTAL $12.40

Berg Lighthouses Co., Inc."""


def answers(question: str) -> list[str]:
    form = Passage(1, "text", 0, 0, len(FORM), FORM, (), title="MARKET LIGHTHOUSE")
    return [sentence.text for sentence in answer(question, [form])]


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Who was the keeper at the Market Lighthouse?", "Keeper: Anna Berg"),
        ("Who is the keeper?", "Keeper: Anna Berg"),
        ("Where is the seat of the council of the Market Lighthouse?", "Seat of the council: Ulm"),
        ("When was the lighthouse opened?", "Opened on: 3 May 1911"),
        ("What is the gate of the market lighthouse?", "Gate: granite, two wings"),
        ("What is the total of the Market receipt?", "TOTAL $12.40"),
    ],
)
def test_a_line_whose_label_is_asked_answers(question: str, line: str) -> None:
    assert answers(question) == [line]


@pytest.mark.parametrize(
    "question",
    [
        "Who was the keeper at the harbour?",
        "When was the gate opened?",
        "Who is the keeper of the gate of Ulm?",
        "Who opened the lighthouse?",
        "Who are the Berg lighthouses?",
    ],
)
def test_a_line_of_something_else_does_not(question: str) -> None:
    assert answers(question) == []
