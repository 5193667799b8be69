"""What an article is called."""

import pytest

from tests.knowledge.extractive.drafts import HEADING, PARAGRAPH, REPORT, TABLE, compiled, made_up
from tests.knowledge.readings import prose, reading_of


@pytest.mark.parametrize(
    ("own", "given", "title"),
    [
        ("Water for four towns", "My dam", "My dam"),
        ("Water for four towns", None, "Water for four towns"),
        # What a program wrote there is no title.
        ("Untitled", None, "The Reservoir of Berg"),
        ("Microsoft Word - scan_0012.docx", None, "The Reservoir of Berg"),
    ],
)
def test_what_a_person_calls_it_goes_before_its_own_title_and_that_before_its_heading(
    own: str, given: str | None, title: str
) -> None:
    assert compiled(reading_of(REPORT, title=own), given).title == title


@pytest.mark.parametrize(
    ("heading", "line", "title"),
    [
        ("TOTAL $9.90", "Berg Hardware", "Berg Hardware"),
        ("Report Date: 2024-11-15", "Dams hold water.", "Dams hold water"),
        # Neither does what somebody says.
        ("Chapter I", '"Well, the dam," said Anna Berg. Anna Berg laughed.', "Anna Berg"),
    ],
)
def test_a_heading_that_names_nothing_is_passed_over(heading: str, line: str, title: str) -> None:
    assert compiled(reading_of([(HEADING, heading, 1), (PARAGRAPH, line)])).title == title


def test_a_heading_loses_its_number() -> None:
    assert compiled(reading_of([(HEADING, "3.1 Gates", 1), (PARAGRAPH, "Dams hold water.")])).title == "Gates"


def test_of_several_numbered_headings_none_names_the_whole() -> None:
    chapters = reading_of([(HEADING, "1 Gates", 1), (PARAGRAPH, "Dams hold water."), (HEADING, "2 Walls", 1)])
    assert compiled(chapters).title == "Dams hold water"


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Buy milk and eggs tomorrow", "Buy milk and eggs tomorrow"),
        ("The dam opens at 3 p.m.", "The dam opens at 3 p.m."),
        ("...", "Untitled"),
    ],
)
def test_a_text_without_a_heading_is_called_by_its_first_line(line: str, title: str) -> None:
    assert compiled(prose(line)).title == title


def test_a_long_title_is_shortened_at_a_word() -> None:
    assert compiled(reading_of([(HEADING, "granite dam " * 11, 1), (PARAGRAPH, "Held.")])).title.endswith(" granite…")


def test_a_wide_table_is_called_by_its_first_columns() -> None:
    names = [f"{made_up(n)} of the boat" for n in range(12)]
    table = "\n".join([" | ".join(names), " | ".join(["north"] * 12)])
    title = compiled(reading_of([(TABLE, table)])).title
    assert title == ", ".join([*names[:4], "…"])
