"""The lexical index: postings packed into chunks of a term, scored by BM25 over the statistics of one scope.

A chunk holds up to 112 postings of a term, by passage number; the chunks of a term never overlap. Whoever writes changes
the chunks that reach over the passages at hand: an append reads and rewrites each term's last chunk, and what is removed is
cut out of its chunk, which goes with its last posting, and the term with its last chunk.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np
from sqlalchemy import text

from lorewright.db.transaction import Transaction
from lorewright.index import scopes
from lorewright.index.base import Entry, Hits, no_hits
from lorewright.index.rules import POSTING, Bm25, bm25, chunked, length_of, merged, number_of, pack, parted, unpacked
from lorewright.index.terms import Analyser, language_key, tokenizer

CHUNK = 112
"""Postings. SQLite keeps a row of a table without rowids on its page up to about a quarter of it: 1,002 bytes."""

BATCH = 256
"""Passages written at once, which bounds memory."""

_CLEAR = text("DELETE FROM posting WHERE scope_id = :scope_id")
_DROP = text("DELETE FROM posting WHERE scope_id = :scope_id AND term = :term AND first = :first")

# CROSS JOIN keeps SQLite from turning the join round, which would read the whole scope.
_POSTINGS = {
    "sqlite": text(
        "SELECT posting.term, posting.data FROM json_each(:terms) AS wanted CROSS JOIN posting"
        " WHERE posting.scope_id = :scope_id AND posting.term = wanted.value"
    ),
    "postgresql": text(
        "SELECT term, data FROM posting WHERE scope_id = :scope_id AND term = ANY(CAST(:terms AS text[]))"
    ),
}
# Of each term the chunks that reach over the numbers from :low to :high: the last that begins at or below :low, and on.
_CHUNKS = {
    "sqlite": text(
        "SELECT posting.term, posting.first, posting.data FROM json_each(:terms) AS wanted CROSS JOIN posting"
        " WHERE posting.scope_id = :scope_id AND posting.term = wanted.value AND posting.first <= :high"
        " AND posting.first >= COALESCE((SELECT max(below.first) FROM posting AS below"
        " WHERE below.scope_id = :scope_id AND below.term = wanted.value AND below.first <= :low), :low)"
    ),
    "postgresql": text(
        "SELECT posting.term, posting.first, posting.data"
        " FROM unnest(CAST(:terms AS text[])) AS wanted(value) CROSS JOIN LATERAL"
        " (SELECT COALESCE(max(below.first), :low) AS first FROM posting AS below"
        " WHERE below.scope_id = :scope_id AND below.term = wanted.value AND below.first <= :low) AS start"
        " JOIN posting ON posting.scope_id = :scope_id AND posting.term = wanted.value"
        " AND posting.first BETWEEN start.first AND :high"
    ),
}

# All chunks in one statement: their bytes one after the other, and for each its term, first number, place and size there.
_PUT = {
    "sqlite": text(
        "INSERT INTO posting (scope_id, term, first, data)"
        " SELECT :scope_id, json_extract(value, '$[0]'), json_extract(value, '$[1]'),"
        " substr(:data, json_extract(value, '$[2]'), json_extract(value, '$[3]')) FROM json_each(:chunks) WHERE true"
        " ON CONFLICT (scope_id, term, first) DO UPDATE SET data = excluded.data"
    ),
    "postgresql": text(
        "INSERT INTO posting (scope_id, term, first, data)"
        " SELECT :scope_id, value ->> 0, CAST(value ->> 1 AS bigint),"
        " substr(:data, CAST(value ->> 2 AS integer), CAST(value ->> 3 AS integer))"
        " FROM jsonb_array_elements(CAST(:chunks AS jsonb))"
        " ON CONFLICT (scope_id, term, first) DO UPDATE SET data = excluded.data"
    ),
}


class PackedPostings:
    """A `LexicalIndex` in the database: writes and reads within the caller's transaction and keeps nothing itself."""

    def __init__(self, parameters: Bm25 | None = None) -> None:
        self._parameters = parameters or Bm25()

    def add(self, tx: Transaction, scope_id: int, entries: Sequence[Entry], language: str | None = None) -> None:
        key = language_key(language)
        for batch in _batches(entries):
            self._add(tx, scope_id, batch, key)

    def _add(self, tx: Transaction, scope_id: int, entries: Sequence[Entry], key: str) -> None:
        analyser = Analyser([key])
        passages = words = 0
        added: dict[str, list[int]] = defaultdict(list)
        for number, content in entries:
            terms = analyser.passage(content)
            passages += bool(terms.counts)
            words += terms.length
            for term, count in terms.counts.items():
                added[term].append(pack(number, count, terms.length))
        scope = scopes.changed(tx, scope_id, passages, words)
        if key not in scope.languages or not scope.tokenizer:
            scopes.describe(tx, scope_id, {*scope.languages, key}, scope.tokenizer or tokenizer())

        _rewrite(tx, scope_id, added, entries, lambda term, old: merged(old, added[term]))

    def remove(self, tx: Transaction, scope_id: int, entries: Sequence[Entry]) -> None:
        for batch in _batches(entries):
            self._remove(tx, scope_id, batch)

    def _remove(self, tx: Transaction, scope_id: int, entries: Sequence[Entry]) -> None:
        analyser = Analyser(scopes.changed(tx, scope_id).languages)
        numbers = {entry.number for entry in entries}
        lengths: dict[int, int] = {}

        def reduced(_term: str, old: Sequence[int]) -> Sequence[int]:
            kept, gone = parted(old, numbers)
            lengths.update((number_of(one), length_of(one)) for one in gone)
            return kept

        terms = {term for entry in entries for term in analyser.every(entry.words)}
        _rewrite(tx, scope_id, terms, entries, reduced)
        scopes.changed(tx, scope_id, -len(lengths), -sum(lengths.values()))

    def clear(self, tx: Transaction, scope_id: int) -> None:
        held = scopes.changed(tx, scope_id).statistics
        scopes.changed(tx, scope_id, -held.passages, -held.words)
        scopes.describe(tx, scope_id, (), "")
        tx.execute(_CLEAR, {"scope_id": scope_id})

    def search(self, tx: Transaction, scope_id: int, query: str, limit: int) -> Hits:
        scope = scopes.read(tx, scope_id)
        if scope is None:
            return no_hits()
        weights = Analyser(scope.languages).query(query)
        chunks: dict[str, list[bytes]] = defaultdict(list)
        wanted = {"scope_id": scope_id, "terms": _listed(tx, weights)}
        rows: Sequence[Any] = tx.execute(_POSTINGS[tx.dialect], wanted).all()
        for term, data in rows:
            chunks[term].append(data)
        postings = {term: np.frombuffer(b"".join(parts), POSTING) for term, parts in chunks.items()}
        return bm25(postings, weights, scope.statistics, limit, self._parameters)


def _rewrite(
    tx: Transaction,
    scope_id: int,
    terms: Collection[str],
    entries: Sequence[Entry],
    change: Callable[[str, Sequence[int]], Sequence[int]],
) -> None:
    """Puts `change(term, postings)` in the place of each term's postings around the entries' numbers."""
    low, high = entries[0].number, entries[-1].number
    around = {"scope_id": scope_id, "terms": _listed(tx, terms), "low": low, "high": high}
    rows: Sequence[Any] = tx.execute(_CHUNKS[tx.dialect], around).all()
    held: dict[str, dict[int, bytes]] = defaultdict(dict)
    for term, first, data in rows:
        held[term][first] = data
    put: list[tuple[str, int, int, int]] = []
    written: list[bytes] = []
    size = 0
    dropped: list[dict[str, Any]] = []
    for term in sorted(terms):
        old = held[term]
        new = chunked(change(term, unpacked(b"".join(old[first] for first in sorted(old)))), CHUNK)
        for first, data in new.items():
            if old.get(first) != data:
                put.append((term, first, size + 1, len(data)))
                written.append(data)
                size += len(data)
        dropped += [{"scope_id": scope_id, "term": term, "first": first} for first in old.keys() - new.keys()]
    if dropped:
        tx.execute(_DROP, dropped)
    if put:
        tx.execute(_PUT[tx.dialect], {"scope_id": scope_id, "chunks": json.dumps(put), "data": b"".join(written)})


def _batches(entries: Sequence[Entry]) -> list[list[Entry]]:
    """By number, so that each batch touches few chunks of a term."""
    in_order = sorted(entries)
    return [in_order[start : start + BATCH] for start in range(0, len(in_order), BATCH)]


def _listed(tx: Transaction, terms: Collection[str]) -> str | list[str]:
    """Many terms as one parameter, so that the statement stays the same."""
    return json.dumps(list(terms)) if tx.dialect == "sqlite" else list(terms)
