"""Claims that may contradict each other though no rule can tell: alike in words, of two articles that are near each other."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lorewright.index.terms import BY_SCRIPT, Analyser
from lorewright.knowledge.disputes.statements import Claim

_ALIKE = 0.35
"""Share of their terms that two claims have in common."""


class Suspect(NamedTuple):
    one: Claim
    other: Claim
    likeness: float
    """0 to 1; two that say the same in the same words are none."""


def likeliest(suspects: Iterable[Suspect], most: int) -> list[Suspect]:
    """At most so many."""
    return heapq.nsmallest(most, suspects, key=lambda pair: (-pair.likeness, pair.one.id, pair.other.id))


def suspects(between: Iterable[tuple[Sequence[Claim], Sequence[Claim]]]) -> Iterator[Suspect]:
    """Of the claims of pairs of articles, as they come."""
    analyser = Analyser([BY_SCRIPT])
    terms: dict[str, set[str]] = {}
    for some, others in between:
        for one in (*some, *others):
            if one.id not in terms:
                terms[one.id] = set(analyser.every(one.text))
        for one in some:
            for other in others:
                mine, theirs = terms[one.id], terms[other.id]
                likeness = 2 * len(mine & theirs) / ((len(mine) + len(theirs)) or 1)
                if mine != theirs and likeness >= _ALIKE:
                    first, second = (one, other) if one.id < other.id else (other, one)
                    yield Suspect(first, second, likeness)
