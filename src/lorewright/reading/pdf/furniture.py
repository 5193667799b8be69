"""Running heads, running feet and page numbers: what a page has at its edges because it is a page."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lorewright.reading.pdf.rows import Row

_EDGE = 0.14
"""Share of the page's height, above and below, in which furniture stands."""
_ROWS = 4
_ANY = " of any page"
_SHIFT = 4.0
"""Points by which a running head may stand higher or lower on another page."""
_DIGITS = re.compile(r"\d{1,5}")
_PAGE_NUMBER = re.compile(
    r"\W*(?:(?:page|seite|p\.|pagina|página|side|strona|стр\.|第)\s*)?(?:[A-Z]{1,2}[-–])?(?P<number>\d{1,4})"
    r"(?:\s*(?:/|of|von|de|sur|di|van|из|z|av)\s*\d{1,4})?\s*[页頁]?\W*",
    re.IGNORECASE,
)


class PageRows(NamedTuple):
    """A page's rows from its top to its foot, and its height in points."""

    rows: list[Row]
    height: float


class _Line(NamedTuple):
    """A row near an edge, how far from the edge it stands, and under what names it may come again."""

    row: Row
    distance: float
    names: tuple[str, ...]


def without_furniture(pages: Sequence[PageRows]) -> tuple[list[list[Row]], list[str]]:
    """The rows of each page that are its own, and one example of each thing that was taken away."""
    gone: list[set[int]] = [set() for _ in pages]
    examples: dict[str, str] = {}
    for top in (True, False):
        edges = [_edge(page, index, top=top) for index, page in enumerate(pages)]
        places: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for index, lines in enumerate(edges):
            for line in lines:
                for name in (*line.names, _pattern(line.row.text) + _ANY):
                    places[name].append((index, line.distance))
        numbers = _page_numbers(pages, edges, top=top)
        for index, lines in enumerate(edges):
            for line in lines:
                if id(line.row) not in numbers and not _repeated(line, places, len(pages)):
                    break
                gone[index].add(id(line.row))
                examples.setdefault(_pattern(line.row.text), line.row.text)
            # A short page has its number right below its text.
            for row in pages[index].rows[-1:] if not top else ():
                if id(row) in numbers:
                    gone[index].add(id(row))
                    examples.setdefault(_pattern(row.text), row.text)
    kept = [[row for row in page.rows if id(row) not in gone[index]] for index, page in enumerate(pages)]
    return kept, sorted(set(examples.values()))


def _edge(page: PageRows, index: int, *, top: bool) -> list[_Line]:
    """From the edge inward."""
    lines = []
    for row in page.rows[:_ROWS] if top else page.rows[: -_ROWS - 1 : -1]:
        distance = page.height - row.base if top else row.base
        if distance < _EDGE * page.height:
            lines.append(_Line(row, distance, _names(row.text, index)))
    return lines


def _names(text: str, index: int) -> tuple[str, ...]:
    """Its words, and for each number in it its words without numbers and how far the number is ahead of the page."""
    pattern = _pattern(text)
    return (text, *(f"{pattern} {int(number) - index}" for number in _DIGITS.findall(text)))


def _pattern(text: str) -> str:
    return _DIGITS.sub("#", text.lower())


def _repeated(line: _Line, places: Mapping[str, Sequence[tuple[int, float]]], pages: int) -> bool:
    """Whether the same stands at the same height on enough pages: three, or both of two.

    Where its number changes, it must go up with the pages nearly always: "Note 1", "Note 2", ... sometimes does by chance.
    """
    least = 3 if pages > 2 else 2
    of_pattern = len(places.get(_pattern(line.row.text) + _ANY, ()))
    for position, name in enumerate(line.names):
        same = {page for page, distance in places.get(name, ()) if abs(distance - line.distance) <= _SHIFT}
        if len(same) >= least and (position == 0 or len(same) * 3 >= of_pattern * 2):
            return True
    return False


def _page_numbers(pages: Sequence[PageRows], edges: Sequence[Sequence[_Line]], *, top: bool) -> set[int]:
    """Rows that are nothing but the page's number: it goes up with the pages, or is the page's own.

    The identities of the rows. At the foot the page's last row counts wherever it stands.
    """
    found: list[tuple[Row, int, int]] = []
    for index, page in enumerate(pages):
        rows = [line.row for line in edges[index]]
        if not top and page.rows and page.rows[-1] not in rows:
            rows.append(page.rows[-1])
        for row in rows:
            number = _PAGE_NUMBER.fullmatch(row.text)
            if number:
                found.append((row, int(number["number"]), index))
    ahead = Counter(number - index for _, number, index in found)
    usual = {offset for offset, count in ahead.items() if offset == 1 or count >= max(3, len(pages) // 8)}
    return {id(row) for row, number, index in found if number - index in usual}
