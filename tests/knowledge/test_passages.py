import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorewright.knowledge.engine import Passage
from lorewright.knowledge.passages import LIMIT_TOKENS, SMALL_TOKENS, cut, estimate_tokens
from lorewright.reading.base import Block, BlockKind, Coverage, Reading
from tests.knowledge.readings import Part, prose, reading_of

HEADING, PARAGRAPH, TABLE = BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.TABLE
SENTENCE = "The old mill by the river grinds corn for seven villages. "


def passages(reading: Reading) -> list[Passage]:
    found = list(cut(reading, "text"))
    assert "".join(passage.content for passage in found) == reading.content
    assert [passage.ordinal for passage in found] == list(range(len(found)))
    assert all(reading.content[p.start : p.end] == p.content for p in found)
    return found


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("Grind corn.", 3), ("international", 2), ("1,234.5", 5), ("漢字かな", 4), ("snake_case", 3)],
)
def test_tokens_are_estimated(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(st.text(st.characters(codec="ascii")))
def test_plain_text_is_counted_as_any_other(text: str) -> None:
    """With a letter beyond ASCII it is counted in another way."""
    assert estimate_tokens(text) == estimate_tokens(f"{text} é") - 1


def test_long_prose_is_cut_at_sentences_into_pieces_of_like_size() -> None:
    found = passages(prose((SENTENCE * 100).strip()))
    assert all(passage.content.rstrip().endswith(".") for passage in found)
    assert all(150 <= estimate_tokens(passage.content) <= LIMIT_TOKENS for passage in found)


def test_a_heading_begins_a_passage_and_is_its_path() -> None:
    found = passages(
        reading_of([(HEADING, "Mills", 1), (PARAGRAPH, SENTENCE * 8), (HEADING, "Water", 2), (PARAGRAPH, SENTENCE * 8)])
    )
    assert [passage.heading_path for passage in found] == [("Mills",), ("Mills", "Water")]
    assert found[1].content.startswith("Water")


def test_tiny_sections_stand_together_under_the_headings_they_share() -> None:
    tiny: list[Part] = [
        (HEADING, "Mills", 1),
        (HEADING, "Water", 2),
        (PARAGRAPH, SENTENCE),
        (HEADING, "Wind", 2),
        (PARAGRAPH, SENTENCE),
    ]
    (passage,) = passages(reading_of(tiny))
    assert passage.heading_path == ("Mills",)


def test_no_passage_is_only_a_heading() -> None:
    parts: list[Part] = [(PARAGRAPH, SENTENCE * 9), (HEADING, "Alone", 1), (HEADING, "At the end", 2)]
    assert len(passages(reading_of(parts))) == 1


def test_tables_are_cut_between_rows() -> None:
    rows = "\n".join(f"mill {number} | {number * 37} sacks | river" for number in range(120))
    found = passages(reading_of([(TABLE, rows)]))
    assert len(found) > 2
    assert all(
        passage.content.startswith("mill") and passage.content.endswith(("river", "river\n")) for passage in found
    )


@pytest.mark.parametrize("text", ["word " * 3000, "x" * 20_000, "漢" * 3000, "e\u0301" * 3000])
def test_a_giant_sentence_is_cut_within_the_limit(text: str) -> None:
    found = passages(prose(text.strip()))
    assert len(found) > 1
    assert all(estimate_tokens(passage.content) <= LIMIT_TOKENS for passage in found)
    assert all(not passage.content.startswith("\u0301") for passage in found)


def test_words_are_not_cut_where_there_are_spaces() -> None:
    assert all(passage.content.split()[-1] == "word" for passage in passages(prose(("word " * 3000).strip())))


def test_each_passage_knows_the_page_it_begins_on() -> None:
    first, second = SENTENCE * 14, SENTENCE * 14
    content = f"{first}\n\n{second}"
    second_start = len(first) + 2
    blocks = (Block(0, len(first), PARAGRAPH, page=1), Block(second_start, len(content), PARAGRAPH, page=2))
    found = passages(Reading(content, blocks, Coverage(len(content)), page_starts=(0, second_start)))
    assert [passage.page for passage in found] == [1 if passage.start < second_start else 2 for passage in found]
    assert {passage.page for passage in found} == {1, 2}


def test_white_space_alone_gives_no_passage() -> None:
    assert list(cut(Reading(" \n\n ", (), Coverage(4)), "text")) == []


BLOCKS = st.lists(
    st.tuples(
        st.sampled_from(list(BlockKind)),
        st.text(st.sampled_from("ab .!漢\n|"), min_size=1, max_size=400).filter(str.strip),
        st.integers(1, 6),
    ),
    min_size=1,
    max_size=30,
)


@settings(max_examples=60)
@given(BLOCKS)
def test_passages_tile_any_text_and_are_the_same_each_time(parts: list[tuple[BlockKind, str, int]]) -> None:
    reading = reading_of(parts)
    found = passages(reading)
    assert found == passages(reading)
    assert all(estimate_tokens(passage.content) <= LIMIT_TOKENS + SMALL_TOKENS for passage in found)


def _sentence(number: int) -> str:
    return f"The {number * 7919 % 1009} travellers of the year {1000 + number} wrote down what the old mill {number} ground."


@settings(max_examples=25)
@given(st.integers(200, 500), st.data(), st.booleans())
def test_one_changed_sentence_moves_only_the_passages_near_it(length: int, data: st.DataObject, headed: bool) -> None:
    """Each part of a long section is a function of what stands in it, and a landmark of what stands within its reach."""
    said = [_sentence(number) for number in range(length)]
    place = data.draw(st.integers(0, length - 1))
    changed = [*said[:place], "A flood came. Nobody had seen the like of it.", *said[place + 1 :]]
    heading = [(HEADING, "The mill", 1)] if headed else []
    before, after = (
        {piece.content for piece in passages(reading_of([*heading, (PARAGRAPH, " ".join(some), 0)]))}
        for some in (said, changed)
    )
    first = min(max(0, place - 60), length - 120)
    around = sum(map(estimate_tokens, said[first : first + 120]))
    assert sum(map(estimate_tokens, before - after)) <= around
    assert len(before - after) <= 10


def test_each_passage_of_a_table_has_the_rows_that_name_its_columns() -> None:
    lines = [f"{year} | {year * 7 % 100} | a good year for the mill" for year in range(1900, 1990)]
    table = "\n".join(["The mill | | by the river", "Year | Sacks of flour | Remarks", *lines])
    content = f"{table}\n\n{SENTENCE * 3}".rstrip()
    blocks = (Block(0, len(table), TABLE, header=2), Block(len(table) + 2, len(content), PARAGRAPH))
    first, *others = passages(Reading(content, blocks, Coverage(len(content))))
    assert first.content.startswith("The mill | | by the river\nYear | Sacks")
    assert first.heading_path == ()
    assert len(others) > 3
    for passage in others:
        assert passage.heading_path == ("The mill | | by the river", "Year | Sacks of flour | Remarks")
    assert "grinds corn" in others[-1].content


def test_a_table_of_many_columns_is_named_as_far_as_there_is_room() -> None:
    table = "\n".join(" | ".join(f"column {place}" for place in range(200)) for _ in range(40))
    found = passages(Reading(table, (Block(0, len(table), TABLE, header=1),), Coverage(len(table))))
    named = {passage.heading_path for passage in found[5:]}
    [(name,)] = named
    assert name.startswith("column 0 | column 1 | ")
    assert estimate_tokens(name) <= SMALL_TOKENS
