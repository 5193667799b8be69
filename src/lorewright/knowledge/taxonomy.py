"""Where concepts stand below each other, and which names mean one thing: proposals, each with its evidence in words.

Pure functions of what articles say. A parent is proposed where an article says that the one is the other ("is an American horror film",
see extractive/genus.py), where a name holds it as its head ("neural network" is a network), or where
nearly every article of a concept is one of another's, which has more (Sanderson and Croft, "Deriving concept hierarchies
from text", 1999). What was decided before is kept as long as its evidence holds.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.spelling import american
from lorewright.knowledge.words import listed

Vectors = Mapping[str, NDArray[np.float32]]
"""Id of a concept or an article -> its vector (d,), unit length; of some or none."""


class Concept(msgspec.Struct, frozen=True):
    id: str
    name: str
    """As written, or as a slug."""
    articles: frozenset[str]
    shorts: frozenset[str] = frozenset()
    """The abbreviations that articles spell out with it."""
    kinds: Mapping[str, int] = {}
    """The ids of concepts of which articles say that it is one, and how many say so."""
    is_kind: bool = False
    """Most of its articles are not about it, but about one of that kind: what else they share says nothing of where it stands."""


class Place(msgspec.Struct, frozen=True):
    parent: str | None
    evidence: str
    """In words; empty at the top."""


class Merge(msgspec.Struct, frozen=True):
    """Two concepts that are one."""

    kept: str
    """The one with more articles."""
    other: str
    evidence: str


# -- Parents ----------------------------------------------------------------------------------------------------------

_INCLUDED = 0.8
"""Share of a concept's articles that its parent must have."""
_FEWEST, _TELLING = 3, 5
"""Articles a concept must have before they say what it belongs to: where the two are related in meaning, and where not."""
_WIDER = 1.5
"""How many times as many articles its parent has."""
_RELATED, _ALIEN = 0.45, 0.15
"""Cosines: from the one on a name alone is enough, below the other shared articles are not."""
_FAMILY = 3
"""So many concepts with one head are kinds of it, even if no article has both."""
_DEEPEST = 5
"""Levels."""


BY_MODEL = "a language model says so"
"""The evidence of a place that no rule tells."""


class _Candidate(NamedTuple):
    weight: tuple[int, float]
    """What articles say before a head, that before shared articles, and these before what a model says; the closer parent first."""
    child: str
    parent: str
    evidence: str


def places(
    concepts: Iterable[Concept],
    before: Mapping[str, str | None] | None = None,
    vectors: Vectors | None = None,
    told: Mapping[str, str] | None = None,
) -> dict[str, Place]:
    """The place of each concept by its id, without cycles, whatever order they come in. `before`: the parents decided last; `told`:
    parents that a model tells of concepts for which nothing else does."""
    known = {one.id: one for one in sorted(concepts, key=lambda one: one.id)}
    by_model = (
        _Candidate((-1, 0.0), child, parent, BY_MODEL)
        for child, parent in (told or {}).items()
        if child in known and parent in known
    )
    by_rule = (*_by_kind(known), *_by_name(known, vectors or {}), *_by_articles(known, vectors or {}))
    proposed = sorted((*by_rule, *by_model), reverse=True)
    kept = [one for one in proposed if before and before.get(one.child) == one.parent]
    tree = _Tree()
    for one in (*kept, *proposed):
        tree.hang(one)
    return {id_: tree.places.get(id_, Place(None, "")) for id_ in known}


class _Tree:
    """Each concept under one parent at most, and none under itself."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self._children: defaultdict[str, list[str]] = defaultdict(list)

    def hang(self, one: _Candidate) -> None:
        """Below its parent, unless it has one, stands above it, or too many levels would."""
        above = self._above(one.parent)
        if one.child in self.places or one.child in above or len(above) + self._levels(one.child) > _DEEPEST:
            return
        self.places[one.child] = Place(one.parent, one.evidence)
        self._children[one.parent].append(one.child)

    def _above(self, id_: str) -> list[str]:
        """A concept and all above it."""
        chain = [id_]
        while place := self.places.get(chain[-1]):
            chain.append(place.parent or "")
        return chain

    def _levels(self, id_: str) -> int:
        """Its own, and those of what stands below it."""
        return 1 + max(map(self._levels, self._children[id_]), default=0)


_HEAD_FIRST = frozenset(listed("of de del della der des di do du da for in"))
_WORD = re.compile(r"[^\W_]+")


def words_of(name: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(name.casefold()))


def _heads(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """What a name of several words may be a kind of, the longest first: "deep neural network", "department of energy"."""
    joint = next((i for i, word in enumerate(words) if word in _HEAD_FIRST), None)
    if joint is not None:
        words = words[:joint]
        yield tuple(words)
    for start in range(1, len(words)):
        yield tuple(words[start:])


def _singular(words: Sequence[str]) -> tuple[str, ...]:
    return (*words[:-1], key_of(words[-1], "en")) if words else ()


def _by_kind(known: Mapping[str, Concept]) -> Iterator[_Candidate]:
    """What most of its articles say that it is."""
    for one in known.values():
        for kind, articles in one.kinds.items():
            if kind in known and kind != one.id:
                why = f"an article calls “{one.name}” a “{known[kind].name}”"
                yield _Candidate((2, float(articles)), one.id, kind, why)


def _by_name(known: Mapping[str, Concept], vectors: Vectors) -> Iterator[_Candidate]:
    called: dict[tuple[str, ...], str] = {}
    for one in known.values():
        called.setdefault(_singular(words_of(one.name)), one.id)
    heads = {id_: [_singular(head) for head in _heads(words_of(one.name)) if head] for id_, one in known.items()}
    families = Counter(head for of_one in heads.values() for head in of_one)
    for id_, of_one in heads.items():
        for head in of_one:
            parent = called.get(head)
            if parent is None or parent == id_:
                continue
            child, above = known[id_], known[parent]
            family = families[head] >= _FAMILY
            if _is_own_name(child, above) and not family:
                continue
            if child.articles & above.articles or family or _cosine(vectors, id_, parent) >= _RELATED:
                why = f"“{child.name}” is named as a kind of “{above.name}”"
                yield _Candidate((1, float(len(head))), id_, parent, why)


_PARTS = frozenset(
    listed(
        "north south east west northern southern eastern western central upper lower inner outer greater southeastern northeastern"
    )
)


def _is_own_name(child: Concept, head: Concept) -> bool:
    """ "New Mexico" is no kind of Mexico, nor Owen Dempsey one of Dempsey; Southern California is a part of California."""
    proper = head.name[:1].isupper() and all(word[:1].isupper() for word in child.name.split())
    return proper and words_of(child.name)[0] not in _PARTS


def _by_articles(known: Mapping[str, Concept], vectors: Vectors) -> Iterator[_Candidate]:
    members: defaultdict[str, list[str]] = defaultdict(list)
    for one in known.values():
        if len(one.articles) >= _FEWEST and not one.is_kind:
            for article in one.articles:
                members[article].append(one.id)
    shared: Counter[tuple[str, str]] = Counter()
    for ids in members.values():
        shared.update(combinations(sorted(ids), 2))
    for pair, count in shared.items():
        for child, parent in (pair, pair[::-1]):
            own, wider = len(known[child].articles), len(known[parent].articles)
            if count < _INCLUDED * own or wider < _WIDER * own:
                continue
            near = _cosine(vectors, child, parent) if child in vectors and parent in vectors else None
            if (near or 0.0) >= _RELATED or (own >= _TELLING and (near is None or near >= _ALIEN)):
                why = f"{count} of the {own} articles about “{known[child].name}” are about “{known[parent].name}” too"
                # Of several the narrowest is the next above.
                yield _Candidate((0, (near or 0.0) - wider), child, parent, why)


def _cosine(vectors: Vectors, one: str, other: str) -> float:
    return float(vectors[one] @ vectors[other]) if one in vectors and other in vectors else 0.0


# -- One thing with two names -----------------------------------------------------------------------------------------

_ALIKE = 0.8
"""Share of the articles of either that two names of one thing have in common."""
_SAME = 0.75
"""Cosine from which two names may mean the same."""
_SEEN = 3
"""Articles in which two names must stand together, where nothing but that speaks for one thing."""


def merges(concepts: Iterable[Concept], vectors: Vectors | None = None) -> list[Merge]:
    """Pairs of concepts that one decision could make one, each pair once; the wider is kept."""
    known = sorted(concepts, key=lambda one: (-len(one.articles), len(one.name), one.id))
    found: dict[tuple[str, str], Merge] = {}
    pairs = (*_by_short(known), *_by_spelling(known), *_by_last_word(known), *_by_company(known, vectors or {}))
    for kept, other, evidence in pairs:
        found.setdefault((kept.id, other.id), Merge(kept.id, other.id, evidence))
    return [found[pair] for pair in sorted(found)]


_Pair = tuple[Concept, Concept, str]


def _by_short(known: Sequence[Concept]) -> Iterator[_Pair]:
    """Both spell out one abbreviation and share its articles, or are written in other words that have the same initials."""
    spelt: defaultdict[str, list[Concept]] = defaultdict(list)
    for one in known:
        for short in one.shorts:
            spelt[short].append(one)
    for short, of_it in sorted(spelt.items()):
        for kept, other in combinations(of_it, 2):
            if (
                kept.articles & other.articles
                or _singular(words_of(kept.name))[-1:] == _singular(words_of(other.name))[-1:]
            ):
                yield kept, other, f"articles spell out “{short}” as “{kept.name}” and as “{other.name}”"


def _by_spelling(known: Sequence[Concept]) -> Iterator[_Pair]:
    called: dict[str, Concept] = {}
    for one in known:
        name = american(" ".join(_singular(words_of(one.name))))
        first = called.setdefault(name, one)
        if first is not one:
            yield first, one, f"“{first.name}” and “{one.name}” are two spellings of one word"


def _by_last_word(known: Sequence[Concept]) -> Iterator[_Pair]:
    """ "Dempsey" where only one has that name, and every article about Dempsey is about him."""
    ending: defaultdict[str, list[Concept]] = defaultdict(list)
    for one in known:
        if len(words_of(one.name)) > 1 and all(word[:1].isupper() for word in one.name.split()):
            ending[words_of(one.name)[-1]].append(one)
    for one in known:
        named = ending.get(one.name.casefold(), [])
        if one.name[:1].isupper() and len(named) == 1 and one.articles <= named[0].articles:
            yield (
                named[0],
                one,
                f"every article about “{one.name}” is about “{named[0].name}”, and no other name ends so",
            )


def _by_company(known: Sequence[Concept], vectors: Vectors) -> Iterator[_Pair]:
    """In the same articles and near in meaning. Two that are parts of each other's name are a kind and its kind."""
    order = {one.id: one for one in known}
    members: defaultdict[str, list[str]] = defaultdict(list)
    for one in known:
        if one.id in vectors and len(one.articles) >= _SEEN and not one.is_kind:
            for article in one.articles:
                members[article].append(one.id)
    shared = Counter(pair for ids in members.values() for pair in combinations(ids, 2))
    for (kept_id, other_id), count in shared.items():
        kept, other = order[kept_id], order[other_id]
        if count < _SEEN or count < _ALIKE * max(len(kept.articles), len(other.articles)):
            continue
        near = _cosine(vectors, kept_id, other_id)
        if near >= _SAME and not set(words_of(kept.name)) & set(words_of(other.name)):
            yield (
                kept,
                other,
                f"{count} articles are about both “{kept.name}” and “{other.name}”, which mean nearly the same",
            )
