"""How what the words found and what the vectors found become one ranking of texts."""

from collections.abc import Mapping
from typing import NamedTuple

from lorewright.index.base import Hits


class Why(NamedTuple):
    """Rank (from 1) and score at every stage; None where that side did not find the text."""

    score: float
    words_rank: int | None
    words_score: float | None
    vector_rank: int | None
    vector_score: float | None


class Candidate(NamedTuple):
    text_id: str
    why: Why
    passages: list[int]
    """Numbers of its passages, best first."""


def fuse(lexical: Hits, dense: Hits, texts: Mapping[int, str]) -> list[Candidate]:
    """Interim: the convex sum of both sides after min-max; the lab's rule takes its place."""
    sides = [_scaled(lexical, texts), _scaled(dense, texts)]
    scores: dict[int, float] = {}
    for side in sides:
        for number, score in side.items():
            scores[number] = scores.get(number, 0.0) + 0.5 * score
    grouped: dict[str, list[int]] = {}
    for number in sorted(scores, key=lambda n: (-scores[n], n)):
        grouped.setdefault(texts[number], []).append(number)
    ranks = [_ranks(side, texts) for side in (lexical, dense)]
    found = [
        Candidate(
            text_id,
            Why(
                sum(max((side.get(n, 0.0) for n in side if texts[n] == text_id), default=0.0) for side in sides) / 2,
                *ranks[0].get(text_id, (None, None)),
                *ranks[1].get(text_id, (None, None)),
            ),
            numbers,
        )
        for text_id, numbers in grouped.items()
    ]
    return sorted(found, key=lambda one: -one.why.score)


def _scaled(hits: Hits, texts: Mapping[int, str]) -> dict[int, float]:
    pairs = [(int(n), float(s)) for n, s in zip(hits.numbers, hits.scores, strict=True) if int(n) in texts]
    if not pairs:
        return {}
    low, high = pairs[-1][1], pairs[0][1]
    return {n: (s - low) / (high - low) if high > low else 1.0 for n, s in pairs}


def _ranks(hits: Hits, texts: Mapping[int, str]) -> dict[str, tuple[int, float]]:
    found: dict[str, tuple[int, float]] = {}
    for number, score in zip(hits.numbers, hits.scores, strict=True):
        text_id = texts.get(int(number))
        if text_id is not None and text_id not in found:
            found[text_id] = (len(found) + 1, float(score))
    return found
