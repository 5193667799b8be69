"""What reading gives: a text, a map from its characters to pages and blocks, and a report of what was read."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import msgspec


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"
    CAPTION = "caption"
    FOOTNOTE = "footnote"


class Block(msgspec.Struct, frozen=True):
    """One heading, paragraph, list item, table, ... at `content[start:end]`; blocks are in order and never overlap."""

    start: int
    end: int
    kind: BlockKind
    level: int = 0
    """Of a heading 1 to 6; of a list item its depth from 1; else 0."""
    page: int | None = None
    """The page, slide or sheet it begins on, counted from 1; None where there are none."""
    header: int = 0
    """Of a table: how many of its first rows name its columns."""


class Skipped(msgspec.Struct, frozen=True):
    """Something that was seen and left out of the text, and why."""

    what: str
    why: str
    page: int | None = None


class Coverage(msgspec.Struct, frozen=True):
    characters: int
    pages_read: int = 0
    pages_total: int = 0
    skipped: tuple[Skipped, ...] = ()
    pages_recognised: int = 0
    """Of those read: how many are images whose text was recognised."""
    uncertain: tuple[int, ...] = ()
    """Pages of these, counted from 1, of which some text is likely to be wrong."""


class Moment(msgspec.Struct, frozen=True, array_like=True):
    """From the character at `start` on, the text was said at this second of its source, or after it."""

    start: int
    second: int


class Reading(msgspec.Struct, frozen=True):
    """A text made from bytes.

    `content` is Unicode in NFC without NUL, lone surrogates or carriage returns. Blocks are separated by one blank line.
    A paragraph is one line: lines that the layout broke are joined, hyphenated words healed. A table has one line a row,
    its cells separated by " | ". Marks of lists, headings and emphasis are not part of it: the map says what they said.
    """

    content: str
    blocks: tuple[Block, ...]
    coverage: Coverage
    page_starts: tuple[int, ...] = ()
    """`content` offset at which each page begins; empty where there are no pages. A paragraph may run over a page's end."""
    moments: tuple[Moment, ...] = ()
    """Of what was spoken, in the order of its text; empty where nothing was."""
    title: str | None = None
    author: str | None = None
    published: str | None = None
    """ISO 8601 date, when the source says it."""
    language: str | None = None
    """ISO 639-1, when it could be told."""


class DocumentHead(msgspec.Struct, frozen=True):
    """What a PDF or a page says of itself; cheap to know before it is read."""

    pages: int = 0
    """0 where there are no pages."""
    title: str | None = None
    author: str | None = None
    published: str | None = None
    """ISO 8601 date."""


class Reader(Protocol):
    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """`charset`: the encoding, as whoever gave the bytes named it; not to be trusted.

        Raises `Unreadable` with a sentence that says what is wrong with the bytes.
        """
        ...


def page_at(page_starts: Sequence[int], offset: int) -> int | None:
    """The page, counted from 1, that holds the character at `offset`; None where there are no pages."""
    if not page_starts:
        return None
    return max(1, bisect_right(page_starts, offset))


def second_at(moments: Sequence[Moment], offset: int) -> int | None:
    """The second at which the character at `offset` was said, or shortly after it; None where nothing was spoken."""
    if not moments:
        return None
    return moments[_moment_at(moments, offset)].second


def moments_in(moments: Sequence[Moment], start: int, end: int) -> tuple[Moment, ...]:
    """Those that tell of `start` to `end`, the one under way at `start` among them."""
    if not moments:
        return ()
    return tuple(moments[_moment_at(moments, start) : bisect_left(moments, end, key=_start_of)])


def _moment_at(moments: Sequence[Moment], offset: int) -> int:
    return max(0, bisect_right(moments, offset, key=_start_of) - 1)


def _start_of(moment: Moment) -> int:
    return moment.start
