"""Texts in the store."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from lorewright.core.errors import Unavailable
from lorewright.core.ids import new_id
from lorewright.core.settings import Settings
from lorewright.knowledge import texts
from lorewright.knowledge.passages import cut
from lorewright.knowledge.tables import ScopeKind, passage
from lorewright.world import World
from tests.makers.lean import make_tables, open_lean

NOW = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.fixture
def world(settings: Settings) -> Iterator[World]:
    world = open_lean(settings)
    make_tables(world.db, settings.data_dir)
    yield world
    world.close()


def test_who_comes_second_to_write_a_text_is_told_so_and_writes_nothing(world: World) -> None:
    """As two workers may on PostgreSQL, which take up two jobs of a source in the same moment."""
    reading = world.readers.read(b"The heron winters on the mudflats.\n\nIt weighs as much as a cat.", "text")
    source = new_id()
    id_ = texts.text_id("u", source, "hash")
    pieces = list(cut(reading, id_))

    def write() -> None:
        with world.db.writing() as tx:
            texts.begin(tx, "u", texts.make_scope(tx, "u", ScopeKind.WIKI), source, id_, reading, "Heron", NOW)
            texts.add_passages(tx, world, "u", id_, pieces)

    write()
    with pytest.raises(Unavailable, match="Another worker"):
        write()
    with world.db.reading() as tx:
        assert tx.execute(select(func.count()).select_from(passage)).scalar_one() == len(pieces)
        progress = texts.progress(tx, "u", id_)
    assert progress is not None
    assert progress.passages == len(pieces)
