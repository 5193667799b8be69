"""The cells of the tables of HTML: which tables hold data, what a cell says, and cells that span rows."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lorewright.core.errors import Unreadable
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.marks import INLINE
from lorewright.reading.xml import descendants, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

NO_TEXT = frozenset(
    {"script", "style", "svg", "template", "noscript", "iframe", "object", "canvas", "audio", "video", "head", "map"}
)
_LONGEST = 2_000
_MAX_SPAN = 1_000
_MOST_SPREAD = 200_000


def is_data(table: "Element") -> bool:
    """Whether it is a table of data; others only put blocks of a page side by side."""
    if any(local(one) in ("table", "h1", "h2", "h3", "form") for one in table.iterdescendants("{*}*")):
        return False
    rows = [[len("".join(cell.itertext())) for cell in cells_of(row)] for row in descendants(table, "tr")]
    return any(len(row) > 1 for row in rows) and max(map(max, filter(None, rows)), default=0) <= _LONGEST


def cells_of(row: "Element") -> list["Element"]:
    return [one for one in row if local(one) in ("td", "th")]


def spoken(cell: "Element") -> str:
    """All that it says, in one line."""
    return collapsed(cleaned("".join(_texts(cell)))[0])


def span(cell: "Element", name: str) -> int:
    value = cell.get(name) or ""
    return max(1, min(int(value), _MAX_SPAN)) if value.isdecimal() and len(value) < 9 else 1


class _Above(NamedTuple):
    """A cell of a row above that reaches down."""

    cell: "Element"
    text: str
    left: int
    """Into how many rows more."""


def spread_cells(root: "Element") -> None:
    """What spans several rows of a table of data is said in each of them. Raises `Unreadable` where that is past all use."""
    made = 0
    for table in descendants(root, "table"):
        if not is_data(table):
            continue
        above: dict[int, _Above] = {}
        group: Element | None = None
        for row in list(descendants(table, "tr")):
            if row.getparent() is not group:
                group, above = row.getparent(), {}  # nothing reaches from a head into the body
            made += _spread(row, above)
            if made > _MOST_SPREAD:
                raise Unreadable(f"The cells of a table span more than {_MOST_SPREAD:,} places.")


def _spread(row: "Element", above: dict[int, _Above]) -> int:
    """How many cells it has made."""
    made = column = 0
    cells = cells_of(row)
    for cell in (*cells, None):
        while (reaching := above.pop(column, None)) is not None:
            copy = _copy(reaching)
            if cell is None:
                row.append(copy)
            else:
                cell.addprevious(copy)
            if reaching.left > 1:
                above[column] = reaching._replace(left=reaching.left - 1)
            column += span(copy, "colspan")
            made += 1
        if cell is not None:
            if (down := span(cell, "rowspan")) > 1:
                above[column] = _Above(cell, spoken(cell), down - 1)
            cell.attrib.pop("rowspan", None)
            column += span(cell, "colspan")
    return made


def _copy(reaching: _Above) -> "Element":
    copy = reaching.cell.makeelement(reaching.cell.tag, {"colspan": str(span(reaching.cell, "colspan"))})
    copy.text = reaching.text
    return copy


def _texts(cell: "Element") -> Iterator[str]:
    """The texts in a cell, blocks kept apart."""
    from lxml import etree

    for event, one in etree.iterwalk(cell, events=("start", "end")):
        is_block = local(one) not in INLINE
        if event == "start" and local(one) not in NO_TEXT:
            yield f" {one.text or ''}" if is_block else one.text or ""
        elif event == "end" and one is not cell:
            yield f" {one.tail or ''}" if is_block else one.tail or ""
