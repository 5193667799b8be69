"""Putting documents into collections, and what becomes of them."""

from collections.abc import Iterable
from typing import BinaryIO

import msgspec
from sqlalchemy import bindparam, delete, select, update

from lorewright.core.ids import new_id
from lorewright.db.among import among
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.originals import actions as originals
from lorewright.platform.originals.queries import Originals
from lorewright.reading.base import Coverage
from lorewright.retrieval.collections import actions as collections
from lorewright.retrieval.collections.queries import get_row as get_collection_row
from lorewright.retrieval.documents import rules
from lorewright.retrieval.documents.queries import as_document, counts, get_row
from lorewright.retrieval.documents.schemas import UploadedDocument
from lorewright.retrieval.documents.tables import DocumentStatus, document
from lorewright.world import World

ORIGINALS = Originals(document, lambda world: world.documents, "document")

_ONE = update(document).where(document.c.user_id == bindparam("owner"), document.c.id == bindparam("one"))


def add(world: World, owner: str, collection_id: str, file: BinaryIO, *, name: str | None) -> UploadedDocument:
    """Keeps the bytes and asks for them to be read; the same bytes again in a collection are its first document of them.

    Raises `NoCollection`, `NotAllowed`, `TooLarge`, `Unsupported`, `Unavailable`.
    """
    with world.db.reading() as tx:
        get_collection_row(tx, owner, collection_id)
    filename = rules.file_name(name)
    size = rules.fit_size(file, world.settings.limits.upload_bytes)
    kind = rules.kind_of(file, filename)
    with world.db.writing() as tx:
        blob = originals.keep(tx, world, ORIGINALS, owner, file)
        row = {
            "id": new_id(),
            "user_id": owner,
            "collection_id": collection_id,
            "filename": filename,
            "kind": kind,
            "size_bytes": size,
            "status": DocumentStatus.PROCESSING.value,
            "content_hash": blob,
            "blob": blob,
            "chunk_count": 0,
            "created_at": world.clock.now(),
        }
        originals.hold(tx, ORIGINALS, owner, blob)
        collections.count(tx, owner, collection_id, 1)
        made = tx.execute(insert_missing(tx.dialect, document).returning(*document.c), row).first()
        if made is None:
            collections.count(tx, owner, collection_id, -1)
            return _again(tx, world, owner, collection_id, blob)
        originals.keep_again(world, ORIGINALS, owner, blob, file)
        enqueue(tx, owner, Kind.INDEX_DOCUMENT, now=world.clock.now(), source_id=made.id)
        return UploadedDocument(**dict(as_document(made)), duplicate=False)


def set_processing(tx: Transaction, owner: str, document_id: str) -> None:
    _set(tx, owner, document_id, status=DocumentStatus.PROCESSING, error_message=None)


def set_failed(tx: Transaction, owner: str, document_id: str, sentence: str) -> None:
    _set(tx, owner, document_id, status=DocumentStatus.FAILED, error_message=sentence)


def set_indexed(tx: Transaction, owner: str, document_id: str, chunks: int, coverage: Coverage) -> None:
    report = msgspec.json.encode(coverage).decode()
    indexed = {"status": DocumentStatus.INDEXED, "error_message": None, "chunk_count": chunks, "coverage": report}
    _set(tx, owner, document_id, **indexed)


def count_anew(tx: Transaction, owner: str, collection_id: str) -> None:
    """Has a collection count its documents. Raises `NoCollection`, `NotAllowed`."""
    collections.count(tx, owner, collection_id, 0)  # from here on whoever adds or deletes one waits
    counted = get_collection_row(tx, owner, collection_id).document_count
    collections.count(tx, owner, collection_id, sum(counts(tx, owner, collection_id).values()) - counted)


def lock_rows(tx: Transaction, owner: str, document_ids: Iterable[str], *, to_delete: bool = False) -> set[str]:
    """Ids of those that are there, and that stay until this transaction ends; with `to_delete` nobody comes to rest anything
    on them meanwhile. On SQLite a write transaction is alone anyway."""
    wanted = select(document.c.id).where(document.c.user_id == owner, among(document.c.id, document_ids))
    return set(tx.execute(wanted.order_by(document.c.id).with_for_update(read=not to_delete)).scalars())


def forget(tx: Transaction, owner: str, *document_ids: str) -> None:
    tx.execute(delete(document).where(document.c.user_id == owner, among(document.c.id, document_ids)))


def _again(tx: Transaction, world: World, owner: str, collection_id: str, blob: str) -> UploadedDocument:
    """The first document of these bytes; it is read again where that failed."""
    same = (document.c.user_id == owner) & (document.c.collection_id == collection_id)
    known = tx.execute(select(document).where(same, document.c.content_hash == blob)).one()
    if known.status == DocumentStatus.FAILED:
        set_processing(tx, owner, known.id)
        enqueue(tx, owner, Kind.INDEX_DOCUMENT, now=world.clock.now(), source_id=known.id)
        known = get_row(tx, owner, known.id)
    return UploadedDocument(**dict(as_document(known)), duplicate=True)


def _set(tx: Transaction, owner: str, document_id: str, **values: object) -> None:
    tx.execute(_ONE, {"owner": owner, "one": document_id, **values})
