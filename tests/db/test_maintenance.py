"""What is done to a whole database."""

import resource
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from lorewright.core.errors import Unavailable
from lorewright.db.engine import Database
from lorewright.db.maintenance import SNAPSHOTS, scrub, snapshot
from lorewright.knowledge.tables import scope

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.mark.skipif(sys.platform == "win32", reason="limits files as POSIX systems do")
def test_a_log_that_cannot_be_cleaned_on_a_full_disk_is_cleaned_when_that_has_passed(
    database: Database, tmp_path: Path
) -> None:
    if database.dialect != "sqlite":
        pytest.skip("PostgreSQL's log is its operator's")
    with database.writing() as tx:
        tx.execute(insert(scope), {"user_id": "u", "kind": "wiki", "name": "kept" * 2_000})
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(Unavailable, match="cannot be cleaned for now"):
            scrub(database, tmp_path / "data")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    scrub(database, tmp_path / "data")
    assert (tmp_path / "data" / "lorewright.db-wal").stat().st_size == 0


@pytest.mark.skipif(sys.platform == "win32", reason="limits files as POSIX systems do")
def test_of_a_full_disk_no_half_a_copy_stands_under_its_name(database: Database, tmp_path: Path) -> None:
    if database.dialect != "sqlite":
        pytest.skip("PostgreSQL's backups are its operator's")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, before[1]))
    try:
        with pytest.raises(Unavailable, match="No copy of the database could be made"):
            snapshot(database, tmp_path / "data", NOW)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    folder = tmp_path / "data" / SNAPSHOTS
    assert list(folder.glob("*.db")) == []
    assert snapshot(database, tmp_path / "data", NOW).exists()
    (folder / "20260101T000000Z.db.part").write_text("half of what was deleted")
    scrub(database, tmp_path / "data")
    assert list(folder.iterdir()) == []


_THINK = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT sum(i) FROM n"
"""What a writer does in between, so that it does not always come first."""


def test_while_the_log_waits_for_a_reader_others_can_write(database: Database, tmp_path: Path) -> None:
    if database.dialect != "sqlite":
        pytest.skip("PostgreSQL's log is its operator's")
    row = {"user_id": "u", "kind": "wiki", "name": "seen"}
    with database.writing() as tx:
        tx.execute(insert(scope), row)
    reading = ExitStack()
    assert reading.enter_context(database.reading()).execute(select(scope.c.name)).scalars().all() == ["seen"]
    with database.writing() as tx:
        tx.execute(insert(scope), {**row, "name": "not seen"})

    def write() -> None:
        with reading, closing(sqlite3.connect(tmp_path / "data" / "lorewright.db", timeout=2.0)) as other:
            for _ in range(50):
                other.execute("UPDATE scope SET name = name || '.'")
                other.commit()
                other.execute(_THINK).fetchone()

    with ThreadPoolExecutor(1) as beside:
        written = beside.submit(write)
        scrub(database, tmp_path / "data")
        written.result()
    assert (tmp_path / "data" / "lorewright.db-wal").stat().st_size == 0
