"""Deleting documents and collections, and all that rests on them; and mending what was broken from outside."""

from collections.abc import Iterator, Sequence

from lorewright.db.transaction import Transaction
from lorewright.knowledge import texts
from lorewright.platform.costs import actions as costs
from lorewright.platform.jobs import actions as jobs
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.originals.actions import sweep
from lorewright.platform.remains.actions import leave
from lorewright.platform.remains.tables import Remains
from lorewright.retrieval.collections import actions as collections
from lorewright.retrieval.collections.queries import get_row as get_collection_row
from lorewright.retrieval.documents import actions as documents
from lorewright.retrieval.documents import queries
from lorewright.retrieval.podcasts import actions as podcasts
from lorewright.retrieval.podcasts.queries import of_collection as podcasts_of_collection
from lorewright.retrieval.removal.queries import miscounted, unmade, unprocessed, unread, without_vectors
from lorewright.retrieval.sessions import actions as sessions
from lorewright.retrieval.voices import actions as voices
from lorewright.retrieval.voices.queries import clones_of_no_use
from lorewright.world import World


def delete_document(tx: Transaction, world: World, owner: str, document_id: str) -> None:
    """Gone from every query when this commits; a job then erases bytes and index rows. Raises `NoDocument`, `NotAllowed`."""
    row = queries.get_row(tx, owner, document_id)
    collections.count(tx, owner, row.collection_id, -1)  # whoever adds to the collection waits
    row = queries.get_row(tx, owner, document_id)  # unless somebody has deleted it meanwhile
    _forget(tx, world, owner, [(row.id, row.blob)])


def delete_collection(tx: Transaction, world: World, owner: str, collection_id: str) -> None:
    """With all documents in it, as of one. Raises `NoCollection`, `NotAllowed`."""
    get_collection_row(tx, owner, collection_id)
    collections.count(tx, owner, collection_id, 0)
    _forget(tx, world, owner, queries.of_collection(tx, owner, collection_id))
    podcasts.forget(tx, world, owner, podcasts_of_collection(tx, owner, collection_id))
    collections.forget(tx, owner, collection_id)


def _forget(tx: Transaction, world: World, owner: str, gone: Sequence[tuple[str, str]]) -> None:
    """Each (id, blob). Who writes for a document holds its job or its row until its commit: what it wrote is seen here, or it
    finds the document gone."""
    if not gone:
        return
    ids = [id_ for id_, _ in gone]
    jobs.forget(tx, owner, *ids)
    documents.lock_rows(tx, owner, ids, to_delete=True)
    jobs.forget(tx, owner, *ids)  # again: one that committed while this waited asked for vectors
    podcasts.forget_resting_on(tx, world, owner, ids)
    costs.forget(tx, owner, *ids)
    sessions.forget(tx, owner, *ids)
    texts.remove(tx, owner, *ids)
    documents.forget(tx, owner, *ids)
    leave(tx, owner, [(Remains.DOCUMENT, blob) for _, blob in gone], world.clock.now())


def repair(world: World) -> Iterator[str]:
    """Does, or asks a job for, whatever mends collections, documents, voices and podcasts; each thing is a sentence. Safe beside a
    running server.

    Raises `Unavailable`.
    """
    for originals in (documents.ORIGINALS, voices.ORIGINALS, podcasts.EPISODES, podcasts.RECORDINGS):
        for name in sweep(world, originals):
            yield f"The stored bytes {name}, which belong to no {originals.name}, are removed."
    with world.db.reading() as tx:
        counts, lost = tx.execute(miscounted()).all(), tx.execute(unread()).all()
        lacking = tx.execute(without_vectors()).all()
        waiting = [
            *((row, Kind.PROCESS_VOICE, "voice") for row in tx.execute(unprocessed())),
            *((row, Kind.MAKE_PODCAST, "podcast") for row in tx.execute(unmade())),
        ]
        clones = tx.execute(clones_of_no_use()).all() if world.elevenlabs.lacks() is None else []
    for row in counts:
        with world.db.background() as tx:
            documents.count_anew(tx, row.user_id, row.id)
        yield f"The documents of collection {row.id} are counted anew."
    for row in lost:
        with world.db.background() as tx:
            documents.set_processing(tx, row.user_id, row.id)
            jobs.enqueue(tx, row.user_id, Kind.INDEX_DOCUMENT, now=world.clock.now(), source_id=row.id)
        yield f"The document {row.id} (“{row.filename}”) is read again."
    for row in lacking:
        with world.db.background() as tx:
            jobs.enqueue(tx, row.user_id, Kind.EMBED_DOCUMENT, now=world.clock.now(), source_id=row.id)
        yield f"The vectors of {row.lacking} passages of document {row.id} are made again."
    for row, kind, what in waiting:
        with world.db.background() as tx:
            jobs.enqueue(tx, row.user_id, kind, now=world.clock.now(), source_id=row.id)
        yield f"The {what} {row.id} (“{row.title}”) is worked on again."
    for row in clones:
        with world.db.background() as tx:
            jobs.enqueue(tx, row.user_id, Kind.FORGET_VOICE, now=world.clock.now(), source_id=row.voice_id)
        yield f"What a provider may still have of the voice {row.voice_id} is taken away."
