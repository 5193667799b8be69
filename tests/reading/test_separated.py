"""CSV files: delimiters, encodings, quotations, headers, and what is no table."""

import pytest
from tests.reading.checks import check

from lorewright.core.errors import Unreadable
from lorewright.reading import read
from lorewright.reading.separated import SeparatedReader


@pytest.mark.parametrize(
    ("data", "name", "rows"),
    [
        (b"Gate,Wood\nfield,ash\ngarden,oak\n", None, ["Gate | Wood", "field | ash", "garden | oak"]),
        (b"Gate;Price\r\nfield;4,50\r\ngarden;2,50\r\n", "a.csv", ["Gate | Price", "field | 4,50", "garden | 2,50"]),
        (b"a\tb, c\nd\te, f\n", "a.tsv", ["a | b, c", "d | e, f"]),
        (b"a|b\n1|2\n", None, ["a | b", "1 | 2"]),
        (b'Name,Says\n"Berg, Ida","a ""gate""\nof oak"\n', None, ["Name | Says", 'Berg, Ida | a "gate" of oak']),
        (b"\xef\xbb\xbfid,name\n1,\n,b\n", None, ["id | name", "1", " | b"]),
        ("Tür,Tor\nä,ö\n".encode("cp1252"), None, ["Tür | Tor", "ä | ö"]),
        ("Tür,Tor\nä,ö\n".encode("utf-16"), None, ["Tür | Tor", "ä | ö"]),
        (b"only\none\ncolumn\n", "a.csv", ["only", "one", "column"]),
        (b'5" pipe,a\n6" pipe,b\n', None, ['5" pipe | a', '6" pipe | b']),
    ],
)
def test_rows_keep_their_cells(data: bytes, name: str | None, rows: list[str]) -> None:
    reading = read(data, "csv", name)
    check(reading)
    assert reading.content.split("\n") == rows


@pytest.mark.parametrize(
    ("data", "header"),
    [
        (b"Gate,Wood\nfield,ash\n", 1),
        (b"1,2\n3,4\n", 0),
        (b"a,a\nb,c\n", 0),
        (b"2021,2022\n3,4\n", 0),
        (b"Gate,Wood\n", 0),
    ],
)
def test_the_first_row_names_the_columns_where_it_looks_like_it(data: bytes, header: int) -> None:
    assert [block.header for block in read(data, "csv").blocks] == [header]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'a,b\n1,2\n"3,4\n5,6\n', "row that begins on line 3 is never closed"),
        (b'a,b\n"' + b"x" * 300_000 + b"\n5,6\n", "row that begins on line 2 is never closed"),
        (b"a," * 1_000_000 + b"b\n", r"has 1,000,001 columns; at most 16,384"),
        (b"gate,wood\nfield,\0ash\n" * 9, "NUL bytes"),
        (b"\n \n", "empty"),
    ],
    ids=["open", "open and long", "columns", "NUL", "empty"],
)
def test_what_is_no_table_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(data, "csv")


def test_a_table_over_the_limit_is_refused() -> None:
    with pytest.raises(Unreadable, match="more than 5 characters"):
        SeparatedReader(max_characters=5).read(b"a,b\nc,d\n")
