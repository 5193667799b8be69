"""The main text of a web page: its headings, paragraphs, lists, tables, code and quotations, without menus and notices."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, Piece, assemble
from lorewright.reading.base import BlockKind, DocumentHead, Reading, Skipped
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.encodings import declared_decoded
from lorewright.reading.hypertext import raised
from lorewright.reading.language import language_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_CELL = " | "
_DATES = {"original_date": True, "extensive_search": False}
"""A date that the page gives for itself, not one that its text happens to hold."""


class PageReader:
    """Finds the main text by trafilatura's rules."""

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """`charset` as the server named it. Raises `Unreadable` where there is no main text."""
        from trafilatura import bare_extraction

        text, encoding, broken = declared_decoded(data, charset)
        # Its second and third opinions cost twice the time and are less often right.
        document: Any = bare_extraction(
            text,
            fast=True,
            include_comments=False,
            include_formatting=True,
            with_metadata=True,
            date_extraction_params=dict(_DATES),
        )
        pieces = [] if document is None or document.body is None else _without_tail(list(_pieces(document.body)))
        about = DocumentHead() if document is None else _about(document)
        if not pieces or [piece.text for piece in pieces] == [about.title]:
            raise Unreadable("No main text was found on this page; it may be made by scripts, or be a list of links.")
        skipped = [Skipped("menus, notices and comments", "they are not the page's main text")]
        if broken:
            skipped.append(Skipped(f"{broken} characters", f"they are broken in the page's encoding, {encoding}"))
        language = language_of("\n".join(piece.text for piece in pieces[:200]))
        return assemble(pieces, About(about.title, about.author, about.published, language), skipped=skipped)


def read_page_head(data: bytes, charset: str | None) -> DocumentHead:
    """Says nothing where the page does."""
    from trafilatura.metadata import extract_metadata

    text, _, _ = declared_decoded(data, charset)
    document: Any = extract_metadata(text, date_config=dict(_DATES)) if "<" in text else None
    return DocumentHead() if document is None else _about(document)


def _about(document: Any) -> DocumentHead:
    return DocumentHead(
        title=_own_title(_line(document.title), _line(document.sitename)),
        author=_line(document.author),
        published=document.date,
    )


def _own_title(title: str | None, site: str | None) -> str | None:
    """Without the site's name behind it: "The gates of Berg | Berg & Sons"."""
    if title is None or site is None or not title.casefold().endswith(site.casefold()):
        return title
    own = title[: -len(site)].rstrip()
    return own.rstrip(" |-–—·:»") or title if own.endswith(("|", "-", "–", "—", "·", ":", "»")) else title


def _line(value: str | None) -> str | None:
    return collapsed(cleaned(value)[0]) or None if value else None


_NOTICE = re.compile(
    r"(?:©|\(c\) |copyright\b|all rights reserved|tags?\b|follow (?:us|\w+)? ?on\b|follow .{1,60} on (?:facebook|twitter|instagram)"
    r"|sign up\b|subscribe\b|share (?:this|on)\b|read (?:more|next|also)\b|related\b|advertisement\b|more (?:from|on)\b|comments?\b)",
    re.IGNORECASE,
)
_LONGEST_NOTICE = 200


def _without_tail(pieces: list[Piece]) -> list[Piece]:
    """Without the headings at the end that head nothing (other pages' titles) and the notices among them."""
    last = len(pieces)
    while last and _is_tail(pieces[last - 1]):
        last -= 1
    return pieces[:last] or pieces


def _is_tail(piece: Piece) -> bool:
    return piece.kind is BlockKind.HEADING or (len(piece.text) <= _LONGEST_NOTICE and bool(_NOTICE.match(piece.text)))


def _pieces(body: "Element") -> Iterator[Piece]:
    for element in body:
        yield from _of_element(element, depth=0)


def _of_element(element: "Element", depth: int) -> Iterator[Piece]:
    """`depth`: of how many lists it stands in."""
    match element.tag:
        case "head":
            yield from _piece(BlockKind.HEADING, _spoken(element), int((element.get("rend") or "h2")[-1]))
        case "table":
            rows = [_CELL.join(filter(None, map(_spoken, row))) for row in element.iter("row")]
            yield from _piece(BlockKind.TABLE, "\n".join(filter(None, rows)))
        case "code":
            yield from _piece(BlockKind.CODE, cleaned("".join(element.itertext()))[0].strip("\n"))
        case "list":
            for item in element:
                yield from _mixed(item, BlockKind.LIST_ITEM, depth + 1)
        case "quote":
            yield from _mixed(element, BlockKind.QUOTE, depth)
        case _:
            yield from _mixed(element, BlockKind.LIST_ITEM if depth else BlockKind.PARAGRAPH, depth)


_BLOCKS = frozenset({"head", "table", "list", "quote", "p"})
_BREAKS = _BLOCKS | {"lb"}


def _mixed(element: "Element", kind: BlockKind, depth: int) -> Iterator[Piece]:
    """An element whose text may be broken by blocks, such as an item with a list of its own."""
    level = depth if kind is BlockKind.LIST_ITEM else 0
    said = element.text or ""
    for child in element:
        is_block = child.tag in _BLOCKS or (child.tag == "code" and "\n" in "".join(child.itertext()).strip())
        if not is_block:
            said += _inline(child, said)
            continue
        yield from _piece(kind, _clean(said), level)
        yield from _mixed(child, kind, depth) if child.tag == "p" else _of_element(child, depth)
        said = child.tail or ""
    yield from _piece(kind, _clean(said), level)


def _spoken(element: "Element") -> str:
    """All it says, in one line."""
    return _clean(_raw(element))


def _raw(element: "Element") -> str:
    said = element.text or ""
    for child in element:
        said += _inline(child, said)
    return said


def _inline(child: "Element", before: str) -> str:
    """What a child says within a line that begins with `before`, and what follows it there."""
    said = _raw(child)
    if child.tag == "hi" and child.get("rend") == "#sup":
        said = raised(said, before)
    return (f" {said} " if child.tag in _BREAKS else said) + (child.tail or "")


def _clean(text: str) -> str:
    return collapsed(cleaned(text)[0])


def _piece(kind: BlockKind, text: str, level: int = 0) -> Iterator[Piece]:
    if text.strip():
        yield Piece(kind, text, level)
