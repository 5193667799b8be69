"""Rows to flows: the columns of a page, in the order they are read."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from statistics import median
from typing import NamedTuple

from lorewright.reading.characters import columns_of
from lorewright.reading.pdf.rows import LIST_MARK, Fragment, Row, grouped, letters

_GUTTER_EMS = 0.9
_AHEAD = 3.0
"""Ems below a line within which the other column must have begun."""
_PITCH_EMS = 1.45
"""Baselines farther apart are no lines of one paragraph."""
_LINES = 4
"""A text in columns has at least so many."""


class Flow(NamedTuple):
    """What is read from top to bottom without looking aside; `x0` and `x1` are its margins in points."""

    rows: list[Row]
    x0: float
    x1: float


def flows_of(rows: Sequence[Row]) -> list[Flow]:
    """Going down the page, a gutter is a strip that nothing crosses; where it parts prose from prose there are columns."""
    fragments = sorted((f for row in rows for f in row.fragments), key=lambda f: (-f.base, f.x0))
    flows: list[list[Fragment]] = [[]]
    start = 0
    while start < len(fragments):
        end, gutters = _run(fragments, start)
        columns = _parted(fragments[start:end], gutters)
        if len(columns) > 1 and _are_prose(columns) and not _is_grid(columns):
            flows += [*columns, []]
        else:
            flows[-1] += _cells(columns) or fragments[start:end]
        start = end
    return [_flow(flow) for flow in flows if flow]


def _flow(fragments: Sequence[Fragment]) -> Flow:
    return Flow(grouped(fragments), min(f.x0 for f in fragments), max(f.x1 for f in fragments))


def _run(fragments: Sequence[Fragment], start: int) -> tuple[int, list[tuple[float, float]]]:
    """The longest run from `start` that leaves a strip free from top to bottom, and its strips with text on both sides.

    A single fragment where nothing stands aside of it in the next few lines.
    """
    first = fragments[start]
    size = median(f.size for f in fragments[start : start + 40])
    free = [(-inf, inf)]
    left, right = inf, -inf
    gutters: list[tuple[float, float]] = []
    for end in range(start, len(fragments)):
        fragment = fragments[end]
        left, right = min(left, fragment.x1), max(right, fragment.x0)
        free = [part for strip in free for part in _minus(strip, fragment) if part[1] - part[0] >= _GUTTER_EMS * size]
        inner = [strip for strip in free if strip[0] >= left and strip[1] <= right]
        if not inner and (gutters or first.base - fragment.base > _AHEAD * first.size):
            return (end, gutters) if gutters else (start + 1, [])
        gutters = inner
    return (len(fragments), gutters) if gutters else (start + 1, [])


def _minus(strip: tuple[float, float], fragment: Fragment) -> list[tuple[float, float]]:
    if fragment.x1 <= strip[0] or fragment.x0 >= strip[1]:
        return [strip]
    return [part for part in ((strip[0], fragment.x0), (fragment.x1, strip[1])) if part[1] > part[0]]


def _parted(fragments: Sequence[Fragment], gutters: Sequence[tuple[float, float]]) -> list[list[Fragment]]:
    """What stands between the gutters, from left to right; from top to bottom in each."""
    edges = [(a + b) / 2 for a, b in sorted(gutters)]
    columns: list[list[Fragment]] = [[] for _ in range(len(edges) + 1)]
    for fragment in fragments:
        columns[sum(fragment.x0 >= edge for edge in edges)].append(fragment)
    return columns


def _are_prose(columns: Sequence[Sequence[Fragment]]) -> bool:
    """All of them, one at some length: where a text ends, its last column may be short."""
    return all(_is_prose(column, 2) for column in columns) and any(_is_prose(column) for column in columns)


def _is_prose(column: Sequence[Fragment], least: int = _LINES) -> bool:
    """Lines that fill their column and go on in the middle of a sentence."""
    rows = grouped(column)
    if len(rows) < least:
        return False
    width = max(f.x1 for f in column) - min(f.x0 for f in column)
    texts = [row.text for row in rows]
    full = sum(row.x1 - row.x0 >= 0.7 * width for row in rows)
    cased = [text for text in texts if text[0].isalpha() and text[0].lower() != text[0].upper()]
    going_on = sum(text[0].islower() for text in cased)
    return (
        median(columns_of(text) for text in texts) >= 18
        and full * 2 >= len(rows)
        and letters("".join(texts)) * 10 >= 6 * sum(len(text.replace(" ", "")) for text in texts)
        and (len(cased) * 2 < len(rows) or going_on * 4 >= len(cased))
    )


def _is_grid(columns: Sequence[Sequence[Fragment]]) -> bool:
    """Cells of a table wrap like prose, but their rows begin at one height across the columns."""
    tops = [_tops(column) for column in columns]
    fewest = min(tops, key=len)
    shared = sum(all(_has(others, top) for others in tops) for top in fewest)
    return len(fewest) >= 3 and shared >= 0.8 * len(fewest)


def _tops(column: Sequence[Fragment]) -> list[float]:
    """Baselines of the lines that a gap sets off from the line above."""
    rows = grouped(column)
    return [
        rows[0].base,
        *(b.base for a, b in pairwise(rows) if a.base - b.base > _PITCH_EMS * b.size),
    ]


def _has(heights: Sequence[float], height: float) -> bool:
    return any(abs(other - height) < 3 for other in heights)


def _cells(columns: Sequence[Sequence[Fragment]]) -> list[Fragment]:
    """The rows of a table whose cells are prose, each cell one fragment with its lines; nothing where it is no such table.

    A row begins where its first column does, and there another column begins a line too.
    """
    if len(columns) < 2 or not any(_is_prose(column) for column in columns):
        return []
    if all(LIST_MARK.fullmatch(fragment.text) for fragment in columns[0]):
        return []
    tops = _tops(columns[0])
    others = [f.base for column in columns[1:] for f in column]
    if len(tops) < 2 or sum(_has(others, top) for top in tops) < 0.8 * len(tops):
        return []
    merged: list[Fragment] = []
    for column in columns:
        bands: list[list[Fragment]] = [[] for _ in tops]
        for fragment in column:
            bands[max(0, sum(top >= fragment.base - 3 for top in tops) - 1)].append(fragment)
        merged += [_cell(band, top) for band, top in zip(bands, tops, strict=True) if band]
    return merged


def _cell(lines: Sequence[Fragment], base: float) -> Fragment:
    rows = grouped(lines)
    first = lines[0]
    return Fragment(
        "\n".join(row.text for row in rows),
        min(f.x0 for f in lines),
        max(f.x1 for f in lines),
        min(f.y0 for f in lines),
        max(f.y1 for f in lines),
        base,
        first.size,
        first.bold,
        first.italic,
    )
