"""Lines to blocks: paragraphs, headings, list items, tables, captions, footnotes."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

import msgspec

from lorewright.reading.base import BlockKind
from lorewright.reading.joins import Vocabulary, joined
from lorewright.reading.pdf.lines import CELL, SENTENCE_END, Line, goes_on, is_numeric
from lorewright.reading.pdf.rows import BULLETS, LEVEL, RAISED, letters

_MARKED = re.compile(
    rf"(?P<mark>[{re.escape(BULLETS)}](?=\s)|[•●▪◦‣]|\(?(?:\d{{1,2}}|[a-zA-Z]|[ivx]{{1,5}})\)|\d{{1,2}}\.(?=\s+[^\W\d_]))\s*(?=\S)"
)
_NOTE_MARK = re.compile(
    rf"{RAISED}(?P<raised>[^{LEVEL}]+){LEVEL}\s*|(?P<plain>\(?(?:\d{{1,2}}|[a-z])\)|[*†‡§¶]+|\d{{1,2}}(?=\s+\S))\s*"
)
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|tab\.|chart|exhibit|plate|scheme|abb(?:ildung|\.)|tabelle|tableau|figura|tabla|tabela|рис(?:унок|\.)|таблица|図|表|图)"
    r"\s*[A-Z]?\d+(?:[.-]\d+)*\s*(?:[.:–—|]|$)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\S")
_HEADING_CHARACTERS = 200
_SMALL = 0.93
_TELLING_CHARACTERS = 800


class Draft(msgspec.Struct):
    """A block before pages are joined. `size` in points."""

    kind: BlockKind
    text: str
    page: int
    flow: int
    size: float
    bold: bool
    full: bool = False
    """Its last line ran to the right margin: what follows may be the same paragraph."""
    indented: bool = False
    mark: str = ""
    level: int = 0
    turns: tuple[tuple[int, int], ...] = ()


class Body(msgspec.Struct, frozen=True):
    """How most of a document's text looks."""

    size: float
    bold: bool


def body_of(pages: Iterable[Sequence[Sequence[Line]]]) -> Body:
    looks = Counter[tuple[float, bool]]()
    for flows in pages:
        looks.update(_looks(flows))
    return Body(*looks.most_common(1)[0][0]) if looks else Body(10.0, False)


def body_on(flows: Sequence[Sequence[Line]], document: Body) -> Body:
    """The page's own, where it has enough text to tell: an exhibit is set in another size than the report it hangs on."""
    looks = _looks(flows)
    if looks.total() < _TELLING_CHARACTERS:
        return document
    look, count = looks.most_common(1)[0]
    return Body(*look) if count * 2 > looks.total() else document


def _looks(flows: Iterable[Sequence[Line]]) -> Counter[tuple[float, bool]]:
    looks = Counter[tuple[float, bool]]()
    for lines in flows:
        for line in lines:
            if not line.in_table:
                looks[round(line.size * 2) / 2, line.bold] += len(line.text)
    return looks


def blocks_of(lines: Sequence[Line], body: Body, words: Vocabulary, page: int, flow: int) -> list[Draft]:
    """The blocks of one flow, whose number and page they bear."""
    pitch = _pitch(lines)
    right = max((line.x1 for line in lines if not line.in_table), default=0.0)
    return [
        _table(group, words, page, flow) if group[0].in_table else _text(group, body, words, page, flow, right)
        for group in _groups(lines, pitch, right)
    ]


def _pitch(lines: Sequence[Line]) -> float:
    """The usual distance of two baselines, in ems."""
    steps = [(a.base - b.base) / b.size for a, b in pairwise(lines) if abs(a.size - b.size) < 0.3 and b.size > 0]
    steps = [step for step in steps if 0.9 < step < 1.8]
    return median(steps) if steps else 1.2


def _groups(lines: Sequence[Line], pitch: float, right: float) -> list[list[Line]]:
    groups: list[list[Line]] = []
    for line in lines:
        if groups and _belongs(groups[-1], line, pitch, right):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _belongs(group: Sequence[Line], line: Line, pitch: float, right: float) -> bool:
    last = group[-1]
    gap = last.base - line.base
    if last.in_table or line.in_table:
        return last.in_table and line.in_table and gap < 2.6 * max(line.size, last.size)
    if gap > (pitch * 1.25 + 0.05) * max(line.size, last.size) or gap < 0.3 * line.size:
        return False
    if abs(line.size - last.size) > 0.08 * last.size or line.mark or _MARKED.match(line.text):
        return False
    room = right - last.x1
    first_word = line.text.split(None, 1)[0]
    needed = (line.x1 - line.x0) * (len(first_word) + 1) / max(1, len(line.text))
    ended = SENTENCE_END.search(last.text) is not None
    lower = line.text[0].islower()
    if last.bold != line.bold and (ended or not lower):
        return False
    centred = abs((last.x0 + last.x1) - (line.x0 + line.x1)) < 2 * line.size and last.x0 - line.x0 > line.size
    if room > needed + 0.5 * line.size and not lower and (ended or room > 0.3 * (right - last.x0)) and not centred:
        return False
    if line.x0 - last.x0 > 0.9 * line.size and len(group) > 1 and not lower:
        return False
    return not (
        len(group) > 1
        and group[-1].x0 - line.x0 > 0.8 * line.size
        and abs(group[0].x0 - line.x0) < 0.3 * line.size
        and not lower
    )


def _table(group: Sequence[Line], words: Vocabulary, page: int, flow: int) -> Draft:
    """One line a row; a label that the layout wrapped, before or after its numbers, is put together again."""
    rows: list[str] = []
    for line in group:
        if "\n" in line.text:
            line.cells = [_unwrapped(cell, words) for cell in line.cells]
            line.text = CELL.join(line.cells)
    for above, line in zip((None, *group), group, strict=False):
        if above is not None and above.cells != line.cells and _is_wrapped_label(above, line):
            if line.cells:
                line.cells[0] = f"{above.text} {line.cells[0]}"
                rows[-1] = line.text = CELL.join(line.cells)
                continue
            above.cells[0] = f"{above.cells[0]} {line.text}"
            rows[-1] = CELL.join(above.cells)
        else:
            rows.append(line.text)
    return Draft(BlockKind.TABLE, "\n".join(rows), page, flow, group[0].size, bold=False)


def _unwrapped(cell: str, words: Vocabulary) -> str:
    whole = ""
    for line in cell.split("\n"):
        whole = joined(whole, line, words)
    return whole


def _is_wrapped_label(above: Line, line: Line) -> bool:
    """One of the two has cells, the other is words at the same margin; the second goes on in the middle of a sentence."""
    if bool(above.cells) == bool(line.cells) or abs(above.x0 - line.x0) > 2.5 * line.size:
        return False
    first = above.cells[0] if above.cells else above.text
    further = goes_on(first, line.text) or (not line.cells and line.text[:1] in "$(")
    return (
        further and letters(first) > 3 and above.base - line.base < 1.5 * line.size and not SENTENCE_END.search(first)
    )


def _text(group: Sequence[Line], body: Body, words: Vocabulary, page: int, flow: int, right: float) -> Draft:
    text = group[0].text
    for line in group[1:]:
        text = joined(text, line.text, words)
    size = median(line.size for line in group)
    bold = all(line.bold for line in group)
    draft = Draft(
        BlockKind.PARAGRAPH,
        text,
        page,
        flow,
        size,
        bold,
        full=group[-1].x1 > right - 3 * size,
        indented=len(group) > 1 and group[0].x0 - group[1].x0 > 0.8 * size,
        mark=group[0].mark,
    )
    _name(draft, group, body)
    return draft


def _name(draft: Draft, group: Sequence[Line], body: Body) -> None:
    """Says what kind of block it is, and takes its mark away."""
    small = draft.size < _SMALL * body.size
    note = _NOTE_MARK.match(draft.text)
    marked = _MARKED.match(draft.text)
    if (note and note["raised"]) or (small and (note or draft.mark)):
        draft.kind = BlockKind.FOOTNOTE
        if note:
            draft.mark = (note.group("raised") or note.group("plain")).strip("()")
            draft.text = draft.text[note.end() :]
        return
    if _CAPTION.match(draft.text) and len(draft.text) < 600:
        draft.kind = BlockKind.CAPTION
    elif _is_heading(draft, group, body):
        draft.kind = BlockKind.HEADING
        if draft.mark:
            draft.text, draft.mark = f"{draft.mark} {draft.text}", ""
    elif draft.mark or marked:
        draft.kind, draft.level = BlockKind.LIST_ITEM, 1
        if marked and not draft.mark:
            draft.mark = marked.group("mark")
            draft.text = draft.text[marked.end() :]


def _is_heading(draft: Draft, group: Sequence[Line], body: Body) -> bool:
    text = draft.text
    if len(text) > _HEADING_CHARACTERS or len(group) > 4 or letters(text) < 2 or is_numeric(text):
        return False
    if draft.mark and (draft.mark in BULLETS or not draft.bold):
        return False
    if (
        text.endswith((",", ";", ".", ":"))
        and not _NUMBERED.match(text)
        and (len(text) > 80 or draft.size < 1.3 * body.size)
    ):
        return False
    larger = draft.size > 1.12 * body.size
    slanted = len(group) == 1 and group[0].italic and len(text) <= 80 and not draft.full and text[0].isupper()
    heavier = (draft.bold and not body.bold) or slanted
    capitals = text.isupper() and letters(text) >= 4 and draft.size >= 0.95 * body.size
    return larger or ((heavier or capitals) and draft.size >= 0.9 * body.size)
