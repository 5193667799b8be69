"""Places at which a long text is parted that depend on nothing but what stands near them.

Where each part is as long as a measure allows, one sentence put in moves every cut after it. A landmark instead is a sentence whose
hash is the lowest far and wide: it stays one whatever is changed further off, and what stands between two stays the same. (The
extremum of a window, as in the content-defined chunking of Bjørner, Blass and Gurevich, "Content-dependent chunking for differential
compression, the local maximum approach", 2010.)
"""

import zlib
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias

Rank: TypeAlias = tuple[int, int]
"""The lower, the likelier it is a landmark."""


def rank(text: str, *, weight: int = 1) -> Rank:
    """Of a sentence; one of less weight comes before all of more."""
    return weight, zlib.crc32(" ".join(text.split()).encode())


def landmarks(ranks: Sequence[Rank | None], sizes: Sequence[int], reach: int) -> Iterator[int]:
    """Places that rank below all others within `reach` before and behind, by these sizes; of equal ones the first.

    None ranks behind all. Any two are further apart than `reach`. Linear in the number of places.
    """
    starts = [0, *accumulate(sizes)]
    falling: list[int] = []  # each ranks below the one before it; those that it has overtaken are gone
    nearest: list[int | None] = []  # the last place before that ranks no higher
    overtaken: dict[int, int] = {}
    for place, one in enumerate(ranks):
        while falling and _below(one, ranks[falling[-1]]):
            overtaken[falling.pop()] = place
        nearest.append(falling[-1] if falling else None)
        falling.append(place)
    for place, one in enumerate(ranks):
        before, behind = nearest[place], overtaken.get(place)
        alone = before is None or starts[place] - starts[before] > reach
        if one is not None and alone and (behind is None or starts[behind] - starts[place] > reach):
            yield place


def _below(one: Rank | None, other: Rank | None) -> bool:
    return one is not None and (other is None or one < other)
