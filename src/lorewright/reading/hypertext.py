"""All that the body of an HTML document says, block after block; `page.py` looks for the main text of a web page instead."""

import re
from typing import TYPE_CHECKING, NamedTuple

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import Piece
from lorewright.reading.base import BlockKind
from lorewright.reading.cells import NO_TEXT, cells_of, is_data, span, spoken, spread_cells
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.marks import INLINE, resolve_marks
from lorewright.reading.omissions import Omissions
from lorewright.reading.tables import MAX_COLUMNS, heads, table
from lorewright.reading.xml import attribute, child, descendants, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MAX_BYTES = 50 << 20
_DEEPEST = 2048
"""Elements in each other that libxml2 allows."""
_LISTS = frozenset({"ul", "ol", "dl", "menu"})
_KINDS = {
    **{f"h{level}": BlockKind.HEADING for level in range(1, 7)},
    "li": BlockKind.LIST_ITEM,
    "dt": BlockKind.LIST_ITEM,
    "dd": BlockKind.LIST_ITEM,
    "blockquote": BlockKind.QUOTE,
    "figcaption": BlockKind.CAPTION,
    "caption": BlockKind.CAPTION,
    "footnote": BlockKind.FOOTNOTE,
}
_FOOTNOTES = frozenset({"footnote", "endnote", "rearnote", "doc-footnote", "doc-endnote"})
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def tree_of_html(text: str) -> "Element":
    """The root, made as a browser would make it, whatever is wrong with the marks. Raises `Unreadable`."""
    from lxml import etree

    data = text.encode()
    if len(data) > MAX_BYTES:
        raise Unreadable(f"The document is larger than {MAX_BYTES >> 20} MB, more than one document of HTML may be.")
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise Unreadable("The document holds marks and no text.") from error
    if root is None:
        raise Unreadable("The document holds marks and no text.")
    if any(one.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for one in parser.error_log):
        raise Unreadable(f"The document is broken: its elements nest more than {_DEEPEST:,} deep.")
    return root


class _Place(NamedTuple):
    """What a block makes of the text in it."""

    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    lists: int = 0
    """In how many lists it stands."""


class Hypertext:
    """One walk over the elements, which may nest deeper than Python's calls."""

    def __init__(self, omissions: Omissions) -> None:
        self.pieces: list[Piece] = []
        self._omissions = omissions
        self._open = [_Place()]
        self._said: list[str] = []

    def read(self, root: "Element") -> None:
        """Changes the tree: what its marks mean is written into its text."""
        from lxml import etree

        resolve_marks(root, self._omissions)
        spread_cells(root)
        whole: Element | None = None
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            if event == "start" and self._takes(element, local(element)):
                whole = element
                walk.skip_subtree()
            elif event == "start":
                self._begin(element, local(element))
            else:
                if element is not whole:
                    self._end(local(element))
                self._said.append(element.tail or "")
        self._flush()

    def _takes(self, element: "Element", name: str) -> bool:
        """Whether the element was taken as a whole."""
        if _is_hidden(element):
            self._omissions.add("hidden element", "it is not shown")
        elif name in ("img", "image"):
            self._omissions.add("image", "what it shows is not text")
        elif name == "pre":
            self._flush()
            self._add(BlockKind.CODE, cleaned("".join(element.itertext()))[0].strip("\n"))
        elif name == "table" and is_data(element):
            self._flush()
            self._table(element)
        elif name not in NO_TEXT:
            return False
        return True

    def _begin(self, element: "Element", name: str) -> None:
        if name == "br":
            self._said.append(" ")
        elif name not in INLINE:
            self._flush()
            self._open.append(_inside(self._open[-1], "footnote" if _is_note(element) else name))
        self._said.append(element.text or "")

    def _end(self, name: str) -> None:
        if name != "br" and name not in INLINE:
            self._flush()
            self._open.pop()

    def _flush(self) -> None:
        text = _clean("".join(self._said))
        self._said = []
        if text:
            place = self._open[-1]
            self._add(place.kind, text, place.level)

    def _add(self, kind: BlockKind, text: str, level: int = 0) -> None:
        if text.strip():
            self.pieces.append(Piece(kind, text, level))

    def _table(self, element: "Element") -> None:
        rows = _rows(element)
        caption = child(element, "caption")
        if caption is not None:
            self._add(BlockKind.CAPTION, _clean("".join(caption.itertext())))
        piece = table([cells for cells, _ in rows], _header(rows))
        self.pieces += [piece] if piece.text else []


def _inside(outer: _Place, name: str) -> _Place:
    if name in _LISTS:
        return _Place(outer.kind, outer.level, outer.lists + 1)
    kind = _KINDS.get(name)
    if kind is None:
        return outer
    if kind is BlockKind.HEADING:
        return _Place(kind, int(name[1:]), outer.lists)
    return _Place(kind, max(1, outer.lists) if kind is BlockKind.LIST_ITEM else 0, outer.lists)


def _is_hidden(element: "Element") -> bool:
    return "hidden" in element.attrib or _HIDDEN_STYLE.search(element.get("style") or "") is not None


def _is_note(element: "Element") -> bool:
    said = f"{attribute(element, 'type') or ''} {element.get('role') or ''}".split()
    return not _FOOTNOTES.isdisjoint(said)


def _rows(element: "Element") -> list[tuple[list[str], bool]]:
    """Cells, and whether they are all heads. What spans columns is said once."""
    rows: list[tuple[list[str], bool]] = []
    for row in descendants(element, "tr"):
        cells: list[str] = []
        for cell in cells_of(row):
            cells += [spoken(cell), *[""] * (span(cell, "colspan") - 1)]
            if len(cells) > MAX_COLUMNS:
                raise Unreadable(f"A table has more than {MAX_COLUMNS:,} columns.")
        rows.append((cells, all(local(cell) == "th" for cell in cells_of(row))))
    return rows


def _header(rows: list[tuple[list[str], bool]]) -> int:
    marked = next((i for i, (_, is_head) in enumerate(rows) if not is_head), len(rows))
    return marked or heads([cells for cells, _ in rows])


def _clean(text: str) -> str:
    return collapsed(cleaned(text)[0])
