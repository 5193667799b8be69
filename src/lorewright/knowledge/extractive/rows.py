"""The rows of tables in a passage: a row's label and cells, and what names a cell: its column and its unit.

A table is a run of lines, a row a line, its cells set apart by " | ". A cell without content may be missing, so columns are
matched to the cells of a row only where there are as many of them.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from lorewright.knowledge.sentences import Bounds

_CELLS = " | "
_YEAR = re.compile(r"(?:19|20)\d\d")
_FIGURE = re.compile(r"\d[\d.,]*")
_NOT_COUNTED = re.compile(r"\b[^\W\d_]{3,9}\.? \d{1,2}\b,?|\b[QH][1-4]\b")
"""A day of a month, a quarter: they name columns, as years do."""
_UNIT = re.compile(r"\([^()]*[^\W\d_][^()]*\)")
_UNIT_CELL = re.compile(r"\(.*\)|.*(?:\b(?:hundreds|thousands|millions|billions)\b|[%$€£¥]).*", re.IGNORECASE)
_LONGEST_BETWEEN = 80
"""Characters of a line between rows, such as "Assets:", that does not end the table."""


class Row(NamedTuple):
    """All are offsets into the passage's content."""

    bounds: Bounds
    label: Bounds
    cells: tuple[Bounds, ...]
    """Those after the label."""
    header: Bounds | None
    """The row that names the columns."""
    columns: tuple[tuple[Bounds, ...], ...]
    """For each cell the names of its column, outermost first; empty where they cannot be told."""
    unit: Bounds | None


def is_row(content: str, bounds: Bounds) -> bool:
    """Whether the line there is parted into cells."""
    return content.find(_CELLS, *bounds) >= 0


def rows(content: str, bounds: Sequence[Bounds]) -> dict[int, Row]:
    """The rows that hold data, by their place in `bounds`, the sentences and lines of `content`."""
    found: dict[int, Row] = {}
    headers: list[Bounds] = []
    unit, in_head, last = None, True, 0
    for i, (start, end) in enumerate(bounds):
        line = content[start:end]
        row = is_row(content, bounds[i])
        if content.count("\n", last, start) > 1 or (not row and len(line) > _LONGEST_BETWEEN):
            headers, unit, in_head = [], None, True
        last = end
        if _UNIT.fullmatch(line):
            unit = start, end
        if not row:
            continue
        if _names_columns(line) and (in_head or _YEAR.search(line)) and not _continues(content, headers, line):
            headers = [*headers, (start, end)] if in_head else [(start, end)]
            in_head = True
            continue
        in_head = False
        label, *cells = _cells(content, bounds[i])
        if any(map(str.isalpha, content[slice(*label)])):
            found[i] = Row(
                bounds[i], label, tuple(cells), headers[-1] if headers else None, _columns(content, headers, len(cells)),
                unit or _unit_in(content, headers),
            )  # fmt: skip
    return found


def _cells(content: str, bounds: Bounds) -> list[Bounds]:
    found, position = [], bounds[0]
    for cell in content[slice(*bounds)].split(_CELLS):
        lead = len(cell) - len(cell.lstrip())
        found.append((position + lead, position + lead + len(cell.strip())))
        position += len(cell) + len(_CELLS)
    return found


def _names_columns(row: str) -> bool:
    """Whether its cells hold words, dates or years, and no other figures."""
    cells = _NOT_COUNTED.sub("", _CELLS.join(row.split(_CELLS)[1:]))
    return all(_YEAR.fullmatch(figure.rstrip(".,")) for figure in _FIGURE.findall(cells))


def _continues(content: str, headers: Sequence[Bounds], row: str) -> bool:
    """Whether a row of words has as many cells as the one that names the columns: then it is data."""
    if not headers or _YEAR.search(row):
        return False
    return len(row.split(_CELLS)) == len(content[slice(*headers[-1])].split(_CELLS))


def _columns(content: str, headers: Sequence[Bounds], count: int) -> tuple[tuple[Bounds, ...], ...]:
    """The names of `count` columns: of the last header that has so many, and of those above that span several."""
    named = [_cells(content, header) for header in headers]
    for i in range(len(named) - 1, -1, -1):
        own = named[i][-count:] if count else []
        labelled = len(named[i]) == count + 1 and not _YEAR.search(content, *named[i][0])
        if own and (labelled or len(named[i]) == count):
            above = next((one[-k:] for one in named[:i] for k in (len(one), len(one) - 1) if _spans(k, count)), None)
            return tuple((above[j * len(above) // count], name) if above else (name,) for j, name in enumerate(own))
    return ()


def _spans(groups: int, count: int) -> bool:
    return 1 < groups < count and count % groups == 0


def _unit_in(content: str, headers: Sequence[Bounds]) -> Bounds | None:
    firsts = [_cells(content, header)[0] for header in headers]
    return next((cell for cell in firsts if _UNIT_CELL.fullmatch(content[slice(*cell)])), None)
