"""PDF files of our own making, read."""

import pytest
from tests.makers import pdf as make
from tests.reading.checks import blocks, check, texts

from lorewright.core.errors import Unreadable
from lorewright.reading import head, read
from lorewright.reading.base import BlockKind, Reading, page_at
from lorewright.reading.pdf.reader import PdfReader
from lorewright.reading.recognition.engine import Recogniser

HARBOUR = (
    "The harbour of Velmar was dredged in the spring of 1911, when the council had found a contractor who would work "
    "through the tides. The work took three seasons and cost twice what had been promised, but the larger ships could "
    "now reach the quay at low water. Merchants from the northern towns moved their offices to the waterfront within a "
    "year, and the price of the empty plots behind the customs house rose by half."
)
HERRING = (
    "Fishing had fed the town for four hundred years before that. The fleet went out on the evening tide and came back "
    "with the morning one, and the catch was sold on the steps of the old exchange before the bells rang seven. A boat "
    "carried four men and a boy, and the shares were counted out in herring rather than in coin."
)
SALT = (
    "Salt came from the pans at Orrin, two days away by cart, and every barrel of it paid a toll at the bridge. The toll "
    "was older than the bridge and dearer than the salt. It was abolished in 1834, and the keeper of the bridge drew his "
    "pension for thirty years after there was nothing left to keep."
)


def _read(data: bytes) -> Reading:
    reading = read(data, "pdf")
    check(reading)
    return reading


def test_columns_are_read_one_after_the_other_and_a_heading_over_both_comes_first() -> None:
    sheet = make.Sheet()
    sheet.line("A short history of the harbour", 100, 780, 18, bold=True)
    sheet.lines(make.wrapped(HARBOUR, 210), 60, 740)
    sheet.lines(make.wrapped(HERRING, 210), 320, 740)
    assert blocks(_read(sheet.bytes())) == [
        (BlockKind.HEADING, "A short history of the harbour"),
        (BlockKind.PARAGRAPH, HARBOUR),
        (BlockKind.PARAGRAPH, HERRING),
    ]


def test_columns_whose_lines_stand_at_different_heights_and_text_below_them() -> None:
    sheet = make.Sheet()
    sheet.lines(make.wrapped(HARBOUR, 210), 60, 740)
    sheet.lines(make.wrapped(HERRING, 210), 320, 735)
    sheet.lines(make.wrapped(SALT, 470), 60, 500)
    assert texts(_read(sheet.bytes()), BlockKind.PARAGRAPH) == [HARBOUR, HERRING, SALT]


def test_a_sentence_that_a_column_or_a_page_breaks_is_one_paragraph() -> None:
    sheet = make.Sheet()
    lines = make.wrapped(HERRING, 210)
    sheet.lines(make.wrapped(HARBOUR, 210), 60, 740)
    sheet.lines(lines[:4], 60, 600)
    sheet.lines(lines[4:], 320, 740)
    sheet.turn()
    sheet.lines(make.wrapped(SALT, 470), 60, 740)
    assert texts(_read(sheet.bytes()), BlockKind.PARAGRAPH) == [HARBOUR, HERRING, SALT]

    sheet = make.Sheet()
    lines = make.wrapped(HARBOUR, 400)
    sheet.lines(lines[:2], 100, 200)
    sheet.turn()
    sheet.lines(lines[2:], 100, 740)
    sheet.lines(make.wrapped(SALT, 400), 100, 600)
    reading = _read(sheet.bytes())
    assert blocks(reading) == [(BlockKind.PARAGRAPH, HARBOUR), (BlockKind.PARAGRAPH, SALT)]
    second = HARBOUR.index(lines[2])
    assert reading.page_starts == (0, second)
    assert page_at(reading.page_starts, second - 1) == 1
    assert page_at(reading.page_starts, second) == 2
    assert [block.page for block in reading.blocks] == [1, 2]


def test_running_heads_and_page_numbers_go_and_are_named_once() -> None:
    reading = _read(make.pages_of([HARBOUR, HERRING, SALT, HARBOUR], head="Annals of Velmar, volume 7", numbered=True))
    assert [text for _, text in blocks(reading)] == [HARBOUR, HERRING, SALT, HARBOUR]
    gone = [skipped.what for skipped in reading.coverage.skipped]
    assert len(gone) == 2
    assert any("Annals of Velmar" in what for what in gone)


def test_chapter_headings_at_the_top_of_each_page_stay() -> None:
    sheet = make.Sheet()
    for number, text in enumerate([HARBOUR, HERRING, SALT] * 2, 1):
        sheet.line(f"Chapter {(number + 1) // 2}", 100, 780, 16, bold=True)
        sheet.lines(make.wrapped(text, 400), 100, 740)
        sheet.turn()
    assert "Chapter 3" in texts(_read(sheet.bytes()), BlockKind.HEADING)


def test_a_hyphen_goes_where_it_only_marked_the_break() -> None:
    sheet = make.Sheet()
    sheet.lines(
        [
            "The council gave the contract to a company of unknown repu-",
            "tation, and the mayor said it was a long-term undertaking. Nobody",
            "believed him, but the long-",
            "term plan was carried out in the end, by other people.",
        ],
        100,
        740,
    )
    assert texts(_read(sheet.bytes()), BlockKind.PARAGRAPH) == [
        "The council gave the contract to a company of unknown reputation, and the mayor said it was a long-term "
        "undertaking. Nobody believed him, but the long-term plan was carried out in the end, by other people."
    ]


def test_rows_of_a_table_are_lines_with_cells_and_leaders_part_them() -> None:
    sheet = make.Sheet()
    sheet.lines(make.wrapped(HARBOUR, 400), 100, 760)
    y = 680.0
    for label, old, new in [("", "1911", "1912"), ("Dues", "1,204", "1,377"), ("Tolls paid", "(88)", "91")]:
        if label:
            sheet.line(label, 100, y)
        sheet.right(old, 350, y)
        sheet.right(new, 450, y)
        y -= 14
    sheet.lines(make.wrapped(SALT, 400), 100, 600)
    sheet.line("The basin . . . . . . . . . . . . . . . . 14", 100, 500)
    sheet.line("The railway ............................. 31", 100, 486)
    assert blocks(_read(sheet.bytes())) == [
        (BlockKind.PARAGRAPH, HARBOUR),
        (BlockKind.TABLE, "1911 | 1912\nDues | 1,204 | 1,377\nTolls paid | (88) | 91"),
        (BlockKind.PARAGRAPH, SALT),
        (BlockKind.TABLE, "The basin | 14\nThe railway | 31"),
    ]


def test_a_table_of_prose_keeps_its_rows() -> None:
    sheet = make.Sheet()
    y = 740.0
    for label, left, right in [("Dues", HARBOUR, HERRING), ("Tolls", SALT, HERRING), ("Rents", HERRING, SALT)]:
        sheet.line(label, 40, y)
        low = sheet.lines(make.wrapped(left, 190), 120, y)
        y = min(low, sheet.lines(make.wrapped(right, 190), 340, y)) - 12
    assert "\n".join(texts(_read(sheet.bytes()), BlockKind.TABLE)).split("\n") == [
        f"Dues | {HARBOUR} | {HERRING}",
        f"Tolls | {SALT} | {HERRING}",
        f"Rents | {HERRING} | {SALT}",
    ]


def test_lists_lose_their_marks_and_keep_their_items_whole() -> None:
    sheet = make.Sheet()
    sheet.line("The council resolved:", 100, 740)
    y = 720.0
    for text in (HARBOUR, SALT):
        sheet.line("\u2022", 100, y)
        y = sheet.lines(make.wrapped(text, 380), 118, y) - 4
    assert blocks(_read(sheet.bytes()))[1:] == [(BlockKind.LIST_ITEM, HARBOUR), (BlockKind.LIST_ITEM, SALT)]


def test_footnotes_and_captions_are_told_from_the_text() -> None:
    sheet = make.Sheet()
    lines = make.wrapped(HERRING, 400)
    y = sheet.lines(lines, 100, 740)
    sheet.canvas.setFont("Times-Roman", 6)
    sheet.canvas.drawString(100 + sheet.canvas.stringWidth(lines[-1], "Times-Roman", 10), y + 12 + 4, "1")
    sheet.line("Figure 2. The old exchange, drawn in 1790.", 100, 600, 9)
    sheet.lines(make.wrapped(SALT, 400), 100, 570)
    sheet.canvas.setFont("Times-Roman", 5)
    sheet.canvas.drawString(100, 103, "1")
    sheet.line("Accounts of the guild of carters, folio 12.", 104, 100, 8)
    assert blocks(_read(sheet.bytes())) == [
        (BlockKind.PARAGRAPH, HERRING),
        (BlockKind.CAPTION, "Figure 2. The old exchange, drawn in 1790."),
        (BlockKind.PARAGRAPH, SALT),
        (BlockKind.FOOTNOTE, "Accounts of the guild of carters, folio 12."),
    ]


def test_headings_have_levels_by_their_size() -> None:
    sheet = make.Sheet()
    sheet.line("The town", 100, 780, 18, bold=True)
    sheet.line("1. The harbour", 100, 750, 13, bold=True)
    sheet.lines(make.wrapped(HARBOUR, 400), 100, 730)
    sheet.line("Who paid for it", 100, 640, bold=True)
    sheet.lines(make.wrapped(SALT, 400), 100, 625)
    reading = _read(sheet.bytes())
    headings = [
        (block.level, reading.content[block.start : block.end])
        for block in reading.blocks
        if block.kind is BlockKind.HEADING
    ]
    assert headings == [(1, "The town"), (2, "1. The harbour"), (3, "Who paid for it")]
    assert reading.title == "The town"


def test_what_a_bookmark_names_is_a_heading_of_its_level() -> None:
    sheet = make.Sheet()
    for level, title in enumerate(["The salt road", "Tolls of the bridge"]):
        sheet.canvas.bookmarkPage(title)
        sheet.canvas.addOutlineEntry(title, title, level=level)
    sheet.line("2 The salt road", 100, 760)
    sheet.lines(make.wrapped(SALT, 400), 100, 735)
    sheet.line("2.1 Tolls of the bridge", 100, 650)
    sheet.lines(make.wrapped(HERRING, 400), 100, 625)
    reading = _read(sheet.bytes())
    assert [block.level for block in reading.blocks] == [1, 0, 2, 0]
    assert texts(reading, BlockKind.HEADING) == ["2 The salt road", "2.1 Tolls of the bridge"]


def test_text_across_the_page_is_skipped_and_said_so_while_a_turned_page_is_read() -> None:
    sheet = make.Sheet()
    sheet.lines(make.wrapped(HARBOUR, 400), 100, 740)
    sheet.canvas.saveState()
    sheet.canvas.translate(30, 300)
    sheet.canvas.rotate(90)
    sheet.canvas.drawString(0, 0, "Draft of March")
    sheet.canvas.restoreState()
    sheet.turn()
    sheet.canvas.saveState()
    sheet.canvas.translate(make.WIDTH, 0)
    sheet.canvas.rotate(90)
    sheet.lines(make.wrapped(SALT, 600), 100, 500)
    sheet.canvas.restoreState()
    reading = _read(sheet.bytes())
    assert blocks(reading) == [(BlockKind.PARAGRAPH, HARBOUR), (BlockKind.PARAGRAPH, SALT)]
    assert [(skipped.page, skipped.why) for skipped in reading.coverage.skipped] == [
        (1, "they run across the page's text")
    ]


def test_lines_of_a_script_without_spaces_are_joined_without_spaces() -> None:
    text = (
        "港口在一九一一年春天疏浚，当时市议会终于找到了一位愿意在潮汐间施工的承包商，工程持续了三年，花费是承诺的两倍。"
    )
    sheet = make.Sheet()
    for number in range(0, len(text), 24):
        sheet.chinese(text[number : number + 24], 100, 740 - number / 2)
    reading = _read(sheet.bytes())
    assert blocks(reading) == [(BlockKind.PARAGRAPH, text)]
    assert reading.language == "zh"


def test_bold_made_by_printing_twice_is_there_once() -> None:
    sheet = make.Sheet()
    for shift in (0.0, 0.3):
        sheet.lines(make.wrapped(HERRING, 400), 100 + shift, 740)
    assert blocks(_read(sheet.bytes())) == [(BlockKind.PARAGRAPH, HERRING)]


def test_a_page_without_text_among_others_is_named() -> None:
    sheet = make.Sheet()
    sheet.lines(make.wrapped(HERRING, 400), 100, 740)
    sheet.turn()
    sheet.canvas.rect(100, 100, 300, 400, fill=1)
    sheet.turn()
    sheet.lines(make.wrapped(SALT, 400), 100, 740)
    reading = _read(sheet.bytes())
    assert (reading.coverage.pages_read, reading.coverage.pages_total) == (2, 3)
    assert [skipped.page for skipped in reading.coverage.skipped] == [2]
    assert [block.page for block in reading.blocks] == [1, 3]


def test_what_the_file_says_of_itself() -> None:
    data = make.pages_of([HARBOUR, SALT], title="The harbour of Velmar", author="Edda Morrow")
    found = head(data, "pdf")
    assert (found.title, found.author, found.pages) == ("The harbour of Velmar", "Edda Morrow", 2)
    reading = read(data, "pdf")
    assert (reading.title, reading.author, reading.published) == (found.title, found.author, found.published)
    assert reading.language == "en"


@pytest.mark.parametrize(
    "title", ["untitled", "(anonymous)", "Microsoft Word - report.doc", "report_final.docx", "0001-23-04"]
)
def test_a_title_that_only_a_program_gave_is_none(title: str) -> None:
    assert head(make.pages_of([SALT], title=title), "pdf").title is None


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "not a PDF"),
        (b"Dear sir, this is a letter.", "not a PDF"),
        (b"%PDF-1.7\n%%EOF", "broken"),
        (make.encrypted(make.pages_of([SALT]), "secret"), "needs a password"),
        (make.pages_of([SALT])[:-100], "cut off"),
        (make.without_pages(), "no pages"),
        (make.looping(), "damaged: its list of pages loops"),
    ],
    ids=["empty", "letter", "only its marks", "encrypted", "cut", "no pages", "loop"],
)
def test_what_cannot_be_opened_says_why(data: bytes, sentence: str) -> None:
    for attempt in (lambda: read(data, "pdf"), lambda: head(data, "pdf")):
        with pytest.raises(Unreadable, match=sentence):
            attempt()


def test_an_empty_password_is_none() -> None:
    assert SALT in read(make.encrypted(make.pages_of([SALT]), ""), "pdf").content


@pytest.mark.parametrize(("pages", "sentence"), [(1, "its only page is an image"), (3, "its 3 pages are images")])
def test_a_scan_says_that_it_is_one(pages: int, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read(make.scanned(pages), "pdf")
    assert head(make.scanned(pages), "pdf").pages == pages


def test_pages_that_lead_back_to_their_list_are_no_scan() -> None:
    with pytest.raises(Unreadable, match="damaged: its list of pages loops"):
        read(make.looping_but_counted(), "pdf")


def test_limits_are_kept() -> None:
    data = make.pages_of([HARBOUR, HERRING, SALT])
    with pytest.raises(Unreadable, match="has 3 pages; at most 2"):
        PdfReader(Recogniser(), max_pages=2).read(data)
    with pytest.raises(Unreadable, match="more than 100 characters"):
        PdfReader(Recogniser(), max_characters=100).read(data)
