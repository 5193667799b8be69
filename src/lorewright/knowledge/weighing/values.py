"""The values that a sentence tells, and in which of them two sentences differ."""

from collections.abc import Callable, Sequence
from itertools import product
from math import inf
from typing import NamedTuple

import msgspec

from lorewright.knowledge.disputes.attributes import LABELS
from lorewright.knowledge.disputes.figures import in_figures
from lorewright.knowledge.disputes.grammar import with_early_years
from lorewright.knowledge.disputes.quantities import (
    CLOCK_TIME,
    POUNDS,
    SI,
    Bound,
    Quantity,
    differ,
    quantities,
    time_of_day,
)
from lorewright.knowledge.facts import Kind, Token, normalised, tokens

_NO = "negation:no"
_BEHIND, _NOUNS = 5, 2
"""Words behind a number among which is what it counts, and how many of them are looked at."""
_SAYING = frozenset({Kind.WORD, Kind.NAME})
_SEASON = 732
"""Days: "the 2014-15 season" is of two years."""
_FAR = 3
"""How many times the least a value may be of which "more than" still tells."""
_STERLING = "GBP"
_MASS, _POUND = SI["lb"]
_EVERY = "every"
_MAXIMUM = frozenset({"maximum", "max", "limit"})
_UNTIL = 7
"""Words behind "not" among which is "until"."""
_DENYING_VERBS = frozenset({"negation:fail", "negation:false", "negation:excepted"})
"""And the like: each a denial of its own kind, where "not", "never" and "without" are of one."""


class Heard(NamedTuple):
    words: Sequence[Token]
    values: Sequence[Quantity]
    keys: frozenset[str]

    @property
    def denials(self) -> frozenset[str]:
        """Kinds of them: "did not prevent" denies what "prevented" tells, which is a denial too."""
        keys = (
            token.key
            for at, token in enumerate(self.words)
            if token.kind is Kind.NEGATION and not _is_limit(self.words, at)
        )
        return frozenset(key if key in _DENYING_VERBS else _NO for key in keys)


def heard(sentence: str, stem: Callable[[str], str]) -> Heard:
    plain = in_figures(normalised(sentence))
    words = with_early_years(tokens(plain, stem))
    times = [value for found in CLOCK_TIME.finditer(plain) if (value := time_of_day(found))]
    measured = [one for one in quantities(words) if not (_is_label(words, one) or _is_told(one, times))]
    told = [*times, *(one for one in measured if not _is_told_closer(one, measured))]
    return Heard(words, told, frozenset(word.key for word in words))


def _is_told_closer(one: Quantity, others: Sequence[Quantity]) -> bool:
    """Whether it is the year or season of a day that the sentence tells: of "the deadline of the 2025 round is 15 April 2025"."""
    return (
        one.is_moment
        and _length(one) <= _SEASON
        and any(
            _length(each) < _length(one)
            and (each.low == -inf or one.low <= each.low)
            and one.low <= each.high <= one.high
            for each in others
            if each.is_moment
        )
    )


def _length(moment: Quantity) -> float:
    """In days; of what has no beginning one."""
    return moment.high - moment.low if moment.low > -inf else 1.0


def apart(one: Heard, other: Heard) -> list[tuple[Quantity, Quantity]]:
    """Every two values of one unit that differ, and of which the other sentence tells neither; each value once. Of several that one which
    counts the same, or is written in the same unit, as "97 km" against "77 km" and not against "920 m"."""
    said_by = _beside(one, other), _beside(other, one)
    mine, theirs = (
        [value for value in said if not are_told(against, value)] for said, against in (said_by, said_by[::-1])
    )
    differing = [(value, each) for value, each in product(mine, theirs) if _differ(value, each)]
    found: list[tuple[Quantity, Quantity]] = []
    for value, against in sorted(differing, key=lambda pair: -_are_alike(pair[0], pair[1], one, other)):
        if value in mine and against in theirs:
            mine.remove(value)
            theirs.remove(against)
            found.append((value, against))
    return found


def _beside(said: Heard, against: Heard) -> list[Quantity]:
    """Its values as the other sentence tells how to read them: "the maximum load is 35 kg" is a limit beside "up to 50 kg", pounds are a mass beside one,
    and "every 30 km" is no length beside one."""
    if not any(word.written.lower() == _EVERY for word in against.words):
        said = said._replace(values=[value for value in said.values if not _comes_again(said.words, value)])
    limited = {value.unit for value in against.values if value.bound is Bound.MOST and not value.tells_when}
    if limited and not _MAXIMUM.isdisjoint(word.written.lower() for word in said.words):
        return [
            msgspec.structs.replace(value, low=-inf, bound=Bound.MOST)
            if value.bound is Bound.EXACT and value.unit in limited
            else value
            for value in said.values
        ]
    units = {value.unit for value in against.values}
    return [_weighed(value) if _MASS in units and _STERLING not in units else value for value in said.values]


def _comes_again(words: Sequence[Token], value: Quantity) -> bool:
    return value.start > 0 and words[value.start - 1].written.lower() == _EVERY


def _weighed(value: Quantity) -> Quantity:
    """Of "390 pounds" the mass; anything else, as "£390", as it is."""
    if value.unit != _STERLING or not value.written.lower().endswith(POUNDS):
        return value
    low, high, place = (_POUND * each for each in (value.low, value.high, value.place))
    return msgspec.structs.replace(value, low=low, high=high, place=place, unit=_MASS, native="lb")


def _differ(one: Quantity, other: Quantity) -> bool:
    return one.unit == other.unit and differ(one, other)


def _are_alike(value: Quantity, against: Quantity, one: Heard, other: Heard) -> int:
    """2 where both count the same, 1 where both are written in one unit."""
    if counted(one, value) & counted(other, against):
        return 2
    return int(_written_unit(value) == _written_unit(against))


def _written_unit(value: Quantity) -> str:
    return value.written.lower().lstrip("0123456789., -")


def are_told(values: Sequence[Quantity], value: Quantity) -> bool:
    """Whether the value is among them, or one that may be the same; of "over three manuals" not how many pipes there are."""
    return any(one.unit == value.unit and not (differ(one, value) or _is_far(one, value)) for one in values)


def _is_far(one: Quantity, other: Quantity) -> bool:
    """Whether a limit of the one is nowhere near the other."""
    if one.is_moment or (one.high == inf) == (one.low == -inf):
        return False
    limit, least = (one.low, other.low) if one.high == inf else (other.high, one.high)
    return least > _FAR * limit > 0


def counted(said: Heard, value: Quantity) -> frozenset[str]:
    """What stands next behind the value in its clause."""
    found: list[str] = []
    for token in said.words[value.end : value.end + _BEHIND]:
        if token.kind is Kind.BREAK:
            break
        if token.kind in _SAYING:
            found.append(token.key)
    return frozenset(found[:_NOUNS])


def _is_told(one: Quantity, times: Sequence[Quantity]) -> bool:
    """Whether it is part of a time of day."""
    return any(one.written in time.written for time in times)


def _is_limit(words: Sequence[Token], at: int) -> bool:
    """Whether it limits a number, or a time: "no more than three", "not opened until 1902"."""
    if any(token.written.lower() == "until" for token in words[at + 1 : at + _UNTIL]):
        return True
    than = next((i for i in range(at + 1, min(at + 4, len(words))) if words[i].written.lower() == "than"), None)
    return than is not None and than + 1 < len(words) and words[than + 1].kind in (Kind.NUMBER, Kind.DATE)


def _is_label(words: Sequence[Token], one: Quantity) -> bool:
    """Of "Quill 2" and "line 7": the number is a name."""
    if one.unit or not one.start:
        return False
    before = words[one.start - 1]
    return before.kind is Kind.NAME or before.written.lower().removesuffix("s") in LABELS
