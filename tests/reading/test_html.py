"""HTML files that are documents: all of the body, in blocks."""

import pytest
from tests.reading.checks import blocks, check, texts

from lorewright.core.errors import Unreadable
from lorewright.reading import read
from lorewright.reading.base import BlockKind, Reading


def _read(body: str, head: str = "") -> Reading:
    reading = read(f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>".encode(), "html")
    check(reading)
    return reading


def test_every_block_of_the_body_is_read_also_what_a_page_s_main_text_leaves_out() -> None:
    reading = _read(
        "<nav><a href='/'>Home</a></nav><h1>Gates</h1><p>Of <b>oak</b> and<br>ash, 10<sup>3</sup> of them.<sup>[2]</sup></p>"
        "<ul><li>field gates<ul><li>of ash</li></ul></li><li><p>garden gates</p></ul><blockquote><p>A promise.</p></blockquote>"
        "<pre>open(\n  gate)</pre><figure><img src='a.png'><figcaption>A gate</figcaption></figure>"
        "<aside role='doc-footnote'>By law.</aside><footer>Berg</footer>"
    )
    assert blocks(reading) == [
        (BlockKind.PARAGRAPH, "Home"),
        (BlockKind.HEADING, "Gates"),
        (BlockKind.PARAGRAPH, "Of oak and ash, 10^3 of them."),
        (BlockKind.LIST_ITEM, "field gates"),
        (BlockKind.LIST_ITEM, "of ash"),
        (BlockKind.LIST_ITEM, "garden gates"),
        (BlockKind.QUOTE, "A promise."),
        (BlockKind.CODE, "open(\n  gate)"),
        (BlockKind.CAPTION, "A gate"),
        (BlockKind.FOOTNOTE, "By law."),
        (BlockKind.PARAGRAPH, "Berg"),
    ]
    assert [block.level for block in reading.blocks if block.kind is BlockKind.LIST_ITEM] == [1, 2, 1]
    assert [gap.what for gap in reading.coverage.skipped] == ["1 image"]


def test_what_is_hidden_or_no_text_is_left_out() -> None:
    reading = _read(
        "<script>x</script><style>y</style><p hidden>a</p><p style='color: red; display:none'>b</p><p>Seen.<!-- c --></p>"
    )
    assert reading.content == "Seen."
    assert [gap.what for gap in reading.coverage.skipped] == ["2 hidden elements"]


def test_what_marks_mean_is_said_also_in_tables_headings_and_code() -> None:
    reading = _read(
        "<h1>On 50 km<sup>2</sup></h1><p>Of 3,500<sup><a href='#n'>2</a></sup> gates<a role='doc-noteref' href='#m'>3</a>, "
        "<span style='text-decoration: line-through'>40</span> 41.</p><pre>x<sup>2</sup></pre>"
        "<table><tr><th>Year<th>Area<tr><td>2019<sup>[1]</sup><td>7 m<sup>2</sup><tr><td>2020<td><del>8</del> 9</table>"
    )
    assert [text for _, text in blocks(reading)] == [
        "On 50 km²",
        "Of 3,500 gates, 41.",
        "x²",
        "Year | Area\n2019 | 7 m²\n2020 | 9",
    ]
    assert [gap.what for gap in reading.coverage.skipped] == ["2 struck-out texts"]


def test_what_spans_rows_and_columns_keeps_its_place_and_ends_with_its_part_of_the_table() -> None:
    reading = _read(
        "<table><thead><tr><th rowspan=9>Wood<th>Gate<th>Price</thead>"
        "<tbody><tr><td colspan=2 rowspan=2>Oak<td>1<tr><td>2<tr><td>Ash<td>Yard<td rowspan=0>3</tbody></table>"
    )
    assert texts(reading, BlockKind.TABLE) == ["Wood | Gate | Price\nOak |  | 1\nOak |  | 2\nAsh | Yard | 3"]


def test_tables_keep_their_rows_their_header_and_what_spans_them() -> None:
    reading = _read(
        "<table><caption>Prices</caption><thead><tr><th>Wood<th>Gate<th>Price</thead>"
        "<tr><td rowspan=2>Oak<td>Garden<td><p>$250</p><p>each</p><tr><td>Yard<td>$300<tr><td colspan=2>All<td>$550</table>"
    )
    assert texts(reading, BlockKind.CAPTION) == ["Prices"]
    assert texts(reading, BlockKind.TABLE) == [
        "Wood | Gate | Price\nOak | Garden | $250 each\nOak | Yard | $300\nAll |  | $550"
    ]
    assert [block.header for block in reading.blocks] == [0, 1]


def test_a_table_that_only_lays_out_the_page_is_none() -> None:
    reading = _read("<table><tr><td><h2>Left</h2><p>One.</p></td><td><table><tr><td>a<td>b</table></td></tr></table>")
    assert blocks(reading) == [
        (BlockKind.HEADING, "Left"),
        (BlockKind.PARAGRAPH, "One."),
        (BlockKind.TABLE, "a | b"),
    ]


def test_the_head_tells_title_author_and_date() -> None:
    meta = '<title>On gates</title><meta name="author" content="Ida Berg"><meta property="article:published_time" content="2024-03-05T10:00">'
    reading = _read("<p>Gates.</p>", meta)
    assert (reading.title, reading.author, reading.published) == ("On gates", "Ida Berg", "2024-03-05")
    assert _read("<h1>Own</h1><p>Gates.</p>").title == "Own"


@pytest.mark.parametrize("declared", ["", '<meta charset="windows-1252">'])
def test_the_encoding_is_told(declared: str) -> None:
    data = f"<html><head>{declared}</head><body><p>Zürich’s gates – naïve façade</p></body></html>".encode("cp1252")
    assert read(data, "html").content == "Zürich’s gates – naïve façade"


@pytest.mark.parametrize("body", ["", "<p> </p>", "<img src=a>", "<script>x</script>"])
def test_a_document_without_text_is_refused(body: str) -> None:
    with pytest.raises(Unreadable, match="marks and no text"):
        _read(body)


def test_elements_may_nest_deep_but_not_without_end() -> None:
    assert _read("<div>" * 1000 + "deep" + "</div>" * 1000).content == "deep"
    with pytest.raises(Unreadable, match="nest more than 2,048 deep"):
        _read("<div>" * 100_000 + "deep")
    with pytest.raises(Unreadable, match=r"span more than 200,000 places"):
        _read(f"<table><tr>{'<td rowspan=1000>a' * 1000}{'<tr>' * 1000}</table>")
    with pytest.raises(Unreadable, match=r"more than 16,384 columns"):
        _read(f"<table><tr><td>a<td>b{'<td colspan=1000>c' * 20}</table>")
