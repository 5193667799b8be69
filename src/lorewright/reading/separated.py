"""CSV bytes to a reading: one table, its first row the names of the columns where it looks like it (RFC 4180)."""

import csv
from collections.abc import Iterator
from pathlib import PurePosixPath

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, assemble
from lorewright.reading.base import Reading
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.encodings import declared_decoded, decoded
from lorewright.reading.omissions import Omissions
from lorewright.reading.tables import MAX_COLUMNS, heads, table

MAX_CHARACTERS = 20_000_000
_DELIMITERS = ",;\t|"
_SAMPLE = 50
_LAST = "\ue000"
"""A line after the last; the text holds none such, for `_clean` takes it out."""


class SeparatedReader:
    def __init__(self, max_characters: int = MAX_CHARACTERS) -> None:
        self._max_characters = max_characters

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is binary, empty, over a limit, or has a quotation that does not end."""
        raw, encoding, broken = declared_decoded(data, charset) if charset else decoded(data)
        if len(raw) > self._max_characters:
            raise Unreadable(f"The table holds more than {self._max_characters:,} characters.")
        text, dropped = cleaned(raw.replace(_LAST, ""))
        rows = list(_rows(text, _delimiter(text, name)))
        if not rows:
            raise Unreadable("The table is empty.")
        omissions = Omissions()
        for sort, count in sorted(dropped.items()):
            omissions.add(sort.removesuffix("s"), "it is not text", count=count)
        omissions.add("character", f"it is broken in the file's encoding, {encoding}", count=broken)
        return assemble([table(rows, heads(rows))], About(), skipped=omissions.told())


def _delimiter(text: str, name: str | None) -> str:
    """That which parts the most of the first lines into equally many cells, or what the name says."""
    if name and PurePosixPath(name).suffix.lower() in (".tsv", ".tab"):
        return "\t"
    lines = [line for line in text[: _SAMPLE * 1000].split("\n") if line.strip()][:_SAMPLE]

    def evenness(delimiter: str) -> tuple[int, int]:
        widths = [len(row) for row in csv.reader(lines, delimiter=delimiter)] or [0]
        return sum(width == widths[0] > 1 for width in widths), widths[0]

    try:
        return max(_DELIMITERS, key=evenness)
    except csv.Error:
        return ","


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    """Raises `Unreadable`."""
    reader = csv.reader([*text.splitlines(keepends=True), "\n", _LAST], delimiter=delimiter)
    begin = 1
    try:
        for row in reader:
            if row == [_LAST]:
                return
            if row and row[-1].endswith(_LAST):  # a quotation that is still open has swallowed the line after the last
                raise Unreadable(_open_since(begin))
            if len(row) > MAX_COLUMNS:
                raise Unreadable(f"The table has {len(row):,} columns; at most {MAX_COLUMNS:,} are read.")
            begin = reader.line_num + 1
            if any(cells := [collapsed(cell) for cell in row]):
                yield cells
    except csv.Error as error:  # a cell beyond all measure: what a quotation that does not end makes of the rest
        raise Unreadable(_open_since(begin)) from error


def _open_since(line: int) -> str:
    return f"The table is broken: a quotation mark in the row that begins on line {line} is never closed."
