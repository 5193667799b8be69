"""Which sentences of a wiki may tell of the same thing, of all that its articles say: alike in words and in meaning.

How alike two sentences are is the words that both have, each weighing the more the fewer sentences have it, where a word of the title counts
for every sentence under it; and the cosine of their vectors. Words are looked up, so nothing is compared with everything; vectors, which take time
to make, are made only of sentences that have words in common.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from datetime import date
from heapq import nlargest
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lorewright.embeddings.base import Vector
from lorewright.index.stopwords import STOP_WORDS
from lorewright.knowledge.asides import STATISTICS
from lorewright.knowledge.disputes.statements import Claim, qualifier
from lorewright.knowledge.disputes.wording import BESIDES
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.words import DAYS

LANGUAGE = "en"
"""Of which the words are known, and which the models read."""
NEAREST = 6
"""Sentences that each is held against at most."""
LEAST = 0.4
"""How alike two must be. With this and `NEAREST` each sentence is held against three, of what is planted 95 in 100 against what contradicts it."""
_OF_WORDS = 1 / 6
"""What a word that two sentences have and no other counts, where the cosine of their vectors counts 1."""
_TRIED = 8
"""Sentences that are looked at for each, which takes the time that their vectors do. With 24 instead two in 100 more of what is planted are found."""
_SEVERAL_NEAR = 5
"""Sentences near two, from which on it says something that the one is nearest to the other."""
_ONE_SERIES = 0.5
"""Of the words of two titles, besides the numbers that tell them apart."""
_TOLD = 0.5
"""Share of the words of a title, each by how rare it is, from which on it is told."""
_MOST_COMMON = 400
"""Sentences that have a word; what more have tells none of them apart."""
_TITLE = r"(?:\(?(?:[A-Z][\w'’-]*|an?|and|at|for|in|of|on|or|the|to|with)[),]*(?: |(?=\"))){1,12}"
_STATES = re.compile(rf'[^"?|]*(?:"(?:[^"?|.,!]{{1,40}}|{_TITLE})"[^"?|]*)*[.!]')
"""Nothing quoted but a name, as of a song ("You Don't Love Me (No, No, No)"); nothing asked."""
_LONGEST = 60
"""Words of a sentence, without what stands in brackets beside its figures."""
_WORD = re.compile(r"[^\W_]+")
_BETWEEN_WORDS = {code: " " for code in range(128) if not chr(code).isalnum()}
"""Of ASCII, in which most sentences are written: to split these at it takes half the time of finding their words."""
_NUMBER = re.compile(r"\d+")
_MODEL = re.compile(r"^(?:The )?([A-Z][\w'’-]+) (\d+)\b")
"""A title that begins with a name and a number: "Delmar 200 vacuum cleaner"."""
_PLACED = re.compile(r"\b(?:of|at|in|on|near) (?:the )?([A-Z]\w+)")
_OF_MANY = re.compile(r"(?:The )?[A-Z]?[a-z]+s (?:of|at|in|on|near|from) ")
"""A title that speaks of no one thing: "Museums of Spain"."""
_SEVERAL = re.compile(r"[.!?]\S*\s")
"""Where one sentence may end and another begin."""
_PLAIN_WORD = -1
_PLAIN = BESIDES | frozenset(STOP_WORDS[LANGUAGE])

_Floats = NDArray[np.float64]
_Places = NDArray[np.int64]


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
        self._near: dict[int, list[tuple[float, int]]] = {}
        self._words_by_article: dict[int, _Places] = {}
        self._by = np.array([one.by for one in self.said], np.int64)
        self._first = np.searchsorted(self._by, np.arange(len(articles) + 1))
        cut = _Cut()
        titles = [cut.words(title) for title in self._titles]
        self._in_words = _Table(chain(titles[one.by], cut.each(one.text)) for one in self.said)
        counts = self._in_words.counts
        # Inverse document frequency (Spärck Jones 1972), smoothed, as a share of that of a word that one sentence alone has.
        self._weights: _Floats = np.log1p(len(self.said) / np.maximum(counts, 1)) / np.log1p(max(len(self.said), 1))
        self._weights[counts > _MOST_COMMON] = 0
        self._models = [found.groups() if (found := _MODEL.match(title)) else () for title in self._titles]
        self._subjects = [words - cut.words(told) for words, (_, told) in zip(titles, self._told, strict=True)]
        self._named = [set() if _OF_MANY.match(title) else _names(title) for title in self._titles]
        self._kinds = [words - cut.words(" ".join(names)) for words, names in zip(titles, self._named, strict=True)]

    def likeliest(self, of: Set[int], check: Callable[[], None]) -> list[int]:
        """These articles, by their places: that of which a sentence is most like another one's first. `check` may end it by raising."""
        most: dict[int, float] = {}
        for by in of:
            check()
            most_alike = (next(self._like(one), None) for one in self.said_by(by))
            most[by] = max((likeness for _, likeness in filter(None, most_alike)), default=0.0)
        return sorted(of, key=lambda by: (-most[by], by))

    def near(self, by: int, vector: Callable[[str], Vector]) -> list[Candidate]:
        """What the article `by` says with what others say; those most alike first."""
        alike: dict[tuple[int, int], float] = {}
        for one in self.said_by(by):
            for likeness, place in self._nearest(one, vector):
                alike[min(one.place, place), max(one.place, place)] = likeness
        nearest = sorted(alike, key=lambda pair: (-alike[pair], pair))
        return [Candidate(self.said[i], self.said[j], alike[i, j]) for i, j in nearest]

    def pair(self, one: Said, other: Said, vector: Callable[[str], Vector]) -> Candidate | None:
        """Of two that are alike or not, if they may tell of the same thing; the first is of an earlier article."""
        if not self._may_differ(one, other):
            return None
        mine, theirs = self._in_words.row(one.place), self._in_words.row(other.place)
        common = float(self._weights[np.intersect1d(mine, theirs)].sum())
        return Candidate(one, other, _OF_WORDS * common + float(vector(one.text) @ vector(other.text)))

    def nearest(self, pair: Candidate, vector: Callable[[str], Vector]) -> int:
        """Of how many of the two the other one is the one most like it; 1 where hardly any other could be, which says nothing."""
        of_one, of_other = (self._nearest(said, vector) for said in (pair.one, pair.other))
        if len(of_one) + len(of_other) < _SEVERAL_NEAR:
            return 1
        return sum(
            [place for _, place in near[:1]] == [said.place]
            for near, said in ((of_one, pair.other), (of_other, pair.one))
        )

    def related(self, one: int, other: int) -> float:
        """How much of what is rare in what two articles say both of them say, as a share of what the one has that has less: 0 to 1; 0 where neither tells
        what the other's title names.

        Two that are about one thing share more than any others, whatever their titles.
        """
        mine, theirs = self._rare(one), self._rare(other)
        fewer = min(self._weights[mine].sum(), self._weights[theirs].sum())
        if not fewer or not (self._tells_title(one, theirs) or self._tells_title(other, mine)):
            return 0.0
        return float(self._weights[np.intersect1d(mine, theirs, assume_unique=True)].sum() / fewer)

    def _tells_title(self, of: int, words: _Places) -> bool:
        """Whether most of what the title of that article names is among these words; the rarer a word is, the more it counts."""
        title = np.array(sorted(self._subjects[of]), np.int64)
        title = title[title < len(self._weights)]
        told = self._weights[np.intersect1d(title, words)].sum()
        return bool(told > 0 and told >= _TOLD * self._weights[title].sum())

    def _rare(self, article: int) -> _Places:
        """Each word once."""
        if article not in self._words_by_article:
            rows = [self._in_words.row(one.place) for one in self.said_by(article)]
            self._words_by_article[article] = np.unique(np.concatenate([*rows, np.zeros(0, np.int64)]))
        return self._words_by_article[article]

    def _nearest(self, one: Said, vector: Callable[[str], Vector]) -> list[tuple[float, int]]:
        """How alike, and which; those most alike first."""
        if one.place not in self._near:
            likely = (
                (likeness + float(vector(one.text) @ vector(self.said[place].text)), place)
                for place, likeness in self._like(one)
            )
            self._near[one.place] = [near for near in nlargest(NEAREST, likely) if near[0] >= LEAST]
        return self._near[one.place]

    def said_by(self, article: int) -> Sequence[Said]:
        """In its order."""
        return self.said[self._first[article] : self._first[article + 1]]

    def _like(self, one: Said) -> Iterator[tuple[int, float]]:
        """Sentences of other articles that have words in common with it, with what these count; those that have most first."""
        places, common = self._in_words.having(self._in_words.row(one.place), self._weights)
        common = np.where(self._by[places] == one.by, 0, _OF_WORDS * common)
        last = np.partition(common, -_TRIED)[-_TRIED] if len(common) > _TRIED else 0.0
        tried = np.flatnonzero((common >= last) & (common > 0))
        tried = tried[np.argsort(-common[tried], kind="stable")]
        for place, likeness in zip(places[tried].tolist(), common[tried].tolist(), strict=True):
            if self._may_differ(one, self.said[place]):
                yield place, likeness

    def _may_differ(self, one: Said, other: Said) -> bool:
        """Not where both say the same in the same words, or where their titles tell of two: "Election, 1964" and "Election, 1996"."""
        if one.text.casefold() == other.text.casefold():
            return False
        if self._are_of_a_series(one.by, other.by):
            return False
        return not (self._is_of_another(one, other) or self._is_of_another(other, one))

    def _are_of_a_series(self, one: int, other: int) -> bool:
        """Whether the titles of two articles differ in a number and in little else, or in that of a model, or only in what stands in brackets."""
        by_number, by_kind = (a and b and a != b for a, b in zip(self._told[one], self._told[other], strict=True))
        mine, theirs = self._subjects[one], self._subjects[other]
        if by_number:
            model, against = self._models[one], self._models[other]
            if model and against and model[0] == against[0] and model != against:
                return True
            return len(mine & theirs) >= _ONE_SERIES * len(mine | theirs)
        return bool(by_kind) and mine == theirs

    def _is_of_another(self, one: Said, other: Said) -> bool:
        """Whether the article of `other` is called "The mill of Woodbridge", and the sentence or title of `one` speaks of the mill of Eling."""
        names = self._named[other.by]
        if not names:
            return False
        text = f"{self._titles[one.by]}. {one.text}"
        if not names.isdisjoint(_WORD.findall(text)) or not _names(text):
            return False
        said = set(self._in_words.row(one.place).tolist())
        return bool(self._kinds[other.by]) and said.issuperset(self._kinds[other.by])


class _Cut(dict[str, int]):
    """Text into numbers, one for the stem of each word that means something. It holds the words that it has met."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(_PLAIN, _PLAIN_WORD))
        self._stem = stemmer(LANGUAGE)
        self._stems: dict[str, int] = {}

    def words(self, text: str) -> set[int]:
        """Numbers are left out: two sentences that contradict each other differ in these."""
        return set(self.each(text)) - {_PLAIN_WORD}

    def each(self, text: str) -> Iterator[int]:
        """Of each word, `_PLAIN_WORD` for one that means nothing."""
        words = text.lower().translate(_BETWEEN_WORDS).split() if text.isascii() else _WORD.findall(text.lower())
        return map(self.__getitem__, words)

    def __missing__(self, word: str) -> int:
        is_number = word[0].isdigit()
        self[word] = _PLAIN_WORD if is_number else self._stems.setdefault(self._stem(word), len(self._stems))
        return self[word]


class _Table:
    """Rows of words that mean something, each word once, by row and by word."""

    def __init__(self, rows: Iterable[Iterable[int]]) -> None:
        written, ends = array("q"), [0]
        for row in rows:
            written.extend(row)
            ends.append(len(written))
        words: _Places = np.array(written, np.int64)
        by = np.repeat(np.arange(len(ends) - 1), np.diff(ends))
        by, words = by[words != _PLAIN_WORD], words[words != _PLAIN_WORD]
        # A number for each word of a row, which sorting leaves once: no row needs a set of its own.
        many = int(words.max(initial=0)) + 1
        both = np.sort(by * many + words)
        by, words = np.divmod(both[np.diff(both, prepend=-1) > 0], many)
        self.counts = np.bincount(words)
        self._words = words
        self._starts = np.searchsorted(by, np.arange(len(ends)))
        self._by_word = by[np.argsort(words, kind="stable")]
        self._ends = np.cumsum(self.counts)

    def row(self, number: int) -> _Places:
        return self._words[self._starts[number] : self._starts[number + 1]]

    def having(self, words: _Places, weights: _Floats) -> tuple[_Places, _Floats]:
        """The rows that have some of these words, and what these weigh together in each."""
        words = words[weights[words] > 0]
        if not len(words):
            return np.zeros(0, np.int64), np.zeros(0)
        found = [self._by_word[self._ends[word] - self.counts[word] : self._ends[word]] for word in words]
        places, at = np.unique(np.concatenate(found), return_inverse=True)
        weight: _Floats = np.bincount(at, np.repeat(weights[words], self.counts[words]), len(places)).astype(np.float64)
        return places, weight


def _stated(claim: Claim) -> Iterator[str]:
    """The sentences of it that state something."""
    for start, end in sentences(claim.text) if _SEVERAL.search(claim.text) else ((0, len(claim.text)),):
        sentence = claim.text[start:end]
        if _STATES.fullmatch(sentence) and not _is_too_long(sentence):
            yield sentence


def _is_too_long(sentence: str) -> bool:
    return len(sentence.split()) > _LONGEST and len(STATISTICS.sub("", sentence).split()) > _LONGEST


def _names(text: str) -> set[str]:
    """Where what it speaks of is, or of which it is one: of "The mill of Eling" that."""
    return {name for name in _PLACED.findall(text) if name.lower() not in DAYS}


def _numbers(title: str) -> str:
    """All in it."""
    return " ".join(sorted(_NUMBER.findall(title)))
