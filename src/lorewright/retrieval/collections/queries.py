"""Reading collections."""

from typing import Any

from sqlalchemy import Row, bindparam, func, select

from lorewright.core.errors import NoCollection
from lorewright.db.transaction import Transaction
from lorewright.retrieval.collections.rules import own
from lorewright.retrieval.collections.schemas import Collection
from lorewright.retrieval.collections.tables import collection

_ONE = select(collection).where(collection.c.id == bindparam("one"))


def list_collections(tx: Transaction, owner: str, *, limit: int, offset: int) -> tuple[list[Collection], int]:
    """Newest first, and how many there are in all."""
    mine = collection.c.user_id == owner
    total = int(tx.execute(select(func.count()).select_from(collection).where(mine)).scalar_one())
    wanted = select(collection).where(mine).order_by(collection.c.created_at.desc(), collection.c.id)
    rows = tx.execute(wanted.limit(limit).offset(offset))
    return [as_collection(row) for row in rows], total


def get_collection(tx: Transaction, owner: str, collection_id: str) -> Collection:
    """Raises `NoCollection`, `NotAllowed`."""
    return as_collection(get_row(tx, owner, collection_id))


def get_row(tx: Transaction, owner: str, collection_id: str) -> Row[Any]:
    """Raises `NoCollection`, `NotAllowed`."""
    return own(tx.execute(_ONE, {"one": collection_id}).first(), owner, NoCollection(collection_id))


def named(tx: Transaction, owner: str, name: str) -> Row[Any] | None:
    """The owner's collection of this name."""
    return tx.execute(select(collection).where(collection.c.user_id == owner, collection.c.name == name)).first()


def as_collection(row: Row[Any]) -> Collection:
    return Collection(
        id=row.id,
        name=row.name,
        description=row.description,
        document_count=row.document_count,
        created_at=row.created_at,
    )
