"""Whether everything holds together: every invariant between rows, blobs, wiki files and index.

What is compared is read in one transaction, in pages, so that neither memory nor the database's log grows with the store.
"""

from collections.abc import Callable, Iterable, Iterator

from sqlalchemy.exc import DatabaseError

from lorewright.core.errors import Unavailable
from lorewright.gateway.admin import contents, disk, rows
from lorewright.world import World


def violations(world: World) -> Iterator[str]:
    """What does not hold, each a sentence that names the thing; none where all is well. Changes nothing."""
    yield from _told(world, (*rows.AREAS, *contents.AREAS, *disk.AREAS))


def notes(world: World) -> Iterator[str]:
    """What a person did to the wiki's folder and what becomes of it: nothing that is wrong. Changes nothing."""
    yield from _told(world, disk.NOTES)


def _told(world: World, areas: Iterable[Callable[[World], Iterator[str]]]) -> Iterator[str]:
    for area in areas:
        try:
            yield from area(world)
        except Unavailable as error:
            yield f"The database cannot be read: {error.detail}"
        except DatabaseError as error:
            yield f"The database cannot be read: {error.orig}."
