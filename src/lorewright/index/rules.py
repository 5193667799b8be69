"""How postings are packed, how they are scored, and which hits come first. Pure; the same on every database."""

import struct
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lorewright.index.base import Hits, Numbers, no_hits

Postings = NDArray[np.uint64]
"""(n,) each one posting, sorted: 40 bits passage number, 8 bits count in the passage, 16 bits length of the passage."""

POSTING = np.dtype("<u8")
MAX_NUMBER = 2**40 - 1
MAX_COUNT = 2**8 - 1
MAX_LENGTH = 2**16 - 1


@dataclass(frozen=True)
class Bm25:
    """`k1` says how soon further occurrences stop counting, `b` how much a long passage is held back (0 to 1)."""

    k1: float = 0.9
    b: float = 0.4


@dataclass(frozen=True)
class Statistics:
    """Of one scope: how many passages, and the sum of their lengths in words."""

    passages: int
    words: int


def pack(number: int, count: int, length: int) -> int:
    """One posting. Counts and lengths beyond what fits are cut: they no longer change a score that matters."""
    if not 0 <= number <= MAX_NUMBER:
        raise ValueError(f"passage number {number} does not fit a posting")
    return number << 24 | min(count, MAX_COUNT) << 16 | min(length, MAX_LENGTH)


def number_of(posting: int) -> int:
    return posting >> 24


def length_of(posting: int) -> int:
    return posting & MAX_LENGTH


def unpacked(data: bytes) -> Sequence[int]:
    """The postings in the bytes of a chunk, or of chunks one after the other."""
    return struct.unpack(f"<{len(data) // POSTING.itemsize}Q", data)


def chunked(postings: Sequence[int], size: int) -> dict[int, bytes]:
    """Sorted postings as chunks of at most `size`, by the number of the first passage in each."""
    chunks = (postings[start : start + size] for start in range(0, len(postings), size))
    return {number_of(chunk[0]): struct.pack(f"<{len(chunk)}Q", *chunk) for chunk in chunks}


def merged(old: Sequence[int], new: Sequence[int]) -> Sequence[int]:
    """Sorted postings of passages in either. Raises `ValueError` where one is in both."""
    together = [*old, *new]
    if old and new and number_of(old[-1]) >= number_of(new[0]):
        together.sort()
        if any(number_of(one) == number_of(next_one) for one, next_one in pairwise(together)):
            raise ValueError("a passage of this number is already in the index")
    return together


def parted(postings: Sequence[int], numbers: Collection[int]) -> tuple[Sequence[int], Sequence[int]]:
    """Sorted postings without those of the passages in `numbers`, and those alone."""
    start = bisect_left(postings, min(numbers), key=number_of)
    stop = bisect_right(postings, max(numbers), key=number_of)
    around = postings[start:stop]  # few, where passages that were added together go together
    gone = [one for one in around if number_of(one) in numbers]
    kept = [one for one in around if number_of(one) not in numbers]
    return [*postings[:start], *kept, *postings[stop:]], gone


def bm25(
    postings: Mapping[str, Postings],
    weights: Mapping[str, float],
    statistics: Statistics,
    limit: int,
    parameters: Bm25,
) -> Hits:
    """Ranks the passages that hold any of the terms of `weights` (term -> its weight in the query).

    score = sum of w * idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / mean length)),
    idf = ln(1 + (N - df + 0.5) / (df + 0.5)): Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
    Beyond" (2009), with the idf of Lucene, which is never negative.
    """
    held = [(weights[term], postings[term]) for term in sorted(weights) if term in postings and len(postings[term])]
    if not held:
        return no_hits()
    k1, b = parameters.k1, parameters.b
    mean = max(statistics.words, 1) / max(statistics.passages, 1)
    numbers_found, scores = [], []
    for weight, found in held:
        numbers_found.append((found >> np.uint64(24)).view(np.int64))
        octets = np.ascontiguousarray(found, POSTING).view(np.uint8)  # as they lie, which spares shifting and masking
        counts, lengths = octets[2::8].astype(np.float64), octets.view("<u2")[::4].astype(np.float64)
        idf = np.log1p((statistics.passages - len(found) + 0.5) / (len(found) + 0.5))
        scores.append(weight * idf * (k1 + 1) * counts / (counts + k1 * (1 - b + b / mean * lengths)))
    return best(*_sums(np.concatenate(numbers_found), np.concatenate(scores), limit), limit)


def _sums(numbers: Numbers, scores: NDArray[np.float64], limit: int) -> tuple[Numbers, NDArray[np.float32]]:
    """The sum of the scores of each number, numbers ascending; of many numbers only of those that may be among the `limit` best."""
    first = int(numbers.min())
    span = int(numbers.max()) - first + 1
    if span > 16 * len(numbers):  # few passages spread over many numbers: sorting is cheaper than a sum for each number
        numbers, places = np.unique(numbers, return_inverse=True)
        return numbers, np.bincount(places, weights=scores).astype(np.float32)
    totals = np.bincount(numbers - first, weights=scores).astype(np.float32)
    least = np.partition(totals, -limit)[-limit] if 0 < limit < span else 0.0
    # To pick out all that have a sum, of which the best are picked then, would take longer than all else.
    held = np.flatnonzero((totals >= least) & (totals > 0))
    return held + first, totals[held]


def best(numbers: Numbers, scores: NDArray[np.float32], limit: int) -> Hits:
    """The `limit` highest scores, best first; of equal scores the smaller number first."""
    if limit <= 0:
        return no_hits()
    if len(scores) > limit:
        lowest = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = scores >= lowest
        numbers, scores = numbers[kept], scores[kept]
    order = np.lexsort((numbers, -scores))[:limit]
    return Hits(numbers[order], scores[order])
