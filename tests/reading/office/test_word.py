"""Word documents: what their styles, tables and notes become, and what is left out."""

import pytest
from tests.makers import office as make
from tests.reading.checks import blocks, check, texts

from lorewright.core.errors import Unreadable
from lorewright.reading import read
from lorewright.reading.base import BlockKind, Reading, page_at
from lorewright.reading.office.word import WordReader

STYLES = (
    make.style("heading 1")
    + make.style("heading 2", based_on="heading1")
    + make.style("Chapter", based_on="heading2")
    + make.style("Title")
    + make.style("Quote")
    + make.style("caption")
    + make.style("toc 1")
    + make.style("List Bullet", properties='<w:numPr><w:numId w:val="3"/></w:numPr>')
)


def _read(body: str, footnotes: str = "", comments: str = "", header: str = "") -> Reading:
    data = make.docx(body, styles=STYLES, footnotes=footnotes, comments=comments, header=header)
    reading = read(data, "docx")
    check(reading)
    return reading


def test_styles_give_headings_their_levels_and_blocks_their_kinds() -> None:
    reading = _read(
        make.paragraph("The gates of Berg", style="Title")
        + make.paragraph("Kinds of gates", style="heading1")
        + make.paragraph("Garden gates", style="Chapter")
        + make.paragraph("A gate of oak lasts for forty years.")
        + make.paragraph("A promise.", style="Quote")
        + make.paragraph("Figure 1: a gate", style="caption")
        + make.paragraph("Prices", properties='<w:outlineLvl w:val="2"/>')
    )
    found = [(block.kind, block.level, reading.content[block.start : block.end]) for block in reading.blocks]
    assert found == [
        (BlockKind.HEADING, 1, "The gates of Berg"),
        (BlockKind.HEADING, 1, "Kinds of gates"),
        (BlockKind.HEADING, 2, "Garden gates"),
        (BlockKind.PARAGRAPH, 0, "A gate of oak lasts for forty years."),
        (BlockKind.QUOTE, 0, "A promise."),
        (BlockKind.CAPTION, 0, "Figure 1: a gate"),
        (BlockKind.HEADING, 3, "Prices"),
    ]
    assert reading.title == "The gates of Berg"


def test_a_short_bold_line_is_a_heading_below_the_last() -> None:
    bold = f"<w:p>{make.run('Hinges', '<w:b/>')}</w:p>"
    sentence = f"<w:p>{make.run('All hinges are of brass.', '<w:b/>')}</w:p>"
    reading = _read(make.paragraph("Parts", style="heading1") + bold + sentence)
    assert texts(reading, BlockKind.HEADING) == ["Parts", "Hinges"]
    assert [block.level for block in reading.blocks] == [1, 2, 0]


def test_lists_keep_their_depth_whether_a_style_or_the_paragraph_says_so() -> None:
    reading = _read(
        make.listed("Field gates", 1) + make.listed("of ash", 2) + make.paragraph("Garden gates", style="ListBullet")
    )
    assert [(block.kind, block.level) for block in reading.blocks] == [
        (BlockKind.LIST_ITEM, 1),
        (BlockKind.LIST_ITEM, 2),
        (BlockKind.LIST_ITEM, 1),
    ]


def test_a_table_has_a_line_for_each_row_and_knows_its_header() -> None:
    reading = _read(make.grid([["Gate", "Price in 2024"], ["Field gate", "$400"], ["Garden gate", "$250"]], header=1))
    assert reading.content == "Gate | Price in 2024\nField gate | $400\nGarden gate | $250"
    assert [(block.kind, block.header) for block in reading.blocks] == [(BlockKind.TABLE, 1)]


def test_what_a_merged_cell_says_is_said_in_each_row_and_once_in_a_row() -> None:
    wide = make.cell("Both together", '<w:gridSpan w:val="2"/>')
    begins, goes_on = make.cell("Oak", '<w:vMerge w:val="restart"/>'), make.cell("", "<w:vMerge/>")
    reading = _read(
        make.grid([["Wood", "Gate", "Price"], [begins, "Field", "4"], [goes_on, "Garden", "2"], ["Ash", wide]])
    )
    assert reading.content.split("\n") == [
        "Wood | Gate | Price",
        "Oak | Field | 4",
        "Oak | Garden | 2",
        "Ash | Both together",
    ]


def test_a_frame_of_one_cell_is_no_table() -> None:
    reading = _read(make.grid([["Gates are not delivered on Sundays."]]))
    assert blocks(reading) == [(BlockKind.PARAGRAPH, "Gates are not delivered on Sundays.")]


def test_a_footnote_follows_the_paragraph_that_refers_to_it() -> None:
    body = (
        f'<w:p>{make.run("Gates were taxed until 1911.")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
        + make.paragraph("Then they were free.")
    )
    notes = f'<w:footnote w:id="0" w:type="separator">{make.paragraph("-")}</w:footnote>'
    notes += f'<w:footnote w:id="2">{make.paragraph("By the act of 1874.")}</w:footnote>'
    assert blocks(_read(body, footnotes=notes)) == [
        (BlockKind.PARAGRAPH, "Gates were taxed until 1911."),
        (BlockKind.FOOTNOTE, "By the act of 1874."),
        (BlockKind.PARAGRAPH, "Then they were free."),
    ]


def test_what_is_left_out_is_said() -> None:
    body = (
        make.paragraph("Gates 1", style="toc1")
        + f"<w:p>{make.run('Seen')}{make.run(' and hidden', '<w:vanish/>')}"
        + f"<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>{make.run(' and new')}</w:ins></w:p>"
        + "<w:p><w:r><w:drawing><blip/></w:drawing></w:r></w:p>"
    )
    reading = _read(
        body,
        comments=f'<w:comment w:id="1">{make.paragraph("Really?")}</w:comment>',
        header=make.paragraph("Berg & Sons"),
    )
    assert reading.content == "Seen and new"
    assert {gap.what for gap in reading.coverage.skipped} == {
        "1 line of a table of contents",
        "1 hidden run",
        "1 deletion",
        "1 image",
        "1 comment",
        "“Berg & Sons”",
    }


def test_text_boxes_fields_links_and_breaks_are_read_and_fallbacks_are_not() -> None:
    box = f"<w:txbxContent>{make.paragraph('In a box.')}</w:txbxContent>"
    body = (
        f"<w:p><w:hyperlink>{make.run('A link')}</w:hyperlink><w:r><w:br/><w:t>and</w:t><w:tab/><w:t>a tab</w:t></w:r>"
        f"<w:r><w:fldChar/><w:instrText>PAGEREF x</w:instrText></w:r><w:fldSimple>{make.run(' of 7')}</w:fldSimple>"
        f"<w:r><AlternateContent><Choice><w:drawing>{box}</w:drawing></Choice><Fallback><w:pict>{box}</w:pict></Fallback>"
        f"</AlternateContent></w:r></w:p>"
    )
    assert [text for _, text in blocks(_read(body))] == ["A link and a tab of 7", "In a box."]


def test_what_stands_in_a_box_within_a_box_is_read_once() -> None:
    inner = make.paragraph("Within.") + "<w:p><w:r><w:drawing><blip/></w:drawing></w:r></w:p>"
    for _ in range(20):
        inner = f"<w:p><w:r><w:drawing><w:txbxContent>{inner}</w:txbxContent></w:drawing></w:r></w:p>"
    reading = _read(inner)
    assert [text for _, text in blocks(reading)] == ["Within."]
    assert [one.what for one in reading.coverage.skipped] == ["1 image"]


def test_pages_are_those_that_word_laid_out_if_it_counted_as_many() -> None:
    breaking = (
        "<w:p><w:r><w:t>One sentence that </w:t><w:lastRenderedPageBreak/><w:t>goes over the page.</w:t></w:r></w:p>"
    )
    body = make.paragraph("First page.") + breaking + make.paragraph("Second page.")
    reading = read(make.docx(body, pages=2), "docx")
    check(reading)
    assert reading.coverage.pages_total == 2
    assert page_at(reading.page_starts, reading.content.index("One sentence")) == 1
    assert page_at(reading.page_starts, reading.content.index("goes over")) == 2
    assert read(make.docx(body, pages=3), "docx").page_starts == ()


def test_properties_are_told_where_a_person_gave_them() -> None:
    body = make.paragraph("Gates.")
    reading = read(make.docx(body, title="On gates", author="Ida Berg", created="2024-03-05T10:00:00Z"), "docx")
    assert (reading.title, reading.author, reading.published) == ("On gates", "Ida Berg", "2024-03-05")
    assert read(make.docx(body, title="Microsoft Word - a.docx", author="user"), "docx").title is None


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (make.OLD_OFFICE, "Office before 2007"),
        (make.ENCRYPTED, "needs a password"),
        (make.docx(""), "holds no text"),
        (make.docx("<w:p>"), "no valid XML"),
        (make.docx(make.paragraph("a"), prologue='<!DOCTYPE d [<!ENTITY a "b">]>'), "declares entities"),
        (make.docx(make.paragraph("a"))[:-200], "cut off|no complete zip"),
        (make.package("word/document.xml", {}), "does not say where its text is"),
        (b"PK\x03\x04 and no more", "cut off"),
    ],
    ids=["old", "encrypted", "empty", "xml", "entities", "cut", "no text", "no archive"],
)
def test_what_cannot_be_read_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(data, "docx")


def test_a_document_over_the_limit_is_refused() -> None:
    data = make.docx(make.paragraph("A gate of oak lasts for forty years.") * 10)
    with pytest.raises(Unreadable, match="more than 100 characters"):
        WordReader(max_characters=100).read(data)
