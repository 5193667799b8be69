"""Blocks of all pages to the pieces of one text: what a page or column has cut is joined, headings get their levels."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import dropwhile, takewhile

from lorewright.reading.assembly import Piece
from lorewright.reading.base import BlockKind
from lorewright.reading.joins import Vocabulary, joined, vocabulary
from lorewright.reading.pdf.blocks import Body, Draft, blocks_of, body_of, body_on
from lorewright.reading.pdf.columns import flows_of
from lorewright.reading.pdf.file import Outline, plain_title
from lorewright.reading.pdf.lines import SENTENCE_END, lines_of
from lorewright.reading.pdf.rows import LEVEL, RAISED, Row

_TITLES = frozenset({BlockKind.PARAGRAPH, BlockKind.HEADING})
_FLOATS = frozenset({BlockKind.TABLE, BlockKind.CAPTION, BlockKind.FOOTNOTE})
_RAISED = re.compile(f"(?P<before>\\S?){RAISED}(?P<mark>[^{LEVEL}]*){LEVEL}")
_SPACES = re.compile(" {2,}")
_ORDINAL = frozenset({"st", "nd", "rd", "th", "TM", "SM", "er", "e", "o", "a"})
_FLOATS_BETWEEN = 6
_TITLE_CHARACTERS = 200
_PROSE_CHARACTERS = 100
"""A block without a full stop that is longer than this is no title: a page has cut it."""


def composed(pages: Sequence[Sequence[Row]], outline: Outline) -> tuple[list[Piece], str | None]:
    """The pieces of a text from its pages' rows, and the largest heading of its first page, which may be its title."""
    flows = [flows_of(rows) for rows in pages]
    lines = [[lines_of(flow) for flow in page] for page in flows]
    words = vocabulary(line.text for page in lines for flow in page for line in flow)
    body = body_of(lines)
    drafts = [
        draft
        for number, page in enumerate(lines, 1)
        for index, flow in enumerate(page)
        for draft in blocks_of(flow, body_on(page, body), words, number, index)
    ]
    _mark_outlined(drafts, outline)
    title = _title(drafts, body)
    _drop_marks(drafts)
    whole = _joined(drafts, words)
    _set_levels(whole)
    return [Piece(draft.kind, draft.text, draft.level, draft.page, draft.turns) for draft in whole], title


def _title(drafts: Sequence[Draft], body: Body) -> str | None:
    first = drafts[0].page if drafts else 0
    found = [d for d in drafts if d.page == first and d.kind is BlockKind.HEADING and d.size > 1.15 * body.size]
    if not found:
        return None
    size = max(draft.size for draft in found)
    # A title in several lines may be several headings.
    lines = takewhile(
        lambda d: d.kind is BlockKind.HEADING and d.size == size, dropwhile(lambda d: d.size != size, drafts)
    )
    return " ".join(draft.text for draft in lines)[:_TITLE_CHARACTERS]


def _drop_marks(drafts: Sequence[Draft]) -> None:
    """Raised marks of footnotes leave the text; the footnotes themselves are blocks of the page."""
    marks: dict[int, set[str]] = {}
    for draft in drafts:
        if draft.kind is BlockKind.FOOTNOTE and draft.mark:
            marks.setdefault(draft.page, set()).add(draft.mark)
    for draft in drafts:
        draft.text = _levelled(draft.text, marks.get(draft.page, set()))


def _levelled(text: str, marks: Iterable[str]) -> str:
    """Raised marks that a footnote answers, or that stand after a word, go; a power keeps its meaning."""

    def put(found: re.Match[str]) -> str:
        before, mark = found["before"], found["mark"]
        bare = mark.strip("()")
        if mark in _ORDINAL:
            return before + mark
        if (
            bare in marks
            or bare in "*†‡§¶"
            or mark.startswith("(")
            or not before
            or before.isalpha()
            or before in '.,;:)”"’'
        ):
            return before
        return f"{before}^{mark}"

    return _SPACES.sub(" ", _RAISED.sub(put, text)).strip() if RAISED in text else text


def _joined(drafts: Sequence[Draft], words: Vocabulary) -> list[Draft]:
    whole: list[Draft] = []
    for draft in drafts:
        target = _broken_before(whole, draft)
        if target is None:
            whole.append(draft)
            continue
        broken = whole[target]
        text = joined(broken.text, draft.text, words)
        if draft.page != broken.page:
            broken.turns = (*broken.turns, (len(text) - len(draft.text), draft.page))
        broken.text, broken.full = text, draft.full
        # What stood between belongs to the earlier page; before the paragraph it keeps the pages in order.
        whole.append(whole.pop(target))
    return whole


def _broken_before(whole: Sequence[Draft], draft: Draft) -> int | None:
    """The index of the paragraph that this one goes on."""
    if draft.kind is not BlockKind.PARAGRAPH:
        return None
    for index in range(len(whole) - 1, max(-1, len(whole) - 2 - _FLOATS_BETWEEN), -1):
        last = whole[index]
        if last.kind in _FLOATS:
            continue
        if last.kind not in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM} or SENTENCE_END.search(last.text):
            return None
        apart = (last.page, last.flow) != (draft.page, draft.flow)
        alike = abs(last.size - draft.size) < 0.05 * last.size and last.bold == draft.bold
        lower = draft.text[:1].islower()
        running = last.kind is BlockKind.PARAGRAPH and (last.full or len(last.text) > _PROSE_CHARACTERS)
        return index if alike and (lower or (apart and running and not draft.indented)) else None
    return None


def _mark_outlined(drafts: Iterable[Draft], outline: Outline) -> None:
    """What a bookmark names on its page is a heading of the bookmark's level."""
    for draft in drafts:
        titles = outline.get(draft.page, {})
        if titles and len(draft.text) <= _TITLE_CHARACTERS and draft.kind in _TITLES:
            level = titles.get(plain_title(draft.text))
            if level is not None:
                draft.kind, draft.level = BlockKind.HEADING, level


def _set_levels(drafts: Iterable[Draft]) -> None:
    """Larger type is a higher heading; of one size, bold is above plain. The outline's levels are kept, and taught to their look."""
    headings = [draft for draft in drafts if draft.kind is BlockKind.HEADING]
    known: dict[tuple[float, bool], Counter[int]] = {}
    for draft in headings:
        if draft.level:
            known.setdefault(_look(draft), Counter())[draft.level] += 1
    rank = {look: min(6, place) for place, look in enumerate(sorted({_look(d) for d in headings}, reverse=True), 1)}
    for draft in headings:
        look = _look(draft)
        draft.level = draft.level or (known[look].most_common(1)[0][0] if look in known else rank[look])


def _look(draft: Draft) -> tuple[float, bool]:
    return round(draft.size * 2) / 2, draft.bold
