"""Bytes as they came in, and the rows that point at them: none without the other for long.

Bytes first, then the row: what is acknowledged is durable, and the disk works while no transaction holds the database.
"""

from itertools import islice
from typing import BinaryIO

import structlog

from lorewright.core.errors import Unavailable
from lorewright.db.transaction import Transaction
from lorewright.platform.originals.queries import Originals, has_any, is_used, pointed_at
from lorewright.world import World

log = structlog.get_logger()

SWEPT_AT_ONCE = 500
"""Blobs looked up in one transaction."""


def keep(tx: Transaction, world: World, of: Originals, owner: str, data: BinaryIO) -> str:
    """The blob's name. The bytes go again where the transaction comes to nothing. To be called before its first statement."""
    blob = of.blobs(world).put(owner, data)
    tx.if_undone(lambda: _discard(world, of, owner, blob))
    return blob


def hold(tx: Transaction, of: Originals, owner: str, blob: str) -> None:
    """Until the transaction ends nobody else writes or erases for this blob."""
    tx.lock(of.name, owner, blob)


def keep_again(world: World, of: Originals, owner: str, blob: str, data: BinaryIO) -> None:
    """While the blob is held: whoever erases bytes of no row may have come between these and theirs."""
    if of.blobs(world).size(owner, blob) is None:
        data.seek(0)
        of.blobs(world).put(owner, data)


def erase(tx: Transaction, world: World, of: Originals, owner: str, blob: str) -> None:
    """Unless a row points at it."""
    hold(tx, of, owner, blob)
    if not is_used(tx, of, owner, blob):
        of.blobs(world).delete(owner, blob)


def sweep(world: World, of: Originals) -> list[str]:
    """Removes bytes that belong to no row, as an upload leaves them that was cut off before its row was written; their names.

    Safe beside uploads: whoever writes a row looks whether its bytes are still there. Where the database has no row at all, what
    lies apart is left: it is likelier that another database was meant than that all of it is of nothing.
    """
    if of.blobs(world).is_apart:
        with world.db.reading() as tx:
            if not has_any(tx, of):
                return []
    swept = []
    there = of.blobs(world).all()
    while page := list(islice(there, SWEPT_AT_ONCE)):
        with world.db.reading() as tx:
            used = pointed_at(tx, of, {name for _, name in page})
        for owner, blob in page:
            if (owner, blob) not in used:
                _discard(world, of, owner, blob)
                swept.append(blob)
    return swept


def _discard(world: World, of: Originals, owner: str, blob: str) -> None:
    """Bytes without a row go again, unless one has come meanwhile."""
    try:
        with world.db.writing() as tx:
            erase(tx, world, of, owner, blob)
    except Unavailable as error:
        log.warning("bytes without a row are left for the next sweep", reason=error.detail)
