"""Whether stored bytes and the rows that point at them are there for each other."""

import hashlib
from collections.abc import Callable, Collection, Iterator
from datetime import timedelta
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Select, Table, select

from lorewright.blobs.base import Blobs
from lorewright.core.errors import NotFound, Unavailable
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.world import World

AT_ONCE = 200
"""Blobs looked up in one transaction."""
UPLOAD_TIME = timedelta(hours=1)
"""So much earlier than its row may a blob have come, and so long may what was left half written lie until a worker comes."""
MISSING, CHANGED = "missing", "no longer what was written"


class Originals(NamedTuple):
    """Of one table, which has the columns `user_id` and `blob`."""

    table: Table
    blobs: Callable[[World], Blobs]
    name: str
    """Whoever writes or erases for a blob holds this name with the owner's and the blob's."""


def is_used(tx: Transaction, of: Originals, owner: str, blob: str) -> bool:
    wanted = select(of.table.c.id).where(of.table.c.user_id == owner, of.table.c.blob == blob)
    return tx.execute(wanted.limit(1)).first() is not None


def has_any(tx: Transaction, of: Originals) -> bool:
    """Whether there is any row, of whomever."""
    return tx.execute(select(of.table.c.id).limit(1)).first() is not None


def pointed_at(tx: Transaction, of: Originals, blobs: Collection[str]) -> set[tuple[str, str]]:
    """(owner, SHA-256) of those of these that a row points at."""
    wanted = select(of.table.c.user_id, of.table.c.blob).where(among(of.table.c.blob, blobs))
    return {(row.user_id, row.blob) for row in tx.execute(wanted)}


def fault(world: World, of: Originals, owner: str, blob: str) -> str | None:
    """What is wrong with stored bytes: they are gone, or not those that came."""
    digest = hashlib.sha256()
    try:
        for chunk in of.blobs(world).open(owner, blob).chunks:
            digest.update(chunk)
    except NotFound:
        return MISSING
    except Unavailable as error:
        return f"not to be read ({error.detail.rstrip('.')})"
    return None if digest.hexdigest() == blob else CHANGED


def unused(world: World, of: Originals, to_go: Select[Any]) -> Iterator[tuple[str, str]]:
    """(owner, SHA-256) of bytes that no row points at, unless they are so young that one may still come.

    `to_go`: (owner, SHA-256) of those that a job is to erase.
    """
    there = of.blobs(world).all()
    while page := list(islice(there, AT_ONCE)):
        names = {sha256 for _, sha256 in page}
        erased = to_go.where(among(list(to_go.selected_columns)[1], names))
        with world.db.reading() as tx:
            known = {*pointed_at(tx, of, names), *map(tuple, tx.execute(erased))}
        for owner, sha256 in page:
            if (owner, sha256) not in known:
                written_at = of.blobs(world).written_at(owner, sha256)
                if written_at is not None and world.clock.now() - written_at > UPLOAD_TIME:
                    yield owner, sha256
