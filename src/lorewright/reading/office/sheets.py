"""XLSX bytes to a reading: each sheet a heading with its tables under it."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, Piece, assemble
from lorewright.reading.base import BlockKind, Reading, Skipped
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.language import language_of
from lorewright.reading.office.cells import Cells
from lorewright.reading.office.package import Package
from lorewright.reading.omissions import Omissions
from lorewright.reading.tables import MAX_COLUMNS, heads, line_of, table
from lorewright.reading.xml import attribute, child, children, descendants, each, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MAX_CELLS = 3_000_000
MAX_CHARACTERS = 20_000_000
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_MERGED_ROWS = 10_000
_HIDDEN = "it is hidden in the workbook"


class SheetReader:
    """Limits are in cells that hold something, and in characters of text."""

    def __init__(self, max_cells: int = MAX_CELLS, max_characters: int = MAX_CHARACTERS) -> None:
        self._max_cells = max_cells
        self._max_characters = max_characters

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is no XLSX, is encrypted, damaged, without text, or over a limit."""
        package = Package(data)
        main = package.main()
        workbook = package.tree(main)
        book = _Book(package, main, workbook, self._max_cells, self._max_characters)
        relations = package.relations(main)
        skipped: list[Skipped] = []
        pieces: list[Piece] = []
        sheets = [one for one in children(workbook, "sheets") if local(one) == "sheet"]
        read = 0
        for number, sheet in enumerate(sheets, 1):
            title = collapsed(cleaned(sheet.get("name") or "")[0])
            relation = relations.get(attribute(sheet, "id") or "")
            if sheet.get("state", "visible") != "visible":
                skipped.append(Skipped(f"the sheet “{title}”", _HIDDEN, number))
            elif relation is None or relation.kind != "worksheet" or relation.target not in package:
                skipped.append(Skipped(f"the sheet “{title}”", "it is a chart, or lies outside of the file", number))
            elif found := book.pieces_of(relation.target, number):
                pieces += [Piece(BlockKind.HEADING, title, 1, number), *found]
                read += 1
        if not pieces:
            raise Unreadable("The workbook holds no text: its sheets are empty, hidden or charts.")
        about = package.about()
        language = language_of("\n".join(piece.text[:2000] for piece in pieces[:100]))
        return assemble(
            pieces,
            About(about.title, about.author, about.published, language),
            skipped=[*skipped, *book.omissions.told()],
            pages_total=len(sheets),
            pages_read=read,
        )


class _Book:
    def __init__(self, package: Package, main: str, workbook: "Element", max_cells: int, max_characters: int) -> None:
        self.omissions = Omissions()
        self._package = package
        self._cells = Cells(
            package, main, is_1904=attribute(child(workbook, "workbookPr"), "date1904") in ("1", "true")
        )
        self._max_cells = self._cells_left = max_cells
        self._max_characters = self._characters_left = max_characters

    def pieces_of(self, part: str, number: int) -> list[Piece]:
        rows, merged, hidden = self._rows(part, number)
        _fill(rows, merged)
        self._note(part, number)
        return [piece for region in _regions(rows, hidden) for piece in _pieces(region, number)]

    def _rows(self, part: str, number: int) -> tuple[dict[int, list[str]], list[str], set[int]]:
        """Cells by the number of their row; ranges that are merged; columns that are hidden."""
        rows: dict[int, list[str]] = {}
        merged: list[str] = []
        hidden: set[int] = set()
        last = 0
        with self._package.opened(part) as stream:
            for one in each(stream, ("col", "row", "mergeCell"), inside={"cols", "sheetData", "mergeCells"}):
                match local(one):
                    case "row":
                        last = _number(one.get("r"), last + 1)
                        cells = self._row(one, number)
                        if one.get("hidden") in ("1", "true"):
                            self.omissions.add("row", "it is hidden in its sheet", number, count=int(any(cells)))
                        elif any(cells):
                            rows[last] = cells
                    case "mergeCell":
                        merged.append(one.get("ref") or "")
                    case _ if one.get("hidden") in ("1", "true"):
                        first, after = _number(one.get("min"), 1), _number(one.get("max"), 0) + 1
                        hidden.update(range(first - 1, min(after - 1, MAX_COLUMNS)))
        if shown := hidden & {i for row in rows.values() for i, cell in enumerate(row) if cell}:
            self.omissions.add("column", "it is hidden in its sheet", number, count=len(shown))
        return rows, merged, hidden

    def _row(self, row: "Element", number: int) -> list[str]:
        cells: list[str] = []
        for one in row:
            place = _REFERENCE.fullmatch(one.get("r") or "")
            column = column_of(place[1]) if place else len(cells)
            if column >= MAX_COLUMNS:
                raise Unreadable(f"A sheet of the workbook has more than {MAX_COLUMNS:,} columns.")
            text = self._cells.text(one)
            if text is None:
                self.omissions.add("formula", "the file does not hold what it comes to", number)
            if text:
                cells += [""] * (column + 1 - len(cells))
                cells[column] = text
                self._count(text)
        return cells

    def _count(self, text: str) -> None:
        self._cells_left -= 1
        self._characters_left -= len(text)
        if self._cells_left < 0:
            raise Unreadable(f"The workbook has more than {self._max_cells:,} cells.")
        if self._characters_left < 0:
            raise Unreadable(f"The workbook holds more than {self._max_characters:,} characters of text.")

    def _note(self, part: str, number: int) -> None:
        """What hangs on a sheet and is not read."""
        for comments in self._package.of_kind(part, "comments"):
            count = sum(1 for _ in descendants(self._package.tree(comments), "comment"))
            self.omissions.add("comment", "it is about the text, not of it", number, count=count)
        for drawing in self._package.of_kind(part, "drawing"):
            for relation in self._package.relations(drawing).values():
                if relation.kind in ("image", "chart"):
                    self.omissions.add(relation.kind, "what it shows is not text", number)


def column_of(letters: str) -> int:
    """ "A" is 0, "Z" 25, "AA" 26."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdigit() and len(text) < 9 else default


def _fill(rows: dict[int, list[str]], merged: Sequence[str]) -> None:
    """What a cell over several rows says is said in each of them."""
    for reference in merged:
        ends = [_REFERENCE.fullmatch(end) for end in reference.split(":")]
        if len(ends) != 2 or not ends[0] or not ends[1]:
            continue
        column, first, last = column_of(ends[0][1]), int(ends[0][2]), int(ends[1][2])
        text = rows.get(first, [])[column : column + 1]
        for number in range(first + 1, min(last, first + _MERGED_ROWS) + 1):
            row = rows.get(number)
            if text and row and column < len(row):
                row[column] = row[column] or text[0]


def _regions(rows: dict[int, list[str]], hidden: set[int]) -> Iterator[list[list[str]]]:
    """Runs of rows that follow each other, without their hidden and their blank columns."""
    region: list[list[str]] = []
    last = 0
    for number in sorted(rows):
        if region and number > last + 1:
            yield _squeezed(region)
            region = []
        cells = [cell for i, cell in enumerate(rows[number]) if i not in hidden] if hidden else rows[number]
        if any(cells):
            region.append(cells)
            last = number
    if region:
        yield _squeezed(region)


def _squeezed(region: list[list[str]]) -> list[list[str]]:
    width = max(map(len, region))
    used = [False] * width
    for row in region:
        for i, cell in enumerate(row):
            used[i] |= bool(cell)
    return region if all(used) else [[cell for i, cell in enumerate(row) if used[i]] for row in region]


def _pieces(region: list[list[str]], number: int) -> Iterator[Piece]:
    """Lines of one cell before a table are its title or what is said of it."""
    begin = 0
    while begin < len(region) and sum(map(bool, region[begin])) == 1:
        begin += 1
    if begin and max((sum(map(bool, row)) for row in region), default=0) == 1 and begin > 1:
        yield table(region, 0, number)  # a list, one cell below the other
        return
    for row in region[:begin]:
        yield Piece(BlockKind.PARAGRAPH, line_of([cell for cell in row if cell]), page=number)
    if rows := region[begin:]:
        yield table(rows, heads(rows), number)
