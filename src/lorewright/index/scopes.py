"""The row of a scope: its statistics, and the generation that every write to its index raises."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import text

from lorewright.db.transaction import Transaction
from lorewright.index.rules import Statistics

_CHANGED = text(
    "INSERT INTO index_scope (scope_id, languages, tokenizer, generation, passages, words, vectors_removed)"
    " VALUES (:scope_id, '', '', 1, :passages, :words, :vectors_removed)"
    " ON CONFLICT (scope_id) DO UPDATE SET generation = index_scope.generation + 1,"
    " passages = index_scope.passages + excluded.passages, words = index_scope.words + excluded.words,"
    " vectors_removed = index_scope.vectors_removed + excluded.vectors_removed"
    " RETURNING languages, tokenizer, generation, passages, words, vectors_removed"
)
_READ = text(
    "SELECT languages, tokenizer, generation, passages, words, vectors_removed"
    " FROM index_scope WHERE scope_id = :scope_id"
)
_DESCRIBE = text("UPDATE index_scope SET languages = :languages, tokenizer = :tokenizer WHERE scope_id = :scope_id")


class Scope(NamedTuple):
    languages: tuple[str, ...]
    """Keys of the languages whose stems the postings hold, sorted."""
    tokenizer: str
    """What made the postings; empty before there are any."""
    generation: int
    statistics: Statistics
    vectors_removed: int
    """How many vectors were ever taken away."""


def changed(tx: Transaction, scope_id: int, passages: int = 0, words: int = 0, vectors_removed: int = 0) -> Scope:
    """Raises the generation, adds to the statistics and, on PostgreSQL, makes other writers of the scope wait."""
    values = {"scope_id": scope_id, "passages": passages, "words": words, "vectors_removed": vectors_removed}
    return _scope(tx.execute(_CHANGED, values).one())


def read(tx: Transaction, scope_id: int) -> Scope | None:
    row = tx.execute(_READ, {"scope_id": scope_id}).first()
    return None if row is None else _scope(row)


def describe(tx: Transaction, scope_id: int, languages: Collection[str], tokenizer: str) -> None:
    """Says what the postings of the scope are made of."""
    tx.execute(_DESCRIBE, {"scope_id": scope_id, "languages": " ".join(sorted(languages)), "tokenizer": tokenizer})


def _scope(row: Any) -> Scope:
    statistics = Statistics(row.passages, row.words)
    return Scope(tuple(row.languages.split()), row.tokenizer, row.generation, statistics, row.vectors_removed)
