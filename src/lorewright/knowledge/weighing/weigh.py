"""What articles tell of one thing that cannot all be true, each in its own words: weighed, where no rule understands both.

Of all sentences those are held against each other that may tell of the same thing (candidates.py). Of these some may both be true, as rules can tell
(compatible.py). Whether two others contradict each other the built-in models for inference tell, and whether they are about the same thing their
words (surety.py): how alike they are, and whether one repeats the other (repeated.py) or tells all that it does (contained.py).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple, Protocol

from lorewright.embeddings.base import Embedder, Inference, Vector
from lorewright.knowledge.disputes.attributes import CHANGING, SAME, stemmed
from lorewright.knowledge.disputes.statements import Claim, Relation
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.weighing.answers import Answers
from lorewright.knowledge.weighing.candidates import LANGUAGE, Article, Candidate, Candidates, Said
from lorewright.knowledge.weighing.compatible import may_both_be_true
from lorewright.knowledge.weighing.contained import contained
from lorewright.knowledge.weighing.opposites import are_opposed, denied, keys
from lorewright.knowledge.weighing.parts import parts
from lorewright.knowledge.weighing.repeated import repeated
from lorewright.knowledge.weighing.surety import ALONE, BOTH, By, Signs, is_sure, surety
from lorewright.knowledge.weighing.told import Told, each_names_another
from lorewright.knowledge.weighing.values import Heard, apart, heard

_AGE = 180
"""Days between two sources after which what changes may have changed."""
_HELD = 2_000
"""Sentences of which it is remembered what they say: 10 MB at most."""
_EMBEDDED = 8_000
"""Of which the vectors are: 12 MB at most."""


class Weighed(NamedTuple):
    """The first claim is the newer one where it supersedes the other."""

    one: Claim
    other: Claim
    relation: Relation
    values: Sequence[tuple[str, str]]
    """In which they differ, as they are written."""
    surety: float


class Reader(Protocol):
    """Of sentences; what it raises goes through."""

    def built_in(self) -> Embedder: ...

    def infer(self, one: str, other: str) -> Inference: ...


class Scales:
    """Of the articles of one wiki; keeps what their sentences say as long as it is used."""

    def __init__(self, articles: Sequence[Article], reader: Reader, check: Callable[[], None] = lambda: None) -> None:
        """`check` may end it at any time by raising."""
        self._articles, self._reader, self._check = articles, reader, check
        self._all = Candidates(articles)
        self._given: set[tuple[int, int]] = set()
        self._taken: defaultdict[tuple[int, int], set[int]] = defaultdict(set)  # sentences, by the two articles
        stem = stemmer(LANGUAGE)
        self._heard = lru_cache(maxsize=_HELD)(lambda sentence: heard(sentence, stem))
        self._vector = lru_cache(maxsize=_EMBEDDED)(self._embedded)
        self._answers = Answers(self._all, self._told)

    def likeliest(self, of: Set[int]) -> list[int]:
        """These articles, by their places: those first of which contradictions are likeliest."""
        return self._all.likeliest(of, self._check)

    def candidates(self, by: int) -> list[Candidate]:
        """What `weigh` is to be asked of this article and all others, without what was given before. Raises `Unavailable` where the built-in
        models are not set up.
        """
        found = {(one.one.place, one.other.place): one for one in self._all.near(by, self._vector)}
        near = sorted({place for one in found.values() for place in (one.one.by, one.other.by)} - {by})
        for one, other in self._answers.alone(by, near):
            if (one.place, other.place) not in found and (pair := self._all.pair(one, other, self._vector)):
                found[one.place, other.place] = pair
        new = [one for places, one in found.items() if places not in self._given]
        self._given.update(found)
        return new

    def weigh(self, some: Iterable[Candidate]) -> list[Weighed]:
        """What contradicts what; of what one sentence contradicts in one article the surest alone. Raises `Unavailable`."""
        found = []
        for sure, one in sorted(self._sure(some), key=lambda each: -each[0]):
            places, between = {one.one.place, one.other.place}, (one.one.by, one.other.by)
            if self._taken[between].isdisjoint(places):
                found.append(self._weighed(one.one, one.other, sure))
            self._taken[between] |= places
        return found

    def signs(self, pair: Candidate) -> Signs | None:
        """Of a contradiction; None where both may be true. Raises `Unavailable`."""
        one, other = self._told(pair.one), self._told(pair.other)
        if may_both_be_true(one, other):
            return None
        return self._signs(pair, one, other, _sameness(one, other))._replace(nearest=self._nearest(pair))

    def _sure(self, some: Iterable[Candidate]) -> Iterator[tuple[float, Candidate]]:
        for one in some:
            self._check()
            first, second = self._told(one.one), self._told(one.other)
            if may_both_be_true(first, second):
                continue
            sure = self._surety(one, first, second, _sameness(first, second)) or self._in_part(one, first, second)
            if sure:
                yield sure, one

    def _surety(self, pair: Candidate, one: Told, other: Told, sameness: float) -> float:
        """0 where it is not enough: what is nearest to what is looked for, which takes vectors, only where that may be."""
        signs = self._signs(pair, one, other, sameness)
        if is_sure(signs):
            signs = signs._replace(nearest=self._nearest(pair))
        return surety(signs) if is_sure(signs) else 0.0

    def _signs(self, pair: Candidate, one: Told, other: Told, sameness: float) -> Signs:
        """As if each were nearest to the other."""
        return Signs(
            self._probability(
                one, other, are_of_one_thing=sameness == 1 or self._answers.are_one(pair.one, pair.other)
            ),
            pair.likeness,
            nearest=ALONE if self._answers.are_alone(pair.one, pair.other) else BOTH,
            sameness=sameness,
            differs=_differ_by(one, other, sameness),
            related=self._answers.related(pair.one.by, pair.other.by),
        )

    def _probability(self, one: Told, other: Told, *, are_of_one_thing: bool) -> float:
        """The models' of a contradiction.

        They doubt that "it" is the same under titles that tell nothing of each other. Two sentences that are of one thing may stand under the title of
        either.
        """
        under = [(one.title, other.title)]
        if are_of_one_thing and one.title != other.title:
            under += [(one.title, one.title), (other.title, other.title)]
        return max(
            self._reader.infer(f"{mine}: {one.text}", f"{theirs}: {other.text}").contradiction for mine, theirs in under
        )

    def _nearest(self, pair: Candidate) -> int:
        """See `Signs`. What alone answers the question of another is the nearest to it, though others are more alike in words."""
        return self._answers.nearness(pair.one, pair.other) or self._all.nearest(pair, self._vector)

    def _in_part(self, pair: Candidate, one: Told, other: Told) -> float:
        """The surety of a contradiction between what each tells in a clause, where that is enough; 0 where it is not.

        The models are asked of hardly any two: only where the one clause tells all that the other does.
        """
        for mine, theirs in islice(
            product(self._parts(one), self._parts(other)), 1, None
        ):  # of the whole they were asked
            sameness = contained(mine, theirs)
            if sameness and not may_both_be_true(mine, theirs):
                sure = self._surety(pair, mine, theirs, sameness)
                if sure:
                    return sure
        return 0.0

    def _parts(self, told: Told) -> list[Told]:
        return [told, *(told._replace(text=one, heard=self._heard(one)) for one in parts(told.text))]

    def _told(self, one: Said) -> Told:
        title = self._articles[one.by].title
        before = one.claim.text.partition(one.text)[0]
        return Told(title, one.text, self._heard(one.text), self._heard(title), before)

    def _embedded(self, sentence: str) -> Vector:
        self._check()
        vector: Vector = self._reader.built_in().embed([sentence])[0]
        return vector

    def _weighed(self, one: Said, other: Said, sure: float) -> Weighed:
        mine, theirs = self._heard(one.text), self._heard(other.text)
        differing = apart(mine, theirs)
        values = [(said.written, against.written) for said, against in differing]
        changes = _changes(mine, theirs) and not any(said.is_moment for said, _ in differing)
        dates = self._articles[one.by].dated, self._articles[other.by].dated
        if changes and dates[0] and dates[1] and abs((dates[0] - dates[1]).days) > _AGE:
            if dates[0] > dates[1]:
                return Weighed(one.claim, other.claim, Relation.SUPERSEDES, values, sure)
            return Weighed(other.claim, one.claim, Relation.SUPERSEDES, [(b, a) for a, b in values], sure)
        return Weighed(one.claim, other.claim, Relation.CONTRADICTS, values, sure)


def _sameness(one: Told, other: Told) -> float:
    return max(repeated(one, other), contained(one, other))


def _differ_by(one: Told, other: Told, sameness: float) -> By:
    if (
        sameness
        or apart(one.heard, other.heard)
        or each_names_another(one, other)
        or are_opposed(one.heard, other.heard)
    ):
        return By.VALUE
    sides = (one.heard, other.heard), (other.heard, one.heard)
    if any(denied(said) & keys(against) - denied(against) for said, against in sides):
        return By.VALUE
    return By.WORDS if one.heard.denials == other.heard.denials else By.DENIAL


def _changes(one: Heard, other: Heard) -> bool:
    """Whether it may be otherwise at another time."""
    return not {SAME.get(key, key) for key in one.keys | other.keys}.isdisjoint(stemmed(CHANGING))
