"""What an answer's text is, which passages it comes with, and how passages are ranked anew. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from lorewright.knowledge.answers import Sentence, as_markdown
from lorewright.knowledge.claims import Support
from lorewright.knowledge.retrieve import Hit
from lorewright.knowledge.tables import Confidence

NO_ANSWER = "The collection holds nothing that answers this question."
EMPTY = "The collection is empty: there is nothing yet that could answer this question."
NOT_READY = "No document of the collection has been read yet: ask again in a while."
ALL_FAILED = "No document of the collection could be read: there is nothing that could answer this question."


class Place(NamedTuple):
    """Where a passage stands: `[n]` points at the n-th."""

    text_id: str
    start: int
    end: int


def place_of(hit: Hit) -> Place:
    return Place(hit.passage.text_id, hit.passage.start, hit.passage.end)


def chunk_id(document_id: str, ordinal: int) -> str:
    """The same for the same passage of a document, whenever it is read."""
    return f"{document_id}:{ordinal}"


def answer_text(sentences: Sequence[Sentence], places: Sequence[Place]) -> str:
    """Markdown in which `[n]` points at the n-th place. What no quote proves has `[inferred]` instead; brackets of a source are
    escaped."""
    shown = []
    for one in sentences:
        if one.confidence is Confidence.SOURCED:
            numbers = dict.fromkeys(index + 1 for support in one.support for index in cited(support, places))
            marks = "".join(f"[{number}]" for number in numbers)
        else:
            marks = f"[{one.confidence}]"
        text = as_markdown(one.text)
        shown.append(f"{text} {marks}" if marks else text)
    return " ".join(shown)


def cited(support: Support, places: Sequence[Place]) -> list[int]:
    """Indexes of the places that a support lies in: more than one where it runs over the end of a passage."""
    start, end = support.span.start, support.span.end
    return [i for i, at in enumerate(places) if at.text_id == support.text_id and at.start < end and start < at.end]


def chosen(hits: Sequence[Hit], sentences: Sequence[Sentence], limit: int) -> list[Hit]:
    """At most `limit` of the passages in their order: those that the sentences rest on, then the best of the others."""
    places = [place_of(hit) for hit in hits]
    wanted = dict.fromkeys(index for one in sentences for support in one.support for index in cited(support, places))
    kept = [*wanted, *(index for index in range(len(hits)) if index not in wanted)][:limit]
    return [hits[index] for index in sorted(kept)]


def paged(hits: Sequence[Hit], sentences: Sequence[Sentence]) -> list[Hit]:
    """Each with the page on which the first thing stands that is cited of it; one that is not cited as it was."""
    cited_on: dict[int, int | None] = {}
    places = [place_of(hit) for hit in hits]
    for support in (support for one in sentences for support in one.support):
        for index in cited(support, places):
            cited_on.setdefault(index, support.page)
    return [
        hit._replace(passage=replace(hit.passage, page=cited_on.get(index, hit.passage.page)))
        for index, hit in enumerate(hits)
    ]


def borne(sentences: Sequence[Sentence], places: Sequence[Place]) -> list[Sentence]:
    """Those whose every support lies in one of the places: an answer rests on nothing that is not shown."""
    return [one for one in sentences if all(cited(support, places) for support in one.support)]


def merged(rankings: Iterable[Sequence[Hit]]) -> list[Hit]:
    """Each passage once, by its best score, best first."""
    best: dict[int, Hit] = {}
    for hit in (hit for ranking in rankings for hit in ranking):
        known = best.get(hit.passage.number)
        if known is None or hit.score > known.score:
            best[hit.passage.number] = hit
    return sorted(best.values(), key=lambda hit: (-hit.score, hit.passage.number))


# -- Ranking anew -----------------------------------------------------------------------------------------------------

COVERAGE, PROXIMITY = 0.05, 0.02
"""What the question's terms add to a score, beside 1 for what words and vectors found together."""
LIKENESS = 0.8
"""Cosine from which on two passages say much the same"""
REPETITION = 0.5
"""and what a passage that says quite the same as a better one loses of its score."""
SAME_PAGE = 0.1
"""What a passage loses of it beside a better one of its page: who opens the page for that one sees both."""


def covered(places: Sequence[tuple[int, str]], weights: Mapping[str, float]) -> float:
    """The share of the question's terms, by weight, that a passage holds. `places`: (index of a word, term) in order."""
    total = sum(weights.values())
    held = {term for _, term in places}
    return sum(weight for term, weight in weights.items() if term in held) / total if total else 0.0


def proximity(places: Sequence[tuple[int, str]]) -> float:
    """How close together the terms that a passage holds stand: 1 side by side, 0 where there are fewer than two.

    (terms held - 1) / (words of the shortest window that holds all of them - 1)
    """
    wanted = len({term for _, term in places})
    if wanted < 2:
        return 0.0
    counts: dict[str, int] = {}
    shortest = places[-1][0] - places[0][0]
    first = 0
    for word, term in places:
        counts[term] = counts.get(term, 0) + 1
        while len(counts) == wanted:
            shortest = min(shortest, word - places[first][0])
            left = places[first][1]
            counts[left] -= 1
            if not counts[left]:
                del counts[left]
            first += 1
    return min(1.0, (wanted - 1) / max(shortest, 1))


def reranked(
    hits: Sequence[Hit], found: Sequence[Sequence[tuple[int, str]]], weights: Mapping[str, float]
) -> list[Hit]:
    """With scores that tell also how much of the question each passage holds and how close together; best first."""
    whole = 1 + COVERAGE + PROXIMITY
    scored = [
        hit._replace(score=(hit.score + COVERAGE * covered(places, weights) + PROXIMITY * proximity(places)) / whole)
        for hit, places in zip(hits, found, strict=True)
    ]
    return sorted(scored, key=lambda hit: (-hit.score, hit.passage.number))


def diversified(hits: Sequence[Hit], vectors: Mapping[int, NDArray[np.float32]]) -> list[Hit]:
    """Best first, where a passage loses what it repeats of those before it. `vectors` (d,) of unit length, by passage number.

    As maximal marginal relevance (Carbonell and Goldstein 1998), for near repetitions and pages alone. Scores never rise down the list.
    """
    kept = 1 - np.maximum(REPETITION * _repeated(hits, vectors), SAME_PAGE * _of_one_page(hits))
    scores = np.array([hit.score for hit in hits])
    factors = np.ones_like(scores)
    ranked: list[Hit] = []
    for _ in hits:
        best = int(np.argmax(scores * factors))  # of equal ones the first
        ranked.append(hits[best]._replace(score=float(scores[best] * factors[best])))
        scores[best] = -np.inf
        factors = np.minimum(factors, kept[best])
    return ranked


def _repeated(hits: Sequence[Hit], vectors: Mapping[int, NDArray[np.float32]]) -> NDArray[np.float32]:
    """(n, n), 0 to 1: how much each pair says the same."""
    if not vectors:
        return np.zeros((len(hits), len(hits)), np.float32)
    nothing = np.zeros_like(next(iter(vectors.values())))  # is like no other
    those = np.stack([vectors.get(hit.passage.number, nothing) for hit in hits])
    repeated: NDArray[np.float32] = np.clip((those @ those.T - LIKENESS) / (1 - LIKENESS), 0, 1)
    return repeated


def _of_one_page(hits: Sequence[Hit]) -> NDArray[np.bool_]:
    """(n, n): which begin on the same page of the same text."""
    known: dict[tuple[str, int | None], int] = {}
    pages = np.array([known.setdefault((hit.passage.text_id, hit.passage.page), len(known)) for hit in hits], int)
    paged = np.array([hit.passage.page is not None for hit in hits], bool)
    together: NDArray[np.bool_] = paged & (pages[:, None] == pages[None, :])
    return together


def reordered(hits: Sequence[Hit], order: Sequence[int]) -> list[Hit]:
    """In this order, with the same scores: they never rise down the list."""
    return [hits[index]._replace(score=hit.score) for hit, index in zip(hits, order, strict=True)]
