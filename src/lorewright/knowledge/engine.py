"""What an engine is: it compiles a text into a draft of an article, and answers a question from passages."""

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

import msgspec

from lorewright.knowledge.disputes.statements import Relation
from lorewright.reading.base import Moment, Reading

COMPILING = "compile"
"""The purpose of what is asked of a model in order to compile, as the ledger tells it."""


class Span(msgspec.Struct, frozen=True):
    """`content[start:end]` of a text, which is `quote`."""

    start: int
    end: int
    quote: str


class DraftClaim(msgspec.Struct, frozen=True):
    """A sentence that stands by itself, and the spans of the text it rests on."""

    text: str
    spans: tuple[Span, ...]
    inferred: bool = False
    """The spans do not bear it, though they speak of the same: it is shown as what it is."""


class DraftSection(msgspec.Struct, frozen=True):
    """A part of the analysis, under the heading that the source gave it."""

    heading: str
    level: int
    """1 for a chapter, 2 for what stands in it, ..."""
    claims: tuple[DraftClaim, ...]


class Concept(msgspec.Struct, frozen=True):
    """Something that a text is about."""

    name: str
    """As a person would write it."""
    short: str | None = None
    """The abbreviation that the text itself spells out with it."""
    kind: str | None = None
    """What the text says that it is, as another of its concepts is written: of a film "film"."""
    is_kind: bool = False
    """The text is not about this, but about one of the kind."""


class Draft(msgspec.Struct, frozen=True):
    """What an engine makes of one text, before the evidence check."""

    title: str
    summary: tuple[DraftClaim, ...]
    key_claims: tuple[DraftClaim, ...]
    analysis: tuple[DraftSection, ...]
    open_questions: tuple[DraftClaim, ...]
    concepts: tuple[Concept, ...]
    """What a person would tag it with, the most telling first."""
    dropped: int = 0
    """How many claims there were beside these of which nothing can be shown, and sentences in what is `untold`."""
    untold: tuple[tuple[int, int], ...] = ()
    """Parts of the text, from and to, of which the engine could not tell anything."""


class Passage(msgspec.Struct, frozen=True):
    """A piece of a text of about 200 tokens on sentence boundaries; the passages of a text tile it without gap or overlap."""

    number: int
    """Its number in the store, unique over all scopes; 0 before it is stored."""
    text_id: str
    ordinal: int
    start: int
    end: int
    content: str
    """`text[start:end]`"""
    heading_path: tuple[str, ...] = ()
    """The headings it stands under, outermost first; of rows of a table then the rows that name its columns."""
    page: int | None = None
    title: str = ""
    """Of its text; empty before it is stored."""
    moments: tuple[Moment, ...] = ()
    """When it was said, by places in its *text*; the first is at or before its start. Empty where nothing was spoken."""

    @property
    def headings(self) -> tuple[str, ...]:
        """All that it stands under, outermost first."""
        return (
            (self.title, *self.heading_path)
            if self.title and self.title not in self.heading_path
            else self.heading_path
        )


class AnswerSentence(msgspec.Struct, frozen=True):
    """A sentence of an answer and what it rests on: pairs of an index into the passages given and a span of that passage's *text*."""

    text: str
    support: tuple[tuple[int, Span], ...]
    inferred: bool = False
    """As of a claim."""
    language: str | None = None
    """ISO 639-1, of what it rests on; None where it says it in the same words."""


class Asking(msgspec.Struct, frozen=True):
    """For whom an engine works, and from what: what it asks of a model is accounted to them."""

    owner: str
    source_ids: tuple[str, ...]
    """Of every source that something is read of."""


class Earlier(msgspec.Struct, frozen=True):
    """A question that was asked before in the same conversation, and its answer."""

    question: str
    answer: str
    source_ids: tuple[str, ...]
    """Of every source that the answer rests on."""


class Disputed(msgspec.Struct, frozen=True):
    """Two claims of a pair that was asked about which cannot both be true, or of which one has taken the other's place."""

    pair: int
    """Its place among those that were asked about."""
    relation: Relation
    quotes: tuple[str, str]
    """The words of either claim in which the two differ."""
    is_turned: bool = False
    """The second claim supersedes the first; else the first does, where one does."""


class Engine(Protocol):
    """No transaction is open while it works, and to cancel its task ends what it has under way."""

    name: str
    """Of the provider, as articles tell it."""

    async def compile(self, reading: Reading, title: str | None, asking: Asking) -> Draft:
        """`title` is what the person called the source, where she did. An engine that asks a model raises as that does."""
        ...

    async def understand(self, question: str, earlier: Sequence[Earlier], asking: Asking) -> str:
        """The question as it would be asked without the earlier ones, the first of them first; as it is where it stands by itself.

        Raises `BudgetExceeded`, `Unavailable`.
        """
        ...

    async def split(self, question: str, asking: Asking) -> Sequence[str]:
        """The questions that this one is made of, each to be asked by itself; itself where it asks one thing. Errors as `compile`."""
        ...

    async def disputed(self, pairs: Sequence[tuple[str, str]], asking: Asking) -> Sequence[Disputed]:
        """Which of these pairs of claims contradict each other, beside those that rules find. Errors as `compile`."""
        ...

    async def parents(self, names: Sequence[str], lacking: Sequence[int], asking: Asking) -> Sequence[tuple[int, int]]:
        """Of concepts that lack a place which other stands above which, beside what rules tell: (the one, the one above it), both as
        places in `names`. Raises `BudgetExceeded`, `Unavailable`."""
        ...

    def answer(self, question: str, passages: Sequence[Passage], asking: Asking) -> AsyncGenerator[AnswerSentence]:
        """Sentences in the order to be read; none where the passages do not support an answer. Errors as for `compile`."""
        ...

    async def other_words(self, question: str, asking: Asking) -> Sequence[str]:
        """In which other words what answers the question may be written: only to look for it. Errors as `understand`."""
        ...

    async def ranked(self, question: str, passages: Sequence[Passage], asking: Asking) -> Sequence[int]:
        """The index of each passage, the one that helps most first. Errors as `understand`."""
        ...
