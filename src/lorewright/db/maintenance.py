"""What is done to a whole database: its schema, snapshots, and cleaning its files of what was deleted."""

import sqlite3
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path

from sqlalchemy import make_url

from lorewright.core.errors import Unavailable
from lorewright.db.engine import Database, plain_errors

SNAPSHOTS = "snapshots"
READERS_WAIT_S = 0.1
"""While the log waits for a reader to end, nobody can write: so it waits briefly,"""
READERS_PAUSE_S = 0.4
"""lets writers in"""
READERS_PATIENCE_S = 60.0
"""and tries again for so long."""


def scrub(db: Database, data_dir: Path) -> None:
    """Leaves nothing of what was deleted in SQLite's files and our snapshots. Raises `Unavailable` while readers or the disk hold it up.

    Deleted content is overwritten as it is deleted (`secure_delete`); what remains is the log, and older copies.
    PostgreSQL is asked to vacuum; its own log is its operator's.
    """
    if db.dialect == "postgresql":
        with plain_errors(), db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM")
        return
    for snapshot in (data_dir / SNAPSHOTS).glob("*.db*"):  # and what is left of one that was not finished
        snapshot.unlink()
    try:
        with closing(sqlite3.connect(_file(db), timeout=READERS_WAIT_S)) as connection:
            deadline = time.monotonic() + READERS_PATIENCE_S
            while time.monotonic() < deadline:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()  # copies what it can beside writers
                busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if not busy:
                    return
                time.sleep(READERS_PAUSE_S)
    except sqlite3.OperationalError as error:  # a full disk, as a rule; it passes, and the log is to be cleaned then
        raise Unavailable(f"The database's log cannot be cleaned for now: {error}.") from error
    raise Unavailable("The database is being read; its log is cleaned as soon as that ends.")


def snapshot(db: Database, data_dir: Path, now: datetime) -> Path:
    """A consistent copy of the SQLite file, made before its schema is changed. Raises `Unavailable`."""
    folder = data_dir / SNAPSHOTS
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{now:%Y%m%dT%H%M%SZ}.db"
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(_file(db))) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
    except sqlite3.OperationalError as error:  # a full disk, as a rule
        part.unlink(missing_ok=True)
        raise Unavailable(f"No copy of the database could be made: {error}.") from error
    part.replace(target)
    return target


def _file(db: Database) -> str:
    return make_url(db.url).database or ""
