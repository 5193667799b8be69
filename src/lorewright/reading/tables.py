"""Cells to the lines of a table."""

import re
from collections.abc import Sequence

from lorewright.reading.assembly import Piece
from lorewright.reading.base import BlockKind

CELL = " | "
MAX_COLUMNS = 16_384
"""As in the widest spreadsheets."""
_NUMBER = re.compile(r"[^\w]*\d[\d.,:/\s%-]*[^\w]*")


def line_of(cells: Sequence[str]) -> str:
    """Blank cells at the end are no part of it; "" where all are blank."""
    last = max((i for i, cell in enumerate(cells) if cell), default=-1)
    return CELL.join(cells[: last + 1])


def heads(rows: Sequence[Sequence[str]]) -> int:
    """How many of the first rows name the columns, where nothing says so: one, if it has words alone, no two of them the same."""
    if len(rows) < 2:
        return 0
    first = [cell for cell in rows[0] if cell]
    widest = max(len(row) for row in rows[1:20])
    is_full = len(first) >= 2 and len(first) * 4 >= widest * 3
    return int(is_full and len(set(first)) == len(first) and not any(_NUMBER.fullmatch(cell) for cell in first))


def table(rows: Sequence[Sequence[str]], header: int, page: int | None = None) -> Piece:
    """`header`: how many of the first rows name the columns. Blank rows are left out."""
    lines = [line_of(row) for row in rows]
    header = sum(bool(line) for line in lines[:header])
    kept = [line for line in lines if line]
    return Piece(BlockKind.TABLE, "\n".join(kept), page=page, header=header if len(kept) > header else 0)
