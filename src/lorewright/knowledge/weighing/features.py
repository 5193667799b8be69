"""What tells whether two values of two sentences about one thing are told of the same: numbers that a forest of trees decides by.

Each word of one sentence is held against the word of the other that means most nearly the same where it stands (the cosine of the two
vectors); so "a ticket costs 28 euros" and "you pay 35 euros for a ticket" need no word in common.
"""

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lorewright.knowledge.disputes.literal import is_certain
from lorewright.knowledge.disputes.quantities import CLOCK, Bound, differ
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.weighing.heard import Heard, Meant, Value
from lorewright.knowledge.weighing.titles import Titles
from lorewright.knowledge.words import listed

_PRONOUNS = frozenset(listed("it its he his she her they their"))
_PAST = frozenset(listed("was were had did"))
_PRESENT = frozenset(listed("is are has have does do can"))
_PLANS = frozenset(
    listed(
        """planned planning forecast forecasts expected expects expect estimate estimates estimated budget budgeted target projected proposed
        proposal intended scheduled hoped hope hopes predicted predicts would might perhaps probably possibly if supposed allegedly believed
        thought originally initially"""
    )
)
_CONTRASTS = frozenset(
    listed(
        """first second third fourth last final next previous new old former older newer upper lower main side average mean normal usual typical
        top maximum minimum highest lowest greatest longest shortest largest smallest record peak pilot regular special hardback paperback male
        female men women boys girls adult adults child children winter summer spring autumn night day weekend weekday inner outer north south
        east west northern southern eastern western left right small large single double return half full early late today now formerly once
        again other another remaining additional further extra partly before until since nearly almost annual monthly weekly daily yearly per
        each pro lite mini plus ii iii iv junior elder younger gross net indoor outdoor front rear"""
    )
)
"""Words with which something else is told apart from what has the same name."""
_AROUND = 5
"""Words on each side of a value that tell what it is a value of."""
_WIDEST = 1e6
_UNKNOWN = 0.5
"""Likeness where there is nothing to compare."""


class Pair(NamedTuple):
    """Two values of one unit that differ, of which the other sentence tells neither as well."""

    one: Value
    other: Value


def pairs(one: Heard, other: Heard) -> Iterator[Pair]:
    for mine in one.values:
        for theirs in other.values:
            if _differ(mine, theirs) and not is_told(mine, other) and not is_told(theirs, one):
                yield Pair(mine, theirs)


def _differ(one: Value, other: Value) -> bool:
    return one.quantity.unit == other.quantity.unit and differ(one.quantity, other.quantity)


def is_told(one: Value, by: Heard) -> bool:
    """Whether the sentence tells the same value, or one that may be the same."""
    return any(
        value.quantity.unit == one.quantity.unit and not differ(value.quantity, one.quantity) for value in by.values
    )


def features(one: Heard, other: Heard, meant: tuple[Meant, Meant], pair: Pair, titles: Titles) -> dict[str, float]:
    """By name; the same whichever of the two is the first."""
    titled = titles.keys
    likeness = meant[0].vectors @ meant[1].vectors.T
    sides = (_side(one, other, titled, likeness), _side(other, one, titled, likeness.T))
    told = {
        "like": float(meant[0].whole @ meant[1].whole),
        "denied apart": abs(sides[0]["denied"] - sides[1]["denied"]),
        "tense apart": float(sides[0]["past"] != sides[1]["past"]),
        "shared": len(_content(one) & _content(other)),
        "titles apart, less": min(titles.apart),
        "titles apart, more": max(titles.apart),
        **_of_values(one, other, pair, titled, likeness),
    }
    for name in sides[0]:
        low, high = sorted(side[name] for side in sides)
        told[f"{name}, less"], told[f"{name}, more"] = low, high
    return told


def _content(one: Heard) -> frozenset[str]:
    return frozenset(one.words[i].key for i in one.content)


def _side(one: Heard, other: Heard, titled: Set[str], likeness: NDArray[np.float32]) -> dict[str, float]:
    """What one sentence tells, and how much of it the other does."""
    written = [word.written.lower() for word in one.words]
    theirs = {word.written.lower() for word in other.words}
    names = {word.key for word in one.words if word.kind is Kind.NAME} - titled
    past = any(word in _PAST or (word.endswith("ed") and len(word) > 4) for word in written)
    alike = _alike(one, other, [i for i in one.content if one.words[i].key not in titled], likeness)
    lowest = sorted(alike)[:2]
    return {
        "words": len(one.words),
        "names": len(names),
        "names alone": len(names - other.keys),
        "denied": sum(word.kind is Kind.NEGATION for word in one.words),
        "certain": float(is_certain(f"{' '.join(word.written for word in one.words)}.")),
        "pronoun": float(written[0] in _PRONOUNS),
        "contrasts": sum(word in _CONTRASTS and word not in theirs for word in set(written)),
        "plans": sum(word in _PLANS for word in written),
        "subject": _subject(one, other, titled, likeness),
        "past": float(past),
        "present": float(not past or any(word in _PRESENT for word in written)),
        "values": len(one.values),
        "held": float(np.mean(alike)) if alike else _UNKNOWN,
        "held least": lowest[0] if alike else _UNKNOWN,
        "held little": float(np.mean(lowest)) if alike else _UNKNOWN,
        "held in words": float(np.mean([each == 1.0 for each in alike])) if alike else 0.0,
        "held words": sum(each == 1.0 for each in alike),
        "content": len(alike),
    }


def _alike(one: Heard, other: Heard, words: Sequence[int], likeness: NDArray[np.float32]) -> list[float]:
    """How nearly the other sentence says each of these words; 1 where it has it."""
    return [1.0 if one.words[i].key in other.keys else float(likeness[i].max()) for i in words]


def _subject(one: Heard, other: Heard, titled: Set[str], likeness: NDArray[np.float32]) -> float:
    """How nearly the other sentence says what this one begins with."""
    if not one.content or one.words[0].written.lower() in _PRONOUNS:
        return 1.0
    first = one.content[0]
    return 1.0 if one.words[first].key in titled | other.keys else float(likeness[first].max())


def _of_values(
    one: Heard, other: Heard, pair: Pair, titled: Set[str], likeness: NDArray[np.float32]
) -> dict[str, float]:
    """Of the two values, and of what stands around them."""
    near, untitled = (
        (_near(one, pair.one, without), _near(other, pair.other, without)) for without in (frozenset[str](), titled)
    )
    around = [likeness[np.ix_(*places)] if all(places) else None for places in (near, untitled)]
    return {
        "value": float(likeness[np.ix_(pair.one.words, pair.other.words)].mean()),
        **_of_nouns(one, other, pair, likeness),
        **_both_ways("near", around[0]),
        **_both_ways("near, untitled", around[1]),
        "nearest": _UNKNOWN if around[0] is None else float(around[0].max()),
        **_of_moments(one, other, pair),
        **_of_quantities(pair),
        "place": abs(pair.one.words[0] / len(one.words) - pair.other.words[0] / len(other.words)),
    }


def _of_nouns(one: Heard, other: Heard, pair: Pair, likeness: NDArray[np.float32]) -> dict[str, float]:
    mine, theirs = pair.one.noun, pair.other.noun
    if mine is None or theirs is None:
        return {"noun": 0.0, "same noun": 0.0}
    return {
        "noun": float(likeness[mine, theirs]),
        "same noun": float(one.words[mine].key == other.words[theirs].key),
    }


def _of_moments(one: Heard, other: Heard, pair: Pair) -> dict[str, float]:
    """Whether the sentences tell of two times, beside the values."""
    moments = [
        [each.quantity for each in said.values if each.quantity.is_moment and each is not value]
        for said, value in ((one, pair.one), (other, pair.other))
    ]
    return {
        "moments": sum(map(len, moments)),
        "moments one-sided": float(bool(moments[0]) != bool(moments[1])),
        "moments apart": float(bool(all(moments)) and all(differ(a, b) for a in moments[0] for b in moments[1])),
    }


def _of_quantities(pair: Pair) -> dict[str, float]:
    mine, theirs = pair.one.quantity, pair.other.quantity
    higher = max(abs(mine.low), abs(theirs.low))
    widths = sorted(min(each.high - each.low, _WIDEST) for each in (mine, theirs))
    return {
        "moment": float(mine.is_moment),
        "time of day": float(mine.unit == CLOCK),
        "counted": float(not mine.unit),
        "ratio": min(abs(mine.low), abs(theirs.low)) / higher if 0 < higher < np.inf else 0.0,
        "exact": float(mine.bound is Bound.EXACT) + float(theirs.bound is Bound.EXACT),
        "width, less": widths[0],
        "width, more": widths[1],
    }


def _near(said: Heard, value: Value, titled: Set[str]) -> list[int]:
    """What is told around the value."""
    first, last = value.words[0] - _AROUND, value.words[-1] + _AROUND
    return [i for i in said.content if first <= i <= last and said.words[i].key not in titled]


def _both_ways(name: str, likeness: NDArray[np.float32] | None) -> dict[str, float]:
    if likeness is None:
        return {f"{name}, less": _UNKNOWN, f"{name}, more": _UNKNOWN}
    low, high = sorted((float(likeness.max(1).mean()), float(likeness.max(0).mean())))
    return {f"{name}, less": low, f"{name}, more": high}
