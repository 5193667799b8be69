"""Reading a store of any size: in pages, each in a transaction of its own."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select

from lorewright.world import World

PAGE = 200
"""Things looked at in one transaction."""

ROWS = 2_000
"""Rows of a long result held at once."""


def pages(world: World, wanted: Select[Any], key: ColumnElement[str]) -> Iterator[Sequence[Row[Any]]]:
    """The rows in the order of their id, which is the first column, each page in a transaction of its own."""
    after = ""
    while True:
        with world.db.reading() as tx:
            rows = tx.execute(wanted.where(key > after).order_by(key).limit(PAGE)).all()
        if not rows:
            return
        yield rows
        after = rows[-1][0]


def unchanged(world: World, wanted: Select[Any], row: Row[Any]) -> bool:
    """Whether the row is still what it was when it was read."""
    with world.db.reading() as tx:
        return tx.execute(wanted).first() == row
