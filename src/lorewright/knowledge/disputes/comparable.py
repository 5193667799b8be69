"""Whether two facets speak of the same: one part of one thing, and where it may happen in several places, of one of them."""

from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.statements import Says, Statement

_SAYS_ENOUGH = 4
"""Keys of a denial: of what, that it is a fact, and two that tell what is denied."""


def of_one_facet(one: Statement, other: Statement) -> bool:
    """Of the same part of the same thing; of what happens in several places, in the same."""
    if one.says is Says.FACT:
        if one.denied == other.denied or (not _denies_all(one, other) and not _denies_all(other, one)):
            return False
    elif one.keys != other.keys:
        return False
    for mine, theirs in ((one, other), (other, one)):
        if mine.qualified and not theirs.subject and mine.near.isdisjoint(theirs.near):
            return False
    once = not one.keys.isdisjoint(attributes.ONLY_ONCE)
    return (
        once
        or one.where == other.where
        or bool(one.where and other.where and (one.where <= other.where or other.where <= one.where))
    )


def _denies_all(one: Statement, other: Statement) -> bool:
    """Whether one denies what the other tells, with whatever besides: who captured no flag captured none of the enemy's."""
    said = len(one.keys) >= _SAYS_ENOUGH and one.keys <= other.keys
    return one.denied and said and (one.never or one.past == other.past)
