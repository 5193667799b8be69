"""The main text of a web page: its headings, paragraphs, lists, tables, code and quotations, without menus and notices."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, Piece, assemble
from lorewright.reading.base import BlockKind, DocumentHead, Reading, Skipped
from lorewright.reading.cells import is_data, spread_cells
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.encodings import declared_decoded
from lorewright.reading.language import language_of
from lorewright.reading.marks import INLINE, resolve_marks
from lorewright.reading.omissions import Omissions
from lorewright.reading.tables import heads, table

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_DATES = {"original_date": True, "extensive_search": False}
"""A date that the page gives for itself, not one that its text happens to hold."""


class PageReader:
    """Finds the main text by trafilatura's rules."""

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """`charset` as the server named it. Raises `Unreadable` where there is no main text."""
        text, encoding, broken = declared_decoded(data, charset)
        omissions = Omissions()
        document = _document(text, omissions)
        pieces = [] if document is None or document.body is None else _without_tail(list(_pieces(document.body)))
        about = DocumentHead() if document is None else _about(document)
        if not pieces or [piece.text for piece in pieces] == [about.title]:
            raise Unreadable("No main text was found on this page; it may be made by scripts, or be a list of links.")
        skipped = [Skipped("menus, notices and comments", "they are not the page's main text"), *omissions.told()]
        if broken:
            skipped.append(Skipped(f"{broken} characters", f"they are broken in the page's encoding, {encoding}"))
        language = language_of("\n".join(piece.text for piece in pieces[:200]))
        return assemble(pieces, About(about.title, about.author, about.published, language), skipped=skipped)


def _document(text: str, omissions: Omissions) -> Any:
    """What trafilatura finds; None where that is nothing."""
    from trafilatura import bare_extraction

    tree = _tree(text)
    if tree is None:
        return None
    resolve_marks(tree, omissions)
    spread_cells(tree)
    _keep(tree)
    # Its second and third opinions cost twice the time and are less often right.
    return bare_extraction(
        tree,
        fast=True,
        include_comments=False,
        include_formatting=True,
        with_metadata=True,
        date_extraction_params=dict(_DATES),
    )


_HOME = re.compile(r"(?:/|\.{1,2}/)?(?:index\.\w{1,5})?")


def _tree(text: str) -> "Element | None":
    """Without the heading of the site itself, which leads to its first page: it is not what this page is called."""
    from trafilatura import load_html

    tree = load_html(text) if "<" in text else None
    for heading in [] if tree is None else list(tree.iter("h1")):
        link = next((one for one in [*heading.iterancestors("a"), *heading.iter("a")] if _leads_home(one)), None)
        if link is not None and link.text_content().strip() == heading.text_content().strip():
            heading.drop_tree()
    return tree


def _leads_home(link: "Element") -> bool:
    href = (link.get("href") or "").strip()
    return bool(href) and _HOME.fullmatch(href) is not None


_ITEMS = ("li", "dt", "dd")
_CELLS = ("td", "th")
_PARTS = ("caption", "thead", "tbody", "tfoot", "tr", "td", "th")


def _keep(tree: "Element") -> None:
    """Facts that trafilatura leaves out with what it takes for no text: a date within a sentence, lists in the cells of tables."""
    for moment in tree.iter("time"):
        if _stands_in_text(moment):
            moment.tag = "span"
    for one in list(tree.iter("table")):
        _keep_table(one)


def _keep_table(element: "Element") -> None:
    if not is_data(element):  # it puts blocks side by side, an article's paragraphs among them
        for one in [element, *element.iter(*_PARTS)]:
            if one is element or next(one.iterancestors("table"), element) is element:
                one.tag = "p" if one.tag in _CELLS and all(child.tag in INLINE for child in one) else "div"
        return
    for item in element.iter(*_ITEMS):
        item.tag = "p"
        listed = item.getparent()
        if listed is not None and listed.tag in ("ul", "ol", "dl"):
            listed.tag = "span"


def _stands_in_text(element: "Element") -> bool:
    """Whether words stand beside it."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return False
    beside = (parent.text if before is None else before.tail, element.tail)
    return any(one is not None and any(map(str.isalpha, one)) for one in beside)


def read_page_head(data: bytes, charset: str | None) -> DocumentHead:
    """Says nothing where the page does."""
    from trafilatura.metadata import extract_metadata

    tree = _tree(declared_decoded(data, charset)[0])
    document: Any = None if tree is None else extract_metadata(tree, date_config=dict(_DATES))
    return DocumentHead() if document is None else _about(document)


def _about(document: Any) -> DocumentHead:
    return DocumentHead(
        title=_own_title(_line(document.title), _line(document.sitename)),
        author=_name(_line(document.author)),
        published=document.date,
    )


def _own_title(title: str | None, site: str | None) -> str | None:
    """Without the site's name behind it: "The gates of Berg | Berg & Sons"."""
    if title is None or site is None or not title.casefold().endswith(site.casefold()):
        return title
    own = title[: -len(site)].rstrip()
    return own.rstrip(" |-–—·:»") or title if own.endswith(("|", "-", "–", "—", "·", ":", "»")) else title


_DAY_AFTER = re.compile(
    r"[\s,;]+(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b.*|(?:January|February|July|September|October|November|December))$",
    re.IGNORECASE,
)


def _name(author: str | None) -> str | None:
    """Without the day on which it was written, where the page says both in one breath."""
    return author and _DAY_AFTER.sub("", author)


def _line(value: str | None) -> str | None:
    return collapsed(cleaned(value)[0]) or None if value else None


_NOTICE = re.compile(
    r"(?:©|\(c\) |copyright\b|all rights reserved|alle rechte vorbehalten|tous droits réservés|tod[oa]s los derechos|todos os direitos"
    r"|tutti i diritti|все права защищены|版权所有|無断転載|tags?\b|follow (?:us|\w+)? ?on\b|follow .{1,60} on (?:facebook|twitter|instagram)"
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
            yield from _table(element)
        case "code":
            yield from _piece(BlockKind.CODE, cleaned("".join(element.itertext()))[0].strip("\n"))
        case "list":
            for item in element:
                yield from _mixed(item, BlockKind.LIST_ITEM, depth + 1)
        case "quote":
            yield from _mixed(element, BlockKind.QUOTE, depth)
        case _:
            yield from _mixed(element, BlockKind.LIST_ITEM if depth else BlockKind.PARAGRAPH, depth)


_LONGEST_HEAD = 60
"""Of a cell that names a column, where nothing says that it does: a table that puts text side by side has no such."""


def _table(element: "Element") -> Iterator[Piece]:
    rows = list(element.iter("row"))
    if rows and _is_caption(rows[0]):
        yield from _piece(BlockKind.CAPTION, _spoken(rows.pop(0)[0]))
    cells = [[_spoken(cell) for cell in row] for row in rows]
    marked = next((i for i, row in enumerate(rows) if any(cell.get("role") != "head" for cell in row)), len(rows))
    is_short = all(len(cell) <= _LONGEST_HEAD for row in cells[:1] for cell in row)
    piece = table(cells, marked or (heads(cells) if is_short else 0))
    yield from [piece] if piece.text else []


def _is_caption(row: "Element") -> bool:
    """Its first cell is a head, and those that fill the row up are none and blank."""
    first, *others = [cell.get("role") == "head" for cell in row]
    return first and bool(others) and not any(others) and not any(_spoken(cell) for cell in row[1:])


_BLOCKS = frozenset({"head", "table", "list", "quote", "p"})
_BREAKS = _BLOCKS | {"lb"}


def _mixed(element: "Element", kind: BlockKind, depth: int) -> Iterator[Piece]:
    """An element whose text may be broken by blocks, such as an item with a list of its own."""
    level = depth if kind is BlockKind.LIST_ITEM else 0
    said = element.text or ""
    for child in element:
        is_block = child.tag in _BLOCKS or (child.tag == "code" and "\n" in "".join(child.itertext()).strip())
        if not is_block:
            said += _inline(child)
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
        said += _inline(child)
    return said


def _inline(child: "Element") -> str:
    """What a child says within a line, and what follows it there."""
    said = _raw(child)
    return (f" {said} " if child.tag in _BREAKS else said) + (child.tail or "")


def _clean(text: str) -> str:
    return collapsed(cleaned(text)[0])


def _piece(kind: BlockKind, text: str, level: int = 0) -> Iterator[Piece]:
    if text.strip():
        yield Piece(kind, text, level)
