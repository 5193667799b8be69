"""Cutting a text into passages: pieces of about 200 tokens on sentence boundaries that tile the text.

The blocks are read as sections, each a heading and what stands under it. Sections too small to be found by their own
words are put together with the next, under the headings they share. A long section is parted at landmarks. What is left is cut into pieces of like
size. Rows of a table carry the rows that name its columns, however far down they stand.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil

from lorewright.knowledge.engine import Passage
from lorewright.knowledge.landmarks import Rank, landmarks, rank
from lorewright.knowledge.sentences import Bounds, block_sentences
from lorewright.reading.base import Block, BlockKind, Reading, moments_in, page_at

TARGET_TOKENS = 200
LIMIT_TOKENS = 240
"""No passage is longer; with the special tokens it stays within the 256 that small embedding models read."""
SMALL_TOKENS = 60
"""A section below this is put together with its neighbour."""
NAMES_TOKENS = 60
"""Of the rows that name a table's columns no more is carried by each passage, so that they leave room for its own."""
LONG_TOKENS = 1_200
"""A section above this is parted at landmarks"""
REACH_TOKENS = 400
"""that are further apart than this."""

_TOKEN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]|[^\W_]{1,8}|[^\w\s]|_")
_PIECE = 8
_LETTERS = bytes(one for one in range(128) if chr(one).isalnum())
_NO_MARKS = _LETTERS + bytes(one for one in range(128) if chr(one).isspace())
_LETTERS_ALONE = bytes(one if one in _LETTERS else ord(" ") for one in range(256))


def estimate_tokens(text: str) -> int:
    """A cheap estimate of word pieces: a piece for every 8 letters or digits of a word, each mark, each CJK character.

    About 1.3 for each word of European prose, more for tables of figures.
    """
    if not text.isascii():
        return len(_TOKEN.findall(text))
    octets = text.encode()  # the pattern would find as many, and take four times as long
    words = octets.translate(_LETTERS_ALONE).split()
    further = sum((len(word) - 1) // _PIECE for word in words if len(word) > _PIECE)
    return len(words) + further + len(octets.translate(None, _NO_MARKS))


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence, heading or row that is not cut, and the white space after it."""

    start: int
    end: int
    tokens: int
    path: tuple[str, ...]
    is_heading: bool
    header: Bounds | None
    """Of a row of a table: where the rows stand that name its columns."""
    rank: Rank


def cut(reading: Reading, text_id: str) -> Iterator[Passage]:
    """The passages of a text in order, not yet numbered; joined they are `reading.content`. None for white space alone.

    A passage is never only headings, unless they alone would fill it or the text has nothing else. Deterministic.
    """
    content = reading.content
    if not content.strip():
        return
    pieces = (piece for section in _sections(_units(reading)) for part in _parts(section) for piece in _pieces(part))
    for ordinal, piece in enumerate(pieces):
        start, end = piece[0].start, piece[-1].end
        paths = [unit.path for unit in piece if not unit.is_heading] or [unit.path for unit in piece]
        yield Passage(
            number=0,
            text_id=text_id,
            ordinal=ordinal,
            start=start,
            end=end,
            content=content[start:end],
            heading_path=(*_shared(paths), *_named_elsewhere(content, piece)),
            page=page_at(reading.page_starts, _first_visible(content, start, end)),
            moments=moments_in(reading.moments, start, end),
        )


def _units(reading: Reading) -> list[_Unit]:
    """Every sentence of every block, longer ones cut by words; each reaches to the start of the next, so they tile."""
    content = reading.content
    blocks = reading.blocks or (Block(0, len(content), BlockKind.PARAGRAPH),)
    parts: list[tuple[int, tuple[str, ...], bool, Bounds | None]] = []
    open_headings: list[tuple[int, str]] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            while open_headings and open_headings[-1][0] >= block.level:
                open_headings.pop()
            open_headings.append((block.level, " ".join(content[block.start : block.end].split())))
        path = tuple(text for _, text in open_headings if text)
        is_heading = block.kind is BlockKind.HEADING
        pieces = block_sentences(content, block)
        named = (pieces[0][0], pieces[block.header - 1][1]) if 0 < block.header < len(pieces) else None
        for place, bounds in enumerate(pieces):
            header = named if place >= block.header else None
            parts.extend((start, path, is_heading, header) for start in _starts_within_limit(content, bounds))
    if not parts:
        parts = [(0, (), False, None)]
    ends = [start for start, *_ in parts[1:]] + [len(content)]
    starts = [0] + [start for start, *_ in parts[1:]]
    return [
        _Unit(start, end, estimate_tokens(content[start:end]), path, is_heading, header, rank(content[start:end]))
        for start, end, (_, path, is_heading, header) in zip(starts, ends, parts, strict=True)
    ]


def _starts_within_limit(content: str, bounds: Bounds) -> list[int]:
    """Where the parts of a sentence begin: itself, or the words at which one over the limit is cut."""
    begin, end = bounds
    starts = [begin]
    if end - begin <= LIMIT_TOKENS:
        return starts
    count = 0
    word_start = begin
    for token in _TOKEN.finditer(content, begin, end):
        at = token.start()
        if content[at - 1 : at].isspace():
            word_start = at
        if count >= TARGET_TOKENS:
            # At the word's start where there is one near by; else within it, but never between a letter and its mark.
            if word_start > starts[-1] and at - word_start < TARGET_TOKENS:
                count = estimate_tokens(content[word_start:at])
                starts.append(word_start)
            elif not unicodedata.category(content[at]).startswith("M"):
                starts.append(at)
                count = 0
        count += 1
    return starts


def _sections(units: Sequence[_Unit]) -> list[list[_Unit]]:
    """Runs of units that each begin at a heading, small ones put together with the next, the last with the one before."""
    sections: list[list[_Unit]] = [[]]
    size = 0
    for unit in units:
        if unit.is_heading and size >= SMALL_TOKENS and not sections[-1][-1].is_heading:
            sections.append([])
            size = 0
        sections[-1].append(unit)
        size += unit.tokens
    if len(sections) > 1 and (size < SMALL_TOKENS or all(unit.is_heading for unit in sections[-1])):
        sections[-2:] = [sections[-2] + sections[-1]]
    return sections


def _parts(section: Sequence[_Unit]) -> Iterator[Sequence[_Unit]]:
    """A long section parted at landmarks: what is changed in one part leaves the passages of the others as they are."""
    sizes = [unit.tokens for unit in section]
    left = sum(sizes)
    if left <= LONG_TOKENS:
        yield section
        return
    headed = [False, *(unit.is_heading for unit in section)]
    ranks = [None if after_heading else unit.rank for unit, after_heading in zip(section, headed, strict=False)]
    begin = 0
    for place in landmarks(ranks, sizes, REACH_TOKENS):
        tokens = sum(sizes[begin:place])
        if tokens >= TARGET_TOKENS and left - tokens >= TARGET_TOKENS:
            yield section[begin:place]
            begin, left = place, left - tokens
    yield section[begin:]


def _pieces(section: Sequence[_Unit]) -> list[list[_Unit]]:
    """A section cut into pieces of like size, none over the limit; headings stay with what follows them."""
    total = sum(unit.tokens for unit in section)
    target = total / max(1, round(total / TARGET_TOKENS), ceil(total / LIMIT_TOKENS))
    pieces: list[list[_Unit]] = []
    piece: list[_Unit] = []
    size = done = 0
    for unit in section:
        if size + unit.tokens > LIMIT_TOKENS or done + size + unit.tokens / 2 > (len(pieces) + 1) * target:
            kept = _headings_at_end(piece) if size <= LIMIT_TOKENS else 0
            if kept < len(piece):
                carried = piece[len(piece) - kept :]
                pieces.append(piece[: len(piece) - kept])
                done += size
                piece, size = carried, sum(heading.tokens for heading in carried)
                done -= size
        piece.append(unit)
        size += unit.tokens
    if pieces and size < SMALL_TOKENS and all(unit.is_heading for unit in piece):
        pieces[-1].extend(piece)
    else:
        pieces.append(piece)
    return pieces


def _headings_at_end(piece: Sequence[_Unit]) -> int:
    return next((count for count, unit in enumerate(reversed(piece)) if not unit.is_heading), len(piece))


def _shared(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The headings that all these paths begin with."""
    first, last = min(paths), max(paths)
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:length]


def _named_elsewhere(content: str, piece: Sequence[_Unit]) -> Iterator[str]:
    """The rows that name the columns of what rows there are in the piece, where they stand before it."""
    for start, end in dict.fromkeys(unit.header for unit in piece if unit.header and unit.header[0] < piece[0].start):
        too_many = next(islice(_TOKEN.finditer(content, start, end), NAMES_TOKENS, None), None)
        lines = content[start : too_many.start() if too_many else end].splitlines()
        yield from filter(None, (" ".join(line.split()) for line in lines))


def _first_visible(content: str, start: int, end: int) -> int:
    piece = content[start:end]
    return start + len(piece) - len(piece.lstrip())
