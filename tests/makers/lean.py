"""Worlds and databases as the product opens them, but for what is the same for all tests of a process: that is made once.

world = open_lean(settings)
make_tables(world.db, settings.data_dir)
"""

import tempfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from sqlalchemy import Dialect, make_url
from sqlalchemy.util import LRUCache

from lorewright.core.settings import Settings
from lorewright.db import schema
from lorewright.db.engine import Database, sqlite_url
from lorewright.embeddings.catalogue import BuiltIn
from lorewright.world import World, open_world

BUILT_IN = BuiltIn()
"""Each world would load the same model anew; it keeps nothing of what it embeds."""

_DIALECTS: dict[str, Dialect] = {}
_COMPILED: LRUCache[object, object] = LRUCache(2_000)
"""Each engine would compile the same statements anew, and knows them by its dialect."""


def open_lean(settings: Settings) -> World:
    world = open_world(settings)
    _share_compiled(world.db)
    return replace(world, embedders=BUILT_IN) if isinstance(world.embedders, BuiltIn) else world


def open_database(url: str) -> Database:
    database = Database(url)
    _share_compiled(database)
    return database


def make_tables(db: Database, data_dir: Path) -> None:
    """Where there are none yet; on SQLite they are copied, which takes a tenth of what making them does."""
    path = Path(make_url(db.url).database or "")
    if db.dialect == "sqlite" and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_sqlite_tables())
    schema.upgrade(db, data_dir, datetime.now(UTC))
    _DIALECTS.setdefault(
        db.dialect, db.engine.dialect
    )  # it has connected, and so knows the version of what it speaks to


@cache
def _sqlite_tables() -> bytes:
    """The file of a database with all tables and nothing in them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "template.db"
        with closing(Database(sqlite_url(path))) as made:
            schema.upgrade(made, path.parent, datetime.now(UTC))
        assert list(path.parent.iterdir()) == [path], "nothing is left in the log"
        return path.read_bytes()


def _share_compiled(db: Database) -> None:
    if db.dialect in _DIALECTS:
        for engine in (db.engine, db.reading_engine):
            engine.dialect = _DIALECTS[db.dialect]
            engine.update_execution_options(compiled_cache=_COMPILED)
