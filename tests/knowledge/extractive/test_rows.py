"""Rows of tables and lines of receipts as answers: each figure with what names it, or none."""

import pytest

from lorewright.knowledge.engine import Passage
from tests.knowledge.extractive.answers import NOTHING, answered, first_said, passages, said

ACCOUNTS = (
    "Accounts\n\nYear ended 31 December,\n2019 | 2018 | 2019 vs. 2018\n(in thousands)\nTickets sold | 740 | 712 | 4 %\n"
    "Cost of revenues | 3,100 | 3,000 | 3 %\nRevenues | $5,200 | $4,900 | 6 %\nOperating margin | 8 % | 7 %",
    "Revenues of the company grew by 6 % in 2019 because the ferry carried more tourists than in any year before.\n\n"
    "Half-year results\n\n($ million) | Summer half | Winter half\nNet income | 12 | 14\n\n"
    "The company had 37 employees on its ships.",
)
REPORT_OF_FERRY = ("Annual report of Ferry Inc.",)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was Ferry Inc.'s revenue in 2019?", "Revenues, 2019: $5,200 (in thousands)"),
        ("What were the revenues of Ferry in 2018 and 2019?", "Revenues, 2019: $5,200; 2018: $4,900 (in thousands)"),
        ("How many tickets did Ferry Inc. sell in 2018?", "Tickets sold, 2018: 712 (in thousands)"),
        ("What was the net income of Ferry in the winter half?", "Net income, Winter half: 14 ($ million)"),
        # Two cells under three columns: which is which cannot be told.
        (
            "What was the operating margin of Ferry in 2019?",
            "2019 | 2018 | 2019 vs. 2018: Operating margin | 8 % | 7 %",
        ),
        # What stands in a sentence needs no row.
        ("How many employees does Ferry have?", "The company had 37 employees on its ships."),
    ],
)
def test_a_quantity_is_answered_by_the_cell_asked_for_with_its_column_and_unit(question: str, answer: str) -> None:
    assert said(question, *ACCOUNTS, headings=REPORT_OF_FERRY) == [answer]


@pytest.mark.parametrize(
    "question",
    [
        "What was Ferry's revenue in 2011?",
        "What was the dividend of Ferry in 2019?",
        "How many tourists did Ferry carry in 2018?",
        "How many ships does Ferry have?",
    ],
)
def test_a_quantity_without_its_figure_is_not_answered(question: str) -> None:
    assert not said(question, *ACCOUNTS, headings=REPORT_OF_FERRY)


def test_each_piece_of_a_cell_is_quoted() -> None:
    table = "Results of operations\n\nMillions | 2019 | 2018\nNet revenue | 5,200 | 4,900"
    (sentence,) = answered("How much was the net revenue of Acme in 2019?", passages(table, headings=("Acme",)))
    assert sentence.text == "Net revenue, 2019: 5,200 Millions"
    assert [span.quote for _, span in sentence.support] == ["Net revenue", "2019", "5,200", "Millions"]


def test_a_cell_of_a_table_that_was_cut_is_named_from_the_passage_before() -> None:
    question = "What was the operating income of Acme in 2018?"
    head = "Accounts of Acme\n\nMillions | 2019 | 2018\nNet revenue | 5,200 | 4,900\n"
    rest = "Operating income | 410 | 395\nNet income | 300 | 290"
    first = Passage(1, "acme", 0, 100, 100 + len(head), head, ("Report of Acme",))
    second = Passage(2, "acme", 1, first.end, first.end + len(rest), rest, ("Report of Acme",))
    for found in ([second, first], [first, second]):
        (sentence,) = answered(question, found)
        assert sentence.text == "Operating income, 2018: 395 Millions"
        assert {found[index].ordinal for index, _ in sentence.support} == {0, 1}
    of_another_text = Passage(1, "other", 0, 100, 100 + len(head), head, ("Report of Acme",))
    assert not any("2018:" in sentence.text for sentence in answered(question, [second, of_another_text]))


def test_a_row_of_figures_is_no_answer_where_none_is_asked_for() -> None:
    votes = "Votes of the shareholders of Ferry\n\nShareholders | For | Against\nVote on the dividend | 5,200 | 4,900"
    assert not said("What did the shareholders of Ferry vote on?", votes, headings=("Ferry",))


STOCK = "Stock of the depot\n\nCode | Kind | Unit Cost\nSKU-9201 | Hardware | $32.50\nSKU-5512 | $89.00"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the unit cost of SKU-9201?", "SKU-9201, Unit Cost: $32.50"),
        # Its row lacks a cell: which figure is the cost cannot be told, and that of another article is no answer.
        ("What is the unit cost of SKU-5512?", NOTHING),
        ("What is the unit cost of SKU-7000?", NOTHING),
    ],
)
def test_the_row_of_another_number_is_no_answer(question: str, answer: str) -> None:
    assert first_said(question, STOCK) == answer


RECEIPT = (
    "CORNER CAFE\n\n12 High Street\n\n2 x Coffee 5.20\n\nCarrot cake 7.20\n\nTOTAL 12.40\n\nCash 20.00\n\nChange 7.60"
)
INVOICE = "Invoice 2041\n\nItem | Quantity | Price\nDesk lamp | 2 | 38.00\nVAT | 1 | 11.90\nTotal | 2 | 71.40"


@pytest.mark.parametrize(
    ("question", "content", "line"),
    [
        ("What is the total?", RECEIPT, "TOTAL 12.40"),
        ("What is the total on the receipt of the Corner Cafe?", RECEIPT, "TOTAL 12.40"),
        ("How much was the carrot cake?", RECEIPT, "Carrot cake 7.20"),
        ("How much did the carrot cake cost?", RECEIPT, "Carrot cake 7.20"),
        ("How much was the tea?", RECEIPT, NOTHING),
        ("What is the total of the invoice?", INVOICE, "Item | Quantity | Price: Total | 2 | 71.40"),
        ("What is the price of the desk lamp?", INVOICE, "Desk lamp, Price: 38.00"),
    ],
)
def test_lines_of_receipts_and_invoices_answer(question: str, content: str, line: str) -> None:
    assert first_said(question, content) == line
