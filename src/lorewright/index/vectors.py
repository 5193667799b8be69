"""The vector index: float32 rows in the database, and in memory one bit a dimension.

A small scope is read straight from its rows. Of a larger one a `BitCache` holds the signs of all vectors, read from an index:
the candidates whose signs agree most with the query are read by number and scored exactly. What was removed has no row, so a
cache that is behind costs time or a candidate, never a wrong hit. Of the largest, a graph in the database proposes the
candidates where there is one (`hnsw.py`), and no process holds anything.

The embedder that serves has its vectors under the passages' numbers or under their negatives, and another one, which is to take
its place, under the others. So both are there until the second has all, and neither is ever searched with the other's questions.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import bindparam, func, select, text

from lorewright.db.engine import Database
from lorewright.db.transaction import Transaction
from lorewright.index import hnsw, scopes
from lorewright.index.base import Hits, Numbers, Vectors, no_hits
from lorewright.index.bits import BitCache, Bits, as_words, signs
from lorewright.index.rules import best
from lorewright.index.tables import index_vector

EXACT_LIMIT = 1_000
"""Up to so many vectors a scope is read straight from its rows."""

RESCORED = 200
"""So many candidates beyond the limit are scored exactly; of those by bits one in a thousand of the scope where that is more."""

LARGE = 50_000
"""From so many passages on, a scope is searched by the graph where there is one."""

BATCH = 1_000
"""Rows held at once while the bits of a scope are made."""

ERASED_AT_ONCE = 100
"""Vectors."""

_FLOAT = np.dtype("<f4")

_PUT = text(
    "INSERT INTO index_vector (number, scope_id, embedder, generation, vector, signs)"
    " VALUES (:number, :scope_id, :embedder, :generation, :vector, :signs)"
    " ON CONFLICT (number) DO UPDATE SET scope_id = excluded.scope_id, embedder = excluded.embedder,"
    " generation = excluded.generation, vector = excluded.vector, signs = excluded.signs"
)

_OF_SCOPE = (index_vector.c.scope_id == bindparam("scope_id"), index_vector.c.embedder == bindparam("embedder"))
_NUMBERS = select(index_vector.c.number).where(*_OF_SCOPE)
_ROWS = select(index_vector.c.number, index_vector.c.vector).where(*_OF_SCOPE)
_FEW = _ROWS.limit(EXACT_LIMIT + 1)
_SOME = _NUMBERS.limit(ERASED_AT_ONCE)
_NEXT_EMBEDDER = select(func.min(index_vector.c.embedder)).where(
    index_vector.c.scope_id == bindparam("scope_id"), index_vector.c.embedder > bindparam("after")
)
_NEWER = (
    select(index_vector.c.number, index_vector.c.signs)
    .where(*_OF_SCOPE, index_vector.c.generation > bindparam("generation"))
    .execution_options(yield_per=BATCH)
)

# The plus keeps SQLite from taking the index on the scope, which would read all of its rows.
_CHOSEN = {
    "sqlite": text(
        "SELECT number, vector FROM index_vector WHERE +scope_id = :scope_id AND embedder = :embedder"
        " AND number IN (SELECT value FROM json_each(:numbers))"
    ),
    "postgresql": text(
        "SELECT number, vector FROM index_vector WHERE scope_id = :scope_id AND embedder = :embedder"
        " AND number = ANY(CAST(:numbers AS bigint[]))"
    ),
}
_DELETE = {
    "sqlite": text(
        "DELETE FROM index_vector WHERE +scope_id = :scope_id AND number IN (SELECT value FROM json_each(:numbers))"
    ),
    "postgresql": text(
        "DELETE FROM index_vector WHERE scope_id = :scope_id AND number = ANY(CAST(:numbers AS bigint[]))"
    ),
}


class StoredVectors:
    """A `VectorIndex` in the database, with the bits of the larger scopes in `cache`."""

    def __init__(self, cache: BitCache, large: int = LARGE) -> None:
        self._cache = cache
        self._large = large

    def prepare(self, db: Database) -> None:
        hnsw.prepare(db)

    def put(self, tx: Transaction, scope_id: int, numbers: Sequence[int], vectors: Vectors, embedder: str) -> None:
        if not len(numbers):
            return
        scope = scopes.changed(tx, scope_id)
        if scope.embedder in ("", embedder):
            side = scope.side if scope.embedder else self.serve(tx, scope_id, embedder)
        else:
            side = -scope.side
        signed = [side * int(number) for number in numbers]
        common = {"scope_id": scope_id, "embedder": embedder, "generation": scope.generation}
        rows = zip(signed, np.asarray(vectors, dtype=_FLOAT), signs(vectors), strict=True)
        values = [
            {**common, "number": number, "vector": vector.tobytes(), "signs": of_it.tobytes()}
            for number, vector, of_it in rows
        ]
        tx.execute(_PUT, values)
        if tx.dialect == "postgresql":
            hnsw.put(tx, scope_id, signed, vectors, embedder)

    def remove(self, tx: Transaction, scope_id: int, numbers: Sequence[int]) -> None:
        if len(numbers):
            self._remove(tx, scope_id, _either(numbers))

    def embedder(self, tx: Transaction, scope_id: int) -> str:
        scope = scopes.read(tx, scope_id)
        return scope.embedder if scope else ""

    def serve(self, tx: Transaction, scope_id: int, embedder: str) -> int:
        scopes.changed(tx, scope_id)
        held = tx.execute(_NUMBERS.limit(1), {"scope_id": scope_id, "embedder": embedder}).scalar()
        side = -1 if held is not None and held < 0 else 1
        scopes.serve(tx, scope_id, embedder, side)
        return side

    def embedders(self, tx: Transaction, scope_id: int) -> list[str]:
        found = [""]
        while (embedder := tx.execute(_NEXT_EMBEDDER, {"scope_id": scope_id, "after": found[-1]}).scalar()) is not None:
            found.append(embedder)
        return found[1:]

    def erase_step(self, tx: Transaction, scope_id: int) -> bool:
        serving = scopes.changed(tx, scope_id).embedder
        for embedder in self.embedders(tx, scope_id):
            if embedder != serving:
                some = tx.execute(_SOME, {"scope_id": scope_id, "embedder": embedder}).scalars().all()
                self._remove(tx, scope_id, some)
                return True
        return False

    def _remove(self, tx: Transaction, scope_id: int, signed: Sequence[int]) -> None:
        scopes.changed(tx, scope_id, vectors_removed=len(signed))
        tx.execute(_DELETE[tx.dialect], {"scope_id": scope_id, "numbers": _listed(tx, signed)})

    def get(
        self, tx: Transaction, scope_id: int, numbers: Sequence[int], embedder: str
    ) -> dict[int, NDArray[np.float32]]:
        """Those that a search has read in the same transaction are not read again."""
        held = _read_before(tx, scope_id, embedder)
        lacking = [number for number in numbers if number not in held]
        if lacking:
            chosen = {"scope_id": scope_id, "embedder": embedder, "numbers": _listed(tx, _either(lacking))}
            held = held | _by_number(tx.execute(_CHOSEN[tx.dialect], chosen).all())
        return {number: np.frombuffer(held[number], _FLOAT) for number in numbers if number in held}

    def search(self, tx: Transaction, scope_id: int, query: NDArray[np.float32], limit: int, embedder: str) -> Hits:
        """To be called in a reading transaction: what a writing one takes back would stay in the cache."""
        scope = scopes.read(tx, scope_id)
        if scope is None or scope.embedder != embedder:
            return no_hits()
        if tx.dialect == "postgresql" and scope.passages >= self._large:
            candidates = hnsw.nearest(tx, scope_id, query, limit + RESCORED, embedder)
            if candidates is not None:
                return _rescored(tx, scope_id, query, candidates, limit, embedder)
        bits = self._cache.get(scope_id, embedder)
        if bits is None:
            rows = tx.execute(_FEW, {"scope_id": scope_id, "embedder": embedder}).all()
            if len(rows) <= EXACT_LIMIT:
                return _scored(tx, scope_id, rows, query, limit, embedder)
            bits = Bits.empty(len(query), scope.vectors_removed)
        if bits.generation < scope.generation:
            bits = _renewed(tx, scope_id, embedder, bits, scope)
            self._cache.put(scope_id, embedder, bits)
        near = bits.nearest(query, limit + max(RESCORED, len(bits.numbers) // 1_000))
        return _rescored(tx, scope_id, query, near.tolist(), limit, embedder)


def _renewed(tx: Transaction, scope_id: int, embedder: str, bits: Bits, scope: scopes.Scope) -> Bits:
    """The bits at the scope's generation: with what was put since, and without what is gone once that is much."""
    of_scope = {"scope_id": scope_id, "embedder": embedder}
    if scope.vectors_removed - bits.vectors_removed > len(bits.numbers) // 64:
        live = np.array(tx.execute(_NUMBERS, of_scope).scalars().all(), dtype=np.int64)
        bits = replace(bits.only(live), vectors_removed=scope.vectors_removed)
    numbers: list[Numbers] = []
    words: list[NDArray[np.uint64]] = []
    for rows in tx.execute(_NEWER, {**of_scope, "generation": bits.generation}).partitions():
        found, octets = zip(*rows, strict=True)  # asking each row for its columns by name takes twice the time
        numbers.append(np.array(found, dtype=np.int64))
        words.append(as_words(np.frombuffer(b"".join(octets), np.uint8).reshape(len(rows), -1)))
    if numbers:
        kept = bits.without(np.concatenate(numbers))  # of a passage that was put again the old signs are dropped
        numbers.insert(0, kept.numbers)
        words.insert(0, kept.words)
        bits = replace(bits, numbers=np.concatenate(numbers), words=np.concatenate(words, axis=1))
    return replace(bits, generation=scope.generation)


def _rescored(
    tx: Transaction, scope_id: int, query: NDArray[np.float32], candidates: Sequence[int], limit: int, embedder: str
) -> Hits:
    """The best of the candidates that are still there, by their exact cosines."""
    chosen = {"scope_id": scope_id, "embedder": embedder, "numbers": _listed(tx, candidates)}
    return _scored(tx, scope_id, tx.execute(_CHOSEN[tx.dialect], chosen).all(), query, limit, embedder)


def _either(numbers: Sequence[int]) -> list[int]:
    """Under which numbers the vectors of these passages may lie."""
    return [signed for number in numbers for signed in (number, -number)]


def _scored(
    tx: Transaction, scope_id: int, rows: Sequence[Any], query: NDArray[np.float32], limit: int, embedder: str
) -> Hits:
    """The exact cosines of rows (number, vector)."""
    if not rows:
        return no_hits()
    _read_before(tx, scope_id, embedder).update(_by_number(rows))
    numbers, vectors = _unpacked(rows)
    return best(np.abs(numbers), vectors @ query, limit)


def _read_before(tx: Transaction, scope_id: int, embedder: str) -> dict[int, bytes]:
    """Vectors by the passage's number that the transaction has read, where it only reads."""
    return tx.known((_CHOSEN[tx.dialect], scope_id, embedder), dict)


def _by_number(rows: Sequence[Any]) -> dict[int, bytes]:
    return {abs(number): vector for number, vector in rows}


def _unpacked(rows: Sequence[Any]) -> tuple[Numbers, Vectors]:
    """(n,) and (n, d) of n rows (number, vector), n > 0."""
    numbers = np.array([number for number, _ in rows], dtype=np.int64)
    vectors = np.frombuffer(b"".join(vector for _, vector in rows), _FLOAT).reshape(len(rows), -1)
    return numbers, vectors


def _listed(tx: Transaction, numbers: Sequence[int]) -> str | list[int]:
    return json.dumps(list(numbers)) if tx.dialect == "sqlite" else list(numbers)
