"""Names that mean several things: proposals, each with its evidence in words, and the word that tells one thing from the others.

Pure functions of what articles say. A name is two where its articles fall into groups of which none speaks of anything that another
does, and which are far apart in meaning too.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import msgspec
import numpy as np

from lorewright.knowledge.taxonomy import Concept, Vectors, words_of


class Sense(msgspec.Struct, frozen=True):
    """One of the things that a name means."""

    word: str
    """The name of what most of its articles speak of besides; empty of the one with most articles, which keeps the name alone."""
    articles: frozenset[str]


class Split(msgspec.Struct, frozen=True):
    """A concept that is several."""

    concept: str
    senses: tuple[Sense, ...]
    """The one with most articles first."""
    evidence: str


_FEWEST_OF_A_MEANING = 2
_APART = 0.12
"""Cosine at most of what two meanings' articles say beside the name. With the built-in embedder Mercury, jaguar and python have 0.04 to
0.12; copper in ores and in wires, a mill's and a bicycle's wheel, 0.14 to 0.18."""
_COMMON = 0.2
"""Share of all articles from which on a concept joins nothing."""


def candidates(concepts: Iterable[Concept]) -> list[Split]:
    """Concepts of one word whose articles fall into groups that share nothing else: several things, where `are_apart` says so too."""
    known = {one.id: one for one in sorted(concepts, key=lambda one: one.id)}
    of_article = _company_of_articles(known.values())
    found = []
    for one in known.values():
        groups = _groups(one, of_article) if len(words_of(one.name)) == 1 else []
        company = [_company(group, of_article, one.id) for group in groups]
        # What tells a thing from another of its name must be said in more than one of its articles.
        if len(groups) < 2 or not all(company):
            continue
        senses = tuple(
            Sense(known[ids[0]].name if number else "", group)
            for number, (group, ids) in enumerate(zip(groups, company, strict=True))
        )
        told = "; ".join(
            f"{len(group)} articles speak also of {', '.join(known[id_].name for id_ in ids)}"
            for group, ids in zip(groups, company, strict=True)
        )
        found.append(Split(one.id, senses, f"{told}; none speaks of both"))
    return found


def besides(text: str, name: str) -> str:
    """What a text says without this name of one word, or a form of it, which would make all texts alike that have it."""
    return re.sub(rf"\b{re.escape(name)}\w{{0,2}}\b", "", text, flags=re.IGNORECASE)


def are_apart(senses: Sequence[Sense], vectors: Vectors) -> bool:
    """Whether what they speak of is far apart in meaning; unknown counts as no. `vectors`: of their articles."""
    centres = []
    for one in senses:
        rows = [vectors[article] for article in sorted(one.articles) if article in vectors]
        if not rows:
            return False
        centre = np.mean(rows, axis=0)
        centres.append(centre / (float(np.linalg.norm(centre)) or 1.0))
    return all(float(one @ other) <= _APART for one, other in combinations(centres, 2))


def moved(senses: Mapping[str, str], concept: str, concepts: Iterable[Concept]) -> dict[str, str]:
    """Articles that are to have another sense than they have, each with it. `senses`: of each article of the concept that is several.

    An article has another where it shares nothing with those of its own and something with those of the other: as one that has
    come since the senses were told apart.
    """
    of_article = _company_of_articles(concepts)
    found = {}
    for article, sense in sorted(senses.items()):
        about = of_article[article] - {concept}
        shared = {
            other: sum(
                len(about & of_article[each]) for each, its in senses.items() if its == other and each != article
            )
            for other in sorted(set(senses.values()))
        }
        best = max(shared, key=lambda other: shared[other])
        if shared[best] and not shared[sense]:
            found[article] = best
    return found


def _company_of_articles(concepts: Iterable[Concept]) -> Mapping[str, set[str]]:
    """The concepts of each article, without those that nearly all have."""
    known = list(concepts)
    articles = {article for one in known for article in one.articles}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for one in known:
        if len(articles) <= 10 or len(one.articles) <= _COMMON * len(articles):
            for article in one.articles:
                found[article].add(one.id)
    return found


def _groups(one: Concept, of_article: Mapping[str, set[str]]) -> list[frozenset[str]]:
    """Its articles, joined where two share another concept, the largest group first; none where one of them stands alone."""
    left = sorted(one.articles)
    groups: list[frozenset[str]] = []
    while left:
        group, border = {left[0]}, [left[0]]
        while border:
            about = of_article[border.pop()] - {one.id}
            near = [article for article in left if article not in group and about & of_article[article]]
            group.update(near)
            border += near
        left = [article for article in left if article not in group]
        groups.append(frozenset(group))
    groups.sort(key=lambda group: (-len(group), min(group)))
    return groups if all(len(group) >= _FEWEST_OF_A_MEANING for group in groups) else []


def _company(group: Iterable[str], of_article: Mapping[str, set[str]], without: str) -> list[str]:
    """What more than one of these articles speaks of besides, what most do first; at most three."""
    counts = Counter(id_ for article in group for id_ in of_article[article] if id_ != without)
    return sorted((id_ for id_ in counts if counts[id_] > 1), key=lambda id_: (-counts[id_], id_))[:3]
