"""Making the index of a scope from its passages: their words anew, and the vectors that an embedder has not made of them yet.

Everything goes in steps that hold the database briefly, beside an index that serves until the new one holds all.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, and_, bindparam, exists, func, select

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.embeddings.base import Vectors
from lorewright.index import scopes
from lorewright.index.base import Entry
from lorewright.index.tables import index_vector
from lorewright.knowledge.tables import FOUND, passage, text
from lorewright.knowledge.texts import STEP, embedded_text
from lorewright.world import World

EMBED_BATCH = 8
"""Passages embedded at once."""

_OF_TEXT = passage.join(text, text.c.id == passage.c.text_id)
_NEWEST = select(func.coalesce(func.max(passage.c.number), 0)).where(passage.c.scope_id == bindparam("scope_id"))
_SHOWN = (passage.c.number, passage.c.scope_id, text.c.title, passage.c.heading_path, passage.c.content)
_NEXT = (
    select(*_SHOWN, text.c.language)
    .select_from(_OF_TEXT)
    .where(
        passage.c.scope_id == bindparam("scope_id"),
        passage.c.number > bindparam("after"),
        passage.c.number <= bindparam("until"),
    )
    .order_by(passage.c.number)
    .limit(bindparam("count"))
)
_STILL_FOUND = (
    select(passage.c.number)
    .select_from(_OF_TEXT)
    .where(
        passage.c.scope_id == bindparam("scope_id"),
        among(passage.c.number, bindparam("numbers")),
        text.c.state.in_(FOUND),
    )
)


class Rebuilding(NamedTuple):
    """How far the index of a scope's words has come."""

    built: int
    of: int
    """Both are numbers of passages, the last that is in it and the last that is to be. 0 while what no longer serves is erased."""


def rebuild_words_step(tx: Transaction, world: World, scope_id: int, count: int = STEP) -> Rebuilding | None:
    """The next step of making the words of a scope again, where that was asked for; None when nothing is left to do."""
    if world.words.erase_step(tx, scope_id):
        return Rebuilding(0, 0)
    gap = world.words.gap(tx, scope_id, tx.execute(_NEWEST, {"scope_id": scope_id}).scalar_one())
    if gap is None:
        return None
    wanted = {"scope_id": scope_id, "after": gap.after, "until": gap.until, "count": count}
    rows = tx.execute(_NEXT, wanted).all()
    entries: dict[str | None, list[Entry]] = defaultdict(list)
    for row in rows:
        entries[row.language].append(Entry(row.number, embedded_text(row.title, row.heading_path, row.content)))
    to = rows[-1].number if len(rows) == count else gap.until
    world.words.build(tx, scope_id, entries, to)
    return Rebuilding(to, gap.until)


class Lacking:
    """The passages of texts that are found of which an embedder has made no vector."""

    def __init__(self, embedder: str, of: ColumnElement[bool]) -> None:
        self.embedder = embedder
        self._of = and_(of, text.c.state.in_(FOUND), ~has_vector(embedder))

    @classmethod
    def in_scope(cls, scope_id: int, embedder: str) -> "Lacking":
        return cls(embedder, passage.c.scope_id == scope_id)

    @classmethod
    def in_source(cls, owner: str, source_id: str, embedder: str) -> "Lacking":
        return cls(embedder, and_(text.c.user_id == owner, text.c.source_id == source_id))

    def count(self, tx: Transaction) -> int:
        return int(tx.execute(select(func.count()).select_from(_OF_TEXT).where(self._of)).scalar_one())

    def next(self, tx: Transaction, limit: int, after: int = 0) -> Sequence[Row[Any]]:
        """(number, scope_id, title, heading_path, content) of those with a number above `after`, by number."""
        wanted = select(*_SHOWN).select_from(_OF_TEXT).where(self._of, passage.c.number > after)
        return tx.execute(wanted.order_by(passage.c.number).limit(limit)).all()


def put_vectors(tx: Transaction, world: World, rows: Sequence[Row[Any]], vectors: Vectors, embedder: str) -> None:
    """`vectors` (n, d) of rows of `Lacking.next`; those of passages that are gone meanwhile are let go."""
    scope_id = rows[0].scope_id
    scopes.changed(tx, scope_id)  # whoever erases passages of the scope waits, and finds their vectors
    numbers = [row.number for row in rows]
    ready = set(tx.execute(_STILL_FOUND, {"scope_id": scope_id, "numbers": numbers}).scalars())
    kept = [place for place, number in enumerate(numbers) if number in ready]
    world.vectors.put(tx, scope_id, [numbers[place] for place in kept], vectors[kept], embedder)


def has_vector(embedder: ColumnElement[str] | str) -> ColumnElement[bool]:
    """Whether the embedder has made one of the passage."""
    lies_there = index_vector.c.number.in_([passage.c.number, -passage.c.number])
    return exists().where(lies_there, index_vector.c.embedder == embedder)
