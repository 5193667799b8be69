"""From pieces in reading order to a `Reading`: one place makes offsets, so that no reader can get them wrong."""

import unicodedata
from collections.abc import Iterable, Sequence

import msgspec

from lorewright.reading.base import Block, BlockKind, Coverage, Moment, Reading, Skipped

BLANK_LINE = "\n\n"


class Piece(msgspec.Struct):
    """A block that has no place in the text yet."""

    kind: BlockKind
    text: str
    level: int = 0
    page: int | None = None
    turns: tuple[tuple[int, int], ...] = ()
    """(offset within `text`, page) for each page that begins inside it."""
    moments: tuple[tuple[int, int], ...] = ()
    """(offset within `text`, second) for each moment at which something was said."""
    header: int = 0
    """Of a table: how many of its first lines name its columns."""


class About(msgspec.Struct, frozen=True):
    """What a source says of itself."""

    title: str | None = None
    author: str | None = None
    published: str | None = None
    language: str | None = None


def assemble(
    pieces: Iterable[Piece],
    about: About,
    *,
    skipped: Sequence[Skipped] = (),
    pages_total: int = 0,
    pages_read: int = 0,
    recognised: int = 0,
    uncertain: Sequence[int] = (),
) -> Reading:
    """Pieces without text are left out; each text is brought into NFC, its offsets with it."""
    parts: list[str] = []
    blocks: list[Block] = []
    first_offset: dict[int, int] = {}
    moments: list[Moment] = []
    offset = 0
    for piece in pieces:
        text = unicodedata.normalize("NFC", piece.text)
        if not text:
            continue
        if parts:
            offset += len(BLANK_LINE)
        if piece.page is not None:
            first_offset.setdefault(piece.page, offset)
        for turn, page in piece.turns:
            # The prefix is normalised by itself: a page's end never falls inside a character.
            first_offset.setdefault(page, offset + len(unicodedata.normalize("NFC", piece.text[:turn])))
        for place, second in piece.moments:
            moments.append(Moment(offset + len(unicodedata.normalize("NFC", piece.text[:place])), second))
        blocks.append(Block(offset, offset + len(text), piece.kind, piece.level, piece.page, piece.header))
        parts.append(text)
        offset += len(text)
    content = BLANK_LINE.join(parts)
    return Reading(
        content=content,
        blocks=tuple(blocks),
        coverage=Coverage(len(content), pages_read, pages_total, tuple(skipped), recognised, tuple(uncertain)),
        page_starts=_page_starts(first_offset, pages_total, len(content)),
        moments=tuple(moments),
        title=about.title,
        author=about.author,
        published=about.published,
        language=about.language,
    )


def _page_starts(first_offset: dict[int, int], pages: int, length: int) -> tuple[int, ...]:
    """A page without text of its own begins where the next one does; the first begins at 0."""
    starts: list[int] = []
    following = length
    for page in range(pages, 0, -1):
        following = min(following, first_offset.get(page, following))
        starts.append(following)
    starts.reverse()
    return (0, *starts[1:]) if starts else ()
