"""What a text with hardly a sentence records: lines of a label and its value, and rows of tables, each as it stands.

A bill, a form, a table or a data file says what it says in these; a text with sentences says it in sentences, and none of
its rows is told.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from lorewright.knowledge.engine import DraftClaim, Span
from lorewright.knowledge.extractive.fitness import is_tellable
from lorewright.knowledge.extractive.quality import is_routine
from lorewright.knowledge.sentences import Bounds, block_sentences
from lorewright.reading.base import Block, BlockKind, Reading

MOST = 16
_MOST_LED_IN = 5
"""Rows that are told as one, with the line that leads to them."""
_LOOKED_AT = 200
"""Rows of one table that are looked at."""
_MOST_CELLS = 8
_MOST_UNNAMED = 2
"""Figures of a row that are understood without the names of their columns."""
_LONGEST = 200
"""Characters of one line."""
_LONGEST_LABEL = 8
"""Words of a line that names the value in the line after it."""

_LINES = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.HEADING})
_LABELLED = re.compile(r"[^\W\d_][^:]{1,40}: ?(?=[^\W_]|[$€£¥#+-])")
_AMOUNT = r"[-+(]?(?:[$€£¥] ?)?-?\d[\d.,]*(?: ?(?:%|[$€£¥]|[A-Z]{3}))?\)?"
_ENDS_IN_VALUE = re.compile(rf"(?:^|[\s)]){_AMOUNT}$")
_BARE_VALUE = re.compile(rf"{_AMOUNT}(?: {_AMOUNT})*")
_DATE = re.compile(r"\b\d{1,4}([/.-])\d{1,2}\1\d{1,4}\b|\b\d{1,2}\.? [^\W\d_]{3,9} (?:19|20)\d\d\b")
_TELLING = re.compile(
    r"\b(?:(?:sub)?total|sum|amount|balance|due (?:date|on|by)|date|invoice|order|receipt|customer|client|name|paid|price|tax|vat|status|subject"
    r"|gesamt\w*|summe|betrag|datum|rechnung\w*|kunde|montant|facture|fecha|importe|factura|data|importo|fattura|totale|totaal)\b"
    r"|合计|总计|日期|金额|合計|日付",
    re.IGNORECASE,
)
_MONEY = re.compile(r"[$€£¥] ?-?\d|\d ?[$€£¥]")
_DAY_ALONE = re.compile(r"[^\W\d_]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [^\W\d_]{3,9} \d{4}")
_PAGE_NUMBER = re.compile(r"\d{1,4}")
_STOP = re.compile(r"[.!?;,。！？]$")


@dataclass(frozen=True, slots=True)
class _Record:
    bounds: tuple[Bounds, ...]
    text: str
    worth: float


def records(reading: Reading, shown: Sequence[DraftClaim]) -> tuple[DraftClaim, ...]:
    """At most `MOST`, in reading order; none that shares text with what is `shown` already."""
    taken = [(span.start, span.end) for claim in shown for span in claim.spans]
    found: dict[str, _Record] = {}
    for record in (*_lines(reading), *_rows(reading)):
        pieces = [reading.content[start:end] for start, end in record.bounds]
        if is_tellable(record.text, pieces) and not any(
            start < end_taken and start_taken < end for start, end in record.bounds for start_taken, end_taken in taken
        ):
            found.setdefault(record.text.casefold(), record)
    telling = [record for record in found.values() if record.worth > 0] or found.values()
    best = sorted(telling, key=lambda record: (-record.worth, record.bounds))[:MOST]
    return tuple(
        DraftClaim(record.text, tuple(Span(start, end, reading.content[start:end]) for start, end in record.bounds))
        for record in sorted(best, key=lambda record: record.bounds[-1])
    )


def _lines(reading: Reading) -> Iterator[_Record]:
    """Lines that hold a value, each with the line before it that names it, and with a bare value after it."""
    label: Block | None = None
    blocks = [block for block in reading.blocks if block.end - block.start <= _LONGEST]
    for number, block in enumerate(blocks):
        line = reading.content[block.start : block.end]
        if block.kind not in _LINES or _BARE_VALUE.fullmatch(line):
            label = None
        elif _holds_value(line):
            begin = block.start if label is None or _LABELLED.match(line) else label.start
            end = _end_with_value(reading.content, block, blocks[number + 1 : number + 2])
            text = " ".join(reading.content[begin:end].split())
            yield _Record(((begin, end),), text, _worth(text))
            label = None
        else:
            label = block if number and _is_label(line) else None


def _holds_value(line: str) -> bool:
    if sum(map(str.isalpha, line)) < 2 or _STOP.search(line) or _DAY_ALONE.fullmatch(line):
        return False
    if _LABELLED.match(line) or _MONEY.search(line) or _DATE.search(line):
        return True
    return bool(_TELLING.search(line) and _ENDS_IN_VALUE.search(line))


def _is_label(line: str) -> bool:
    return any(map(str.isalpha, line)) and len(line.split()) <= _LONGEST_LABEL and not _STOP.search(line)


def _end_with_value(content: str, block: Block, following: Sequence[Block]) -> int:
    for after in following:
        if after.start <= block.end + 2 and _BARE_VALUE.fullmatch(content, after.start, after.end):
            return after.end
    return block.end


def _rows(reading: Reading) -> Iterator[_Record]:
    aligned = not reading.page_starts  # where a page was set, only what was printed is known
    for before, block in pairwise((None, *reading.blocks)):
        if block is None or block.kind is not BlockKind.TABLE:
            continue
        rows = [_cells(reading.content, bounds) for bounds in _ends_of(block_sentences(reading.content, block))]
        if len(rows) == 1 and _is_at_page_edge(reading, block) and _is_numbered(reading.content, rows[0]):
            continue
        names = rows.pop(0) if len(rows) > 1 and _are_names(reading.content, rows[0]) else []
        if not names:
            rows = _speaking(reading.content, rows)
        said = [record for cells in rows if (record := _row(reading.content, names, cells, aligned))]
        if before and _leads_in(reading.content, before) and not names and 0 < len(said) <= _MOST_LED_IN:
            yield _led_in(reading.content, before, said)
            continue
        said.sort(key=lambda record: -record.worth)
        for place, record in enumerate(said[:MOST]):
            # The first rows of every table before the second of any.
            yield replace(record, worth=record.worth - 0.02 * place)


def _ends_of(rows: list[Bounds]) -> list[Bounds]:
    """Of a long table its first rows, and its last, which may sum it up."""
    return rows if len(rows) <= _LOOKED_AT else rows[: _LOOKED_AT // 2] + rows[-_LOOKED_AT // 2 :]


def _is_at_page_edge(reading: Reading, block: Block) -> bool:
    """Whether no text of its page stands before it, or none after it."""
    edges = reading.page_starts and (*reading.page_starts[1:], len(reading.content))
    return block.start in reading.page_starts or any(block.end <= edge <= block.end + 2 for edge in edges)


def _is_numbered(content: str, cells: Sequence[Bounds]) -> bool:
    """Whether these are words and a page's number: a running head."""
    return len(cells) == 2 and any(_PAGE_NUMBER.fullmatch(_text(content, cell)) for cell in cells)


def _speaking(content: str, rows: list[list[Bounds]]) -> list[list[Bounds]]:
    """Of a table that names no columns, the rows that are understood without.

    Not one of many figures, nor one that a row in brackets explains from below, as on a form, nor those of words that stand
    over figures: columns were named there, though nobody can tell which.
    """
    values = [sum(bool(_BARE_VALUE.fullmatch(_text(content, cell))) for cell in cells) for cells in rows]
    first = next((i for i, count in enumerate(values) if count), 0)
    bracketed = [all(content.startswith(("(", "（"), start) for start, _ in cells) for cells in rows]
    explained = [*bracketed[1:], False]
    return [rows[i] for i in range(first, len(rows)) if values[i] <= _MOST_UNNAMED and not explained[i]]


def _leads_in(content: str, block: Block) -> bool:
    return block.kind in _LINES and block.end - block.start <= _LONGEST and content.endswith((":", "："), 0, block.end)


def _led_in(content: str, lead: Block, rows: Sequence[_Record]) -> _Record:
    """A short list of figures, with the line that says what they count."""
    said = _text(content, (lead.start, lead.end))
    bounds = ((lead.start, lead.end), *(piece for row in rows for piece in row.bounds))
    return _Record(bounds, f"{said} {'; '.join(row.text for row in rows)}", _worth(said) + 1)


def _row(content: str, names: Sequence[Bounds], cells: Sequence[Bounds], aligned: bool) -> _Record | None:
    """The row with the names of its columns; where the table names none, its label and its cells.

    `aligned`: an empty cell keeps its place, so that cells can be missing only at the end. Of another table a row with a
    cell missing is not told: nobody knows which. Nor is one that does not say what it is of.
    """
    if names and not _text(content, cells[0]):
        return None
    if names and len(cells) != len(names) and not (aligned and len(cells) < len(names)):
        return None
    pairs = list(zip(names, cells, strict=False))[:_MOST_CELLS]
    filled = [cell for cell in cells if _text(content, cell)][:_MOST_CELLS]
    said = [_text(content, cell) for cell in filled]
    if len(said) < 2 or not (names or any(map(str.isalpha, "".join(said)))):
        return None
    if pairs:
        pairs = [(name, cell) for name, cell in pairs if _text(content, cell)]
        text = "; ".join(f"{_text(content, name)}: {_text(content, cell)}" for name, cell in pairs)
        bounds = tuple(piece for pair in pairs for piece in pair)
    else:
        text, bounds = f"{said[0].rstrip(':')}: {', '.join(said[1:])}", tuple(filled)
    return _Record(bounds, text, _worth(said[0]) - 0.5 - is_routine(text)) if len(text) <= 2 * _LONGEST else None


def _cells(content: str, bounds: Bounds) -> list[Bounds]:
    """Those of a row, without the white space about them; an empty one has no length."""
    found, position = [], bounds[0]
    for cell in content[slice(*bounds)].split("|"):
        lead = len(cell) - len(cell.lstrip())
        found.append((position + lead, position + max(lead, len(cell.rstrip()))))
        position += len(cell) + 1
    return found


def _text(content: str, bounds: Bounds) -> str:
    return " ".join(content[slice(*bounds)].split())


def _are_names(content: str, cells: Sequence[Bounds]) -> bool:
    return all(_names(_text(content, cell)) for cell in cells)


def _names(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and not (
        _BARE_VALUE.fullmatch(cell) or _MONEY.search(cell) or _DATE.search(cell)
    )


def _worth(text: str) -> float:
    found = (bool(pattern.search(text)) for pattern in (_TELLING, _DATE))
    return 1.0 + sum(found) + 0.5 * bool(_LABELLED.match(text) or _MONEY.search(text))
