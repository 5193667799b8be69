"""Bringing a database to the newest schema. A new one is made at once; an older one is migrated, after a snapshot."""

from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from lorewright.core.errors import AppError, Unavailable
from lorewright.db.engine import Database, plain_errors
from lorewright.db.maintenance import snapshot
from lorewright.db.metadata import metadata

NEWEST = "0001"
"""The last revision in migrations/versions; a test keeps them equal."""


class NewerDatabaseError(AppError):
    """The database was made by a newer Lorewright."""


def revision(db: Database) -> str | None:
    """What the database's schema is at; None for a new one."""
    with plain_errors(), db.engine.connect() as connection:
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
    current = revision(db)
    if current == NEWEST:
        return None
    if current is not None and db.dialect == "sqlite":
        snapshot(data_dir, now)
    with plain_errors(), db.engine.connect() as connection:
        connection.begin()
        if db.dialect == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(7842)"))
        if not inspect(connection).has_table("alembic_version"):
            _create(connection)
        else:
            _migrate(connection)
        connection.commit()
    return current


def _create(connection: Connection) -> None:
    metadata.create_all(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:newest)"), {"newest": NEWEST})


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "lorewright.db:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, NEWEST)
    except CommandError as error:
        raise NewerDatabaseError(
            "This database was made by a newer Lorewright; start that one, or give another --data-dir."
        ) from error
