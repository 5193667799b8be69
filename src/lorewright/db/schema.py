"""Bringing a database to the newest schema. A new one is made at once; an older one is migrated, after a snapshot."""

import os
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from lorewright.core.errors import AppError, Unavailable
from lorewright.db.engine import Database, plain_errors
from lorewright.db.maintenance import snapshot
from lorewright.db.metadata import metadata

NEWEST = "0036"
"""The last revision in migrations/versions; a test keeps them equal."""


ROWS_ASSUMED = 100_000
ROWS_ASSUMED_OF_A_PART = 100
"""In an index that holds only what is at hand, such as the jobs that wait."""
COARSE = {
    "user_id",
    "month",
    "kind",
    "status",
    "file_due",
    "priority",
    "state",
    "relation",
    "page_type",
    "holder_kind",
    "article_count",
}
"""Columns of which one value has most of the rows."""


_NEWER = "This database was made by a newer Lorewright; start that one, or give another --data-dir."


class NewerDatabaseError(AppError):
    """The database was made by a newer Lorewright."""


def revision(db: Database) -> str | None:
    """What the database's schema is at; None for a new one."""
    with plain_errors(), db.reading_engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def upgrade(db: Database, data_dir: Path, now: datetime) -> str | None:
    """Returns the revision it came from, where there was one to leave. Safe to call from several processes at once."""
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"The data folder {data_dir} cannot be used: {error.strerror}.") from error
    if not os.access(data_dir, os.W_OK):
        raise Unavailable(f"The data folder {data_dir} is read-only, and Lorewright writes to it even to read.")
    current = revision(db)
    if current == NEWEST:
        return None
    if current is not None and current > NEWEST:
        raise NewerDatabaseError(_NEWER)
    if current is not None and db.dialect == "sqlite":
        snapshot(db, data_dir, now)
    with plain_errors(), db.engine.connect() as connection:
        connection.begin()
        if db.dialect == "postgresql":
            connection.execute(text("SET LOCAL lock_timeout = 0"))  # another process may be at it, which takes a while
            connection.execute(text("SELECT pg_advisory_xact_lock(7842)"))
        if not inspect(connection).has_table("alembic_version"):
            _create(connection)
        else:
            _migrate(connection)
        connection.commit()
    return current


def _create(connection: Connection) -> None:
    metadata.create_all(connection)
    _assume_sizes(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:newest)"), {"newest": NEWEST})


def _migrate(connection: Connection, revision: str = NEWEST) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "lorewright.db:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise NewerDatabaseError(_NEWER) from error
    _assume_sizes(connection)


def _assume_sizes(connection: Connection) -> None:
    """Tells SQLite's planner that one owner has most rows of a table, which it cannot know while the tables are empty.

    It takes ten rows for each value of an index it has no statistics of, and so reads all rows of the owner rather than the
    few that are asked for by their ids. (https://www.sqlite.org/fileformat2.html#stat1tab)
    """
    if connection.dialect.name != "sqlite":
        return
    connection.execute(text("ANALYZE"))
    connection.execute(text("DELETE FROM sqlite_stat1"))
    indexes = (
        "SELECT tbl_name, name, coalesce(sql LIKE '% WHERE %', 0)"
        " FROM sqlite_master WHERE type = 'index' AND tbl_name NOT LIKE 'alembic%'"
    )
    for table, index, is_of_a_part in connection.execute(text(indexes)).all():
        columns = (
            connection.execute(text("SELECT name FROM pragma_index_info(:index)"), {"index": index}).scalars().all()
        )
        rows = [ROWS_ASSUMED_OF_A_PART if is_of_a_part else ROWS_ASSUMED]
        for column in columns:
            rows.append(rows[-1] if column in COARSE else min(rows[-1], 10))
        told = " ".join(map(str, rows))
        connection.execute(text("INSERT INTO sqlite_stat1 VALUES (:t, :i, :s)"), {"t": table, "i": index, "s": told})
    # Else this connection, the one that writes, never reads what it was told.
    connection.execute(text("ANALYZE sqlite_schema"))
