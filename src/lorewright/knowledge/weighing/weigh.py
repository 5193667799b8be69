"""What two articles about one thing tell that cannot both be true, each in its own words: weighed, where no rule understands both.

Only articles of which the titles name the same are held against each other, and of their sentences those that are nearest to each other.
Whether these contradict each other the built-in model for inference tells.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from lorewright.embeddings.base import Embedder, Inference, Vector
from lorewright.knowledge.disputes.attributes import CHANGING, SAME, stemmed
from lorewright.knowledge.disputes.statements import Claim, Relation
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.weighing.values import Heard, apart, heard

LANGUAGE = "en"
"""Which the model reads."""
THRESHOLD = 0.7
"""Probability from which on it is told."""
NEAREST = 2
"""Sentences of the other article that each is held against."""
_FARTHEST = 0.15
"""Cosine of two sentences below which they have nothing to do with each other."""
_STATES = re.compile(r'[^"?|]*[.!]')
"""Nothing quoted, nothing asked."""
_LONGEST = 60
"""Words of a sentence."""
_AGE = 180
"""Days between two sources after which what changes may have changed."""
_HELD = 2_000
"""Sentences of which it is remembered what they say: 10 MB at most."""


class Article(NamedTuple):
    id: str
    title: str
    dated: date | None
    """Of its source."""
    claims: Sequence[Claim]


class Weighed(NamedTuple):
    """The first claim is the newer one where it supersedes the other."""

    one: Claim
    other: Claim
    relation: Relation
    values: Sequence[tuple[str, str]]
    """In which they differ, as they are written."""
    probability: float


class Reader(Protocol):
    """Of sentences; what it raises goes through."""

    def built_in(self) -> Embedder: ...

    def infer(self, one: str, other: str) -> Inference: ...


class Said(NamedTuple):
    """A sentence, by its number in its article."""

    place: int
    text: str
    claim: Claim


class _Pair(NamedTuple):
    probability: float
    one: Said
    other: Said


class Scales:
    """Keeps what sentences say as long as it is used."""

    def __init__(self, reader: Reader, check: Callable[[], None] = lambda: None) -> None:
        """`check` may end it at any time by raising."""
        self._reader, self._check = reader, check
        stem = stemmer(LANGUAGE)
        self._heard = lru_cache(maxsize=_HELD)(lambda sentence: heard(sentence, stem))
        self._vector = lru_cache(maxsize=_HELD)(self._embedded)

    def weigh(self, one: Article, other: Article) -> Iterator[Weighed]:
        """What contradicts what; of each sentence the likeliest alone. Raises `Unavailable` where the built-in models are not set up."""
        found = sorted(self._likely(one, other), key=lambda each: -each.probability)
        seen: set[tuple[int, int]] = set()
        for probability, mine, theirs in found:
            places = {(0, mine.place), (1, theirs.place)}  # of the one article, of the other
            if seen.isdisjoint(places):
                yield self._weighed((one, mine), (other, theirs), probability)
            seen |= places

    def _likely(self, one: Article, other: Article) -> Iterator[_Pair]:
        for mine, theirs in self.nearest(self.said(one), self.said(other)):
            self._check()
            told = self._reader.infer(f"{one.title}: {mine.text}", f"{other.title}: {theirs.text}")
            if told.contradiction >= THRESHOLD:
                yield _Pair(told.contradiction, mine, theirs)

    def nearest(self, some: Sequence[Said], others: Sequence[Said]) -> Iterator[tuple[Said, Said]]:
        """Each sentence with those of the other side that are nearest to it by the cosine of their vectors; each two once, in their order."""
        if not (some and others):
            return
        mine, theirs = (np.array([self._vector(each.text) for each in side]) for side in (some, others))
        likeness = mine @ theirs.T
        near = np.zeros(likeness.shape, bool)
        np.put_along_axis(near, np.argsort(-likeness, axis=1)[:, :NEAREST], True, axis=1)
        np.put_along_axis(near, np.argsort(-likeness, axis=0)[:NEAREST], True, axis=0)
        for i, j in np.argwhere(near & (likeness >= _FARTHEST)):
            yield some[i], others[j]

    def _embedded(self, sentence: str) -> Vector:
        self._check()
        vector: Vector = self._reader.built_in().embed([sentence])[0]
        return vector

    def said(self, by: Article) -> list[Said]:
        """Its sentences that state something, each with its claim."""
        told = ((claim, claim.text[start:end]) for claim in by.claims for start, end in sentences(claim.text))
        stating = (one for one in told if _STATES.fullmatch(one[1]) and len(self._heard(one[1]).words) <= _LONGEST)
        return [Said(place, sentence, claim) for place, (claim, sentence) in enumerate(stating)]

    def _weighed(self, one: tuple[Article, Said], other: tuple[Article, Said], probability: float) -> Weighed:
        mine, theirs = self._heard(one[1].text), self._heard(other[1].text)
        differing = apart(mine, theirs)
        values = [(said.written, against.written) for said, against in differing]
        changes = _changes(mine, theirs) and not any(said.is_moment for said, _ in differing)
        dates = one[0].dated, other[0].dated
        if changes and dates[0] and dates[1] and abs((dates[0] - dates[1]).days) > _AGE:
            if dates[0] > dates[1]:
                return Weighed(one[1].claim, other[1].claim, Relation.SUPERSEDES, values, probability)
            return Weighed(other[1].claim, one[1].claim, Relation.SUPERSEDES, [(b, a) for a, b in values], probability)
        return Weighed(one[1].claim, other[1].claim, Relation.CONTRADICTS, values, probability)


def _changes(one: Heard, other: Heard) -> bool:
    """Whether it may be otherwise at another time."""
    return not {SAME.get(key, key) for key in one.keys | other.keys}.isdisjoint(stemmed(CHANGING))
