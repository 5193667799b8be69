"""Sentences of which one tells all that the other does but for a value, an opposite or a denial: who notes one fact of a long sentence writes so.

The models look at how much of both is alike, and the longer a sentence is the less they are sure that it tells of the same thing. Whether every word
of the one stands in the other needs no model.
"""

from itertools import product

from lorewright.knowledge.disputes.attributes import DIRECTIONS, GENERIC, stemmed
from lorewright.knowledge.disputes.quantities import differ
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.weighing.opposites import denies, keys, opposites
from lorewright.knowledge.weighing.told import Told
from lorewright.knowledge.weighing.values import Heard, apart, are_told, counted
from lorewright.knowledge.words import listed

_CONTAINED = (1.0, 0.5)
"""By how many words are lacking."""
_DENIED = 0.75
""" "The guild has no mill" may be told of another time or part than "the guild has a mill", and more often is than another value."""
_SHORTEST = 3
"""Words that the shorter has to have, besides those that the longer one lacks."""
_KINDS = stemmed(
    GENERIC | frozenset(listed("show series sitcom cartoon comedy road dam track game festival hotel law"))
)
_OPPOSITES = {**DIRECTIONS, "comparison:stop": "comparison:start"}
_OPPOSITES |= {other: one for one, other in _OPPOSITES.items()}


def contained(one: Told, other: Told) -> float:
    """1 where one of them tells all that the other does, in its sentence or its title, but for a value or an opposite in which they differ; 0.5 where
    it lacks one word more, 0.75 where it denies a word of the other and lacks none, else 0. The same whichever is the first.
    """
    (said, short), (there, long) = sorted(((keys(told.heard), told) for told in (one, other)), key=_length)
    turned = {key for key in said - there if _OPPOSITES.get(key) in there - said}
    turned |= opposites(short.heard, long.heard, said - there, there - said)
    lacking = len(said - there - turned - keys(long.titled) - _kind_of_subject(short.heard))
    if lacking >= len(_CONTAINED) or len(said) < _SHORTEST + lacking:
        return 0.0
    is_denying = short.heard.denials != long.heard.denials
    if apart(short.heard, long.heard):
        return _CONTAINED[lacking] if _differ_in_one_kind(short.heard, long.heard) else 0.0
    if turned:
        return 0.0 if is_denying else _CONTAINED[lacking]
    is_denied = is_denying and (denies(short.heard, there) or denies(long.heard, said))
    return _DENIED if is_denied and not lacking else 0.0


def _kind_of_subject(said: Heard) -> frozenset[str]:
    """Of "The show was cancelled" the show: it may be what the other one calls by name."""
    subject = next((token for token in said.words if token.kind is not Kind.LIGHT), None)
    return frozenset({subject.key} if subject and subject.written.islower() and subject.key in _KINDS else ())


def _length(told: tuple[frozenset[str], Told]) -> tuple[int, str, str]:
    return len(told[0]), told[1].text, told[1].title


def _differ_in_one_kind(mine: Heard, theirs: Heard) -> bool:
    """Whether what both measure, or both count, differs: 31 and 62 soldiers."""
    values, others = (
        [value for value in said.values if not are_told(against.values, value)]
        for said, against in ((mine, theirs), (theirs, mine))
    )
    return any(
        value.unit == other.unit
        and differ(value, other)
        and bool(value.unit or counted(mine, value) & counted(theirs, other))
        for value, other in product(values, others)
    )
