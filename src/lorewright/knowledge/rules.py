"""How what the words found and what the vectors found become one ranking of texts (docs/decisions/0004-fusion.md)."""

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from lorewright.index.base import Hits

COSINE_WIDTH = 0.4
"""So far below the nearest passage a passage counts as not near at all. Flat from 0.3 to 0.45."""


class Why(NamedTuple):
    """Rank (from 1, among texts) and score at every stage; None where that side did not find the text."""

    score: float
    """0 to 1; that of its best passage."""
    words_rank: int | None
    words_score: float | None
    """BM25 of the passage that its words put first."""
    vector_rank: int | None
    vector_score: float | None
    """Cosine of its nearest passage."""


class Candidate(NamedTuple):
    text_id: str
    why: Why
    passages: list[int]
    """Numbers of its passages, best first."""
    scores: list[float]
    """Of each of them."""


def fuse(lexical: Hits, dense: Hits, texts: Mapping[int, str], limit: int | None = None) -> list[Candidate]:
    """The first `limit` texts by their best passage, best first; of equal ones that whose best passage has the smaller number.

    `texts` gives the text of each passage; passages that it does not know are passed over. The score of a passage is

        (BM25 / best BM25  +  max(0, 1 - (best cosine - cosine) / COSINE_WIDTH)) / 2

    A passage that only the words found is taken to be as near as the last that the vectors found: it cannot be nearer,
    unless it has no vector yet. One that only the vectors found has no BM25. Where one side found nothing, the other
    decides alone.

    This is the convex sum of Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval" (2023), with
    one change: cosines are measured from the best on a fixed scale, not stretched so that the last candidate is 0. So it
    hardly matters how many candidates there are, and vectors that cannot tell passages apart do not outvote the words.
    """
    words, cosines = _known(lexical, texts), _known(dense, texts)
    best_word, best_cosine = max(words.values(), default=1.0), max(cosines.values(), default=0.0)
    nearness = {n: max(0.0, 1 - (best_cosine - cosine) / COSINE_WIDTH) for n, cosine in cosines.items()}
    least = min(nearness.values(), default=0.0)
    scores = {n: (words.get(n, 0.0) / best_word + nearness.get(n, least)) / 2 for n in {**words, **nearness}}
    passages: dict[str, list[int]] = {}
    for number in sorted(scores, key=lambda n: (-scores[n], n)):
        passages.setdefault(texts[number], []).append(number)
    by_words, by_vectors = _ranks(words, texts), _ranks(cosines, texts)
    return [
        Candidate(
            text_id,
            Why(scores[numbers[0]], *by_words.get(text_id, (None, None)), *by_vectors.get(text_id, (None, None))),
            numbers,
            [scores[number] for number in numbers],
        )
        for text_id, numbers in islice(passages.items(), limit)
    ]


def _known(hits: Hits, texts: Mapping[int, str]) -> dict[int, float]:
    """Score by passage number, best first."""
    pairs = zip(hits.numbers.tolist(), hits.scores.tolist(), strict=True)
    return {number: score for number, score in pairs if number in texts}


def _ranks(scores: Mapping[int, float], texts: Mapping[int, str]) -> dict[str, tuple[int, float]]:
    """Rank and score of each text, by the first of its passages."""
    found: dict[str, tuple[int, float]] = {}
    for number, score in scores.items():
        text_id = texts[number]
        if text_id not in found:
            found[text_id] = (len(found) + 1, score)
    return found
