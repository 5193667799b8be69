"""Reading documents."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row, bindparam, func, select

from lorewright.blobs.base import Opened
from lorewright.core.errors import NoDocument
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.retrieval.collections.queries import get_row as get_collection_row
from lorewright.retrieval.collections.rules import own
from lorewright.retrieval.documents.schemas import CoverageReport, Document
from lorewright.retrieval.documents.tables import DocumentStatus, document
from lorewright.world import World

_ONE = select(document).where(document.c.id == bindparam("one"))
_NAMES = select(document.c.id, document.c.filename).where(
    document.c.user_id == bindparam("owner"), among(document.c.id, bindparam("ids"))
)


def list_documents(
    tx: Transaction, owner: str, collection_id: str, *, limit: int, offset: int
) -> tuple[list[Document], int]:
    """Of one collection, newest first, and how many there are in all. Raises `NoCollection`, `NotAllowed`."""
    total = int(get_collection_row(tx, owner, collection_id).document_count)
    mine = (document.c.user_id == owner) & (document.c.collection_id == collection_id)
    wanted = select(document).where(mine).order_by(document.c.created_at.desc(), document.c.id)
    rows = tx.execute(wanted.limit(limit).offset(offset))
    return [as_document(row) for row in rows], total


def get_document(tx: Transaction, owner: str, document_id: str) -> Document:
    """Raises `NoDocument`, `NotAllowed`."""
    return as_document(get_row(tx, owner, document_id))


def get_row(tx: Transaction, owner: str, document_id: str) -> Row[Any]:
    """Raises `NoDocument`, `NotAllowed`."""
    return own(tx.execute(_ONE, {"one": document_id}).first(), owner, NoDocument("Document not found"))


def get_original(world: World, owner: str, document_id: str) -> tuple[Row[Any], Opened]:
    """The row, and the bytes as they came in. Raises `NoDocument`, `NotAllowed`, `NotFound`, `Unavailable`."""
    with world.db.reading() as tx:
        row = get_row(tx, owner, document_id)
    return row, world.documents.open(owner, row.blob)


def of_collection(tx: Transaction, owner: str, collection_id: str) -> list[tuple[str, str]]:
    """(id, blob) of every document, locked against changes until the transaction ends."""
    mine = (document.c.user_id == owner) & (document.c.collection_id == collection_id)
    wanted = select(document.c.id, document.c.blob).where(mine).order_by(document.c.id).with_for_update()
    return [(row.id, row.blob) for row in tx.execute(wanted)]


def names(tx: Transaction, owner: str, document_ids: Iterable[str]) -> dict[str, str]:
    """File names by id; those that are gone are left out."""
    return {row.id: row.filename for row in tx.execute(_NAMES, {"owner": owner, "ids": document_ids})}


def counts(tx: Transaction, owner: str, collection_id: str) -> dict[DocumentStatus, int]:
    """How many documents of a collection are in which state."""
    mine = (document.c.user_id == owner) & (document.c.collection_id == collection_id)
    counted = select(document.c.status, func.count().label("number")).where(mine).group_by(document.c.status)
    return {DocumentStatus(row.status): row.number for row in tx.execute(counted)}


def as_document(row: Row[Any]) -> Document:
    return Document(
        id=row.id,
        filename=row.filename,
        collection_id=row.collection_id,
        status=row.status,
        error_message=row.error_message,
        kind=row.kind,
        size_bytes=row.size_bytes,
        chunk_count=row.chunk_count,
        coverage=CoverageReport.model_validate_json(row.coverage) if row.coverage else None,
        created_at=row.created_at,
    )
