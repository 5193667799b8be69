"""What an index of a scope's passages promises. Scopes and passages are known by their numbers alone."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lorewright.db.engine import Database
from lorewright.db.transaction import Transaction

Numbers = NDArray[np.int64]
Vectors = NDArray[np.float32]


class Hits(NamedTuple):
    """Passages found, best first; of equal scores the smaller number first."""

    numbers: Numbers
    """(n,)"""
    scores: NDArray[np.float32]
    """(n,)"""


class Entry(NamedTuple):
    """A passage as the lexical index sees it: its number and all words that shall find it."""

    number: int
    words: str


class LexicalIndex(Protocol):
    def add(self, tx: Transaction, scope_id: int, entries: Sequence[Entry], language: str | None = None) -> None:
        """Takes in passages that the scope does not hold yet. `language` is ISO 639-1; None where it is not known.

        Raises `ValueError` where a passage of that number is already there.
        """
        ...

    def remove(self, tx: Transaction, scope_id: int, entries: Sequence[Entry]) -> None:
        """Takes passages out; `words` as they were added. Those that are not there are passed over."""
        ...

    def clear(self, tx: Transaction, scope_id: int) -> None:
        """Takes everything out, and makes other writers of the scope wait until the transaction ends."""
        ...

    def search(self, tx: Transaction, scope_id: int, query: str, limit: int) -> Hits:
        """At most `limit` passages that share a term with the query; BM25 over the statistics of this scope alone."""
        ...


class VectorIndex(Protocol):
    def prepare(self, db: Database) -> None:
        """Makes what the database offers beyond the tables of the schema; asked for by workers now and then."""
        ...

    def put(self, tx: Transaction, scope_id: int, numbers: Sequence[int], vectors: Vectors, embedder: str) -> None:
        """`vectors` (n, d), unit length, in the order of `numbers`. Replaces what these passages had."""
        ...

    def remove(self, tx: Transaction, scope_id: int, numbers: Sequence[int]) -> None:
        """Those that are not there are passed over."""
        ...

    def search(self, tx: Transaction, scope_id: int, query: NDArray[np.float32], limit: int, embedder: str) -> Hits:
        """`query` (d,), unit length. At most `limit` passages; the score is the cosine, always exact."""
        ...


def no_hits() -> Hits:
    return Hits(np.empty(0, np.int64), np.empty(0, np.float32))
