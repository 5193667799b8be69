"""Presentations: each slide a page; titles, lists, tables, notes."""

import pytest
from tests.makers import office as make
from tests.reading.checks import blocks, check

from lorewright.core.errors import Unreadable
from lorewright.reading import read
from lorewright.reading.base import BlockKind, Reading, page_at
from lorewright.reading.office.slides import SlideReader


def _read(data: bytes) -> Reading:
    reading = read(data, "pptx")
    check(reading)
    return reading


def test_titles_are_headings_bodies_are_lists_and_slides_are_pages() -> None:
    reading = _read(
        make.pptx(
            [
                make.shape("A short history", "subTitle") + make.shape("The gates of Berg", "ctrTitle"),
                make.shape("Kinds", "title") + make.shape("Field gates\n  of ash\nGarden gates", "body"),
            ],
            notes={2: "Show the picture here."},
        )
    )
    found = [(one.kind, one.level, one.page, reading.content[one.start : one.end]) for one in reading.blocks]
    assert found == [
        (BlockKind.HEADING, 1, 1, "The gates of Berg"),
        (BlockKind.PARAGRAPH, 0, 1, "A short history"),
        (BlockKind.HEADING, 2, 2, "Kinds"),
        (BlockKind.LIST_ITEM, 1, 2, "Field gates"),
        (BlockKind.LIST_ITEM, 2, 2, "of ash"),
        (BlockKind.LIST_ITEM, 1, 2, "Garden gates"),
        (BlockKind.PARAGRAPH, 0, 2, "Show the picture here."),
    ]
    assert reading.title == "The gates of Berg"
    assert page_at(reading.page_starts, reading.content.index("Kinds")) == 2


def test_text_boxes_are_paragraphs_unless_they_have_bullets() -> None:
    reading = _read(make.pptx([make.shape("Free text.") + f"<p:grpSp>{make.shape('A point', bullets=True)}</p:grpSp>"]))
    assert blocks(reading) == [(BlockKind.PARAGRAPH, "Free text."), (BlockKind.LIST_ITEM, "A point")]


def test_a_table_keeps_rows_header_and_merged_cells() -> None:
    rows = [
        ["Wood", "Gate"],
        [make.slide_cell("Oak", 'rowSpan="2"'), "Garden"],
        [make.slide_cell("", 'vMerge="1"'), "Yard"],
        [make.slide_cell("All", 'gridSpan="2"'), make.slide_cell("", 'hMerge="1"')],
    ]
    reading = _read(make.pptx([make.slide_table(rows)]))
    assert reading.content.split("\n") == ["Wood | Gate", "Oak | Garden", "Oak | Yard", "All"]
    assert reading.blocks[0].header == 1


def test_what_is_left_out_is_said() -> None:
    hidden = make.shape("Secret").replace("<p:cNvPr/>", '<p:cNvPr hidden="1"/>')
    shapes = make.shape("Seen", "title") + make.shape("7", "sldNum") + "<p:pic/>" + hidden
    reading = _read(make.pptx([shapes, make.shape("Hidden slide")], hidden=[2]))
    assert reading.content == "Seen"
    assert (reading.coverage.pages_read, reading.coverage.pages_total) == (1, 2)
    assert {gap.what for gap in reading.coverage.skipped} == {"1 slide number", "1 image", "1 hidden shape", "1 slide"}


def test_what_cannot_be_read_is_refused_with_the_reason() -> None:
    with pytest.raises(Unreadable, match="holds no text"):
        read(make.pptx(["<p:pic/>"]), "pptx")
    with pytest.raises(Unreadable, match="has 3 slides; at most 2"):
        SlideReader(max_slides=2).read(make.pptx([make.shape("A")] * 3))
    with pytest.raises(Unreadable, match="needs a password"):
        read(make.ENCRYPTED, "pptx")
