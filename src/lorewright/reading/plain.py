"""Plain text to pieces: paragraphs that were wrapped by hand, lines that stand for themselves, lists, headings."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lorewright.reading.assembly import Piece
from lorewright.reading.base import BlockKind
from lorewright.reading.characters import collapsed, columns_of, is_unspaced
from lorewright.reading.delimited import delimited
from lorewright.reading.joins import Vocabulary, joined, vocabulary

_BULLET = re.compile(r"(?P<indent>\s*)(?:[•●▪◦‣∙·*+–—-]|\d{1,3}[.)]|\(?[a-z]\)|\([ivx]{1,4}\))\s+(?=\S)")
_RULE = re.compile(r"\s*([-=~_*#+.])(?:\s*\1){2,}\s*")
_UNDERLINE_LEVELS = {"=": 1, "-": 2, "~": 3, "^": 3}
_NUMBERED_HEADING = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(?=[^\W\d_])(?P<title>\S.*)")
_SENTENCE_END = re.compile(r"[.!?…:;。！？][\"'”’»)\]]*$")
_HEADING_CHARACTERS = 100
_TITLE_CHARACTERS = 200
"""Of a line that a text begins with, and that stands above something longer."""
_LONG_LINE = 120
"""Nobody wraps by hand wider than this: such a line is a paragraph by itself."""
_SLACK = 6
"""Columns by which a hand-wrapped line may fall short although the next word would have fitted."""


def pieces_of(text: str) -> list[Piece]:
    """`text` is clean: NFC, line feeds, no controls."""
    if table := delimited(text):
        return [Piece(BlockKind.TABLE, table)]
    stanzas = [stanza for stanza in _stanzas(text) if stanza]
    words = vocabulary(line for stanza in stanzas for line in stanza)
    width = _wrap_width(stanzas)
    pieces = [piece for stanza in stanzas for piece in _pieces(stanza, width, words)]
    if _begins_with_title(stanzas) and pieces[0].kind is BlockKind.PARAGRAPH:
        pieces[0] = Piece(BlockKind.HEADING, pieces[0].text, 1)
    return pieces


def _begins_with_title(stanzas: Sequence[Sequence[str]]) -> bool:
    """Whether the first line stands alone, tells nothing and is no greeting, and has prose below it."""
    if len(stanzas) < 2 or len(stanzas[0]) > 1:
        return False
    first = collapsed(stanzas[0][0])
    below = sum(map(len, stanzas[1]))
    if len(first) > _HEADING_CHARACTERS and (len(first) > _TITLE_CHARACTERS or below < len(first)):
        return False
    if first.endswith(",") or (_SENTENCE_END.search(first) and not first.endswith("?")):
        return False
    if not any(character.isalpha() for character in first):
        return False
    return len(stanzas[1]) > 1 or bool(_SENTENCE_END.search(stanzas[1][0]))


def _stanzas(text: str) -> Iterator[list[str]]:
    """Runs of lines between blank ones, tabs expanded."""
    stanza: list[str] = []
    for line in text.split("\n"):
        if line.strip():
            stanza.append(line.expandtabs(4).rstrip())
        else:
            yield stanza
            stanza = []
    yield stanza


def _wrap_width(stanzas: Sequence[Sequence[str]]) -> int:
    """The column at which lines that have a line after them were wrapped: the width that nine of ten keep."""
    widths = sorted(columns_of(line) for stanza in stanzas for line in stanza[:-1])
    widths = [w for w in widths if w <= _LONG_LINE]
    return widths[len(widths) * 9 // 10] if widths else 0


def _pieces(stanza: list[str], width: int, words: Vocabulary) -> Iterator[Piece]:
    heading = _heading(stanza)
    if heading is not None:
        piece, taken = heading
        yield piece
        stanza = stanza[taken:]
    while stanza and _RULE.fullmatch(stanza[0]):
        stanza = stanza[1:]
    if not stanza:
        return
    if any(_BULLET.match(line) for line in stanza):
        yield from _list(stanza, words)
    else:
        yield from _prose(stanza, width, words)


def _heading(stanza: Sequence[str]) -> tuple[Piece, int] | None:
    """The heading that a stanza begins with and the lines it takes: underlined, numbered, or in capitals."""
    first = collapsed(stanza[0])
    if len(first) > _HEADING_CHARACTERS or not any(c.isalpha() for c in first):
        return None
    if len(stanza) > 1:
        rule = _RULE.fullmatch(stanza[1])
        if rule and columns_of(stanza[1].strip()) * 2 >= columns_of(first):
            return Piece(BlockKind.HEADING, first, _UNDERLINE_LEVELS.get(rule.group(1), 2)), 2
        return None
    if _SENTENCE_END.search(first) and not first.endswith("?"):
        return None
    numbered = _NUMBERED_HEADING.fullmatch(first)
    if numbered and "." in numbered.group("number") and numbered.group("title")[0].isupper():
        return Piece(BlockKind.HEADING, first, min(6, numbered.group("number").count(".") + 1)), 1
    letters = [c for c in first if c.isalpha()]
    if len(letters) >= 4 and all(c.isupper() for c in letters):
        return Piece(BlockKind.HEADING, first, 2), 1
    return None


def _list(stanza: Sequence[str], words: Vocabulary) -> Iterator[Piece]:
    """Items, each with its further lines; what stands before the first mark is a paragraph."""
    indents: list[int] = []
    kind, level, text = BlockKind.PARAGRAPH, 0, ""
    for line in stanza:
        mark = _BULLET.match(line)
        if mark is None:
            text = joined(text, collapsed(line), words)
            continue
        if text:
            yield Piece(kind, text, level)
        indent = len(mark.group("indent"))
        while indents and indents[-1] > indent:
            indents.pop()
        if not indents or indents[-1] < indent:
            indents.append(indent)
        kind, level, text = BlockKind.LIST_ITEM, len(indents), collapsed(line[mark.end() :])
    yield Piece(kind, text, level)


def _prose(stanza: Sequence[str], width: int, words: Vocabulary) -> Iterator[Piece]:
    """Wrapped lines joined; lines that end where their writer wanted them to, each by itself."""
    breaks = [_is_wrap(line, after, width) for line, after in pairwise(stanza)]
    if breaks and sum(breaks) * 2 > len(breaks):
        breaks = [True] * len(breaks)
    text = collapsed(stanza[0])
    lines: list[str] = []
    for wrapped, line in zip(breaks, stanza[1:], strict=True):
        if wrapped:
            text = joined(text, collapsed(line), words)
        else:
            lines.append(text)
            text = collapsed(line)
    lines.append(text)
    verse = len(lines) > 1 and not any(_SENTENCE_END.search(line) and columns_of(line) > width for line in lines)
    for line in lines:
        yield Piece(BlockKind.LIST_ITEM, line, 1) if verse else Piece(BlockKind.PARAGRAPH, line)


def _is_wrap(line: str, after: str, width: int) -> bool:
    """Whether the line ended only for want of room, or breaks off in the middle of a sentence."""
    if columns_of(line) > _LONG_LINE:
        return False
    following = after.strip()
    first_word = following[0] if is_unspaced(following[0]) else following.split(None, 1)[0]
    if columns_of(line) + 1 + columns_of(first_word) > width - _SLACK and columns_of(line) >= 30:
        return True
    return following[0].islower() and not _SENTENCE_END.search(line)
