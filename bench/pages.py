"""From PDF files to the right page: pages ranked by the parts of `knowledge/retrieve.py` over the scope of the files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import select

from bench.corpora import Collection
from bench.service import CACHE, prepare, serving
from lorewright.core.settings import Settings
from lorewright.db.transaction import Transaction
from lorewright.knowledge import texts
from lorewright.knowledge.retrieve import DEPTH, DEPTH_EACH
from lorewright.knowledge.rules import fuse
from lorewright.knowledge.tables import ScopeKind, passage, text
from lorewright.reading.base import page_at
from lorewright.world import World, open_world

PAGES = 100
PROPOSED = max(DEPTH, DEPTH_EACH * PAGES)
"""Passages of each side, as a search of so many hits has them."""
OWNER = "anonymous"


def rank_pages(collection: Collection, *, fresh: bool) -> dict[str, list[str]]:
    """Query id -> `<file>#p<page>`, best first: each page by its best passage."""
    data_dir = CACHE / "data" / f"{collection.name}-files"
    prepare(data_dir, fresh=fresh)
    with serving(data_dir) as service:
        files = {service.feed_file(path): path for path in collection.pdfs}
        service.settle(f"{collection.name} files")
    with opened(data_dir) as world, world.db.reading() as tx:
        covered = _covered(tx, world, files)
        return {query_id: _ranked(tx, world, question, covered) for query_id, question in collection.queries.items()}


@contextmanager
def opened(data_dir: Path) -> Iterator[World]:
    world = open_world(Settings(data_dir=data_dir))
    try:
        yield world
    finally:
        world.close()


def _covered(tx: Transaction, world: World, files: dict[str, Path]) -> dict[int, list[str]]:
    """Passage number -> the pages it covers. Where pages begin is read from the files: rows keep a passage's first only."""
    found: dict[int, list[str]] = {}
    for source_id, path in files.items():
        starts = world.readers.read(path.read_bytes(), "pdf", path.name).page_starts
        wanted = select(passage).join(text, text.c.id == passage.c.text_id).where(text.c.source_id == source_id)
        for row in tx.execute(wanted):
            visible = row.content.rstrip()
            first, last = row.page, page_at(starts, row.start_char + max(0, len(visible) - 1))
            found[row.number] = [f"{path.stem}#p{page}" for page in range(first, (last or first) + 1)]
    return found


def _ranked(tx: Transaction, world: World, question: str, covered: dict[int, list[str]]) -> list[str]:
    """The product's own rule over its own two sides; a passage's group is its first page instead of its text."""
    scope = texts.scope_id(tx, OWNER, ScopeKind.WIKI)
    assert scope is not None
    lexical = world.words.search(tx, scope, question, PROPOSED)
    vector = world.embedders.chosen().embed([question])[0]
    dense = world.vectors.search(tx, scope, vector, PROPOSED, world.embedders.chosen().name)
    firsts = {int(number): covered[int(number)][0] for side in (lexical, dense) for number in side.numbers}
    pages: dict[str, None] = {}
    for one in fuse(lexical, dense, firsts):
        for number in one.passages[:1]:
            pages.update(dict.fromkeys(covered[number]))
    return list(pages)[:PAGES]
