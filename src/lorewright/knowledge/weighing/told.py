"""Two sentences of articles that are held against each other, and in what they differ."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from lorewright.knowledge.disputes.quantities import Quantity
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.weighing.values import Heard, apart
from lorewright.knowledge.words import DAYS, listed


class Told(NamedTuple):
    """A sentence of an article."""

    title: str
    text: str
    heard: Heard
    titled: Heard
    """What its title says."""
    before: str = ""
    """What the claim that it is of tells before it: whom "it" means, and when that was so."""


class Two(NamedTuple):
    one: Told
    other: Told
    moments: Sequence[tuple[Quantity, Quantity]]
    """Days, months and years in which they differ."""
    amounts: Sequence[tuple[Quantity, Quantity]]
    """What else they differ in that is counted or measured."""
    hours: Sequence[tuple[Quantity, Quantity]]
    """Times of day, days of the week and of whatever year."""

    @classmethod
    def of(cls, one: Told, other: Told) -> "Two":
        differing = apart(one.heard, other.heard)
        return cls(
            one,
            other,
            [pair for pair in differing if pair[0].is_moment],
            [pair for pair in differing if not pair[0].tells_when],
            [pair for pair in differing if pair[0].tells_when and not pair[0].is_moment],
        )

    @property
    def both(self) -> tuple[Told, Told]:
        return self.one, self.other

    @property
    def values(self) -> list[tuple[Quantity, Quantity]]:
        """All in which they differ."""
        return [*self.moments, *self.amounts, *self.hours]

    @property
    def differ_in_denial(self) -> bool:
        return self.one.heard.denials != self.other.heard.denials


def written(told: Told) -> frozenset[str]:
    """Its words, in lower case."""
    return frozenset(token.written.lower() for token in told.heard.words)


def titled(told: Told) -> frozenset[str]:
    """Those of its title, without marks."""
    return frozenset(token.written.lower() for token in told.titled.words if token.written[0].isalnum())


def each_names_another(one: Told, other: Told) -> bool:
    """Whether both name something that neither the other sentence nor a title does: who designed it, where it stands."""
    titles = one.titled.keys | other.titled.keys
    return all(_names(told) - against.heard.keys - titles for told, against in ((one, other), (other, one)))


def _names(told: Told) -> frozenset[str]:
    return frozenset(
        token.key
        for token in told.heard.words
        if token.kind is Kind.NAME and token.written[0].isupper() and token.written.lower() not in _CALENDAR
    )


_CALENDAR = DAYS | frozenset(
    listed("january february march april may june july august september october november december")
)
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


def around(told: Told) -> frozenset[str]:
    """The words of its title and of what stands before it."""
    return titled(told) | frozenset(word.lower() for word in _WORD.findall(told.before))
