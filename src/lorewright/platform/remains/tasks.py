"""Erasing what deletions leave: bytes and files, passages and index rows, and the traces in the database's own files."""

from collections.abc import Callable, Mapping
from itertools import chain
from pathlib import Path

from sqlalchemy import delete, select

from lorewright.core.files import leftovers
from lorewright.db import maintenance
from lorewright.db.transaction import Transaction
from lorewright.knowledge import texts
from lorewright.platform.accounts.folders import folders
from lorewright.platform.jobs.queries import owners_of_last_failed
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Task, Work
from lorewright.platform.remains.actions import erase_soon
from lorewright.platform.remains.tables import Remains, remains
from lorewright.world import World

Eraser = Callable[[Transaction, World, str, str], None]
"""Erases what an owner left under a name, unless somebody needs it again: the same bytes may have come in anew."""


def erasing(erasers: Mapping[Remains, Eraser]) -> Task:
    """The task that erases all that an owner left, each kind as the room that leaves it does."""

    def erase_remains(world: World, work: Work) -> None:
        owner = work.owner
        with world.db.reading() as tx:
            rows = tx.execute(select(remains).where(remains.c.user_id == owner)).all()
        for row in rows:
            with work.writing() as tx:
                erasers[Remains(row.kind)](tx, world, owner, row.name)
                mine = (remains.c.user_id == owner) & (remains.c.kind == row.kind) & (remains.c.name == row.name)
                tx.execute(delete(remains).where(mine))
                work.advance(tx)
        more = True
        while more:
            with work.writing() as tx:
                more = texts.erase_step(tx, world, owner)
                if more:
                    work.advance(tx)
        sweep(world)
        maintenance.scrub(world.db, world.settings.data_dir)
        with work.writing() as tx:
            work.finish(tx, f"{len(rows)} files and blobs erased")

    return Task(erase_remains)


def sweep(world: World) -> list[Path]:
    """Removes what killed processes left half written, and says where: it may be of something that is gone."""
    wiki = map(leftovers, folders(world.settings.wiki_dir))
    stores = (world.blobs, world.documents, world.voices, world.podcasts, world.lines)
    left = list(chain(*(blobs.leftovers() for blobs in stores), *wiki))
    for path in left:
        path.unlink(missing_ok=True)
    return left


def take_up_erasing(world: World) -> None:
    """Asks again for what was given up, as on a disk that stayed full: what is deleted must be erased some day."""
    with world.db.reading() as tx:
        owners = owners_of_last_failed(tx, Kind.ERASE_REMAINS)
    for owner in owners:
        with world.db.background() as tx:
            erase_soon(tx, owner, world.clock.now())
