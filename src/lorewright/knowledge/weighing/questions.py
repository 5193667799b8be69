"""Whether two values in which sentences differ answer one question: both are when it was founded, how high it is, or how many pipes it has."""

import re
from functools import lru_cache

from lorewright.knowledge.disputes import events
from lorewright.knowledge.disputes.attributes import SAME
from lorewright.knowledge.disputes.quantities import Quantity
from lorewright.knowledge.disputes.rewording import reworded
from lorewright.knowledge.weighing.scopes import ATTRIBUTES
from lorewright.knowledge.weighing.told import Told
from lorewright.knowledge.weighing.values import apart, counted
from lorewright.knowledge.words import listed

_WORD = re.compile(r"[^\W_]+")
_HELD = 2_000
_ENROLLED = frozenset(listed("enrolled recruited randomised randomized participants"))
"""How many took part in a study."""
_LASTS = frozenset(
    listed("take takes took taken last lasts lasted need needs needed require requires required duration")
)
"""How long something is."""
_TIME = "s"
_HAPPENS = events.ATTRIBUTES | events.HAPPENS
"""Word -> event."""


def answer_one_question(one: Told, other: Told) -> bool:
    """Whether they differ in what happened when, in what has a name, as a height, or in how many there are of the same."""
    return any(_is_one(mine, theirs, one, other) for mine, theirs in apart(one.heard, other.heard))


def _is_one(mine: Quantity, theirs: Quantity, one: Told, other: Told) -> bool:
    if mine.is_moment:
        return not happens(one).isdisjoint(happens(other))
    if mine.tells_when:
        return False
    if mine.unit == _TIME and all(not _LASTS.isdisjoint(_said(told.text)) for told in (one, other)):
        return True
    both_count = counted(one.heard, mine) & counted(other.heard, theirs)
    return bool(both_count or _attributes(one) & _attributes(other))


def happens(told: Told) -> frozenset[str]:
    """What happens in it."""
    return frozenset(_HAPPENS[word] for word in _said(told.text) if word in _HAPPENS)


def _attributes(told: Told) -> frozenset[str]:
    said = _said(told.text)
    enrolled = frozenset({"enrolled"} if _ENROLLED.intersection(said) else ())
    return frozenset(SAME.get(word, "") for word in said) & ATTRIBUTES | enrolled


@lru_cache(maxsize=_HELD)
def _said(sentence: str) -> tuple[str, ...]:
    """Its words, with those of phrases in one."""
    return tuple(_WORD.findall(reworded(sentence).lower()))
