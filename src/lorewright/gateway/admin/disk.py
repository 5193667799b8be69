"""What must hold between rows and the disk: stored bytes, and the wiki's files.

What lies on the disk is looked at after its rows were read; where the two differ the rows are read again, since what looks wrong
may have been deleted or written anew meanwhile.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from itertools import chain, islice
from typing import Any

from sqlalchemy import Row, select

from lorewright.core.files import leftovers
from lorewright.core.ids import content_hash
from lorewright.gateway.admin.pages import PAGE, pages, unchanged
from lorewright.gateway.articles.files import path_of, read
from lorewright.gateway.articles.tables import article
from lorewright.gateway.sources.actions import ORIGINALS
from lorewright.gateway.sources.tables import source
from lorewright.platform.accounts.folders import folder_of, folders
from lorewright.platform.originals import queries as originals
from lorewright.platform.remains.tables import Remains, remains
from lorewright.world import World

MISSING, CHANGED = originals.MISSING, originals.CHANGED


def _blobs(world: World) -> Iterator[str]:
    """The bytes of each source are there, and are those that came."""
    wanted = select(source.c.id, source.c.user_id, source.c.title, source.c.blob)
    for page in pages(world, wanted, source.c.id):
        for row in page:
            what = originals.fault(world, ORIGINALS, row.user_id, row.blob)
            if what and unchanged(world, wanted.where(source.c.id == row.id), row):
                yield (
                    f"The stored bytes of source {row.id} (“{row.title}”) are {what}: "
                    "nothing but the file itself, taken in again, brings them back."
                )


def _unused_blobs(world: World) -> Iterator[str]:
    to_go = select(remains.c.user_id, remains.c.name).where(remains.c.kind == Remains.BLOB)
    for owner, sha256 in originals.unused(world, ORIGINALS, to_go):
        yield f"The stored bytes {sha256} of {owner} belong to no source."


def _files(world: World) -> Iterator[str]:
    """Each file is there, unless it is still to be written."""
    for row, fault in file_faults(world):
        if fault != CHANGED:
            yield f"The wiki file {row.slug}.md is {fault}."


def _edited_files(world: World) -> Iterator[str]:
    for row, fault in file_faults(world):
        if fault == CHANGED:
            yield (
                f"The wiki file {row.slug}.md was edited by hand; "
                "at its next writing the edit is kept as a version of its own."
            )


def file_faults(world: World) -> Iterator[tuple[Row[Any], str]]:
    """(id, slug, file_hash, user_id) of articles whose file is not what was last written, and why."""
    wanted = select(article.c.id, article.c.slug, article.c.file_hash, article.c.user_id).where(article.c.file_due == 0)
    for page in pages(world, wanted, article.c.id):
        for row in page:
            fault = _fault(
                partial(read, path_of(folder_of(world.settings.wiki_dir, row.user_id), row.slug)), row.file_hash
            )
            if fault and unchanged(world, wanted.where(article.c.id == row.id), row):
                yield row, fault


def _own_files(world: World) -> Iterator[str]:
    """A person may keep her own notes beside the articles."""
    wiki = world.settings.wiki_dir
    there = chain.from_iterable(folder.glob("[!.]*.md") for folder in folders(wiki))
    while page := list(islice(there, PAGE)):
        slugs = [path.stem for path in page]
        with world.db.reading() as tx:
            rows = [*tx.execute(select(article.c.user_id, article.c.slug).where(article.c.slug.in_(slugs)))]
            is_file = (remains.c.kind == Remains.FILE) & remains.c.name.in_(slugs)
            rows += tx.execute(select(remains.c.user_id, remains.c.name).where(is_file))  # which are to go
        known = {path_of(folder_of(wiki, row.user_id), row[1]) for row in rows}
        for path in page:
            if path not in known and path.exists():
                yield f"The file {path.name} in the wiki's folder is no article's; it is left as it is."


def _strange_files(world: World) -> Iterator[str]:
    for path in world.blobs.strangers():
        yield f"The file {path} among the stored bytes is none of ours; it is left as it is."


def _leftovers(world: World) -> Iterator[str]:
    """What a process that was killed was writing, and no worker has removed since."""
    for path in chain(world.blobs.leftovers(), *map(leftovers, folders(world.settings.wiki_dir))):
        with suppress(FileNotFoundError):
            written_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            if world.clock.now() - written_at > originals.UPLOAD_TIME:
                yield f"The file {path} was left half written; it can be removed."


def _fault(read: Callable[[], bytes], sha256: str | None) -> str | None:
    try:
        data = read()
    except FileNotFoundError:
        return MISSING
    except OSError as error:
        return f"not to be read ({error.strerror})"
    return None if content_hash(data) == sha256 else CHANGED


AREAS = (_blobs, _unused_blobs, _files, _leftovers)
NOTES = (_edited_files, _own_files, _strange_files)
