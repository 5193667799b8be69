"""The lexical index: postings packed into chunks of a term, scored by BM25 over the statistics of one scope.

A chunk holds up to 112 postings of a term, by passage number; the chunks of a term never overlap. Whoever writes changes
the chunks that reach over the passages at hand: an append reads and rewrites each term's last chunk, and what is removed is
cut out of its chunk, which goes with its last posting, and the term with its last chunk.

The postings of a scope stand on a shelf. Where they are made again a second one is built beside it: whoever adds or removes
passages meanwhile changes both, and the builder takes the passages that were there in the order of their numbers. A search reads
the one that serves.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import text

from lorewright.db.transaction import Transaction
from lorewright.index import scopes, shelves
from lorewright.index.base import Entry, Gap, Hits, no_hits
from lorewright.index.rules import POSTING, Bm25, bm25, chunked, length_of, merged, number_of, pack, parted, unpacked
from lorewright.index.shelves import Shelf
from lorewright.index.tables import State
from lorewright.index.terms import BY_SCRIPT, Analyser, Terms, language_key, tokenizer

CHUNK = 112
"""Postings. SQLite keeps a row of a table without rowids on its page up to about a quarter of it: 1,002 bytes."""

BATCH = 256
"""Passages written at once, which bounds memory."""

ERASED_AT_ONCE = 300
"""Chunks."""

_ERASE = text(
    "DELETE FROM posting WHERE scope_id = :shelf AND (term, first) <="
    " (SELECT term, first FROM posting WHERE scope_id = :shelf ORDER BY term, first LIMIT 1 OFFSET :count)"
)
_ERASE_REST = text("DELETE FROM posting WHERE scope_id = :shelf")
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
_COUNTS = {
    "sqlite": text(
        "SELECT posting.term, sum(length(posting.data)) FROM json_each(:terms) AS wanted CROSS JOIN posting"
        " WHERE posting.scope_id = :scope_id AND posting.term = wanted.value GROUP BY posting.term"
    ),
    "postgresql": text(
        "SELECT term, sum(length(data)) FROM posting"
        " WHERE scope_id = :scope_id AND term = ANY(CAST(:terms AS text[])) GROUP BY term"
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


class _Analysed(NamedTuple):
    number: int
    terms: Terms


class PackedPostings:
    """A `LexicalIndex` in the database: writes and reads within the caller's transaction and keeps nothing itself."""

    def __init__(self, parameters: Bm25 | None = None) -> None:
        self._parameters = parameters or Bm25()

    def add(self, tx: Transaction, scope_id: int, entries: Sequence[Entry], language: str | None = None) -> None:
        key = language_key(language)
        for batch in _batches(entries):
            scopes.changed(tx, scope_id)
            filled = shelves.of_scope(tx, scope_id).filled or [shelves.put_up(tx, scope_id, State.SERVING)]
            analysed = _analysed(batch, key)
            for shelf in filled:
                _put(tx, shelf, [one for one in analysed if not shelf.awaits(one.number)], key)

    def remove(self, tx: Transaction, scope_id: int, entries: Sequence[Entry]) -> None:
        for batch in _batches(entries):
            scopes.changed(tx, scope_id)
            for shelf in shelves.of_scope(tx, scope_id).all:  # from one that is being erased too: it is gone at once
                _take(tx, shelf, batch)

    def rebuild(self, tx: Transaction, scope_id: int, *, afresh: bool = False) -> None:
        scopes.changed(tx, scope_id)
        building = shelves.of_scope(tx, scope_id).building
        if building is not None and afresh:
            shelves.turn(tx, building, State.ERASING)
        if building is None or afresh:
            scopes.want_rebuild(tx, scope_id, True)

    def gap(self, tx: Transaction, scope_id: int, newest: int) -> Gap | None:
        scope = scopes.changed(tx, scope_id)
        serving, building, erasing = shelves.of_scope(tx, scope_id)
        if building is None and scope.rebuild and erasing is None:
            free = -serving.number if serving else scope_id
            building = shelves.put_up(tx, free, State.BUILDING, newest)
            scopes.want_rebuild(tx, scope_id, False)
        return None if building is None else Gap(building.built_to, building.built_until)

    def build(self, tx: Transaction, scope_id: int, entries: Mapping[str | None, Sequence[Entry]], to: int) -> None:
        for language, some in entries.items():
            key = language_key(language)
            for batch in _batches(some):
                _put(tx, _building(tx, scope_id), _analysed(batch, key), key)
        building = _building(tx, scope_id)
        shelves.built(tx, building, to)
        if to >= building.built_until:
            serving = shelves.of_scope(tx, scope_id).serving
            if serving is not None:
                shelves.turn(tx, serving, State.ERASING)
            shelves.turn(tx, building, State.SERVING)

    def erase_step(self, tx: Transaction, scope_id: int) -> bool:
        """Of a shelf that is to go, that was built by rules which are no longer ours, or whose row was lost."""
        scopes.changed(tx, scope_id)
        held = shelves.of_scope(tx, scope_id)
        if held.building is not None and held.building.tokenizer != tokenizer():
            shelves.turn(tx, held.building, State.ERASING)
            scopes.want_rebuild(tx, scope_id, True)
            return True
        kept = {one.number for one in held.filled}
        for number in {scope_id, -scope_id} - kept:
            if tx.execute(_ERASE, {"shelf": number, "count": ERASED_AT_ONCE}).rowcount:
                return True
            if tx.execute(_ERASE_REST, {"shelf": number}).rowcount:
                return True
        if held.erasing is not None:
            shelves.take_down(tx, held.erasing)
        return held.erasing is not None

    def search(self, tx: Transaction, scope_id: int, query: str, limit: int) -> Hits:
        [hits] = self.search_each(tx, scope_id, [query], limit)
        return hits

    def search_each(self, tx: Transaction, scope_id: int, queries: Sequence[str], limit: int) -> list[Hits]:
        scope = scopes.read(tx, scope_id)
        if scope is None or scope.shelf is None:
            return [no_hits() for _ in queries]
        analyser = Analyser(scope.shelf.languages)
        weights = [analyser.query(query) for query in queries]
        chunks: dict[str, list[bytes]] = defaultdict(list)
        wanted = {"scope_id": scope.shelf.number, "terms": _listed(tx, dict.fromkeys(chain.from_iterable(weights)))}
        rows: Sequence[Any] = tx.execute(_POSTINGS[tx.dialect], wanted).all()
        for term, data in rows:
            chunks[term].append(data)
        postings = {term: np.frombuffer(b"".join(parts), POSTING) for term, parts in chunks.items()}
        return [bm25(postings, one, scope.shelf.statistics, limit, self._parameters) for one in weights]

    def analyser(self, tx: Transaction, scope_id: int) -> Analyser:
        scope = scopes.read(tx, scope_id)
        languages = scope.shelf.languages if scope and scope.shelf else ()
        return Analyser(languages or [BY_SCRIPT])

    def known(self, tx: Transaction, scope_id: int, terms: Collection[str]) -> dict[str, int]:
        scope = scopes.read(tx, scope_id)
        if scope is None or scope.shelf is None:
            return {}
        wanted = {"scope_id": scope.shelf.number, "terms": _listed(tx, terms)}
        rows: Sequence[Any] = tx.execute(_COUNTS[tx.dialect], wanted).all()
        return {term: octets // POSTING.itemsize for term, octets in rows}


def _building(tx: Transaction, scope_id: int) -> Shelf:
    building = shelves.of_scope(tx, scope_id).building
    if building is None:
        raise ValueError("no shelf is being built")
    return building


def _analysed(entries: Sequence[Entry], key: str) -> list[_Analysed]:
    analyser = Analyser([key])
    return [_Analysed(number, analyser.passage(content)) for number, content in entries]


def _put(tx: Transaction, shelf: Shelf, new: Sequence[_Analysed], key: str) -> None:
    if not new:
        return
    added: dict[str, list[int]] = defaultdict(list)
    for number, terms in new:
        for term, count in terms.counts.items():
            added[term].append(pack(number, count, terms.length))
    passages, words = sum(bool(one.terms.counts) for one in new), sum(one.terms.length for one in new)
    shelves.counted(tx, shelf, passages, words, [key])
    low, high = new[0].number, new[-1].number
    _rewrite(tx, shelf.number, added, low, high, lambda term, old: merged(old, added[term]))


def _take(tx: Transaction, shelf: Shelf, entries: Sequence[Entry]) -> None:
    analyser = Analyser(shelf.languages)
    numbers = {entry.number for entry in entries}
    lengths: dict[int, int] = {}

    def reduced(_term: str, old: Sequence[int]) -> Sequence[int]:
        kept, gone = parted(old, numbers)
        lengths.update((number_of(one), length_of(one)) for one in gone)
        return kept

    terms = {term for entry in entries for term in analyser.every(entry.words)}
    _rewrite(tx, shelf.number, terms, entries[0].number, entries[-1].number, reduced)
    if lengths:
        shelves.counted(tx, shelf, -len(lengths), -sum(lengths.values()))


def _rewrite(
    tx: Transaction,
    shelf: int,
    terms: Collection[str],
    low: int,
    high: int,
    change: Callable[[str, Sequence[int]], Sequence[int]],
) -> None:
    """Puts `change(term, postings)` in the place of each term's postings around the passages from `low` to `high`."""
    around = {"scope_id": shelf, "terms": _listed(tx, terms), "low": low, "high": high}
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
        dropped += [{"scope_id": shelf, "term": term, "first": first} for first in old.keys() - new.keys()]
    if dropped:
        tx.execute(_DROP, dropped)
    if put:
        tx.execute(_PUT[tx.dialect], {"scope_id": shelf, "chunks": json.dumps(put), "data": b"".join(written)})


def _batches(entries: Sequence[Entry]) -> list[list[Entry]]:
    """By number, so that each batch touches few chunks of a term."""
    in_order = sorted(entries)
    return [in_order[start : start + BATCH] for start in range(0, len(in_order), BATCH)]


def _listed(tx: Transaction, terms: Collection[str]) -> str | list[str]:
    """Many terms as one parameter, so that the statement stays the same."""
    return json.dumps(list(terms)) if tx.dialect == "sqlite" else list(terms)
