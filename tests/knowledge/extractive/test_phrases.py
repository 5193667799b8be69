"""The names and terms that a text is about."""

import pytest

from lorewright.knowledge.extractive.phrases import key_phrases
from lorewright.knowledge.extractive.words import Words


@pytest.mark.parametrize(
    ("language", "title", "lines", "expected"),
    [
        (
            "en",
            "",
            ["The granite dam leaks.", "A granite dam of the valley held.", "They saw granite dams."],
            "granite dam",
        ),
        ("en", "", ["The town of New York grew.", "Nobody left New York."], "New York"),
        ("en", "", ["Later, Smith & Berg built it.", "The firm of Smith & Berg closed."], "Smith & Berg"),
        ("en", "Turbines", ["The turbines run.", "New turbines came."], "turbines"),
        ("de", "", ["Die alte Talsperre versorgt Ulm.", "Ulm kaufte die alte Talsperre."], "alte Talsperre"),
        ("zh", "", ["大坝由花岗岩建成。", "大坝为城镇供水。"], "大坝"),
        (None, "", ["kaya tree grows", "kaya tree falls"], "kaya tree"),
    ],
)
def test_key_phrases(language: str | None, title: str, lines: list[str], expected: str) -> None:
    assert expected in key_phrases(title, [], lines, Words(language), 5)


def test_no_phrase_holds_another() -> None:
    lines = [
        "The granite dam wall leaks.",
        "A granite dam wall held.",
        "One granite dam wall fell.",
        "Granite was dear.",
    ]
    phrases = key_phrases("", [], lines, Words("en"), 10)
    assert not any(one != other and one in other for one in phrases for other in phrases)


def test_no_phrase_is_another_one_shifted() -> None:
    lines = ["Old granite dam wall gates leak.", "They saw old granite dam wall gates."]
    phrases = [set(phrase.lower().split()) for phrase in key_phrases("", [], lines, Words("en"), 10)]
    assert not any(one is not other and len(one & other) > 1 for one in phrases for other in phrases)


def test_a_common_word_said_once_is_no_concept() -> None:
    assert key_phrases("", [], ["The turbines run.", "New turbines came by boat."], Words("en"), 5) == ("turbines",)


def test_at_most_so_many() -> None:
    assert len(key_phrases("", [], [f"Dam {c * 4} held." for c in "abcdefgh"], Words("en"), 3)) <= 3


def test_a_verb_is_part_of_no_concept() -> None:
    lines = ["Water measures provide useful rainfall figures.", "Water measures provide useful rainfall figures again."]
    assert not any("provide" in phrase for phrase in key_phrases("", [], lines, Words("en"), 9))


def test_what_always_stands_before_a_noun_is_no_concept_alone() -> None:
    lines = ["The valve has an immediate danger.", "There is an immediate risk.", "A danger of the valve is there."]
    found = key_phrases("", [], lines, Words("en"), 9)
    assert "immediate" not in found
    assert "valve" in found
