"""The rows of shelves: what the postings on each are made of, which one serves, and how far one is that is being built."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import text

from lorewright.db.transaction import Transaction
from lorewright.index.rules import Statistics
from lorewright.index.tables import State
from lorewright.index.terms import tokenizer

COLUMNS = "shelf, state, languages, tokenizer, passages, words, built_to, built_until"

# COLUMNS is a constant of this module
_OF_SCOPE = text(f"SELECT {COLUMNS} FROM index_shelf WHERE shelf IN (:scope_id, -:scope_id)")  # noqa: S608 - names of columns
_PUT_UP = text(
    "INSERT INTO index_shelf (shelf, state, languages, tokenizer, passages, words, built_to, built_until)"
    " VALUES (:shelf, :state, '', :tokenizer, 0, 0, 0, :built_until)"
)
_COUNTED = text(
    "UPDATE index_shelf SET passages = passages + :passages, words = words + :words, languages = :languages"
    " WHERE shelf = :shelf"
)
_BUILT = text("UPDATE index_shelf SET built_to = :built_to WHERE shelf = :shelf")
_TURNED = text("UPDATE index_shelf SET state = :state WHERE shelf = :shelf")
_TAKEN_DOWN = text("DELETE FROM index_shelf WHERE shelf = :shelf")


class Shelf(NamedTuple):
    number: int
    """The scope's, or its negative."""
    state: State
    languages: tuple[str, ...]
    """Keys of the languages whose stems the postings hold, sorted."""
    tokenizer: str
    """What made the postings."""
    statistics: Statistics
    built_to: int
    built_until: int

    def awaits(self, number: int) -> bool:
        """Whether whoever builds the shelf will put this passage on it, so that nobody else must."""
        return self.built_to < number <= self.built_until


class Shelves(NamedTuple):
    """Those of one scope, by what they are for."""

    serving: Shelf | None = None
    building: Shelf | None = None
    erasing: Shelf | None = None

    @property
    def all(self) -> list[Shelf]:
        return [one for one in self if one is not None]

    @property
    def filled(self) -> list[Shelf]:
        """Those that new passages are put on."""
        return [one for one in (self.serving, self.building) if one is not None]


def of_scope(tx: Transaction, scope_id: int) -> Shelves:
    found = map(shelf_of, tx.execute(_OF_SCOPE, {"scope_id": scope_id}).all())
    return Shelves(**{one.state.value: one for one in found})


def put_up(tx: Transaction, number: int, state: State, built_until: int = 0) -> Shelf:
    """An empty shelf, which is to be filled with what there is up to the passage `built_until`."""
    made_by = tokenizer()
    values = {"shelf": number, "state": state.value, "tokenizer": made_by, "built_until": built_until}
    tx.execute(_PUT_UP, values)
    return Shelf(number, state, (), made_by, Statistics(0, 0), 0, built_until)


def counted(tx: Transaction, shelf: Shelf, passages: int, words: int, languages: Collection[str] = ()) -> None:
    """Adds to the statistics, and to the languages."""
    together = " ".join(sorted({*shelf.languages, *languages}))
    values = {"shelf": shelf.number, "passages": passages, "words": words, "languages": together}
    tx.execute(_COUNTED, values)


def built(tx: Transaction, shelf: Shelf, to: int) -> None:
    tx.execute(_BUILT, {"shelf": shelf.number, "built_to": to})


def turn(tx: Transaction, shelf: Shelf, state: State) -> None:
    tx.execute(_TURNED, {"shelf": shelf.number, "state": state.value})


def take_down(tx: Transaction, shelf: Shelf) -> None:
    tx.execute(_TAKEN_DOWN, {"shelf": shelf.number})


def shelf_of(row: Any) -> Shelf:
    statistics = Statistics(row.passages, row.words)
    languages = tuple(row.languages.split())
    state = State(row.state)
    return Shelf(row.shelf, state, languages, row.tokenizer, statistics, row.built_to, row.built_until)
