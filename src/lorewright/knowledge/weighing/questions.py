"""Whether two values in which sentences differ answer one question: both are when it was founded, how high it is, or how many pipes it has."""

from lorewright.knowledge.disputes import events
from lorewright.knowledge.disputes.attributes import SAME
from lorewright.knowledge.disputes.quantities import Quantity
from lorewright.knowledge.disputes.rewording import reworded
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.weighing.scopes import ATTRIBUTES
from lorewright.knowledge.weighing.told import Told
from lorewright.knowledge.weighing.values import Heard, apart

_HAPPENS = events.ATTRIBUTES | events.HAPPENS
"""Word -> event."""
_BEHIND, _NOUNS = 5, 2
"""Words behind a number among which is what it counts, and how many of them are looked at."""
_SAYING = frozenset({Kind.WORD, Kind.NAME})


def answer_one_question(one: Told, other: Told) -> bool:
    """Whether they differ in what happened when, in what has a name, as a height, or in how many there are of the same."""
    return any(_is_one(mine, theirs, one, other) for mine, theirs in apart(one.heard, other.heard))


def _is_one(mine: Quantity, theirs: Quantity, one: Told, other: Told) -> bool:
    if mine.is_moment:
        return not _events(one).isdisjoint(_events(other))
    if mine.tells_when:
        return False
    counted = _counted(one.heard, mine) & _counted(other.heard, theirs)
    return bool(counted or _attributes(one) & _attributes(other))


def _events(told: Told) -> frozenset[str]:
    """What happens in it."""
    words = reworded(told.text).lower().replace(",", " ").replace(".", " ").split()
    return frozenset(_HAPPENS[word] for word in words if word in _HAPPENS)


def _attributes(told: Told) -> frozenset[str]:
    return frozenset(SAME.get(token.written.lower(), "") for token in told.heard.words) & ATTRIBUTES


def _counted(said: Heard, value: Quantity) -> frozenset[str]:
    """What stands next behind the value in its clause."""
    found: list[str] = []
    for token in said.words[value.end : value.end + _BEHIND]:
        if token.kind is Kind.BREAK:
            break
        if token.kind in _SAYING:
            found.append(token.key)
    return frozenset(found[:_NOUNS])
