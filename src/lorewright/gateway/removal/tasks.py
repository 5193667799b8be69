"""Erasing what deletions leave: bytes, wiki files, index rows, and the traces in the database's own files."""

from itertools import chain
from pathlib import Path

from sqlalchemy import delete, select

from lorewright.core.files import leftovers
from lorewright.db import maintenance
from lorewright.gateway.articles import files
from lorewright.gateway.articles.pages import file_hash
from lorewright.gateway.sources.queries import uses_blob
from lorewright.knowledge import texts
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.queries import owners_of_last_failed
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Task, Work
from lorewright.platform.remains.tables import Remains, remains
from lorewright.world import World


def erase_remains(world: World, work: Work) -> None:
    """Every reference is looked up again in the transaction that erases: the same bytes may have come in anew."""
    owner = work.owner
    with world.db.reading() as tx:
        rows = tx.execute(select(remains).where(remains.c.user_id == owner)).all()
    for row in rows:
        with work.writing() as tx:
            if row.kind == Remains.BLOB:
                tx.lock("blob", owner, row.name)
                if not uses_blob(tx, owner, row.name):
                    world.blobs.delete(owner, row.name)
            else:
                files.remove(world.settings.wiki_dir, row.name, unless_hash=file_hash(tx, owner, row.name))
            mine = (remains.c.user_id == owner) & (remains.c.kind == row.kind) & (remains.c.name == row.name)
            tx.execute(delete(remains).where(mine))
    more = True
    while more:
        with work.writing() as tx:
            more = texts.erase_step(tx, world, owner)
    sweep(world)
    maintenance.scrub(world.db, world.settings.data_dir)
    with work.writing() as tx:
        work.finish(tx, f"{len(rows)} files and blobs erased")


def sweep(world: World) -> list[Path]:
    """Removes what killed processes left half written, and says where: it may be of a source that is gone."""
    left = list(chain(world.blobs.leftovers(), leftovers(world.settings.wiki_dir)))
    for path in left:
        path.unlink(missing_ok=True)
    return left


def take_up_erasing(world: World) -> None:
    """Asks again for what was given up, as on a disk that stayed full: what is deleted must be erased some day."""
    with world.db.reading() as tx:
        owners = owners_of_last_failed(tx, Kind.ERASE_REMAINS)
    for owner in owners:
        with world.db.background() as tx:
            enqueue(tx, owner, Kind.ERASE_REMAINS, now=world.clock.now())


TASKS = {Kind.ERASE_REMAINS: Task(erase_remains)}
