"""Whether two facets speak of the same: one part of one thing, and where it may happen in several places, of one of them."""

from lorewright.knowledge.disputes import events
from lorewright.knowledge.disputes.relations import WHO
from lorewright.knowledge.disputes.statements import Says, Statement

_SAYS_ENOUGH = 4
"""Keys of a denial: of what, that it is a fact, and two that tell what is denied."""
NAMED = "named:"
"""Before a word of a name in what a count is limited by."""
_WITHIN = f"{WHO}in "
_BESIDES = 2
"""Words that one of two counts may tell besides."""


def of_one_facet(one: Statement, other: Statement) -> bool:
    """Of the same part of the same thing; of what happens in several places, in the same."""
    if one.says is Says.FACT:
        if one.denied == other.denied or not _denies(one, other):
            return False
    elif one.keys != other.keys:
        return False
    if one.subject and other.subject and any(key.startswith(_WITHIN) for key in one.keys):
        return False  # two articles of one title about two places of that name
    for mine, theirs in ((one, other), (other, one)):
        if mine.qualified and not theirs.subject and mine.near.isdisjoint(theirs.near):
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
