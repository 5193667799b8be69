"""How what deletions of sources leave outside the database is erased."""

from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import files
from lorewright.gateway.articles.pages import file_hash
from lorewright.gateway.sources.actions import ORIGINALS
from lorewright.platform.accounts.folders import folder_of
from lorewright.platform.originals import actions as originals
from lorewright.platform.remains.tables import Remains
from lorewright.world import World


def erase_blob(tx: Transaction, world: World, owner: str, sha256: str) -> None:
    originals.erase(tx, world, ORIGINALS, owner, sha256)


def erase_file(tx: Transaction, world: World, owner: str, slug: str) -> None:
    files.remove(folder_of(world.settings.wiki_dir, owner), slug, unless_hash=file_hash(tx, owner, slug))


ERASERS = {Remains.BLOB: erase_blob, Remains.FILE: erase_file}
