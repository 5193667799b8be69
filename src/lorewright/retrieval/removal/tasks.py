"""How what deletions of documents leave outside the database is erased."""

from lorewright.db.transaction import Transaction
from lorewright.platform.originals import actions as originals
from lorewright.platform.remains.tables import Remains
from lorewright.retrieval.documents.actions import ORIGINALS
from lorewright.world import World


def erase_document(tx: Transaction, world: World, owner: str, sha256: str) -> None:
    originals.erase(tx, world, ORIGINALS, owner, sha256)


ERASERS = {Remains.DOCUMENT: erase_document}
