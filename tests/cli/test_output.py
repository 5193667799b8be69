"""What commands print."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.cli.output import excerpt, print_fields

LATE = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen."


@pytest.mark.parametrize(
    ("text", "words", "limit", "shown"),
    [
        ("Short  and\nsweet.", [], 40, "Short and sweet."),
        (LATE, [], 20, "One two three four…"),
        (LATE, ["absent"], 20, "One two three four…"),
        (LATE, ["Twelve"], 24, "…twelve thirteen…"),
        ("\u4e00" * 30, [], 10, "\u4e00" * 10 + "…"),
    ],
)
def test_an_excerpt_shows_where_the_words_are(text: str, words: list[str], limit: int, shown: str) -> None:
    assert excerpt(text, words, limit) == shown


@given(st.text(), st.lists(st.text(min_size=1)), st.integers(4, 100))
def test_an_excerpt_is_short_and_of_the_text(text: str, words: list[str], limit: int) -> None:
    shown = excerpt(text, words, limit)
    assert len(shown) <= limit + 2
    assert shown.strip("…") in " ".join(text.split())


def test_times_are_told_to_the_second(capsys: pytest.CaptureFixture[str]) -> None:
    print_fields([("queued", datetime(2026, 5, 3, 14, 5, 6, 789, tzinfo=UTC)), ("ended", None), ("status", "queued")])
    assert capsys.readouterr().out == "queued:  2026-05-03 14:05:06\nstatus:  queued\n"
