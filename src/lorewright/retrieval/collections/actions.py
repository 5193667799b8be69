"""Making collections, and counting what is in them."""

from sqlalchemy import delete, update

from lorewright.core.errors import NoCollection, SameCollection
from lorewright.core.ids import new_id
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.retrieval.collections.queries import as_collection
from lorewright.retrieval.collections.schemas import Collection
from lorewright.retrieval.collections.tables import collection
from lorewright.world import World


def create(tx: Transaction, world: World, owner: str, name: str, description: str | None = None) -> Collection:
    """Raises `SameCollection` where the owner has one of this name."""
    row = {
        "id": new_id(),
        "user_id": owner,
        "name": name,
        "description": description,
        "document_count": 0,
        "created_at": world.clock.now(),
    }
    made = tx.execute(insert_missing(tx.dialect, collection).returning(*collection.c), row).first()
    if made is None:
        raise SameCollection("A collection of this name exists already.")
    return as_collection(made)


def count(tx: Transaction, owner: str, collection_id: str, more: int) -> None:
    """So many documents more, or fewer. Until the transaction ends the collection stays. Raises `NoCollection`."""
    mine = (collection.c.user_id == owner) & (collection.c.id == collection_id)
    counted = update(collection).where(mine).values(document_count=collection.c.document_count + more)
    if tx.execute(counted).rowcount != 1:
        raise NoCollection(collection_id)


def forget(tx: Transaction, owner: str, collection_id: str) -> None:
    tx.execute(delete(collection).where(collection.c.user_id == owner, collection.c.id == collection_id))
