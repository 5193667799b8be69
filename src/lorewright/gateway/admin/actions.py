"""Mending what was broken from outside: whatever can be made again from the rows is, and nobody's own file is touched."""

from collections import defaultdict
from collections.abc import Iterator

from lorewright.gateway.admin.contents import faulty_scopes
from lorewright.gateway.admin.disk import CHANGED, MISSING, file_faults
from lorewright.gateway.admin.rows import sources_without_vectors, vectors_without_passage
from lorewright.gateway.articles.actions import files_touched
from lorewright.gateway.articles.tasks import take_up_files
from lorewright.gateway.removal.tasks import sweep, take_up_erasing
from lorewright.gateway.sources.actions import sweep as sweep_blobs
from lorewright.knowledge import texts
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.world import World


def repair(world: World) -> Iterator[str]:
    """Does, or asks a job for, whatever mends the store; each thing is a sentence. Safe beside a running server.

    Raises `Unavailable`.
    """
    for path in sweep(world):
        yield f"The half written file {path} is removed."
    for name in sweep_blobs(world):
        yield f"The stored bytes {name}, which belong to no source, are removed."
    yield from _files(world)
    yield from _words(world)
    yield from _vectors(world)
    take_up_erasing(world)


def _files(world: World) -> Iterator[str]:
    faults = [(row, fault) for row, fault in file_faults(world) if fault in (MISSING, CHANGED)]
    touched: dict[str, list[str]] = defaultdict(list)
    for row, fault in faults:
        touched[row.user_id].append(row.id)
        if fault == MISSING:
            yield f"The wiki file {row.slug}.md is written again."
        else:
            yield f"The edit of the wiki file {row.slug}.md is kept as a version of its own."
    for owner, ids in touched.items():
        with world.db.background() as tx:
            files_touched(tx, owner, ids, world.clock.now())
    take_up_files(world)


def _words(world: World) -> Iterator[str]:
    """Searches find by their words what has been put back so far."""
    for number in list(faulty_scopes(world)):
        with world.db.background() as tx:
            passages = texts.clear_words(tx, world, number)
        for start in range(0, len(passages), texts.STEP):
            with world.db.background() as tx:
                texts.put_words(tx, world, number, passages[start : start + texts.STEP])
        yield f"The index of words of scope {number} is made again from {len(passages)} passages."


def _vectors(world: World) -> Iterator[str]:
    with world.db.reading() as tx:
        strays = tx.execute(vectors_without_passage()).all()
        lacking = tx.execute(sources_without_vectors()).all()
    for row in strays:
        with world.db.background() as tx:
            world.vectors.remove(tx, row.scope_id, [row.number])
        yield f"The vector {row.number}, which belongs to no passage, is removed."
    for row in lacking:
        with world.db.background() as tx:
            enqueue(tx, row.user_id, Kind.EMBED_CHUNKS, now=world.clock.now(), source_id=row.source_id)
        yield f"The vectors of {row.lacking} passages of source {row.source_id} are made again."
