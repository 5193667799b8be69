"""Words to rows: what stands on one baseline, in fragments that wide gaps keep apart."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

import msgspec

from lorewright.reading.characters import is_unspaced
from lorewright.reading.pdf.words import Word

RAISED, LEVEL = "\ue000", "\ue001"
"""Enclose a raised mark in a fragment's text until it is known whether a footnote answers it. No text holds them otherwise."""

BULLETS = "•●▪◦‣·∙■□○◆➢✓✔❖–—*-"
LIST_MARK = re.compile(
    rf"(?:[{re.escape(BULLETS)}]|\([A-Za-z\d]{{1,4}}\)|(?:\d{{1,3}}|[A-Za-z]|[ivxIVX]{{1,5}})[.)]|o)"
)
_SUPERSCRIPT = re.compile(r"\(?[\d*†‡§¶a-z]{1,3}\)?(?:,\d{1,2})*")
_NUMBER = re.compile(r"[($€£-]*\d[\d.,]*[)%]*")
_BETWEEN_NUMBERS = 0.5
"""In ems: two numbers so far apart are two cells; a digit group's thin space is narrower."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_LETTER = re.compile(r"[^\W\d_]")


class Fragment(msgspec.Struct):
    """Words of one row without a wide gap between them; points, y upward. The style is that of most of its characters."""

    text: str
    x0: float
    x1: float
    y0: float
    y1: float
    base: float
    size: float
    bold: bool
    italic: bool

    @property
    def width(self) -> float:
        return self.x1 - self.x0


class Row(msgspec.Struct):
    """Fragments on one baseline, from left to right."""

    fragments: list[Fragment]

    @property
    def base(self) -> float:
        return self.fragments[0].base

    @property
    def x0(self) -> float:
        return self.fragments[0].x0

    @property
    def x1(self) -> float:
        return max(fragment.x1 for fragment in self.fragments)

    @property
    def size(self) -> float:
        return max(fragment.size for fragment in self.fragments)

    @property
    def text(self) -> str:
        return " ".join(fragment.text for fragment in self.fragments)


def rows_of(words: Sequence[Word]) -> list[Row]:
    """From the top of the page to its foot."""
    _level_marks(words)
    wide = _wide_gap(words)
    rows = []
    for members in _on_one_baseline(words):
        members.sort(key=lambda word: word.x0)
        rows.append(Row([_fragment(run) for run in _runs(members, wide)]))
    return rows


def grouped(fragments: Iterable[Fragment]) -> list[Row]:
    """Rows again, of fragments that have been sorted into columns."""
    rows: list[list[Fragment]] = []
    for fragment in sorted(fragments, key=lambda f: (-f.base, f.x0)):
        if rows and abs(rows[-1][0].base - fragment.base) < 0.35 * min(rows[-1][0].size, fragment.size):
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
    return [Row(sorted(row, key=lambda f: f.x0)) for row in rows]


def _level_marks(words: Sequence[Word]) -> None:
    """A small raised or lowered run beside a word goes on that word's baseline; a mark of a footnote is enclosed."""
    for before, word in pairwise(words):
        if not (before.y0 < word.y1 and word.y0 < before.y1):
            continue
        gap = word.x0 - before.x1
        if word.style.size < 0.85 * before.style.size and -0.2 * before.style.size < gap < 0.6 * before.style.size:
            raised = word.base - before.base > 0.15 * before.style.size
            word.base = before.base
            if raised and _SUPERSCRIPT.fullmatch(word.text):
                word.text = f"{RAISED}{word.text}{LEVEL}"
        elif before.style.size < 0.85 * word.style.size and -0.1 * word.style.size < gap < 0.6 * word.style.size:
            raised = before.base - word.base > 0.15 * word.style.size
            before.base = word.base
            if raised and _SUPERSCRIPT.fullmatch(before.text):
                before.text = f"{RAISED}{before.text}{LEVEL}"


def _wide_gap(words: Sequence[Word]) -> float:
    """In ems: from here on a gap sets fragments apart. Justified text stretches its gaps, so the page's own are the measure."""
    gaps = [
        (b.x0 - a.x1) / a.style.size
        for a, b in pairwise(words)
        if abs(a.base - b.base) < 0.1 * a.style.size and 0 < b.x0 - a.x1 < 3 * a.style.size
    ]
    return max(0.8, 2.6 * median(gaps)) if gaps else 0.8


def _on_one_baseline(words: Iterable[Word]) -> list[list[Word]]:
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: -w.base):
        near = next((row for row in rows[-1:-4:-1] if _same_line(row[0], word)), None)
        if near is None:
            rows.append([word])
        else:
            near.append(word)
    return _with_small_marks(rows)


def _with_small_marks(rows: Sequence[list[Word]]) -> list[list[Word]]:
    """Rows of raised or lowered marks alone go into the row of full size that they stand in."""
    kept: list[list[Word]] = []
    for index, row in enumerate(rows):
        size = max(word.style.size for word in row)
        hosts = [rows[i] for i in (index + 1, index - 1) if 0 <= i < len(rows)]
        host = next(
            (host for host in hosts if size < 0.8 * host[0].style.size and all(_stands_in(w, host) for w in row)), None
        )
        if host is None:
            kept.append(row)
            continue
        for word in row:
            if word.base > host[0].base and _SUPERSCRIPT.fullmatch(word.text):
                word.text = f"{RAISED}{word.text}{LEVEL}"
            word.base = host[0].base
        host.extend(row)
    return kept


def _stands_in(word: Word, host: Sequence[Word]) -> bool:
    middle = (word.y0 + word.y1) / 2
    beside = host[0].style.size
    return any(w.y0 < middle < w.y1 and w.x0 - beside < word.x0 and word.x1 < w.x1 + beside for w in host)


def _same_line(a: Word, b: Word) -> bool:
    return abs(a.base - b.base) < 0.3 * min(a.style.size, b.style.size) + 0.2


def _runs(members: list[Word], wide: float) -> list[list[Word]]:
    runs = [[members[0]]]
    reach = members[0].x1
    for word in members[1:]:
        gap = (word.x0 - reach) / max(1.0, word.style.size)
        if gap > wide or (
            gap > _BETWEEN_NUMBERS and _NUMBER.fullmatch(word.text) and _NUMBER.fullmatch(runs[-1][-1].text)
        ):
            runs.append([])
        runs[-1].append(word)
        reach = max(reach, word.x1)
    return runs


def _fragment(words: list[Word]) -> Fragment:
    x0, x1 = words[0].x0, max(word.x1 for word in words)
    if sum(bool(_RIGHT_TO_LEFT.search(word.text)) for word in words) * 2 > len(words):
        words.reverse()
    main = _main_style(words)
    return Fragment(
        _text(words),
        x0,
        x1,
        min(word.y0 for word in words),
        max(word.y1 for word in words),
        main.base,
        main.style.size,
        main.style.bold,
        main.style.italic,
    )


def _main_style(words: Sequence[Word]) -> Word:
    """A word in the style that most of the characters have."""
    lengths: dict[tuple[float, bool], int] = {}
    first: dict[tuple[float, bool], Word] = {}
    for word in words:
        key = (word.style.size, word.style.bold)
        lengths[key] = lengths.get(key, 0) + len(word.text)
        first.setdefault(key, word)
    return first[max(lengths, key=lambda key: lengths[key])]


def _text(words: Sequence[Word]) -> str:
    parts = [words[0].text]
    for before, word in pairwise(words):
        parts.append("" if _touch(before, word) else " ")
        parts.append(word.text)
    return "".join(parts)


def _touch(before: Word, word: Word) -> bool:
    """Whether no space belongs between them. Where they follow each other in the file, the file knows; else the gap tells."""
    gap = max(word.x0 - before.x1, before.x0 - word.x1)
    size = min(before.style.size, word.style.size)
    if is_unspaced(before.text[-1]) and is_unspaced(word.text[0]) and gap < size:
        return True
    if word.order == before.order + 1:
        return word.glued and gap < 0.25 * size
    return gap < 0.06 * size


def letters(text: str) -> int:
    return len(_LETTER.findall(text))
