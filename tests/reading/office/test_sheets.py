"""Workbooks: sheets, regions, what cells say, what is hidden."""

import pytest
from tests.makers import office as make
from tests.reading.checks import blocks, check, texts

from lorewright.core.errors import Unreadable
from lorewright.reading import read
from lorewright.reading.base import BlockKind, Reading, page_at
from lorewright.reading.office.sheets import SheetReader

ROWS = [["Gate", "Wood"], ["Field gate", "Ash"], ["Garden gate", "Oak"]]


def _read(data: bytes) -> Reading:
    reading = read(data, "xlsx")
    check(reading)
    return reading


def test_each_sheet_is_a_heading_with_its_table_and_a_page() -> None:
    reading = _read(make.xlsx({"Gates": make.sheet(ROWS), "Prices": make.sheet([["a", "b"], ["c", "d"]])}))
    assert blocks(reading) == [
        (BlockKind.HEADING, "Gates"),
        (BlockKind.TABLE, "Gate | Wood\nField gate | Ash\nGarden gate | Oak"),
        (BlockKind.HEADING, "Prices"),
        (BlockKind.TABLE, "a | b\nc | d"),
    ]
    assert reading.blocks[1].header == 1
    assert page_at(reading.page_starts, reading.content.index("c | d")) == 2


def test_a_blank_row_parts_two_tables_and_a_line_above_is_a_title() -> None:
    rows = make.sheet([["All gates of Berg"], *ROWS])
    below = make.sheet([["Year", "Sold"], ["2024", "12"]], first=9).removeprefix("<sheetData>")
    reading = _read(make.xlsx({"Gates": rows.replace("</sheetData>", "") + below}))
    assert texts(reading, BlockKind.PARAGRAPH) == ["All gates of Berg"]
    assert texts(reading, BlockKind.TABLE) == [
        "Gate | Wood\nField gate | Ash\nGarden gate | Oak",
        "Year | Sold\n2024 | 12",
    ]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('<c r="B1" t="s"><v>1</v></c>', "shared & sound"),
        ('<c r="B1" t="s"><v>9</v></c>', ""),
        ('<c r="B1"><v>1234.5</v></c>', "1234.5"),
        ('<c r="B1"><v>0.30000000000000004</v></c>', "0.3"),
        ('<c r="B1"><v>1E+20</v></c>', "100000000000000000000"),
        ('<c r="B1" s="1"><v>45356</v></c>', "2024-03-05"),
        ('<c r="B1" s="1"><v>45356.75</v></c>', "2024-03-05 18:00"),
        ('<c r="B1" s="2"><v>0.125</v></c>', "12.5%"),
        ('<c r="B1" s="3"><v>0.5</v></c>', "12:00"),
        ('<c r="B1" s="4"><v>45356</v></c>', "2024-03-05"),
        ('<c r="B1" s="5"><v>3</v></c>', "3"),
        ('<c r="B1" t="b"><v>1</v></c>', "TRUE"),
        ('<c r="B1" t="str"><f>A1</f><v>made</v></c>', "made"),
        ('<c r="B1" t="e"><v>#REF!</v></c>', "#REF!"),
        ('<c r="B1"><v>NaN</v></c>', ""),
        ('<c r="B1" s="99"><v>7</v></c>', "7"),
        ('<c r="B1" s="1"><v>2958464</v></c>', "9999-12-30"),
        ('<c r="B1" s="1"><v>2958465.9999999</v></c>', "2958465.9999999"),
    ],
)
def test_what_a_cell_says(cell: str, text: str) -> None:
    styles = (
        '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/></numFmts>'
        "<cellXfs>" + "".join(f'<xf numFmtId="{one}"/>' for one in (0, 14, 10, 20, 164, 165)) + "</cellXfs>"
    )
    row = f'<sheetData><row r="1">{make.text_cell("A1", "is")}{cell}</row></sheetData>'
    reading = _read(make.xlsx({"S": row}, shared=["first", "shared & sound"], styles=styles))
    assert reading.content == ("S\n\nis | " + text).removesuffix(" | ")


def test_a_cell_over_several_rows_is_said_in_each() -> None:
    rows = [["Wood", "Gate"], ["Oak", "Garden gate"], ["", "Yard gate"]]
    sheet = make.sheet(rows, after='<mergeCells><mergeCell ref="A2:A3"/></mergeCells>')
    assert "Oak | Yard gate" in _read(make.xlsx({"S": sheet})).content


def test_what_is_hidden_is_left_out_and_said() -> None:
    sheet = '<cols><col min="2" max="2" hidden="1"/></cols>' + make.sheet(ROWS)
    sheet = sheet.replace('<row r="3">', '<row r="3" hidden="1">')
    data = make.xlsx({"Seen": sheet, "Secret": make.sheet(ROWS)}, hidden=["Secret"], comments="<comment/><comment/>")
    reading = _read(data)
    assert reading.content == "Seen\n\nGate\nField gate"
    assert [gap.what for gap in reading.coverage.skipped] == ["the sheet “Secret”", "1 row", "1 column", "2 comments"]


def test_a_formula_without_its_result_is_said() -> None:
    reading = _read(
        make.xlsx({"S": f'<sheetData><row>{make.text_cell("A1", "Sum")}<c r="B1"><f>1+1</f></c></row></sheetData>'})
    )
    assert [gap.what for gap in reading.coverage.skipped] == ["1 formula"]


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(Unreadable, match="more than 16,384 columns"):
        read(make.xlsx({"S": f"<sheetData><row>{make.text_cell('ZZZ1', 'far')}</row></sheetData>"}), "xlsx")
    with pytest.raises(Unreadable, match="more than 5 cells"):
        SheetReader(max_cells=5).read(make.xlsx({"S": make.sheet(ROWS)}))
    with pytest.raises(Unreadable, match="holds no text"):
        read(make.xlsx({"S": ""}), "xlsx")
