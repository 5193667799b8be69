"""Text that is a table throughout: cells parted by commas, semicolons or tabs, as programs write them (RFC 4180)."""

import csv
import re

from lorewright.reading.characters import collapsed
from lorewright.reading.tables import line_of

_DELIMITERS = ",;\t"
_SAMPLE = 20
"""Lines that must all be parted before the whole is looked at."""
_ALIKE = 0.9
"""Share of the rows that have as many cells as the first."""
_SENTENCE_END = re.compile(r"[.!?]$")
_FEW = 4
"""Rows of which none may look like prose: a title and a paragraph may well have one comma each."""


def delimited(text: str) -> str | None:
    """The rows, a line each, their cells set apart by " | "; None where the text is no such table."""
    sample = [line for line in text[: _SAMPLE * 1000].split("\n") if line.strip()][:_SAMPLE]
    if len(sample) < 2:
        return None
    tables = (_table(text, delimiter) for delimiter in _DELIMITERS if all(delimiter in line for line in sample))
    return next(filter(None, tables), None)


def _table(text: str, delimiter: str) -> str | None:
    """One row at a time, for a text may have millions of them."""
    lines: list[str] = []
    width = total = spaced = alike = prose = 0
    try:
        for parsed in csv.reader(text.split("\n"), delimiter=delimiter):
            row = [collapsed(cell) for cell in parsed]
            if not any(row):
                continue
            width = width or len(row)
            total += len(row)
            spaced += sum(cell.startswith(" ") for cell in parsed)
            alike += len(row) == width
            prose += bool(_SENTENCE_END.search(row[-1]))
            lines.append(line_of(row))
    except csv.Error:
        return None
    if len(lines) < 2 or (len(lines) < _FEW and (spaced or prose)):
        return None
    # In prose and verse a space stands after a comma.
    if spaced * 4 > total or alike < _ALIKE * len(lines) or prose * 2 > len(lines):
        return None
    return "\n".join(lines)
