"""What is told of a text without whole sentences: a note, a list, nothing but code."""

import pytest

from lorewright.reading.base import Reading
from tests.knowledge.extractive.drafts import CODE, HEADING, ITEM, PARAGRAPH, REPORT, claims_of, compiled, texts_of
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


@pytest.mark.parametrize(
    "code",
    [
        "# The gate shuts when the lake is full.\ngate = 1  # to be done\n# gate = shut(lake) if lake.",
        "/* The gate shuts when the lake is full. The\n   lake is never full. */\nint gate = 1; // gate = 2;",
        'def gate(lake):\n    """The gate shuts when the lake is full."""\n    return 1',
        "<p>The gate shuts when the lake is full.</p><b>Gate and lake</b><i>if (gate == 2) { shut the lake. }</i>",
        "<!-- The gate shuts when the lake is full. -->\n<gate/>",
    ],
)
def test_code_alone_says_what_its_words_say(code: str) -> None:
    draft = compiled(reading_of([(HEADING, "Gate", 1), (CODE, code)]))
    assert [claim.text for claim in claims_of(draft)] == ["The gate shuts when the lake is full."]


def test_of_a_text_with_prose_no_code_is_told() -> None:
    said = " ".join(
        texts_of(compiled(reading_of([*REPORT, (CODE, "# The gate shuts when the lake is full.\ngate = 1")])))
    )
    assert "gate shuts" not in said
