"""What is done to a whole database."""

import resource
import sys
from pathlib import Path

import pytest
from sqlalchemy import insert

from lorewright.core.errors import Unavailable
from lorewright.db.engine import Database
from lorewright.db.maintenance import scrub
from lorewright.knowledge.tables import scope


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
