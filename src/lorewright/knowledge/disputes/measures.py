"""Of what an amount with a unit is the measure: the length of "is 540 m long" and of "has a length of 540 m"."""

from collections.abc import Sequence
from typing import NamedTuple

from lorewright.knowledge import words
from lorewright.knowledge.disputes.attributes import SAME
from lorewright.knowledge.disputes.cutting import BLANK, Row, is_finite
from lorewright.knowledge.disputes.grammar import BE, DETERMINERS
from lorewright.knowledge.disputes.quantities import Quantity
from lorewright.knowledge.facts import Kind, Token

MEASURES = frozenset(words.listed("length height width depth thickness diameter area mass"))
"""Attributes."""
_BY_UNIT = {"m2": "area", "g": "mass"}
_SIZE = frozenset(words.listed("size extent"))
"""Which says no more than the unit does."""
HARMLESS = frozenset(words.listed("maximum max total overall structural surface full greatest whole entire"))
"""Before an attribute: the most that it may be is what is told of it."""
_JOINS = frozenset(words.listed("and but"))


class Measure(NamedTuple):
    attribute: str
    which: Sequence[Token]
    """The crest of "a crest length of 360 m"."""
    besides: Sequence[Token]
    """What is told behind it: of where, and of when."""


def measured(row: Row, value: Quantity, start: int) -> Measure | None:
    """Of a piece whose verb is at `start`; None where no attribute is named, or it may be that of something else there."""
    attribute, first, end = _named(row, value, start)
    if not attribute:
        return None
    begin = max((i + 1 for i in range(start, first) if row[i].written in _JOINS), default=start + 1)
    if any(row[i].kind in (Kind.WORD, Kind.NAME) and not _says_nothing(row, i) for i in range(begin, first)):
        return None
    which = [one for one in row[first : value.start] if one.kind is Kind.WORD and one.written not in HARMLESS]
    stop = next((i for i in range(end, len(row)) if row[i].written in _JOINS or row[i].kind is Kind.BREAK), len(row))
    if row[start].key in BE and row[first - 1].key in DETERMINERS and row[end:stop]:
        stop = end  # "is an 82 m high dam in Orle"
    return Measure(attribute, [one for one in which if SAME.get(one.written) != attribute], row[end:stop])


def _named(row: Row, value: Quantity, start: int) -> tuple[str, int, int]:
    """The attribute, where the words for it begin, and where the measure ends."""
    behind = value.end + (row[value.end : value.end + 1] != [] and row[value.end].written == "in")
    if behind < len(row) and (attribute := _attribute(row[behind])):
        return attribute, value.start, behind + 1
    if behind < len(row) and row[behind].written in _SIZE:
        return _BY_UNIT.get(value.unit, ""), value.start, behind + 1
    for i in range(value.start - 1, start, -1):
        if row[i].kind is Kind.NUMBER or row[i].written in _JOINS or row[i].written == "at":
            break
        if attribute := _attribute(row[i]):
            first = next((k + 1 for k in range(i - 1, start, -1) if row[k].kind is not Kind.WORD), i)
            lies = any(one.written == "at" for one in row[first - 2 : first])
            return ("", 0, 0) if lies else (attribute, first, value.end)
    return _BY_UNIT.get(value.unit, ""), value.start, value.end


def _attribute(one: Token) -> str:
    found = SAME.get(one.written, "")
    return found if found in MEASURES else ""


def _says_nothing(row: Row, i: int) -> bool:
    return is_finite(row, i) or row[i].written in BLANK or row[i].written.endswith("ly")
