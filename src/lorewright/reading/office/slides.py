"""PPTX bytes to a reading: each slide a page, its title a heading, the speaker's notes behind it."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, Piece, assemble
from lorewright.reading.base import BlockKind, Reading
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.language import language_of
from lorewright.reading.office.package import Package
from lorewright.reading.omissions import Omissions
from lorewright.reading.tables import MAX_COLUMNS, heads, table
from lorewright.reading.xml import attribute, child, children, descendants, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MAX_SLIDES = 5_000
_TITLES = {"ctrTitle": 1, "title": 2}
_FURNITURE = {"sldNum": "slide number", "dt": "date", "ftr": "footer", "hdr": "header"}
_OFF = frozenset({"0", "false"})


class SlideReader:
    def __init__(self, max_slides: int = MAX_SLIDES) -> None:
        self._max_slides = max_slides

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is no PPTX, is encrypted, damaged, without text, or over a limit."""
        package = Package(data)
        main = package.main()
        relations = package.relations(main)
        slides = [relations.get(_relation_id(one)) for one in children(package.tree(main), "sldIdLst")]
        if len(slides) > self._max_slides:
            raise Unreadable(f"The presentation has {len(slides)} slides; at most {self._max_slides} are read.")
        omissions = Omissions()
        pieces: list[Piece] = []
        read = 0
        for number, relation in enumerate(slides, 1):
            if relation is None or relation.target not in package:
                omissions.add("slide", "it is missing from the file", number)
                continue
            found = list(_Slide(package, relation.target, number, omissions).pieces())
            read += bool(found)
            pieces += found
        if not pieces:
            raise Unreadable("The presentation holds no text: its slides are images, hidden or empty.")
        about = package.about()
        own = pieces[0].text if pieces[0].kind is BlockKind.HEADING else None
        language = language_of("\n".join(piece.text for piece in pieces[:300]))
        return assemble(
            pieces,
            About(about.title or own, about.author, about.published, language),
            skipped=omissions.told(),
            pages_total=len(slides),
            pages_read=read,
        )


def _relation_id(element: "Element") -> str:
    """A slide has an id of its own too, without a namespace."""
    return next((str(value) for key, value in element.attrib.items() if str(key).endswith("}id")), "")


class _Slide:
    def __init__(self, package: Package, part: str, number: int, omissions: Omissions) -> None:
        self._package = package
        self._part = part
        self._number = number
        self._omissions = omissions

    def pieces(self) -> Iterator[Piece]:
        root = self._package.tree(self._part)
        if root.get("show") in _OFF:
            self._omissions.add("slide", "it is hidden in the presentation", self._number)
            return
        shapes = list(self._shapes(children(root, "cSld", "spTree")))
        # The title comes first, wherever the file has it.
        for shape in sorted(shapes, key=lambda one: _role(one) not in _TITLES):
            yield from self._shape(shape)
        for comments in self._package.of_kind(self._part, "comments"):
            count = len(self._package.tree(comments))
            self._omissions.add("comment", "it is about the text, not of it", self._number, count=count)
        for notes in self._package.of_kind(self._part, "notesSlide")[:1]:
            for shape in self._shapes(children(self._package.tree(notes), "cSld", "spTree")):
                if _role(shape) == "body":
                    yield from self._paragraphs(shape, is_list=False)

    def _shapes(self, shapes: Iterable["Element"]) -> Iterator["Element"]:
        """Those that hold text or a table, out of their groups; what else is drawn is noted."""
        for one in shapes:
            match local(one):
                case "grpSp":
                    yield from self._shapes(one)
                case "AlternateContent":
                    yield from self._shapes(children(one, "Choice"))
                case "sp" if _is_hidden(one):
                    self._omissions.add("hidden shape", "its author hid it", self._number)
                case "sp" if (role := _role(one)) in _FURNITURE:
                    text = any((t.text or "").strip() for t in descendants(one, "t"))
                    self._omissions.add(_FURNITURE[role or ""], "it stands on slide after slide", count=int(text))
                case "sp" | "graphicFrame":
                    yield one
                case "pic":
                    self._omissions.add("image", "what it shows is not text", self._number)

    def _shape(self, shape: "Element") -> Iterator[Piece]:
        if local(shape) == "sp":
            role = _role(shape)
            if role in _TITLES:
                text = " ".join(filter(None, (_text(p) for p in descendants(shape, "p"))))
                if text:
                    yield Piece(BlockKind.HEADING, text, _TITLES[role], self._number)
            else:
                yield from self._paragraphs(shape, is_list=role in ("body", "obj"))
            return
        data = child(shape, "graphic", "graphicData")
        grid = child(data, "tbl")
        if grid is not None:
            yield from self._table(grid)
        elif data is not None:
            what = "chart" if "chart" in (data.get("uri") or "") else "diagram"
            self._omissions.add(what, "what it shows is not text", self._number)

    def _paragraphs(self, shape: "Element", *, is_list: bool) -> Iterator[Piece]:
        for paragraph in children(shape, "txBody"):
            text = _text(paragraph) if local(paragraph) == "p" else ""
            if not text:
                continue
            properties = child(paragraph, "pPr")
            marks = {local(one) for one in children(properties)}
            if marks & {"buChar", "buAutoNum", "buBlip"} or (is_list and "buNone" not in marks):
                level = attribute(properties, "lvl") or "0"
                depth = int(level) + 1 if level.isdigit() else 1
                yield Piece(BlockKind.LIST_ITEM, text, depth, self._number)
            else:
                yield Piece(BlockKind.PARAGRAPH, text, page=self._number)

    def _table(self, grid: "Element") -> Iterator[Piece]:
        """What a cell over several rows says is said in each of them, that over several columns once."""
        rows: list[list[str]] = []
        for row in grid:
            if local(row) != "tr":
                continue
            cells: list[str] = []
            for cell in row:
                if local(cell) != "tc" or len(cells) >= MAX_COLUMNS:
                    continue
                text = " ".join(filter(None, (_text(p) for p in descendants(cell, "p"))))
                if cell.get("vMerge") in ("1", "true") and rows and len(cells) < len(rows[-1]):
                    text = rows[-1][len(cells)]
                cells.append("" if cell.get("hMerge") in ("1", "true") else text)
            rows.append(cells)
        is_apart = (attribute(child(grid, "tblPr"), "firstRow") or "0") not in _OFF
        piece = table(rows, 1 if is_apart else heads(rows), self._number)
        if piece.text:
            yield piece


def _role(shape: "Element") -> str | None:
    """What a placeholder is for; None for a shape that is none."""
    for name in ("nvSpPr", "nvGraphicFramePr"):
        placeholder = child(shape, name, "nvPr", "ph")
        if placeholder is not None:
            return placeholder.get("type") or "obj"
    return None


def _is_hidden(shape: "Element") -> bool:
    return (attribute(child(shape, "nvSpPr", "cNvPr"), "hidden") or "0") not in _OFF


def _text(paragraph: "Element") -> str:
    parts = (" " if local(one) == "br" else one.text or "" for one in paragraph.iter("{*}t", "{*}br"))
    return collapsed(cleaned("".join(parts))[0])
