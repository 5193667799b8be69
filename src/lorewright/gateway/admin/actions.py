"""Mending what was broken from outside: whatever can be made again from the rows is, and nobody's own file is touched."""

from collections import defaultdict
from collections.abc import Iterator

from sqlalchemy import select

from lorewright.db.transaction import Transaction
from lorewright.gateway.admin import queries
from lorewright.gateway.admin.contents import faulty_scopes
from lorewright.gateway.admin.disk import CHANGED, MISSING, file_faults
from lorewright.gateway.admin.pages import pages
from lorewright.gateway.admin.rows import sources_without_vectors, vectors_of_no_use, vectors_without_passage
from lorewright.gateway.articles.actions import files_touched
from lorewright.gateway.articles.files import give_back_rights, path_of
from lorewright.gateway.articles.tables import article
from lorewright.gateway.articles.tasks import take_up_files
from lorewright.gateway.sources.actions import ORIGINALS
from lorewright.knowledge import texts
from lorewright.knowledge.indexing import Rebuilding, rebuild_words_step
from lorewright.platform.accounts.folders import folder_of
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.queries import has_live_job, last_failed
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.originals.actions import sweep as sweep_originals
from lorewright.platform.remains.tasks import sweep, take_up_erasing
from lorewright.world import World


def repair(world: World) -> Iterator[str]:
    """Does, or asks a job for, whatever mends the store; each thing is a sentence. Safe beside a running server.

    Raises `Unavailable`.
    """
    for path in sweep(world):
        yield f"The half written file {path} is removed."
    for name in sweep_originals(world, ORIGINALS):
        yield f"The stored bytes {name}, which belong to no source, are removed."
    yield from _rights(world)
    yield from _files(world)
    yield from _words(world)
    yield from _vectors(world)
    take_up_erasing(world)


def _rights(world: World) -> Iterator[str]:
    """Whatever is in a file that nobody may read is compared, and kept, once it can be."""
    wanted = select(article.c.id, article.c.slug, article.c.user_id)
    for page in pages(world, wanted, article.c.id):
        for row in page:
            if give_back_rights(path_of(folder_of(world.settings.wiki_dir, row.user_id), row.slug)):
                yield f"The wiki file {row.slug}.md can be read again."


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
    """What serves goes on serving until what is made of the passages takes its place."""
    for number in list(faulty_scopes(world)):
        with world.db.background() as tx:
            world.words.rebuild(tx, number, afresh=True)
        stands: Rebuilding | None = Rebuilding(0, 0)
        while stands is not None:
            with world.db.background() as tx:
                stands = rebuild_words_step(tx, world, number)
        with world.db.reading() as tx:
            passages = queries.count_passages(tx, number)
        yield f"The index of words of scope {number} is made again from {passages} passages."


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
            whose = {"article_id" if row.of_answers else "source_id": row.source_id}
            enqueue(tx, row.user_id, Kind.EMBED_CHUNKS, now=world.clock.now(), **whose)
        yield f"The vectors of {row.lacking} passages of source {row.source_id} are made again."
    with world.db.reading() as tx:
        useless = tx.execute(vectors_of_no_use()).all()
    for row in useless:
        with world.db.background() as tx:
            enqueue(tx, row.user_id, Kind.REINDEX, now=world.clock.now())
        yield f"The {row.count} vectors of scope {row.scope_id} that {row.embedder} made take their place, or are removed."


def request_reindex(tx: Transaction, world: World, owner: str) -> str:
    """Asks for the owner's words to be indexed anew, and for the vectors that are lacking. The id of the job."""
    for scope_id in texts.scopes_of(tx, owner):
        world.words.rebuild(tx, scope_id)
    return enqueue(tx, owner, Kind.REINDEX, now=world.clock.now())


def take_up_index(world: World) -> None:
    """Asks for what is to be made again: by other rules or another embedder than before, or because it was given up."""
    with world.db.reading() as tx:
        held = list(queries.indexes(tx, world))
        failed = [
            (owner, kind, one.source_id, one.article_id)
            for owner in sorted({each.owner for each in held})
            for kind in (Kind.EMBED_CHUNKS, Kind.EMBED_DOCUMENT)
            for one in last_failed(tx, owner, kind)
        ]
    for one in (each for each in held if each.is_stale):
        with world.db.background() as tx:
            if one.is_of_other_rules:
                world.words.rebuild(tx, one.scope_id)
            if not has_live_job(tx, one.owner, Kind.REINDEX, None):
                enqueue(tx, one.owner, Kind.REINDEX, now=world.clock.now())
    for owner, kind, source_id, article_id in failed:
        with world.db.background() as tx:
            enqueue(tx, owner, kind, now=world.clock.now(), source_id=source_id, article_id=article_id)
