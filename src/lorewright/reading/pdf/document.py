"""Blocks of all pages to the pieces of one text: what a page or column has cut is joined, headings get their levels."""

import re
from collections.abc import Iterable, Sequence

from lorewright.reading.assembly import Piece
from lorewright.reading.base import BlockKind
from lorewright.reading.joins import Vocabulary, joined
from lorewright.reading.pdf.blocks import Body, Draft
from lorewright.reading.pdf.lines import SENTENCE_END
from lorewright.reading.pdf.rows import LEVEL, RAISED

_FLOATS = frozenset({BlockKind.TABLE, BlockKind.CAPTION, BlockKind.FOOTNOTE})
_RAISED = re.compile(f"(?P<before>\\S?){RAISED}(?P<mark>[^{LEVEL}]*){LEVEL}")
_ORDINAL = frozenset({"st", "nd", "rd", "th", "TM", "SM", "er", "e", "o", "a"})
_FLOATS_BETWEEN = 6


def pieces_of(drafts: Sequence[Draft], body: Body, words: Vocabulary) -> list[Piece]:
    marks: dict[int, set[str]] = {}
    for draft in drafts:
        if draft.kind is BlockKind.FOOTNOTE and draft.mark:
            marks.setdefault(draft.page, set()).add(draft.mark)
    for draft in drafts:
        draft.text = _levelled(draft.text, marks.get(draft.page, set()))
    whole = _joined(drafts, words)
    _set_levels(whole)
    return [Piece(draft.kind, draft.text, draft.level, draft.page, draft.turns) for draft in whole]


def title_on(drafts: Sequence[Draft], body: Body) -> str | None:
    """The largest text of the first page that has any."""
    first = drafts[0].page if drafts else 0
    found = [d for d in drafts if d.page == first and d.kind is BlockKind.HEADING and d.size > 1.15 * body.size]
    return max(found, key=lambda d: d.size).text if found else None


def _levelled(text: str, marks: Iterable[str]) -> str:
    """Raised marks that a footnote answers, or that stand after a word, go; a power keeps its meaning."""

    def put(found: re.Match[str]) -> str:
        before, mark = found["before"], found["mark"]
        bare = mark.strip("()")
        if mark in _ORDINAL:
            return before + mark
        if bare in marks or bare in "*†‡§¶" or mark.startswith("(") or not before or before.isalpha() or before in ".,;:)”\"’":
            return before
        return f"{before}^{mark}"

    return _RAISED.sub(put, text) if RAISED in text else text


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
        if alike and (lower or (apart and last.full and not draft.indented and last.kind is BlockKind.PARAGRAPH)):
            return index
        return None
    return None


def _set_levels(drafts: Iterable[Draft]) -> None:
    """Larger type is a higher heading; of one size, bold is above plain."""
    headings = [draft for draft in drafts if draft.kind is BlockKind.HEADING]
    looks = sorted({(round(d.size * 2) / 2, d.bold) for d in headings}, reverse=True)
    rank = {look: min(6, index) for index, look in enumerate(looks, 1)}
    for draft in headings:
        draft.level = rank[round(draft.size * 2) / 2, draft.bold]
