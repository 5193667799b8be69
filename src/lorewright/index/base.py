"""What an index of a scope's passages promises. Scopes and passages are known by their numbers alone."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lorewright.db.engine import Database
from lorewright.db.transaction import Transaction

if TYPE_CHECKING:
    from lorewright.index.terms import Analyser  # which needs what stands here

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


class Gap(NamedTuple):
    """Passages that are still to be put on the shelf that is being built: those above `after`, and not above `until`."""

    after: int
    until: int


class LexicalIndex(Protocol):
    """It is made again beside what serves: `rebuild` asks for it, then `erase_step` until nothing is left, `gap` and `build`
    until there is no gap, and `erase_step` again. Where each of these stands is in the rows, so that anybody goes on with it."""

    def add(self, tx: Transaction, scope_id: int, entries: Sequence[Entry], language: str | None = None) -> None:
        """Takes in passages that the scope does not hold yet. `language` is ISO 639-1; None where it is not known.

        Raises `ValueError` where a passage of that number is already there.
        """
        ...

    def remove(self, tx: Transaction, scope_id: int, entries: Sequence[Entry]) -> None:
        """Takes passages out; `words` as they were added. Those that are not there are passed over."""
        ...

    def rebuild(self, tx: Transaction, scope_id: int, *, afresh: bool = False) -> None:
        """Asks for the index to be made again. One that is being made will do, unless `afresh`."""
        ...

    def gap(self, tx: Transaction, scope_id: int, newest: int) -> Gap | None:
        """What is still to be built; begins where that was asked for, with all up to the passage `newest`.

        None where nothing is being made again. Makes other writers of the scope wait until the transaction ends.
        """
        ...

    def build(self, tx: Transaction, scope_id: int, entries: Mapping[str | None, Sequence[Entry]], to: int) -> None:
        """The passages, by their language, that there are in the gap up to the number `to`.

        When the gap is closed, what was built serves from this transaction on.
        """
        ...

    def erase_step(self, tx: Transaction, scope_id: int) -> bool:
        """Erases some of what no longer serves; False where nothing is left."""
        ...

    def search(self, tx: Transaction, scope_id: int, query: str, limit: int) -> Hits:
        """At most `limit` passages that share a term with the query; BM25 over the statistics of this scope alone."""
        ...

    def search_each(self, tx: Transaction, scope_id: int, queries: Sequence[str], limit: int) -> list[Hits]:
        """The same of several queries, in one statement."""
        ...

    def analyser(self, tx: Transaction, scope_id: int) -> "Analyser":
        """Cuts words into terms as this scope holds them."""
        ...

    def known(self, tx: Transaction, scope_id: int, terms: Collection[str]) -> dict[str, int]:
        """In how many passages of the scope each of the terms stands; those that stand in none are left out."""
        ...


class VectorIndex(Protocol):
    """Holds the vectors of one embedder that serves, and beside them those of another that is to take its place."""

    def prepare(self, db: Database) -> None:
        """Makes what the database offers beyond the tables of the schema; asked for by workers now and then."""
        ...

    def put(self, tx: Transaction, scope_id: int, numbers: Sequence[int], vectors: Vectors, embedder: str) -> None:
        """`vectors` (n, d), unit length, in the order of `numbers`. Replaces what these passages had of this embedder.

        The first embedder of a scope serves it.
        """
        ...

    def remove(self, tx: Transaction, scope_id: int, numbers: Sequence[int]) -> None:
        """Those that are not there are passed over."""
        ...

    def embedder(self, tx: Transaction, scope_id: int) -> str:
        """Whose vectors serve; empty where there are none yet."""
        ...

    def embedders(self, tx: Transaction, scope_id: int) -> list[str]:
        """All of whom there are vectors."""
        ...

    def serve(self, tx: Transaction, scope_id: int, embedder: str) -> int:
        """From this transaction on the vectors of this embedder are searched, and no others. The sign of their numbers."""
        ...

    def erase_step(self, tx: Transaction, scope_id: int) -> bool:
        """Erases some vectors of embedders that do not serve; False where there are none."""
        ...

    def get(
        self, tx: Transaction, scope_id: int, numbers: Sequence[int], embedder: str
    ) -> dict[int, NDArray[np.float32]]:
        """The vectors (d,) that the embedder made of these passages, by number; those that have none are left out."""
        ...

    def search(self, tx: Transaction, scope_id: int, query: NDArray[np.float32], limit: int, embedder: str) -> Hits:
        """`query` (d,), unit length. At most `limit` passages; the score is the cosine, always exact.

        None are found by an embedder that does not serve.
        """
        ...


def no_hits() -> Hits:
    return Hits(np.empty(0, np.int64), np.empty(0, np.float32))
