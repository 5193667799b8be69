"""One database of each kind, for tests that compare them or look into the files of one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.makers.lean import make_tables, open_database
from tests.makers.postgres import fresh_database

from lorewright.db.engine import Database, sqlite_url


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Database]:
    yield from _opened(sqlite_url(tmp_path / "lorewright.db"), tmp_path)


@pytest.fixture
def postgres(postgres_url: str, tmp_path: Path) -> Iterator[Database]:
    with fresh_database(postgres_url) as url:
        yield from _opened(url, tmp_path)


def _opened(url: str, folder: Path) -> Iterator[Database]:
    database = open_database(url)
    make_tables(database, folder)
    yield database
    database.close()
