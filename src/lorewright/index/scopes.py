"""The row of a scope: the generation that every write to its index raises, and whose vectors are searched."""

from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import bindparam, text

from lorewright.db.transaction import Transaction
from lorewright.index.shelves import COLUMNS, Shelf, shelf_of
from lorewright.index.tables import State, index_scope

_CHANGED = text(
    "INSERT INTO index_scope (scope_id, generation, vectors_removed) VALUES (:scope_id, 1, :vectors_removed)"
    " ON CONFLICT (scope_id) DO UPDATE SET generation = index_scope.generation + 1,"
    " vectors_removed = index_scope.vectors_removed + excluded.vectors_removed"
    " RETURNING generation, vectors_removed, embedder, side, rebuild"
).columns(rebuild=index_scope.c.rebuild.type)
_READ = text(
    f"SELECT generation, vectors_removed, embedder, side, rebuild, {COLUMNS}"  # noqa: S608 - a constant of ours
    " FROM index_scope LEFT JOIN index_shelf"
    f" ON shelf IN (:scope_id, -:scope_id) AND state = '{State.SERVING}' WHERE index_scope.scope_id = :scope_id"
)
_WANT = text("UPDATE index_scope SET rebuild = :rebuild WHERE scope_id = :scope_id").bindparams(
    bindparam("rebuild", type_=index_scope.c.rebuild.type)
)
_SERVE = text("UPDATE index_scope SET embedder = :embedder, side = :side WHERE scope_id = :scope_id")


class Scope(NamedTuple):
    generation: int
    vectors_removed: int
    """How many vectors were ever taken away."""
    embedder: str
    """Whose vectors are searched; empty before there are any."""
    side: int
    """The sign of the numbers under which these lie."""
    rebuild: bool
    """Whether the words are to be made again, once there is a shelf free for them."""
    shelf: Shelf | None = None
    """The one that serves, as far as it was looked for."""

    @property
    def passages(self) -> int:
        """How many its words find."""
        return self.shelf.statistics.passages if self.shelf else 0


def changed(tx: Transaction, scope_id: int, vectors_removed: int = 0) -> Scope:
    """Raises the generation and, on PostgreSQL, makes other writers of the scope wait."""
    return _scope(tx.execute(_CHANGED, {"scope_id": scope_id, "vectors_removed": vectors_removed}).one())


def read(tx: Transaction, scope_id: int) -> Scope | None:
    return tx.known((_READ, scope_id), partial(_read, tx, scope_id))


def _read(tx: Transaction, scope_id: int) -> Scope | None:
    row = tx.execute(_READ, {"scope_id": scope_id}).first()
    if row is None:
        return None
    return _scope(row)._replace(shelf=None if row.shelf is None else shelf_of(row))


def want_rebuild(tx: Transaction, scope_id: int, wanted: bool) -> None:
    tx.execute(_WANT, {"scope_id": scope_id, "rebuild": wanted})


def serve(tx: Transaction, scope_id: int, embedder: str, side: int) -> None:
    """From this transaction on the vectors of this embedder are searched."""
    tx.execute(_SERVE, {"scope_id": scope_id, "embedder": embedder, "side": side})


def _scope(row: Any) -> Scope:
    return Scope(row.generation, row.vectors_removed, row.embedder, row.side, bool(row.rebuild))
