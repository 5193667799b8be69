"""Where one sentence tells the opposite of another in so many words: by a word, or with the two that it compares exchanged."""

from collections.abc import Iterator, Set
from itertools import islice, product

from lorewright.knowledge.disputes.attributes import opposed
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.weighing.told import Two
from lorewright.knowledge.weighing.values import Heard
from lorewright.knowledge.words import listed

SAYING = frozenset({Kind.WORD, Kind.NAME, Kind.DIRECTION})
_COMPARING = frozenset(listed("than whereas while unlike"))
"""Between what is compared."""
_BEFORE, _BEHIND = 8, 5
"""Words next to it, among which is what is compared."""


def opposites(one: Heard, other: Heard, mine: Set[str], theirs: Set[str]) -> set[str]:
    """Of the words that `one` alone has those of which the other alone has the opposite: "rare" and "common"."""
    against = {side for key, side in _sides(other) if key in theirs}
    return {key for key, (group, turns) in _sides(one) if key in mine and (group, not turns) in against}


def are_opposed(one: Heard, other: Heard) -> bool:
    """Whether a word tells the opposite, or they are exchanged: "greater in older than in younger women" and the reverse.

    "More" and "less" are left out: in long sentences they are of different things as often.
    """
    mine, theirs = keys(one), keys(other)
    return bool(opposites(one, other, mine - theirs, theirs - mine)) or _are_exchanged(one, other)


def keys(said: Heard) -> frozenset[str]:
    """Of what it tells."""
    return frozenset(token.key for token in said.words if token.kind in SAYING and len(token.written) > 1)


def denies(one: Heard, other: Set[str]) -> bool:
    """Whether it denies what a word tells that the other has too: "was not opened"."""
    return not denied(one).isdisjoint(other)


def is_denied(two: Two) -> bool:
    """Whether one denies a word of the other."""
    return two.differ_in_denial and any(
        denies(told.heard, keys(against.heard)) for told, against in (two.both, two.both[::-1])
    )


def denied(said: Heard) -> frozenset[str]:
    """The word behind each denial."""
    found = set()
    for place, token in enumerate(said.words):
        if token.kind is Kind.NEGATION:
            follows = (word.key for word in said.words[place + 1 :] if word.kind is not Kind.LIGHT)
            found |= {*islice(follows, 1)}
    return frozenset(found)


def _sides(said: Heard) -> Iterator[tuple[str, tuple[str, bool]]]:
    for token in said.words:
        if side := opposed(token.written.lower(), predicate=True):
            yield token.key, side


def _are_exchanged(one: Heard, other: Heard) -> bool:
    return any(
        (before - behind) & (there - here) and (behind - before) & (here - there)
        for (before, behind), (here, there) in product(_compared(one), _compared(other))
    )


def _compared(said: Heard) -> list[tuple[frozenset[str], frozenset[str]]]:
    """What stands before and what behind each word that compares."""
    told = [token for token in said.words if token.kind in SAYING or token.written.lower() in _COMPARING]
    return [
        (
            frozenset(word.key for word in told[max(at - _BEFORE, 0) : at]),
            frozenset(word.key for word in told[at + 1 : at + 1 + _BEHIND]),
        )
        for at, token in enumerate(told)
        if token.written.lower() in _COMPARING
    ]
