"""Which sentences of a wiki may tell of the same thing, of all that its articles say: alike in words, in meaning, and in their titles.

How alike two sentences are is the share of their words that both have, each word weighing the more the fewer sentences have it, where a word
of the title counts for every sentence under it; and the same of the two titles; and the cosine of their vectors. Words are looked up, so nothing is
compared with everything; vectors, which take time to make, are made only of sentences that are alike enough in words or titles.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from datetime import date
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lorewright.embeddings.base import Vector
from lorewright.index.stopwords import STOP_WORDS
from lorewright.knowledge.disputes.statements import Claim, qualifier
from lorewright.knowledge.disputes.wording import BESIDES
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.words import DAYS

LANGUAGE = "en"
"""Of which the words are known, and which the models read."""
NEAREST = 2
"""Sentences of another article that each is held against."""
LEAST = 0.8
"""How alike two must be: see `_OF_TITLES` and `_OF_VECTORS`. Of planted contradictions that keeps 95 in 100."""
_OF_TITLES, _OF_VECTORS = 0.75, 1.5
"""What the likeness of titles and the cosine of vectors count, where that of words counts 1."""
_TRIED = 16
"""Sentences that are looked at for each, besides those under a title like its own."""
_LEAST_ALIKE = 0.1
"""In words and titles, of what is looked at."""
_MOST_COMMON = 400
"""Sentences that have a word; what more have tells none of them apart."""
_LIKE_TITLES = 0.5
_MOST_TITLED = 20
"""Articles of titles that are alike; where more are, these are a series."""
_STATES = re.compile(r'[^"?|]*[.!]')
"""Nothing quoted, nothing asked."""
_LONGEST = 60
"""Words of a sentence."""
_NOTHING = 1e-9
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+")
_PLACED = re.compile(r"\b(?:of|at|in|on|near|from) (?:the )?([A-Z]\w+)")
_OF_MANY = re.compile(r"(?:The )?[A-Z]?[a-z]+s (?:of|at|in|on|near|from) ")
"""A title that speaks of no one thing: "Museums of Spain"."""
_SEVERAL = re.compile(r"[.!?]\S*\s")
"""Where one sentence may end and another begin."""
_PLAIN_WORD = -1
_PLAIN = BESIDES | frozenset(STOP_WORDS[LANGUAGE])

_Floats = NDArray[np.float64]
_Places = NDArray[np.int64]
_Having = tuple[_Places, float]
"""Places, and what each of them has."""


class Article(NamedTuple):
    id: str
    title: str
    dated: date | None
    """Of its source."""
    claims: Sequence[Claim]


class Said(NamedTuple):
    """A sentence that states something."""

    place: int
    """Its number among all that all of the articles say."""
    by: int
    """Its article, by its place among them."""
    text: str
    claim: Claim


class Candidate(NamedTuple):
    one: Said
    other: Said
    """Of an article that comes later."""
    likeness: float


class Candidates:
    """Made for one report: it knows how rare each word is among all sentences of these articles."""

    def __init__(self, articles: Sequence[Article]) -> None:
        self._titles = [one.title for one in articles]
        self._told = [(_numbers(title), qualifier(title)) for title in self._titles]
        stating = (
            (by, claim, said) for by, one in enumerate(articles) for claim in one.claims for said in _stated(claim)
        )
        self.said = [Said(place, by, sentence, claim) for place, (by, claim, sentence) in enumerate(stating)]
        self._by = np.array([one.by for one in self.said], np.int64)
        self._first = np.searchsorted(self._by, np.arange(len(articles) + 1))
        cut = _Cut()
        self._in_titles = _Table([cut.words(title) for title in self._titles], cut.known)
        self._in_words = _Table([cut.words(one.text) for one in self.said], cut.known)
        counts = self._in_words.counts + np.bincount(
            self._in_titles.words, np.diff(self._first)[self._in_titles.rows], cut.known
        )
        # Inverse document frequency (Spärck Jones 1972), smoothed. A word of a title counts as one of each sentence under it.
        self._weights: _Floats = np.log1p(len(self.said) / np.maximum(counts, 1))
        self._weights[counts > _MOST_COMMON] = 0
        self._named = [set() if _OF_MANY.match(title) else _names(title) for title in self._titles]
        self._kinds = [
            cut.words(title) - cut.words(" ".join(names))
            for title, names in zip(self._titles, self._named, strict=True)
        ]
        self._sums, self._title_sums = (one.sums(self._weights) for one in (self._in_words, self._in_titles))

    def likeliest(self, of: Set[int], check: Callable[[], None]) -> list[int]:
        """These articles, by their places: that of which a sentence is most like another one's first. `check` may end it by raising."""
        most: dict[int, float] = {}
        for by in of:
            check()
            titles = self._like_titles(by)
            most_alike = (next(self._like(one, titles), None) for one in self._said_by(by))
            most[by] = max((likeness for _, likeness in filter(None, most_alike)), default=0.0)
        return sorted(of, key=lambda by: (-most[by], by))

    def near(self, by: int, vector: Callable[[str], Vector]) -> list[Candidate]:
        """What the article `by` says with what others say; those most alike first."""
        alike: dict[tuple[int, int], float] = {}
        titles = self._like_titles(by)
        for one in self._said_by(by):
            for place, likeness in self._like(one, titles):
                pair = min(one.place, place), max(one.place, place)
                alike[pair] = likeness + _OF_VECTORS * float(vector(one.text) @ vector(self.said[place].text))
        nearest = self._nearest({pair: likeness for pair, likeness in alike.items() if likeness >= LEAST})
        return [Candidate(self.said[i], self.said[j], alike[i, j]) for i, j in nearest]

    def _said_by(self, article: int) -> Sequence[Said]:
        return self.said[self._first[article] : self._first[article + 1]]

    def _like(self, one: Said, titles: _Floats) -> Iterator[tuple[int, float]]:
        """Sentences of other articles that are like it in words and titles, with how much they are; those most alike first. `titles`: see
        `_like_titles`.
        """
        mine, titled = self._in_words.row(one.place), self._in_titles.row(one.by)
        found = self._in_words.having(np.union1d(mine, titled), self._weights)
        found += self._spread(self._in_titles.having(np.setdiff1d(mine, titled), self._weights))
        titled_alike = self._titled_alike(titles)
        found += self._spread([(titled_alike, 0.0)])
        places, common = _summed(found)
        by = self._by[places]
        alike = np.minimum(common / np.maximum((self._sums[places] + self._sums[one.place]) / 2, _NOTHING), 1)
        alike += _OF_TITLES * titles[by]
        alike[by == one.by] = 0
        last = np.partition(alike, -_TRIED)[-_TRIED] if len(alike) > _TRIED else 0.0
        is_tried = alike >= max(last, _LEAST_ALIKE)
        if len(titled_alike):
            is_tried |= np.isin(by, titled_alike) & (alike > 0)
        tried = np.flatnonzero(is_tried)
        tried = tried[np.argsort(-alike[tried], kind="stable")]
        for place, likeness in zip(places[tried].tolist(), alike[tried].tolist(), strict=True):
            if self._may_differ(one, self.said[place]):
                yield place, likeness

    def _like_titles(self, article: int) -> _Floats:
        """(articles,): how alike its title is to each, 0 to 1."""
        places, common = _summed(self._in_titles.having(self._in_titles.row(article), self._weights))
        alike = np.zeros(len(self._titles))
        alike[places] = 2 * common / np.maximum(self._title_sums[places] + self._title_sums[article], _NOTHING)
        return alike

    def _titled_alike(self, titles: _Floats) -> _Places:
        """Articles of which all that they say is looked at, whichever words that has."""
        alike = np.flatnonzero(titles >= _LIKE_TITLES)
        return alike if len(alike) <= _MOST_TITLED else alike[:0]

    def _spread(self, some: Sequence[_Having]) -> list[_Having]:
        """Articles that have a word: the sentences of each."""
        return [
            (np.arange(self._first[article], self._first[article + 1]), weight)
            for articles, weight in some
            for article in articles
        ]

    def _may_differ(self, one: Said, other: Said) -> bool:
        """Not where both say the same in the same words, or where their titles tell of two: "Election, 1964" and "Election, 1996"."""
        if one.text.casefold() == other.text.casefold():
            return False
        if any(a and b and a != b for a, b in zip(self._told[one.by], self._told[other.by], strict=True)):
            return False
        return not (self._is_of_another(one, other) or self._is_of_another(other, one))

    def _is_of_another(self, one: Said, other: Said) -> bool:
        """Whether the article of `other` is called "The mill of Woodbridge", and the sentence or title of `one` speaks of the mill of Eling."""
        names = self._named[other.by]
        if not names:
            return False
        text = f"{self._titles[one.by]}. {one.text}"
        if not names.isdisjoint(_WORD.findall(text)) or not _names(text):
            return False
        said = {*self._in_words.row(one.place), *self._in_titles.row(one.by)}
        return bool(self._kinds[other.by]) and said.issuperset(self._kinds[other.by])

    def _nearest(self, alike: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
        """Each sentence with those of each other article that are nearest to it; those most alike first."""
        taken = Counter[tuple[int, int]]()
        kept = []
        for i, j in sorted(alike, key=lambda pair: (-alike[pair], pair)):
            sides = (i, self.said[j].by), (j, self.said[i].by)
            if min(taken[side] for side in sides) < NEAREST:
                kept.append((i, j))
            taken.update(sides)
        return kept


class _Cut(dict[str, int]):
    """Text into numbers, one for the stem of each word that means something. It holds the words that it has met."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(_PLAIN, _PLAIN_WORD))
        self._stem = stemmer(LANGUAGE)
        self._stems: dict[str, int] = {}

    @property
    def known(self) -> int:
        return len(self._stems)

    def words(self, text: str) -> set[int]:
        """Numbers are left out: two sentences that contradict each other differ in these."""
        found = {self[word] for word in _WORD.findall(text.lower())}
        found.discard(_PLAIN_WORD)
        return found

    def __missing__(self, word: str) -> int:
        is_number = word[0].isdigit()
        self[word] = _PLAIN_WORD if is_number else self._stems.setdefault(self._stem(word), len(self._stems))
        return self[word]


class _Table:
    """Rows of words, each word once, by row and by word."""

    def __init__(self, rows: Sequence[set[int]], known: int) -> None:
        sizes = [len(row) for row in rows]
        self.rows = np.repeat(np.arange(len(rows)), sizes)
        self.words = np.fromiter((word for row in rows for word in row), np.int64, sum(sizes))
        self.counts = np.bincount(self.words, minlength=known)
        self._starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
        self._by_word = self.rows[np.argsort(self.words, kind="stable")]
        self._ends = np.cumsum(self.counts)

    def row(self, number: int) -> _Places:
        return self.words[self._starts[number] : self._starts[number + 1]]

    def sums(self, weights: _Floats) -> _Floats:
        """What the words of each row weigh together."""
        return np.bincount(self.rows, weights[self.words], len(self._starts) - 1).astype(np.float64)

    def having(self, words: _Places, weights: _Floats) -> list[_Having]:
        """The rows that have it, and what it weighs, for each of these words."""
        return [
            (self._by_word[self._ends[word] - self.counts[word] : self._ends[word]], weights[word])
            for word in words
            if word < len(self.counts) and weights[word]
        ]


def _summed(some: Sequence[_Having]) -> tuple[_Places, _Floats]:
    """Each place once, with all that it has."""
    if not some:
        return np.zeros(0, np.int64), np.zeros(0)
    weights = np.repeat([weight for _, weight in some], [len(places) for places, _ in some])
    places, at = np.unique(np.concatenate([places for places, _ in some]), return_inverse=True)
    return places, np.bincount(at, weights, len(places)).astype(np.float64)


def _stated(claim: Claim) -> Iterator[str]:
    """The sentences of it that state something."""
    for start, end in sentences(claim.text) if _SEVERAL.search(claim.text) else ((0, len(claim.text)),):
        sentence = claim.text[start:end]
        if _STATES.fullmatch(sentence) and len(sentence.split()) <= _LONGEST:
            yield sentence


def _names(text: str) -> set[str]:
    """Where what it speaks of is, or of which it is one: of "The mill of Eling" that."""
    return {name for name in _PLACED.findall(text) if name.lower() not in DAYS}


def _numbers(title: str) -> str:
    """All in it."""
    return " ".join(sorted(_NUMBER.findall(title)))
