"""What stands in the body of a Word document, block after block (WordprocessingML)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import Piece
from lorewright.reading.base import BlockKind
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.office.styles import MAX_LEVEL, Style, list_depth, outline_level
from lorewright.reading.omissions import Omissions
from lorewright.reading.tables import CELL, MAX_COLUMNS, line_of
from lorewright.reading.xml import attribute, child, descendants, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_SPACES = frozenset({"tab", "ptab", "br", "cr"})
_SILENT = frozenset(
    {"pPr", "rPr", "tblPr", "tcPr", "trPr", "sdtPr", "instrText", "delText", "Fallback", "rt", "sectPr"}
)
"""What holds no text, or holds it for a second time."""
_DELETED = frozenset({"del", "moveFrom"})
_OFF = frozenset({"0", "false", "off"})
_PICTURES = {
    "blip": "image",
    "imagedata": "image",
    "chart": "chart",
    "relIds": "diagram",
    "OLEObject": "embedded object",
}
_HEADING_CHARACTERS = 100
_MAX_SPAN = 1_000


@dataclass
class _Said:
    """A paragraph while it is read."""

    parts: list[str] = field(default_factory=list)
    turns: list[tuple[int, int]] = field(default_factory=list)
    notes: list["Element"] = field(default_factory=list)
    boxes: list["Element"] = field(default_factory=list)
    """Text boxes that hang on it."""
    is_bold: bool = True
    """Whether all of its text is."""

    def length(self) -> int:
        return len(_clean("".join(self.parts)))


class Body:
    """Pages are counted by the marks that Word leaves where a page ended when it laid the text out last."""

    def __init__(self, styles: Mapping[str, Style], notes: Mapping[str, Mapping[str, "Element"]]) -> None:
        """`notes`: "footnote" and "endnote", each by its id."""
        self.pieces: list[Piece] = []
        self.omissions = Omissions()
        self.page = 1
        self._styles = styles
        self._notes = notes
        self._level = 0
        """Of the last heading that its style made one."""

    def add(self, element: "Element") -> None:
        """A paragraph, a table, or what encloses such."""
        match local(element):
            case "p":
                self._paragraph(element)
            case "tbl":
                self._table(element)
            case "del" | "moveFrom":
                self._deleted()
            case name if name not in _SILENT:
                for inner in element:
                    self.add(inner)

    def _paragraph(self, element: "Element") -> None:
        said, page = _Said(), self.page
        properties = child(element, "pPr")
        self._inline(element, said)
        text = _clean("".join(said.parts))
        style = self._style(properties)
        if style.name.startswith("toc "):
            self.omissions.add("line of a table of contents", "the headings themselves are read")
        elif text:
            kind, level = style.kind, style.level
            if kind is BlockKind.PARAGRAPH and (said.is_bold or text.isupper()) and _is_title(text):
                kind, level = BlockKind.HEADING, min(MAX_LEVEL, self._level + 1)
            elif kind is BlockKind.HEADING:
                self._level = level
            self.pieces.append(Piece(kind, text, level, page, tuple(said.turns)))
        for box in said.boxes:
            for inner in box:
                self.add(inner)
        for note in said.notes:
            self.pieces += [Piece(BlockKind.FOOTNOTE, one.text, page=self.page) for one in self._aside(note)]

    def _style(self, properties: "Element | None") -> Style:
        """The paragraph's own properties go before those of its style."""
        style = self._styles.get(attribute(child(properties, "pStyle"), "val") or "", Style())
        level, depth = outline_level(properties), list_depth(properties)
        if level:
            return Style(style.name, BlockKind.HEADING, level)
        if depth and style.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
            return Style(style.name, BlockKind.LIST_ITEM, depth)
        return Style(style.name) if depth == 0 and style.kind is BlockKind.LIST_ITEM else style

    def _inline(self, element: "Element", said: _Said) -> None:
        for one in element:
            match local(one):
                case "t":
                    said.parts.append(one.text or "")
                case "r" if _is_on(one, "vanish"):
                    self.omissions.add("hidden run", "its author hid this text")
                case "r":
                    said.is_bold &= _is_on(one, "b") or child(one, "t") is None
                    self._inline(one, said)
                case name if name in _SPACES:
                    said.parts.append(" ")
                case "noBreakHyphen":
                    said.parts.append("-")
                case "lastRenderedPageBreak":
                    self.page += 1
                    said.turns.append((said.length(), self.page))
                case "footnoteReference" | "endnoteReference" as name:
                    note = self._notes.get(name.removesuffix("Reference"), {}).get(attribute(one, "id") or "")
                    said.notes += [] if note is None else [note]
                case name if name in _DELETED:
                    self._deleted()
                case "drawing" | "pict" | "object":
                    self._drawing(one, said)
                case name if name not in _SILENT:
                    self._inline(one, said)

    def _deleted(self) -> None:
        self.omissions.add("deletion", "its author marked this text as deleted")

    def _drawing(self, drawing: "Element", said: _Said) -> None:
        for one in drawing:
            name = local(one)
            if what := _PICTURES.get(name):
                self.omissions.add(what, "what it shows is not text")
            if name == "txbxContent":  # what hangs on its own paragraphs is met with them
                said.boxes.append(one)
            elif name not in _SILENT:
                self._drawing(one, said)

    def _aside(self, element: "Element") -> list[Piece]:
        """The pieces of what stands for itself, as a cell or a note, on the page where it is met."""
        kept, self.pieces = self.pieces, []
        page = self.page
        for inner in element:
            self.add(inner)
        found, self.pieces = self.pieces, kept
        if local(element) != "tc":
            self.page = page
        return found

    def _table(self, element: "Element") -> None:
        page = self.page
        grid = _Grid()
        notes: list[Piece] = []
        single: list[Piece] = []
        for row in _within(element, "tr"):
            if _is_deleted(row):
                self._deleted()
                continue
            grid.begin(row, self.page)
            for cell in _within(row, "tc"):
                inner = self._aside(cell)
                single += inner
                notes += [piece for piece in inner if piece.kind is BlockKind.FOOTNOTE]
                grid.add(cell, " ".join(_flat(piece) for piece in inner if piece.kind is not BlockKind.FOOTNOTE))
        if grid.width <= 1:
            self.pieces += single  # a frame around text
            return
        piece = grid.piece(page, _header(element))
        if piece.text:
            self.pieces += [piece, *notes]


class _Grid:
    """Rows of cells. What a cell says that spans several rows is said in each of them, that of several columns once."""

    def __init__(self) -> None:
        self.width = 0
        self._rows: list[list[str]] = []
        self._pages: list[int] = []
        self._above: dict[int, str] = {}

    def begin(self, row: "Element", page: int) -> None:
        before = _number(child(row, "trPr", "gridBefore"), 0)
        self._rows.append([""] * before)
        self._pages.append(page)

    def add(self, cell: "Element", text: str) -> None:
        row, column = self._rows[-1], len(self._rows[-1])
        merge = child(cell, "tcPr", "vMerge")
        if merge is None:
            self._above.pop(column, None)
        elif attribute(merge, "val") == "restart":
            self._above[column] = text
        else:
            text = self._above.get(column, text)
        row += [text, *[""] * (_number(child(cell, "tcPr", "gridSpan"), 1) - 1)]
        self.width = max(self.width, len(row))
        if self.width > MAX_COLUMNS:
            raise Unreadable(f"A table has more than {MAX_COLUMNS:,} columns.")

    def piece(self, page: int, header: int) -> Piece:
        lines: list[str] = []
        turns: list[tuple[int, int]] = []
        length = 0
        for row, own in zip(self._rows, self._pages, strict=True):
            line = line_of(row)
            if own > page and line:
                page = own
                turns.append((length, page))
            if line:
                lines.append(line)
                length += len(line) + 1
        first = self._pages[0] if self._pages else page
        header = header if len(lines) > header else 0
        return Piece(BlockKind.TABLE, "\n".join(lines), page=first, turns=tuple(turns), header=header)


def _within(element: "Element", name: str) -> list["Element"]:
    """Children of this name, also in what encloses them without being seen."""
    found: list[Element] = []
    for one in element:
        if local(one) == name:
            found.append(one)
        elif local(one) in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
            found += _within(one, name)
    return found


def _header(table: "Element") -> int:
    """Rows that are said to be repeated on each page; else the first, where the table's look sets it apart."""
    rows = _within(table, "tr")
    repeated = [child(row, "trPr", "tblHeader") is not None for row in rows]
    if any(repeated[:1]):
        return [*repeated, False].index(False)
    look = child(table, "tblPr", "tblLook")
    first = attribute(look, "firstRow") or ("1" if _hexadecimal(attribute(look, "val")) & 0x20 else "0")
    is_apart = first not in _OFF and bool(rows)
    return int(is_apart and any(any(map(str.isalpha, t.text or "")) for t in descendants(rows[0], "t")))


def _is_deleted(row: "Element") -> bool:
    return child(row, "trPr", "del") is not None


def _is_on(run: "Element", name: str) -> bool:
    found = child(run, "rPr", name)
    return found is not None and (attribute(found, "val") or "1") not in _OFF


def _number(element: "Element | None", default: int) -> int:
    value = attribute(element, "val") or ""
    return min(int(value), _MAX_SPAN) if value.isdigit() and len(value) < 9 else default


def _hexadecimal(value: str | None) -> int:
    return int(value, 16) if value and re.fullmatch(r"[\dA-Fa-f]{1,8}", value) else 0


def _flat(piece: Piece) -> str:
    """What stands in a cell, on one line; a table in a cell row by row."""
    return piece.text.replace("\n", "; ").replace(CELL, ", ") if piece.kind is BlockKind.TABLE else piece.text


def _is_title(text: str) -> bool:
    return (
        len(text) <= _HEADING_CHARACTERS
        and not text.endswith((".", ",", ";", ":", "!"))
        and any(map(str.isalpha, text))
    )


def _clean(text: str) -> str:
    return collapsed(cleaned(text)[0])
