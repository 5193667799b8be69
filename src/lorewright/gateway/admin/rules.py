"""What must hold within a text, within an index and among concepts, decided on rows alone."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lorewright.index.rules import MAX_LENGTH, POSTING

CHUNKS = 4_096
"""Chunks of postings unpacked at once, which bounds memory."""


class Piece(NamedTuple):
    """A passage without its words."""

    ordinal: int
    start: int
    end: int
    length: int
    """Of its content, in characters."""


def circles(above: Mapping[str, str]) -> Iterator[list[str]]:
    """Those that stand above themselves, each circle once. `above`: what each stands directly below."""
    seen: set[str] = set()
    for one in above:
        chain: dict[str, None] = {}  # in order
        at: str | None = one
        while at is not None and at not in seen and at not in chain:
            chain[at] = None
            at = above.get(at)
        if at is not None and at in chain:
            yield list(chain)[list(chain).index(at) :]
        seen.update(chain)


def untiled(pieces: Iterable[Piece], characters: int, passages: int) -> str | None:
    """Why pieces, in order, do not tile a text of so many characters in so many passages; None where they do."""
    count = end = 0
    for piece in pieces:
        if piece.ordinal != count:
            return f"passage {count} is missing"
        if piece.start != end:
            return f"passage {count} begins at character {piece.start} instead of {end}"
        if piece.length != piece.end - piece.start:
            return f"passage {count} holds {piece.length} characters instead of {piece.end - piece.start}"
        count, end = count + 1, piece.end
    if count != passages:
        return f"it has {count} passages instead of {passages}"
    if end != characters:
        return f"its passages end at character {end} of {characters}"
    return None


class Recount(NamedTuple):
    """What the postings of a scope say by themselves."""

    numbers: NDArray[np.int64]
    """(n,) passages, ascending"""
    terms: NDArray[np.int64]
    """(n,) how many terms each has"""
    words: int
    two_lengths: int
    """Passages to which different terms give different lengths."""


def recounted(chunks: Iterable[bytes]) -> Recount:
    """Of all chunks of a scope, in any order. Holds a few bytes a passage, not the postings."""
    lengths = np.empty(0, np.uint64)
    times = np.empty(0, np.int64)
    remaining = iter(chunks)
    while batch := list(islice(remaining, CHUNKS)):
        postings = np.frombuffer(b"".join(batch), POSTING)
        found = (postings >> np.uint64(24) << np.uint64(16)) | (postings & np.uint64(MAX_LENGTH))
        each = np.concatenate([times, np.ones(len(found), np.int64)])
        lengths, places = np.unique(np.concatenate([lengths, found]), return_inverse=True)
        times = np.bincount(places, weights=each).astype(np.int64)
    numbers, first = np.unique((lengths >> np.uint64(16)).astype(np.int64), return_index=True)
    words = int((lengths[first] & np.uint64(MAX_LENGTH)).sum())
    terms = np.add.reduceat(times, first) if len(first) else times
    return Recount(numbers, terms, words, len(lengths) - len(numbers))


def percent(done: int, of: int) -> int:
    return 100 * done // of if of else 0
