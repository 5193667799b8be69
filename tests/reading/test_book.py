"""Books: their parts in reading order, and what stands beside them."""

import pytest
from tests.makers import books as make
from tests.reading.checks import blocks, check

from lorewright.core.errors import Unreadable
from lorewright.reading import read
from lorewright.reading.base import BlockKind
from lorewright.reading.book import BookReader

CHAPTERS = {
    "b.xhtml": "<h1>First</h1><p>Gates&nbsp;of oak &amp; ash.<a id='x'/></p><aside epub:type='footnote'><p>In 1911.</p></aside>",
    "a.xhtml": "<h1>Second</h1><ul><li>small</li><li>large</li></ul>",
}


def test_a_book_is_read_in_the_order_of_its_spine() -> None:
    reading = read(make.epub(CHAPTERS), "epub")
    check(reading)
    assert blocks(reading) == [
        (BlockKind.HEADING, "First"),
        (BlockKind.PARAGRAPH, "Gates of oak & ash."),
        (BlockKind.FOOTNOTE, "In 1911."),
        (BlockKind.HEADING, "Second"),
        (BlockKind.LIST_ITEM, "small"),
        (BlockKind.LIST_ITEM, "large"),
    ]
    assert (reading.title, reading.author, reading.published, reading.language) == (
        "The gates of Berg",
        "Ida Berg",
        "1911-04-01",
        "en",
    )
    assert [gap.what for gap in reading.coverage.skipped] == ["1 table of contents"]


def test_parts_that_are_no_xml_are_read_as_a_browser_would_and_those_aside_left_out() -> None:
    reading = read(make.epub({"a.xhtml": "<p>One<br>two", "b.xhtml": "<p>Aside</p>"}, aside="b.xhtml"), "epub")
    assert reading.content == "One two"
    assert "1 part" in [gap.what for gap in reading.coverage.skipped]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (
            make.epub(CHAPTERS, encryption='<encryption><CipherReference URI="OEBPS/a.xhtml"/></encryption>'),
            "protected against copying",
        ),
        (make.epub({}), "holds no text"),
        (make.epub(CHAPTERS, parts={"META-INF/container.xml": "<container/>"}), "is missing"),
        (
            make.epub(CHAPTERS, parts={"OEBPS/book.opf": '<!DOCTYPE p [<!ENTITY a "b">]><package/>'}),
            "declares entities",
        ),
    ],
    ids=["protected", "empty", "no book", "entities"],
)
def test_what_cannot_be_read_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(data, "epub")


def test_fonts_may_be_encrypted_and_a_book_may_be_too_long() -> None:
    fonts = '<encryption><CipherReference URI="OEBPS/fonts/a.otf"/></encryption>'
    assert read(make.epub(CHAPTERS, encryption=fonts), "epub").content.startswith("First")
    with pytest.raises(Unreadable, match="more than 10 characters"):
        BookReader(max_characters=10).read(make.epub(CHAPTERS))
