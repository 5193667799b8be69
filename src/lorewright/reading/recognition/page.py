"""What was seen on a page as the words that a PDF's page would have, so that one layout reads both."""

import math
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.pdf.rows import Row, rows_of
from lorewright.reading.pdf.words import Style, Word
from lorewright.reading.recognition.engine import Seen

PAGE_POINTS = 600.0
"""Width that every page is taken for; only proportions tell anything."""
LEAST_SCORE = 0.5
"""Below it a line is more often noise than text."""
SURE_SCORE = 0.85
"""Mean of a page below which some of its text is likely to be wrong."""
_EM = 0.85
"""Size of a font as a share of the height of the box around a line."""
_ALIKE = 1.35
"""Boxes whose heights differ by less are of one size: a line without tails, or without capitals, is not so high."""
_MARGIN = 0.3
"""Of the height of a box: so far it reaches beyond its text on both sides. A gutter is not much wider."""
_HALF_SPACE = 0.5
"""Spaces are narrower than letters are on the mean."""
_STRAIGHT = math.radians(10)


class Recognised(NamedTuple):
    rows: list[Row]
    height: float
    """In points."""
    score: float
    """Mean of the characters."""
    doubtful: int
    """Lines left out, because what they say could not be told."""


def recognised(seen: Sequence[Seen], width: int, height: int) -> Recognised:
    """`width` and `height` of the image, in pixels."""
    # Boxes, rules and specks are seen as marks; a line of text has a letter or a digit.
    lines = [line for line in seen if any(map(str.isalnum, line.text))]
    kept = [line for line in lines if line.score >= LEAST_SCORE]
    scale = PAGE_POINTS / width
    words = list(_words(kept, height, scale))
    for order, word in enumerate(words):
        word.order = order
    characters = sum(len(line.text) for line in kept)
    score = sum(line.score * len(line.text) for line in kept) / characters if characters else 0.0
    return Recognised(rows_of(words) if words else [], height * scale, score, len(lines) - len(kept))


def _words(lines: Sequence[Seen], height: int, scale: float) -> Iterator[Word]:
    if not lines:
        return
    level = _level(lines)
    boxes = [_box(line, level) for line in lines]
    usual = median(y1 - y0 for _, y0, _, y1 in boxes)
    for line, (x0, y0, x1, y1) in zip(lines, boxes, strict=True):
        own = max(y1 - y0, 1.0)
        size = _EM * scale * (usual if usual / _ALIKE < own < usual * _ALIKE else own)
        top, bottom = (height - y0) * scale, (height - y1) * scale
        base = bottom + 0.2 * (top - bottom)
        text = collapsed(cleaned(line.text)[0])
        margin = min(_MARGIN * own, 0.25 * (x1 - x0))
        first = (x0 + margin) * scale
        pitch = (x1 - x0 - 2 * margin) * scale / max(1, len(text))
        style = Style(round(size, 1), bold=False, italic=False, symbol=False, turn=0)
        begin = 0
        for part in text.split(" "):
            left = first + begin * pitch
            if part:
                right = left + (len(part) + _HALF_SPACE) * pitch
                yield Word(part, left, bottom, right, top, base, style, glued=False)
            begin += len(part) + 1


def _level(lines: Sequence[Seen]) -> float:
    """The angle by which the page was laid askew, in radians, as its longer lines tell."""
    slopes = []
    for line in lines:
        (ax, ay), (bx, by) = line.corners[0], line.corners[1]
        if len(line.text) >= 10:
            slopes.append(math.atan2(by - ay, bx - ax))
    angle = median(slopes) if slopes else 0.0
    return angle if abs(angle) < _STRAIGHT else 0.0


def _box(line: Seen, angle: float) -> tuple[float, float, float, float]:
    """(left, top, right, bottom) when the page is turned straight."""
    sine, cosine = math.sin(-angle), math.cos(-angle)
    turned = [(x * cosine - y * sine, x * sine + y * cosine) for x, y in line.corners]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = turned
    return (ax + dx) / 2, (ay + by) / 2, (bx + cx) / 2, (cy + dy) / 2
