"""Rows of a flow to lines of text and rows of tables."""

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from lorewright.reading.pdf.columns import Flow
from lorewright.reading.pdf.rows import LEVEL, LIST_MARK, RAISED, Fragment, Row, letters

CELL = " | "
SENTENCE_END = re.compile(rf"[.!?:;…。！？：；][\"'”’»)\]」』]*(?:{RAISED}[^{LEVEL}]*{LEVEL})?$")
_LABEL = re.compile(r"(?:[^\W\d_]{3,10}\.?\s)?(?:\d{1,3}[A-Za-z]?|[A-Z]|[IVX]{1,5})(?:\.\d{1,3})*[.):]?")
"""What numbers a heading: "3", "2.1", "Item 1A.", "Note 4"."""
_LEADERS = re.compile(r"\s*(?:\.\s?){4,}\s*|\s*…(?:\s?…)+\s*|\s*_{4,}\s*")
_RULE = re.compile(r"\W*?([-=_*~–—])\1{4,}\W*")
_NUMERIC = re.compile(
    r"[($€£¥+–—-]*\s*(?:US|C|A)?\$?\s*[\d.,]*\d[\d.,]*\s*[%)x]*(?:\s*\(?[a-z\d]\))?|[—–-]+|N/?A|n/?a|nm|\*+|[$€£¥%)]+"
)
_CURRENCY = re.compile(r"[($€£¥+]+|(?:US|C|A)\$")
_TAIL = re.compile(r"[%)]+")
_NEAR = 2.6
"""Ems between the baselines of two rows of one table, at most."""
_BETWEEN = 3
"""Lines without cells between two rows of a table, at most."""
_HEADS = 3


class Line(msgspec.Struct):
    """A line of text, or a row of a table. Points, y upward."""

    text: str
    x0: float
    x1: float
    y0: float
    y1: float
    base: float
    size: float
    bold: bool
    italic: bool
    cells: list[str]
    """Two or more, or none."""
    mark: str = ""
    """The mark of a list that stood before it."""
    in_table: bool = False


def lines_of(flow: Flow) -> list[Line]:
    rows = [row for row in flow.rows if not _LEADERS.fullmatch(row.text) and not _RULE.fullmatch(row.text)]
    lines = [_line(row) for row in rows]
    for index, (line, row) in enumerate(zip(lines, rows, strict=True)):
        if line.cells and (_is_stretched(line, row, lines, index) or _is_numbered_heading(lines, index)):
            line.text, line.cells = row.text, []
    lines = _with_continued_cells(lines, rows)
    _find_tables(lines)
    return lines


def _line(row: Row) -> Line:
    fragments = row.fragments
    mark = ""
    if len(fragments) > 1 and LIST_MARK.fullmatch(fragments[0].text):
        mark, fragments = fragments[0].text, fragments[1:]
    cells = _cells(fragments)
    main = max(fragments, key=lambda f: len(f.text))
    if mark and len(cells) > 1:
        cells, mark = [mark, *cells], ""
    return Line(
        text=CELL.join(cells),
        x0=fragments[0].x0 if mark else row.x0,
        x1=row.x1,
        y0=min(f.y0 for f in fragments),
        y1=max(f.y1 for f in fragments),
        base=main.base,
        size=main.size,
        bold=main.bold and all(f.bold for f in fragments if letters(f.text)),
        italic=main.italic,
        cells=cells if len(cells) > 1 else [],
        mark=mark,
    )


def _cells(fragments: Sequence[Fragment]) -> list[str]:
    """Leaders part cells; a currency sign belongs to the number after it, a bracket or percent sign to the one before."""
    cells: list[str] = []
    prefix = ""
    for fragment in fragments:
        for part in _LEADERS.split(fragment.text):
            text = part.strip()
            if not text:
                continue
            if _CURRENCY.fullmatch(text):
                prefix += text
            elif cells and _TAIL.fullmatch(text) and not prefix:
                cells[-1] += text
            else:
                cells.append(prefix + text)
                prefix = ""
    if prefix:
        cells.append(prefix)
    return cells


def goes_on(label: str, after: str) -> bool:
    """Whether the words of a label end on the next line: in the middle of a sentence or of a bracket."""
    return after[:1].islower() or label.count("(") > label.count(")")


def is_numeric(cell: str) -> bool:
    return _NUMERIC.fullmatch(cell.strip()) is not None


def _is_stretched(line: Line, row: Row, lines: Sequence[Line], index: int) -> bool:
    """Whether the gaps of a row are only those of justified text: its words fill the width that a line beside it has."""
    if len(row.fragments) < 2 or (len(line.cells) > 2 and any(is_numeric(cell) for cell in line.cells)):
        return False
    width = line.x1 - line.x0
    filled = sum(fragment.width for fragment in row.fragments)
    if filled < 0.75 * width or letters(line.text) * 2 < len(line.text.replace(" ", "")):
        return False
    gaps = [b.x0 - a.x1 for a, b in pairwise(row.fragments)]
    beside = [lines[i] for i in (index - 1, index + 1) if 0 <= i < len(lines)]
    return max(gaps) < 2.5 * line.size and any(
        not near.cells and abs(near.x0 - line.x0) < 2 * line.size and near.x1 - near.x0 > 0.6 * width for near in beside
    )


def _is_numbered_heading(lines: Sequence[Line], index: int) -> bool:
    """A number and a title with a tab between them, no row of a table above or below."""
    line = lines[index]
    if len(line.cells) != 2 or not _LABEL.fullmatch(line.cells[0]) or letters(line.cells[1]) < 3:
        return False
    beside = [lines[i] for i in (index - 1, index + 1) if 0 <= i < len(lines)]
    return not any(near.cells and abs(near.base - line.base) < 2 * line.size for near in beside)


def _with_continued_cells(lines: Sequence[Line], rows: Sequence[Row]) -> list[Line]:
    """A row of words without a first cell, close under a row of a table, continues the cells that it stands under."""
    kept: list[Line] = []
    kept_rows: list[Row] = []
    for line, row in zip(lines, rows, strict=True):
        if kept and _continues(kept[-1], kept_rows[-1], line, row):
            above = kept[-1]
            for fragment in row.fragments:
                column = _under(fragment, kept_rows[-1])
                if column is not None:
                    above.cells[column] = f"{above.cells[column]} {fragment.text}"
            above.text = CELL.join(above.cells)
            above.base, above.y0 = line.base, line.y0
            continue
        kept.append(line)
        kept_rows.append(row)
    return kept


def _continues(above: Line, above_row: Row, line: Line, row: Row) -> bool:
    return (
        len(above.cells) == len(above_row.fragments)
        and above.base - line.base < 1.35 * line.size
        and row.x0 > above_row.fragments[0].x1
        and len(row.fragments) < len(above_row.fragments)
        and all(_under(fragment, above_row) is not None and not is_numeric(fragment.text) for fragment in row.fragments)
    )


def _under(fragment: Fragment, row: Row) -> int | None:
    """The one fragment of the row above that it stands under."""
    found = [i for i, above in enumerate(row.fragments) if above.x0 < fragment.x1 and fragment.x0 < above.x1]
    return found[0] if len(found) == 1 else None


def _find_tables(lines: Sequence[Line]) -> None:
    """Marks the lines of tables: rows with cells, the labels between them, the heads above them."""
    last: int | None = None
    for index, line in enumerate(lines):
        if not line.cells:
            continue
        line.in_table = True
        labels = lines[last + 1 : index] if last is not None else []
        if last is not None and 0 < len(labels) <= _BETWEEN and _close(lines[last : index + 1]):
            width = max(line.x1, lines[last].x1) - min(line.x0, lines[last].x0)
            if all(_is_label(label, width) for label in labels):
                for label in labels:
                    label.in_table = True
        if not (index and lines[index - 1].in_table):
            _take_heads(lines, index)
        last = index


def _take_heads(lines: Sequence[Line], index: int) -> None:
    """Lines above a table's first row that stand over its further columns."""
    row = lines[index]
    if index and goes_on(lines[index - 1].text, row.cells[0]) and _wraps(lines[index - 1], row):
        lines[index - 1].in_table = True
        return
    right = max(line.x1 for line in lines[index : index + 4] if line.cells) + 2 * row.size
    for above in range(index - 1, max(-1, index - 1 - _HEADS), -1):
        head = lines[above]
        over = head.x0 > row.x0 + 0.15 * (row.x1 - row.x0) or (head.text.startswith("(") and head.text.endswith(")"))
        if head.in_table or not over or head.mark or head.x1 > right or head.size > 1.1 * row.size:
            return
        if not _close(lines[above : above + 2]) or (SENTENCE_END.search(head.text) and not head.text.endswith(")")):
            return
        head.in_table = True


def _wraps(label: Line, row: Line) -> bool:
    """Whether a row's label begins on the line above it."""
    near = label.base - row.base < 1.5 * row.size and abs(label.x0 - row.x0) < 2.5 * row.size
    return near and not label.cells and SENTENCE_END.search(label.text) is None


def _close(lines: Sequence[Line]) -> bool:
    return all(a.base - b.base < _NEAR * max(a.size, b.size) for a, b in pairwise(lines))


def _is_label(line: Line, width: float) -> bool:
    """Short, or a wrapped part of a label; not a sentence."""
    sentence = line.text.endswith((".", "!", "?")) and letters(line.text) > 40
    return not line.mark and not sentence and line.x1 - line.x0 < 0.7 * width
