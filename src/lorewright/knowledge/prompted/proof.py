"""What becomes of what a model says: it is shown as sourced, as inferred, or not at all (docs/decisions/0013-prompted.md)."""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from lorewright.index.terms import BY_SCRIPT, Analyser
from lorewright.knowledge.engine import Span
from lorewright.knowledge.evidence import check, whole
from lorewright.knowledge.facts import FACTS, Kind, Token, normalised, tokens
from lorewright.knowledge.prompted.address import addresses_model
from lorewright.knowledge.prompted.links import links
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.stems import stemmer

LONGEST = 1_000
"""Characters of a claim."""
_NEAR = {True: (0.7, 0.4), False: (0.8, 0.8)}
"""By whether the claim may be in other words than its quote (see `check`): the share of the claim's terms that the quote's sentences
have, and of theirs that the claim has, for it to be shown as inferred. In a language that is not compared word by word nobody
can say what a difference means, so there is to be little of it."""
_COMPARED = frozenset({"en"})
_MARKUP = re.compile(r"[\[\]<>{}|\\/@#=*_~^`]")
"""In a piece of a text between spaces: no word of a language is written so, but paths, tags and links are."""
_AROUND = ".,;:!?()\"'"
_ANNOUNCES = re.compile(r"[:：]\s*\Z")
"""A paragraph that ends so goes on in the next."""
_PARTED = "\n\n"
_REACH = 600
"""Characters on either side: a transcript is one paragraph of an hour, in which a speaker may well give an order."""
_JOINERS = "\u200c\u200d"
"""Not seen, but some scripts cannot be written without them."""


class Standing(StrEnum):
    SOURCED = "sourced"
    INFERRED = "inferred"
    DROPPED = "dropped"


class Judged(NamedTuple):
    standing: Standing
    reasons: tuple[str, ...] = ()
    """Why it is not sourced, in words for whoever may put it right."""


class Ground:
    """The part of a text that a model has read, to hold what it says against. For one thread at a time."""

    def __init__(self, content: str, start: int, end: int, language: str | None) -> None:
        """`content[start:end]` is the part."""
        self.content = content
        self.start = start
        self._end = end
        self._language = language

    @cached_property
    def own(self) -> str:
        return self.content[self.start : self._end]

    def judged(self, claim: str, spans: Sequence[Span]) -> Judged:
        """`spans`: what the claim is to rest on, as it stands in the text."""
        if foreign := links(claim) - self._links:
            return Judged(Standing.DROPPED, (f"“{min(foreign)}” is no address of the text",))
        quotes = [span.quote for span in spans]
        wholes = [whole(self.content, span.start, span.end) for span in spans]
        paragraphs = [self._paragraph(span) for span in spans]
        if len(claim) > LONGEST or addresses_model(claim) or any(map(addresses_model, paragraphs)):
            return Judged(Standing.DROPPED, ("it says nothing of what the text is about",))
        verdict = check(claim, quotes, quotes, self._language, wholes)
        if verdict.passed:
            return Judged(Standing.SOURCED)
        out_of_context = check(claim, quotes, quotes, self._language).passed
        shown = (
            not out_of_context
            and self._is_near(claim, wholes)
            and not self._invents(claim)
            and not _contradicts(claim, wholes)
        )
        return Judged(Standing.INFERRED if shown else Standing.DROPPED, verdict.reasons)

    def _paragraph(self, span: Span) -> str:
        """With what is told before and after it, within `_REACH`: an order and what is to be said may be sentences of their own, or paragraphs."""
        first, last = max(0, span.start - _REACH), min(len(self.content), span.end + _REACH)
        begin = self.content.rfind(_PARTED, first, span.start)
        while begin >= 0 and _ANNOUNCES.search(self.content, max(first, begin - 9), begin):
            begin = self.content.rfind(_PARTED, first, begin)
        end = self.content.find(_PARTED, span.end, last)
        return self.content[begin if begin >= 0 else first : end if end >= 0 else last]

    def _is_near(self, claim: str, wholes: Iterable[str]) -> bool:
        terms = Analyser([BY_SCRIPT])
        said, there = terms.every(claim), terms.every(" ".join(wholes))
        shared = len(said & there)
        least_said, least_there = _NEAR[self._language in _COMPARED]
        return bool(said) and shared >= least_said * len(said) and shared >= least_there * len(there)

    def _invents(self, claim: str) -> bool:
        """Whether it has a number, a date, a name or markup that the text has nowhere; what begins a sentence may be a name too."""
        if any(
            _MARKUP.search(piece) and piece.strip(_AROUND) not in self._written for piece in normalised(claim).split()
        ):
            return True
        for row in _rows(claim):
            for place, token in enumerate(row):
                may_be_name = place == 0 and token.kind is Kind.WORD and token.written[:1].isupper()
                if (token.kind in FACTS or may_be_name) and token.key not in self._keys:
                    return True
        return False

    @cached_property
    def _links(self) -> set[str]:
        return links(self.own)

    @cached_property
    def _written(self) -> str:
        return normalised(self.own)

    @cached_property
    def _keys(self) -> set[str]:
        return {token.key for row in _rows(self.own) for token in row}


def _contradicts(claim: str, wholes: Iterable[str]) -> bool:
    """Whether it denies where they do not, or the other way round, or has a number or a date that is none of theirs."""
    said, there = (list(chain.from_iterable(_rows(text))) for text in (claim, "\n".join(wholes)))
    denies, denied = (any(token.kind is Kind.NEGATION for token in row) for row in (said, there))
    counted = {token.key for token in said if token.kind in (Kind.NUMBER, Kind.DATE)}
    return denies != denied or not counted <= {token.key for token in there}


def plain(text: str) -> str:
    """One line without characters that are not seen: they could turn its direction, or hide what it says."""
    line = " ".join(text.split())
    return "".join(c for c in line if c.isprintable() or c in _JOINERS).strip()


def _rows(text: str) -> list[list[Token]]:
    stem = stemmer("en")
    text = "\n".join(map(normalised, text.splitlines()))
    return [tokens(text[start:end], stem) for start, end in sentences(text)]
