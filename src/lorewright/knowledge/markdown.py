"""An article's Markdown as pieces that stay whole when two texts are compared or put together.

A sentence of a paragraph or of a list item is a piece, with the marks of proof behind it; a heading, a table, a quotation, a block
of code or a footnote is one as it stands.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.tables import Confidence

NEW_BLOCK = "\n\n"

_PLACE = r"(?:p\. \d{1,9}|\[(?:[^\[\]\\\n]|\\.){1,400}\]\([^()\s]{1,2000}\))"
MARK = re.compile(
    rf" \[(?:{'|'.join(Confidence)})\](?: \({_PLACE}(?:[;,] {_PLACE}){{0,20}}\))?(?:\[\^[\w-]{{1,40}}\])?"
)
"""Behind a claim: how sure it is, where its sources say it, the footnote that has their words."""

_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)")
_EMPTY_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*$")
_INTERRUPTS = re.compile(r"[ \t]*(?:[-*+]|1[.)])[ \t]+(?=\S)")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_NOTE = re.compile(r" {0,3}\[[^\]\n]{1,200}\]:")
_WHOLE = re.compile(r" {0,3}(?:\||>|<[a-zA-Z/!?])")
_INDENTED = re.compile(r" {4}| {0,3}\t")
_SPACE = re.compile(r"\s*")


class Piece(NamedTuple):
    lead: str
    """What stands before it: a space, or the line ends and the mark with which its block begins."""
    text: str
    tail: str
    """The marks of proof behind it."""
    opener: str
    """The lead of the first piece of its block."""
    is_first: bool
    """Of its block."""
    is_sentence: bool
    """Others may follow it in its block."""

    @property
    def key(self) -> str:
        """Equal for the same words, however lines are broken and whatever is marked behind them."""
        return " ".join(self.text.split())

    @property
    def is_heading(self) -> bool:
        return not self.is_sentence and bool(_HEADING.match(self.text))

    @property
    def is_item(self) -> bool:
        return bool(self.opener.strip())


def pieces(text: str) -> list[Piece]:
    """In the order of the text, in time linear in its length. White space at the ends of blocks is left out."""
    found: list[Piece] = []
    lines = text.split("\n")
    at, gap = 0, 2
    while at < len(lines):
        if not lines[at].strip():
            at, gap = at + 1, 2
            continue
        end, is_prose = _block_end(lines, at)
        block = "\n".join(lines[at:end]).rstrip()
        # The first block begins as any other, so that what comes to stand before it changes nothing.
        lead = "\n" * (gap if found else 2)
        found += _prose(lead, block) if is_prose else [Piece(lead, block, "", lead, True, False)]
        at, gap = end, 1
    return found


def joined(some: Sequence[Piece]) -> str:
    """The text that the pieces make in this order, wherever they come from: none runs into the one before it."""
    parts = [
        f"{one.opener if before is None else _lead(before, one)}{one.text}{one.tail}" for before, one in _each(some)
    ]
    return "".join(parts).strip("\n") + "\n" if parts else ""


def section_titles(some: Sequence[Piece]) -> Iterator[str]:
    """For each piece the heading that it stands under, without its marks; empty above the first. A heading stands under itself."""
    title = ""
    for one in some:
        if one.is_heading:
            title = one.text.strip().strip("#").strip()
        yield title


def _block_end(lines: Sequence[str], at: int) -> tuple[int, bool]:
    """The line after the block that begins at this one; whether it is made of sentences."""
    line = lines[at]
    if _HEADING.match(line) or _RULE.match(line) or _EMPTY_ITEM.match(line):
        return at + 1, False
    if fence := _FENCE.match(line):
        return _fence_end(lines, at, fence[1]), False
    if _NOTE.match(line):
        return _run_end(lines, at, _INDENTED), False
    if _WHOLE.match(line):
        return next((n for n in range(at + 1, len(lines)) if _breaks(lines[n])), len(lines)), False
    if _INDENTED.match(line) and not _ITEM.match(line):
        return _run_end(lines, at, _INDENTED), False
    end = at + 1
    while end < len(lines) and not (_breaks(lines[end]) or _WHOLE.match(lines[end]) or _NOTE.match(lines[end])):
        if _UNDERLINE.match(lines[end]) and not _ITEM.match(line):
            return end + 1, False
        if _INTERRUPTS.match(lines[end]) or _EMPTY_ITEM.match(lines[end]):
            break
        if _ITEM.match(line) and _ITEM.match(lines[end]):
            break
        end += 1
    return end, True


def _breaks(line: str) -> bool:
    """Whether it ends whatever stands before it."""
    return not line.strip() or bool(_HEADING.match(line) or _FENCE.match(line))


def _run_end(lines: Sequence[str], at: int, like: re.Pattern[str]) -> int:
    end = at + 1
    while end < len(lines) and lines[end].strip() and like.match(lines[end]):
        end += 1
    return end


def _fence_end(lines: Sequence[str], at: int, fence: str) -> int:
    closing = re.compile(rf" {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$")
    return next((n + 1 for n in range(at + 1, len(lines)) if closing.match(lines[n])), len(lines))


def _prose(lead: str, block: str) -> Iterator[Piece]:
    """The sentences of a paragraph or a list item; a mark ends one wherever it stands."""
    marker = _ITEM.match(block) or _SPACE.match(block)
    begin = before = marker.end() if marker else 0
    opener = lead + block[:begin]
    for start, end, marked in _marked_sentences(block.replace("\n", " "), begin):
        is_first = before == begin
        yield Piece(
            opener if is_first else block[before:start], block[start:end], block[end:marked], opener, is_first, True
        )
        before = marked


def _marked_sentences(line: str, begin: int) -> Iterator[tuple[int, int, int]]:
    """(start, end, end of its marks) of each sentence."""
    found: list[tuple[int, int, int]] = []
    for mark in MARK.finditer(line, begin):
        said = sentences(line[begin : mark.start()], begin)
        if said and said[-1][1] == mark.start():
            found += [(start, end, end) for start, end in said[:-1]]
            found.append((*said[-1], mark.end()))
        elif found and not said and mark.start() == found[-1][2]:
            found[-1] = (*found[-1][:2], mark.end())
        else:  # a mark behind nothing is a word like others
            continue
        begin = mark.end()
    found += [(start, end, end) for start, end in sentences(line[begin:], begin)]
    yield from found


def _each(some: Sequence[Piece]) -> Iterator[tuple[Piece | None, Piece]]:
    if some:
        yield None, some[0]
        yield from pairwise(some)


def _lead(before: Piece, piece: Piece) -> str:
    if not piece.is_first and _goes_on(before, piece):
        return piece.lead
    opener = piece.opener.lstrip("\n")
    if before.is_sentence and piece.is_sentence and before.is_item and piece.is_item:
        return f"\n{opener}"
    return piece.opener if _may_touch(before, piece) else NEW_BLOCK + opener


def _goes_on(before: Piece, piece: Piece) -> bool:
    """Whether it can stand in the block of the one before it, and is still told from that."""
    if not (before.is_sentence and piece.is_sentence and before.is_item == piece.is_item):
        return False
    words = before.key
    return bool(before.tail) or any(start == len(words) + 1 for start, _ in sentences(f"{words} {piece.key}"))


def _may_touch(before: Piece, piece: Piece) -> bool:
    """Whether no empty line need part the two blocks."""
    return before.is_heading or bool(_NOTE.match(before.text) and _NOTE.match(piece.text))
