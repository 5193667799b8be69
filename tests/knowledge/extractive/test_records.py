"""What is told of bills, forms and tables, which hardly have a sentence."""

import pytest

from lorewright.reading.base import Reading
from tests.knowledge.extractive.drafts import (
    HEADING,
    ITEM,
    PARAGRAPH,
    REPORT,
    TABLE,
    claims_of,
    compiled,
    made_up,
    texts_of,
)
from tests.knowledge.readings import Part, reading_of

BILL: list[Part] = [
    (HEADING, "Berg Hardware", 1),
    (PARAGRAPH, "Gate road 7, Ulm"),
    (PARAGRAPH, "Date: 14/03/2023"),
    (PARAGRAPH, "Brass hinge with screws"),
    (PARAGRAPH, "HNG-12 2 @ $4.50"),
    (PARAGRAPH, "$9.00"),
    (TABLE, "Sales tax | $0.90"),
    (HEADING, "TOTAL $9.90", 3),
    (PARAGRAPH, "Thank you for coming"),
    *[(PARAGRAPH, f"{word} road") for word in ("Harbour", "Mill", "Tower", "Garden", "Valley") * 30],
]


def test_a_bill_tells_its_lines() -> None:
    draft = compiled(reading_of(BILL))
    assert draft.title == "Berg Hardware"
    assert [claim.text for claim in draft.key_claims] == [
        "Date: 14/03/2023",
        "Brass hinge with screws HNG-12 2 @ $4.50 $9.00",
        "Sales tax: $0.90",
        "TOTAL $9.90",
    ]


def test_a_table_tells_its_rows_with_their_columns() -> None:
    draft = compiled(reading_of([(TABLE, "boat | crew | berth 1\nAurora | 4 | north\nStella | | south")]))
    assert draft.title == "boat, crew, berth 1"
    assert [claim.text for claim in draft.key_claims] == [
        "boat: Aurora; crew: 4; berth 1: north",
        "boat: Stella; berth 1: south",
    ]


@pytest.mark.parametrize(
    "table",
    [
        "☐ | Amendment\n☐ | Notice",
        "Ulm | (State or\nof Berg) | 4",
        "1 | 2\n3 | 4",
        "Date | /s/ A. Berg",
        "Ulm | 1-2345 | 67-89\n(Seat of the | (Number in the | (Number at\ntown) | register) | the court)",
        "# | # | gates | locks\nof towers | of walls | old new | all\nUlm | 4 | 7.5 | 12",
    ],
)
def test_rows_that_say_nothing_by_themselves_are_not_told(table: str) -> None:
    assert claims_of(compiled(reading_of([(HEADING, "Dams", 1), (TABLE, table)]))) == []


def test_a_long_table_tells_its_total() -> None:
    rows = [f"{made_up(n)} | {n}.50 kg" for n in range(500)]
    draft = compiled(reading_of([(TABLE, "\n".join(["catch | weight", *rows, "Total | 9000 kg"]))]))
    assert draft.key_claims[-1].text == "catch: Total; weight: 9000 kg"


def test_a_printed_row_with_a_cell_missing_is_not_told() -> None:
    table = reading_of([(TABLE, "boat | crew | berth\nAurora | 4 | north\nStella | south")])
    printed = Reading(table.content, table.blocks, table.coverage, page_starts=(0,))
    assert texts_of(compiled(printed)) == ["boat: Aurora; crew: 4; berth: north"]


def test_a_few_figures_are_told_with_the_line_that_says_what_they_count() -> None:
    vote = reading_of(
        [(ITEM, "The towns refused the second gate:"), (TABLE, "For | 120\nAgainst | 340"), (ITEM, "Done")]
    )
    assert "The towns refused the second gate: For: 120; Against: 340" in texts_of(compiled(vote))


def test_a_text_with_sentences_tells_no_row() -> None:
    said = " ".join(texts_of(compiled(reading_of([*REPORT, (PARAGRAPH, "Owner: the council of 1911")]))))
    assert "million litres;" not in said
    assert "Owner" not in said


def test_rows_of_bare_figures_are_told_with_their_columns() -> None:
    draft = compiled(reading_of([(TABLE, "year | boats\n1990 | 12\n2000 | 15")]))
    assert [claim.text for claim in draft.key_claims] == ["year: 1990; boats: 12", "year: 2000; boats: 15"]


def test_a_row_that_does_not_say_what_it_is_of_is_not_told() -> None:
    draft = compiled(reading_of([(TABLE, "boat | crew | berth\nAurora | 4 | north\n | 2 | south")]))
    assert [claim.text for claim in draft.key_claims] == ["boat: Aurora; crew: 4; berth: north"]


def test_a_running_head_is_no_row() -> None:
    page = reading_of([(TABLE, "The granite dams of the upper valley | 12"), (TABLE, "Gates shut | 4"), (ITEM, "Done")])
    printed = Reading(page.content, page.blocks, page.coverage, page_starts=(0,))
    assert texts_of(compiled(printed)) == ["Done", "Gates shut: 4"]


def test_what_stands_on_every_form_is_told_only_where_nothing_else_is() -> None:
    form = "Title of each class | Trading symbols\nCommon stock | BRG"
    vote = "Nominee | For | Against\nAnna Berg | 120 | 40"
    assert "BRG" in " ".join(texts_of(compiled(reading_of([(TABLE, form)]))))
    said = " ".join(texts_of(compiled(reading_of([(TABLE, form), (TABLE, vote)]))))
    assert "Anna Berg" in said
    assert "BRG" not in said
