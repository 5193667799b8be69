"""Words that tell of two sides of a matter: summer and winter, gross and net, begun and ended."""

from collections.abc import Sequence

from lorewright.knowledge.words import listed

Sides = tuple[frozenset[str], ...]


def sides(*rows: str) -> tuple[Sides, ...]:
    """Of "summer|winter" the words of each."""
    return tuple(tuple(frozenset(listed(side)) for side in row.split("|")) for row in rows)


def contrast(of: Sequence[frozenset[str]], one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the one tells of a side, and the other of another."""
    mine, theirs = ({i for i, side in enumerate(of) if side & said} for said in (one, other))
    return bool(mine and theirs) and mine.isdisjoint(theirs)
