"""What a question expects, and which quantity it asks for."""

import pytest

from lorewright.knowledge.extractive.question import Expects, understood
from lorewright.knowledge.extractive.words import Words

ENGLISH = Words("en")


@pytest.mark.parametrize(
    ("expects", "questions"),
    [
        (
            Expects.TIME,
            ["When was it built?", "In which year did it open?", "Wann war das?", "橋はいつ完成しましたか。"],
        ),
        (
            Expects.PERSON,
            ["Who was king when it burnt?", "Which author wrote it?", "Wer baute den Turm?", "谁设计了大桥？"],
        ),
        (Expects.PLACE, ["Where does the river rise?", "In which city is it?", "Où est le moulin ?", "大桥在哪里？"]),
        (
            Expects.FIGURE,
            [
                "How many live there?",
                "What is the price of tea?",
                "What was the population of Ulm?",
                "Wie hoch ist er?",
                "桥有多高？",
            ],
        ),
        (Expects.REASON, ["Why did it burn?", "What caused the fire?", "Pourquoi ?", "为什么关闭？"]),
        (
            Expects.DEFINITION,
            [
                "What is a quern?",
                "What is the rate of return?",
                "Who was Anne Whitlock?",
                "Was ist ein Deich?",
                "ダムとは何ですか。",
            ],
        ),
        (Expects.ANYTHING, ["What lit the streets of Port Ellis?", "Does it leak?"]),
    ],
)
def test_the_kind_of_answer_that_is_expected(expects: Expects, questions: list[str]) -> None:
    assert [understood(question, ENGLISH).expects for question in questions] == [expects] * len(questions)


@pytest.mark.parametrize(
    ("question", "quantity", "measure"),
    [
        ("How many tickets were sold?", {"ticket"}, set()),
        ("How much did it cost?", set(), set()),
        ("What was the gross margin of Ferry?", {"margin"}, {"gross"}),
        ("What was the number of stores?", {"store"}, set()),
        ("How deep is the bay?", None, {"deep"}),
        ("When did it open?", None, set()),
    ],
)
def test_the_quantity_that_is_asked_for(question: str, quantity: set[str] | None, measure: set[str]) -> None:
    asked = understood(question, ENGLISH)
    assert asked.quantity == quantity
    assert asked.measure == measure


def test_names_and_figures_are_specific_and_the_noun_of_the_kind_weighs_least() -> None:
    asked = understood("Which city had the Harbour Bridge in 1932?", ENGLISH)
    assert asked.specific == {"harbour", "bridg", "1932"}
    assert asked.years == {"1932"}
    assert asked.terms["citi"] < asked.terms["bridg"]


def test_of_several_sentences_the_one_that_asks_is_understood() -> None:
    asked = understood("Answer in one word. When did the mill open?", ENGLISH)
    assert asked.terms.keys() == {"mill", "open"}
