"""Whether a word that a claim puts for a word of its quote may say the same.

Nothing here knows a synonym. An ordinary word may stand for another one, unless something speaks against it: it stands for
nothing, one of them is a word that has an opposite, or the two differ in how they begin alone ("export", "import").
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from lorewright.knowledge import words
from lorewright.knowledge.facts import FACTS, Kind, Token
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.units import UNITS


class Gap(NamedTuple):
    """What stands between two neighbours of the alignment: on the claim's side, on the quote's, and what comes next."""

    said: list[Token]
    borne: list[Token]
    before: Token | None
    after: Token | None
    enclosed: bool
    """The quote's side is a clause of its own, marked off on both sides."""
    kept: Token | None = None
    """What the claim has for `before`."""


def put_otherwise(gap: Gap) -> Iterator[str]:
    """Why the claim's words do not say what the quote's words in the same place say."""
    yield from _turned_person(gap)
    yield from _person_for_thing(gap)
    yield from _led_otherwise(gap)
    own = [token for token in gap.said if token.kind is Kind.WORD]
    if not own:
        return
    theirs = _facing(gap, [token for token in gap.borne if token.kind is Kind.WORD], len(own))
    facts = [token for token in gap.borne if token.kind in FACTS]
    if facts:
        yield f"“{own[0].written}” stands where the quote has “{facts[0].written}”"
    elif len(own) > (len(theirs) + 1 if theirs else 0):
        yield f"“{own[0].written}” stands for nothing in the quote"
    for one in own:
        for other in theirs:
            if _is_opposite(one.key, other.key):
                yield f"“{one.written}” turns the sense of the quote"
            elif _are_opposed(one, other):
                yield f"“{one.written}” stands where the quote has “{other.written}”"


def _facing(gap: Gap, theirs: list[Token], own: int) -> list[Token]:
    """At either end of the claim the quote may go on; what faces its words stands next to what the two share."""
    if gap.before is None:
        return theirs[-own - 1 :]
    return theirs[: own + 1] if gap.after is None else theirs


def _turned_person(gap: Gap) -> Iterator[str]:
    """ "She" for "he"; other pronouns may come and go."""
    for token in gap.said:
        for one, other in (words.GENDERED, words.GENDERED[::-1]):
            if token.written.lower() in one and any(theirs.written.lower() in other for theirs in gap.borne):
                yield f"“{token.written}” is somebody else in the quote"


_POSSESSIVES = frozenset(f"light:{word}" for word in words.POSSESSIVE)
_PERSONS = frozenset(f"light:{word}" for word in words.PERSON)


def _person_for_thing(gap: Gap) -> Iterator[str]:
    """ "He" for "his mother"."""
    if any(token.kind in (Kind.WORD, Kind.NAME) for token in gap.said):
        return
    persons = [token for token in gap.said if token.key in _PERSONS]
    owned = [token for token in gap.borne if token.kind in (Kind.WORD, Kind.NAME)]
    if persons and owned and any(token.key in _POSSESSIVES for token in gap.borne):
        yield f"“{persons[0].written}” stands where the quote has “{owned[-1].written}”"


_LEADING = frozenset(f"light:{word}" for word in ("in", "on", "at", "of", "off", "out", "upon", "via"))
_ALIKE_LEADING = (frozenset({"light:in", "light:at"}), frozenset({"light:on", "light:upon"}))


def _led_otherwise(gap: Gap) -> Iterator[str]:
    """ "In Europe" for "outside Europe", "on" for "off"; of a day and a year it says nothing."""
    if gap.after and (gap.after.kind is Kind.DATE or gap.after.written.lower() in words.DAYS):
        return
    # What leads to the next word stands next to it.
    order = -1 if gap.after else 1
    one, other = _leader(gap.said[::order]), _leader(gap.borne[::order])
    if one and other:
        if one.key != other.key and {one.key, other.key} not in _ALIKE_LEADING:
            yield f"“{one.written}” stands where the quote has “{other.written}”"
        return
    lone = one or other
    light = all(token.kind is Kind.LIGHT for token in (*gap.said, *gap.borne))
    inside = gap.before and gap.after and gap.after.kind is not Kind.NUMBER
    if lone and light and inside and lone.key != "light:of":
        yield f"“{lone.written}” {'is not in' if one else 'is left out of'} the quote"


def _leader(row: Sequence[Token]) -> Token | None:
    """The first of these that is no article or pronoun, if it is a preposition of place."""
    for token in row:
        if token.key in _LEADING or token.written.lower() in words.PLACE:
            return token
        if token.kind is not Kind.LIGHT:
            return None
    return None


_TURNING = words.listed("un in im ir il non dis de anti mis a ab mal counter pre post semi pseudo quasi sub vice")
_SHARED_TAIL = 4


def _is_opposite(one: str, other: str) -> bool:
    """Of stems."""
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    if len(shorter) > 2 and any(longer == prefix + shorter for prefix in _TURNING):
        return True
    if longer == shorter + "less":
        return True
    tail = 0
    while tail < len(shorter) and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    return tail >= _SHARED_TAIL and one[:2] != other[:2]


def _are_opposed(one: Token, other: Token) -> bool:
    if {one.written.lower(), other.written.lower()} & UNITS.keys():  # "square miles"
        return True
    if not {one.key, other.key} & _opposed():
        return False
    return not any(one.written.lower() in group and other.written.lower() in group for group in words.ALIKE)


@cache
def _opposed() -> frozenset[str]:
    return frozenset(map(stemmer("en"), words.OPPOSED))
