"""Which parts of two sequences correspond: the same ones in the same order, and between them those that are much alike.

Time n log n whatever the sequences hold. What stands once in both is an anchor (patience diff, Bram Cohen); what stands more often is
taken in the order in which it comes.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
"""A place in the one sequence and a place in the other."""

ALIKE = 0.5
"""From this share of common words on a sentence is taken for another way of saying the same."""
COMMON = 24
"""A word that more sentences of a changed stretch have does not tell them from each other."""


def equal(one: Sequence[str], other: Sequence[str]) -> list[Pair]:
    """Pairs of equal parts, in order in both."""
    found: list[Pair] = []
    waiting = [(0, len(one), 0, len(other))]
    while waiting:
        start, end, begin, stop = waiting.pop()
        while start < end and begin < stop and one[start] == other[begin]:
            found.append((start, begin))
            start, begin = start + 1, begin + 1
        while start < end and begin < stop and one[end - 1] == other[stop - 1]:
            end, stop = end - 1, stop - 1
            found.append((end, stop))
        if start == end or begin == stop:
            continue
        anchors = _once_in_both(one, other, range(start, end), range(begin, stop))
        if anchors:
            corners = [(start - 1, begin - 1), *anchors, (end, stop)]
            waiting += [(a + 1, c, b + 1, d) for (a, b), (c, d) in pairwise(corners)]
            found += anchors
        else:
            found += _in_turn(one, other, range(start, end), range(begin, stop))
    return sorted(found)


def alike(one: Sequence[str], other: Sequence[str]) -> list[Pair]:
    """Pairs of sentences, in order in both, of which one may be what became of the other."""
    words = [Counter(text.casefold().split()) for text in one]
    having: defaultdict[str, list[int]] = defaultdict(list)
    for place, counts in enumerate(words):
        for word in counts:
            having[word].append(place)
    likely: list[Pair] = []
    for place, text in enumerate(other):
        counts = Counter(text.casefold().split())
        candidates = {at for word in counts if len(having[word]) <= COMMON for at in having[word]}
        best = max(candidates, key=lambda at: (_likeness(words[at], counts), -abs(at - place)), default=None)
        if best is not None and _likeness(words[best], counts) >= ALIKE:
            likely.append((best, place))
    pairs = _longest_rising(likely)
    corners = [(-1, -1), *pairs, (len(one), len(other))]
    # What alone is left between two pairs on either side is taken to have become the other.
    alone = [(a + 1, b + 1) for (a, b), (c, d) in pairwise(corners) if c - a == 2 and d - b == 2]
    return sorted(pairs + alone)


def stretches(pairs: Iterable[Pair], one: int, other: int) -> Iterator[tuple[range, range]]:
    """What stands between pairs, in two sequences of these lengths; those of which nothing does are left out."""
    for (a, b), (c, d) in pairwise([(-1, -1), *pairs, (one, other)]):
        if c - a > 1 or d - b > 1:
            yield range(a + 1, c), range(b + 1, d)


def _once_in_both(one: Sequence[str], other: Sequence[str], here: range, there: range) -> list[Pair]:
    counts = Counter(one[at] for at in here), Counter(other[at] for at in there)
    places = {other[at]: at for at in there}
    return _longest_rising(
        [(at, places[one[at]]) for at in here if counts[0][one[at]] == 1 and counts[1][one[at]] == 1]
    )


def _in_turn(one: Sequence[str], other: Sequence[str], here: range, there: range) -> list[Pair]:
    """The n-th of equal ones here with the n-th there."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at in reversed(there):
        places[other[at]].append(at)
    return _longest_rising([(at, places[one[at]].pop()) for at in here if places[one[at]]])


def _longest_rising(pairs: Iterable[Pair]) -> list[Pair]:
    """The longest choice of these pairs that rises in both (Schensted 1961)."""
    ordered = sorted(pairs, key=lambda pair: (pair[0], -pair[1]))
    ends: list[int] = []  # the lowest place at which a choice of each length may end
    last: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(ordered):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(place)
            last.append(number)
        else:
            ends[length], last[length] = place, number
    chosen: list[Pair] = []
    number = last[-1] if last else -1
    while number >= 0:
        chosen.append(ordered[number])
        number = before[number]
    return chosen[::-1]


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    """Twice the common words by all of both (Dice 1945)."""
    return 2 * (one & other).total() / (one.total() + other.total())
