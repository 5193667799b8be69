"""What a script is made of and what it is."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from lorewright.knowledge.engine import Asking, Passage

MOST_TEXTS = 60
"""Nobody can follow more in an hour."""


class Speaker(StrEnum):
    HOST = "host"
    EXPERT = "expert"


class Told(NamedTuple):
    """A text, or its beginning, that an episode may speak of."""

    source_id: str
    text_id: str
    title: str
    language: str | None
    passages: Sequence[Passage]
    """In order and without a gap, from the first on."""

    @property
    def content(self) -> str:
        return "".join(one.content for one in self.passages)


class Ground(NamedTuple):
    """Where in a text something stands that is said."""

    source_id: str
    text_id: str
    start: int
    end: int


class Statement(NamedTuple):
    """A sentence for the expert, and what it rests on."""

    text: str
    grounds: tuple[Ground, ...]


class Topics(NamedTuple):
    """What may be asked so that the answer fits: each is in the answer itself, or stands over it. Empty where there is none."""

    defined: str = ""
    """What the answer says the nature of: "The weir", "Ada Lovelace"."""
    heading: str = ""
    phrase: str = ""
    """A key phrase that the first sentence of the answer has."""
    year: str = ""
    """With which the answer begins."""
    named: tuple[str, ...] = ()
    """What its first sentence begins with, or names."""
    asked: str = ""
    """A question that has been put already, by a text or a model."""


class Exchange(NamedTuple):
    """A question that can be asked and its answer, of one text."""

    topics: Topics
    said: tuple[Statement, ...]
    place: int
    """In its text: exchanges are told in this order."""
    worth: float
    """0 to about 1."""
    terms: frozenset[str]
    """What it speaks of, to know what has been said."""

    @property
    def answer(self) -> str:
        return " ".join(one.text for one in self.said)


class Chapter(NamedTuple):
    """What there is to say of one text."""

    title: str
    language: str | None
    source_id: str
    exchanges: tuple[Exchange, ...]
    terms: frozenset[str]
    """Of the whole text."""


class Line(NamedTuple):
    """What one of the two says."""

    speaker: Speaker
    text: str
    """As it is read."""
    spoken: str
    """As it is said."""
    grounds: tuple[Ground, ...]
    """Empty where it says nothing of a source: a greeting, a question."""
    language: str | None
    """ISO 639-1."""
    chapter: str | None = None
    """Of the first line of a chapter its title."""


class Script(NamedTuple):
    lines: tuple[Line, ...]
    notes: tuple[str, ...]
    """What whoever asked for it should know of it, each a sentence."""


class Sample(NamedTuple):
    """Something to be said by which it is heard how fast a voice speaks a language."""

    text: str
    """As it is said."""
    language: str


class Pace(NamedTuple):
    """How fast a voice speaks, measured."""

    length_per_s: float
    """As `length` counts."""

    @classmethod
    def measured(cls, spoken: str, seconds: float) -> "Pace":
        return cls(length(spoken) / seconds)

    def seconds(self, spoken: str) -> float:
        return length(spoken) / self.length_per_s


LENGTH_VERSION = 1
"""Raised with whatever changes what `length` counts: paces are kept."""
_LONGER = (
    (re.compile(r"[,;:.?!。，、；：？！।،؛؟]"), 4.5),  # a voice rests
    (re.compile(r"\b[A-Z]{2,}\b"), 2.5),  # spelt out
    (re.compile(r"\d"), 6.0),  # of languages in which numbers are left to the voice
    (re.compile("[\u3040-\u30ff\u3400-\u9fff]"), 4.0),  # a syllable or more
    (re.compile("[\uac00-\ud7af]"), 2.0),
)
"""What takes longer to say than a letter, and by how many letters."""


def length(spoken: str) -> float:
    """How long it takes to say, in letters of running text."""
    return len(spoken) + sum(more * sum(map(len, pattern.findall(spoken))) for pattern, more in _LONGER)


class Writer(Protocol):
    """Says what there is to say of a text. No transaction is open while it works."""

    @property
    def most_texts(self) -> int:
        """Of how many it is worth asking."""
        ...

    async def chapter(self, told: Told, asking: Asking) -> Chapter:
        """An engine that asks a model raises as that does."""
        ...
