"""What is said of another than the question names is no answer."""

import pytest

from lorewright.knowledge.engine import Passage
from tests.knowledge.extractive.answers import NOTHING, answered, first_said, passages

SHIPS = (
    "Kestrel and Merlin are two ships. Kestrel was launched in Gdansk in 1998. Kestrel carries a crew of 22. It is 80 "
    "metres long. Ivo Petri painted Merlin red. Tickets for the Kestrel cruise cost 48 euros. Tickets for the Merlin cruise "
    "are sold at 09:05."
)
LATER = " Merlin was launched in Turku in 2007. She carries a crew of 35."


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How much do tickets for the Kestrel cruise cost?", "Tickets for the Kestrel cruise cost 48 euros."),
        ("How much do tickets for the Merlin cruise cost?", NOTHING),
        ("Who painted Merlin red?", "Ivo Petri painted Merlin red."),
        ("When was Merlin launched?", NOTHING),
        ("Where was Merlin launched?", NOTHING),
        ("How many crew does Merlin carry?", NOTHING),
    ],
)
def test_what_is_said_of_another_ship_is_no_answer(question: str, first: str) -> None:
    assert first_said(question, SHIPS) == first


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("When was Merlin launched?", "Merlin was launched in Turku in 2007."),
        ("Where was Kestrel launched?", "Kestrel was launched in Gdansk in 1998."),
    ],
)
def test_of_two_ships_the_one_that_is_named_is_meant(question: str, first: str) -> None:
    assert first_said(question, SHIPS + LATER) == first


def test_a_pronoun_is_of_the_person_named_before_it() -> None:
    given = passages(
        "Erasmus stayed with Aldus in 1508. After Aldus died in 1515, his son Paulus took over. Marie Torvald, who grew "
        "up in Bergen, released her first album in 2003. Ole Brandt plays the guitar. The house of the press is by the sea and "
        "is not open to the public."
    )
    assert not answered("When did Ole Brandt release his first album?", given)
    (first, *_) = answered("When did Marie Torvald release her first album?", given)
    assert first.text.startswith("Marie Torvald, who grew up")


FILING = [
    Passage(1, "oak", 0, 0, 75, "In 2019 Corie Lund was appointed our Chief Executive Officer by the board.", (), 4, "Oak Mill Inc."),
    Passage(2, "oak", 1, 75, 137, "At the end of 2022 we employed 9,000 people in all our stores.", (), 5, "Oak Mill Inc."),
    Passage(3, "elm", 0, 0, 76, "Mary Dell has been CEO of Elm Shoes since 2020 and leads its best buyers too.", (), 1, "Elm Shoes"),
    Passage(4, "elm", 1, 76, 131, "Elm Shoes employed 1,200 people in its shops in 2022.", (), 1, "Elm Shoes"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("Who is the CEO of Oak Mill?", {"oak"}),
        ("How many people did Oak Mill employ in 2022?", {"oak"}),
        ("Who is the CEO of Elm Shoes?", {"elm"}),
        ("Who is the chairman of Oak Mill?", set()),
    ],
)
def test_an_answer_is_about_whom_the_question_names_though_only_the_title_does(question: str, texts: set[str]) -> None:
    found = answered(question, FILING)
    assert {FILING[index].text_id for sentence in found for index, _ in sentence.support} == texts
