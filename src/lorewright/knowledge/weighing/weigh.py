"""Values that contradict each other though the two sentences tell of them in other words: weighed, where no rule understands both.

Only articles of which the titles name the same are held against each other, and of their sentences those that tell two values of one unit
that differ. Whether these are told of the same a forest of trees decides, which learnt it from sentences that people wrote for that.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from lorewright.embeddings.base import Contexts
from lorewright.knowledge.disputes.attributes import CHANGING, SAME, stemmed
from lorewright.knowledge.disputes.statements import Claim, Relation
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.weighing import titles
from lorewright.knowledge.weighing.features import features, is_told, pairs
from lorewright.knowledge.weighing.forest import Forest, forest
from lorewright.knowledge.weighing.heard import Heard, heard, meant

LANGUAGE = "en"
"""Whose words are known."""
_STATES = re.compile(r'[^"?|]*[.!]')
"""Nothing quoted, nothing asked."""
_LONGEST = 60
"""Words of a sentence."""
_AGE = 180
"""Days between two sources after which what changes may have changed."""
_HELD = 1_000
"""Sentences of which it is remembered what they mean: 40 MB at most."""


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
    values: tuple[str, str]
    """As they are written."""
    probability: float


class Example(NamedTuple):
    """Two values of two sentences."""

    features: dict[str, float]
    values: tuple[str, str]
    """As they are written."""
    changes: bool
    """It may be otherwise at another time."""


class Scales:
    """Keeps what sentences mean as long as it is used."""

    def __init__(
        self,
        in_context: Callable[[str], Contexts],
        check: Callable[[], None] = lambda: None,
        decided_by: Forest | None = None,
    ) -> None:
        """`check` may end it at any time by raising. Another forest than the stored one may decide."""
        self._check, self._forest = check, decided_by or forest()
        self.stem = stemmer(LANGUAGE)
        self._heard = lru_cache(maxsize=_HELD)(self._hear)
        self._meant = lru_cache(maxsize=_HELD)(lambda sentence: meant(self._heard(sentence), in_context))

    def _hear(self, sentence: str) -> Heard:
        return heard(sentence, self.stem)

    def weigh(self, one: Article, other: Article) -> Iterator[Weighed]:
        """What contradicts what: of each value the likeliest alone. Raises `Unavailable` where the built-in model is not set up."""
        told = titles.of_two(one.title, other.title, self.stem)
        found = sorted(self._likely(one.claims, other.claims, told), key=lambda each: -each[0])
        seen: set[tuple[str, str]] = set()
        for probability, (mine, theirs), example in found:
            values = {(mine.id, example.values[0]), (theirs.id, example.values[1])}
            if seen.isdisjoint(values):
                yield _weighed((one, mine), (other, theirs), example, probability)
            seen |= values

    def _likely(
        self, some: Sequence[Claim], others: Sequence[Claim], told: titles.Titles
    ) -> Iterator[tuple[float, tuple[Claim, Claim], Example]]:
        mine, theirs = self._sentences(some), self._sentences(others)
        for claim, sentence in mine:
            for other, against in theirs:
                self._check()
                for example in self.examples(sentence, against, told):
                    probability = self._forest.probability(example.features)
                    if probability >= self._forest.threshold:
                        yield probability, (claim, other), example

    def examples(self, one: str, other: str, told: titles.Titles) -> Iterator[Example]:
        """Of each two values of these sentences that differ."""
        mine, theirs = self._heard(one), self._heard(other)
        changes = not {SAME.get(key, key) for key in mine.keys | theirs.keys}.isdisjoint(stemmed(CHANGING))
        for pair in pairs(mine, theirs):
            found = features(mine, theirs, (self._meant(one), self._meant(other)), pair, told)
            written = pair.one.quantity.written, pair.other.quantity.written
            yield Example(found, written, changes and not pair.one.quantity.is_moment)

    def shared(self, one: str, other: str) -> Iterator[str]:
        """What the other sentence writes of the values that both tell."""
        for value in self._heard(other).values:
            if is_told(value, self._heard(one)):
                yield value.quantity.written

    def _sentences(self, claims: Iterable[Claim]) -> list[tuple[Claim, str]]:
        """Those that tell a value, each with its claim."""
        return [
            (claim, sentence)
            for claim in claims
            for sentence in (claim.text[start:end] for start, end in sentences(claim.text))
            if _STATES.fullmatch(sentence) and (said := self._heard(sentence)).values and len(said.words) <= _LONGEST
        ]


def _weighed(one: tuple[Article, Claim], other: tuple[Article, Claim], example: Example, probability: float) -> Weighed:
    dates, values = (one[0].dated, other[0].dated), example.values
    if example.changes and dates[0] and dates[1] and abs((dates[0] - dates[1]).days) > _AGE:
        newer, older = (one, other) if dates[0] > dates[1] else (other, one)
        said = values if newer is one else values[::-1]
        return Weighed(newer[1], older[1], Relation.SUPERSEDES, said, probability)
    return Weighed(one[1], other[1], Relation.CONTRADICTS, values, probability)
