"""What is told of a text without whole sentences: a note, a list, nothing but code."""

import pytest

from lorewright.reading.base import Reading
from tests.knowledge.extractive.drafts import CODE, ITEM, PARAGRAPH, claims_of, compiled, texts_of
from tests.knowledge.readings import prose, reading_of


@pytest.mark.parametrize("note", ["The dam opens to visitors on Tuesday at noon.", "call the dam keeper", "ok"])
def test_a_note_of_one_line_is_its_own_summary_and_nothing_else(note: str) -> None:
    draft = compiled(prose(note, language=None))
    assert texts_of(draft) == [note]
    assert draft.summary


def test_a_short_note_is_told_with_its_lines() -> None:
    note = reading_of(
        [
            (PARAGRAPH, "Met with Priya about the valley dam. She wants the second gate removed."),
            (ITEM, "Priya sends the drawings by Thursday"),
            (ITEM, "Ask Tom about the length of the trial"),
        ]
    )
    said = " ".join(texts_of(compiled(note)))
    assert all(words in said for words in ("Met with Priya", "Priya sends the drawings", "Ask Tom"))


def test_a_lone_word_says_nothing_beside_others() -> None:
    note = reading_of([(PARAGRAPH, "Call the dam keeper"), (ITEM, "gates"), (ITEM, "two valves")])
    assert texts_of(compiled(note)) == ["Call the dam keeper", "two valves"]


@pytest.mark.parametrize("reading", [reading_of([]), reading_of([(CODE, "def dam(x):\n    return x + 1")])])
def test_without_prose_there_are_no_claims(reading: Reading) -> None:
    assert claims_of(compiled(reading)) == []
