"""What a claim states, in a form in which two claims can be compared: about what, which value, when, and whether it is denied."""

import re
from collections.abc import Iterable
from datetime import date
from enum import StrEnum

import msgspec

from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.disputes.quantities import Quantity


class Claim(msgspec.Struct, frozen=True):
    """A sentence or two of an article."""

    id: str
    article_id: str
    text: str
    language: str | None
    """ISO 639-1."""
    dated: date | None = None
    """Of its source."""
    about: frozenset[str] = frozenset()
    """What its whole article is about, see `about`."""


class Relation(StrEnum):
    CONTRADICTS = "contradicts"
    SUPERSEDES = "supersedes"
    """It was so, and is no longer: the first claim is the newer one."""


class Says(StrEnum):
    AMOUNT = "amount"
    MOMENT = "moment"
    FACT = "fact"


class Statement(msgspec.Struct, frozen=True, array_like=True):
    """Part of a claim. Depends on the claim alone, so it can be kept as long as that stands."""

    claim_id: str
    article_id: str
    says: Says
    keys: frozenset[str]
    """All that it speaks of, the value and the time left out."""
    spare: frozenset[str]
    """Of these what another statement about the same may lack."""
    names: frozenset[str]
    """Of the keys those that are names, and stand in the subject or before it."""
    order: tuple[str, ...]
    """The keys as they stand there; of facts alone."""
    value: Quantity | None
    denied: bool
    turned: bool
    """It holds an odd number of words that stand for the opposite of their key."""
    times: tuple[tuple[float, float], ...]
    """First and last day of each time it speaks of."""
    now: bool
    once: bool
    """It says itself that this was so before."""
    past: bool
    definite: bool
    """Its subject is "the company" or "it": something that only its article tells."""
    dated: date | None
    about: frozenset[str]
    language: str | None
    literal: bool = False
    """Taken word for word: only what is written alike compares with it."""

    @property
    def written(self) -> str:
        """Its value, as the claim writes it."""
        return self.value.written if self.value else ""


def about(title: str, concepts: Iterable[str], language: str | None) -> frozenset[str]:
    """Of the concepts of an article those that its title begins with: what "the bridge" and "it" mean all through it."""
    return frozenset(
        key_of(name, language)
        for name in concepts
        if re.match(rf"(?:(?:the|an?) )?{re.escape(name)}(?!\w)", title, re.IGNORECASE)
    )
