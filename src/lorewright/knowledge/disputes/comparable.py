"""Whether two facets speak of the same: one part of one thing, and where it may happen in several places, of one of them."""

from lorewright.knowledge.disputes import events
from lorewright.knowledge.disputes.quantities import Quantity
from lorewright.knowledge.disputes.relations import WHO
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.units import TIMES

_SAYS_ENOUGH = 4
"""Keys of a denial: of what, that it is a fact, and two that tell what is denied."""
_SAYS_WHICH = 2
"""Words besides that both tell, by which one of several of one name is known."""
LIKE = "like:"
"""Before what a value counts, where its words alone tell of what it is."""
ONCE = "once:"
"""Among these words, that it happens but once: before what is told to be the first or the last."""
NAMED = "named:"
"""Before a word of a name in what a count is limited by."""
_MOST_ALIKE, _FEWEST = 0.6, 2
"""Share of the words of the shorter of two that the other has too, and how many that are."""
_MONTH = 31
"""Days."""
_WITHIN = f"{WHO}in "
_BESIDES = 2
"""Words that one of two counts may tell besides."""


def of_one_wording(one: Statement, other: Statement) -> bool:
    """Whether both are the same word for word, but for their values, and of articles about the same."""
    same = one.literal == other.literal and one.order == other.order
    return same and len(one.keys) > 1 and not one.about.isdisjoint(other.about)


def of_one_facet(one: Statement, other: Statement) -> bool:
    """Of the same part of the same thing; of what happens in several places, in the same."""
    if any(key.startswith(LIKE) for key in one.keys):
        return one.keys == other.keys and _are_like(one, other)
    if one.says is Says.FACT:
        if one.denied == other.denied or not _denies(one, other):
            return False
    elif one.keys != other.keys:
        return False
    if one.subject and other.subject and any(key.startswith(_WITHIN) for key in one.keys):
        return False  # two articles of one title about two places of that name
    for mine, theirs in ((one, other), (other, one)):
        told = len(mine.where & theirs.where) >= _SAYS_WHICH
        if mine.qualified and not theirs.subject and mine.near.isdisjoint(theirs.near) and not told:
            return False
    if not one.keys.isdisjoint(events.ONLY_ONCE) or one.where == other.where:
        return True
    if one.says is Says.AMOUNT:
        if one.value and one.value.unit:
            return False
        told = one.where <= other.where or other.where <= one.where
        more = one.where ^ other.where
        known = {f"{NAMED}{word}" for word in one.near & other.near}
        return told and len(more - known) <= _BESIDES and not any(key.startswith(NAMED) for key in more - known)
    return bool(one.where and other.where and (one.where <= other.where or other.where <= one.where))


def _denies(one: Statement, other: Statement) -> bool:
    if one.keys == other.keys and "fact" not in one.keys:
        return one.past == other.past
    return _denies_all(one, other) or _denies_all(other, one)


def _denies_all(one: Statement, other: Statement) -> bool:
    """Whether one denies what the other tells, with whatever besides: who captured no flag captured none of the enemy's."""
    said = len(one.keys) >= _SAYS_ENOUGH and one.keys <= other.keys
    return one.denied and said and (one.never or one.past == other.past)


def _are_like(one: Statement, other: Statement) -> bool:
    """Whether the words around two values are alike enough to be told of the same."""
    if not (one.subject or other.subject) or not (one.names <= other.names or other.names <= one.names):
        return False
    short, long = sorted((one, other), key=lambda each: (len(each.names), bool(each.subject)))
    is_part = len(short.names) < len(long.names)
    if is_part and (short.subject or not long.subject):
        return False
    first, second = ({word for word in each.where if word.startswith(ONCE)} for each in (one, other))
    mine, theirs = (
        {word.removeprefix(NAMED) for word in each.where if not word.startswith(ONCE)} - long.names
        for each in (one, other)
    )
    shared = mine & theirs
    named = {word.removeprefix(NAMED) for word in one.where | other.where if word.startswith(NAMED)} - long.names
    fewer = min(mine, theirs, key=len)
    needed = _FEWEST + is_part
    if one.says is Says.MOMENT:
        near = one.value is not None and other.value is not None and _of_one_month(one.value, other.value)
        once = bool(first) and first == second
        if not (near or once):
            return False
        needed -= near + (near and once)
    elif one.value and one.value.unit in TIMES:
        needed += 1
    if len((fewer - shared) & named) > 1:
        return False
    return len(shared) >= needed and len(shared) >= _MOST_ALIKE * len(fewer)


def _of_one_month(one: Quantity, other: Quantity) -> bool:
    """Whether both are days, of a month that is the same."""
    exact = one.high - one.low < 1 and other.high - other.low < 1
    return exact and abs(one.low - other.low) < _MONTH
