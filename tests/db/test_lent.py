"""That a test has a database of its own, though it is lent to one after the other."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import NullPool, create_engine, make_url, text
from sqlalchemy.exc import OperationalError

from tests.makers.postgres import Databases


@pytest.fixture
def databases(postgres_url: str) -> Iterator[Databases]:
    with closing(Databases(postgres_url)) as databases:
        yield databases


def _do(url: str, *statements: str) -> list[object]:
    """What those tell that tell anything."""
    with create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool).connect() as connection:
        done = [connection.execute(text(one)) for one in statements]
        return [one.scalar_one() for one in done if one.returns_rows]


def test_nothing_is_left_of_what_another_wrote_and_nobody_comes_again(databases: Databases) -> None:
    with databases.lend() as first:
        _do(first, "INSERT INTO event (user_id, message, happened_at) VALUES ('a', '{}', now())")
        left_over = create_engine(first, poolclass=NullPool).connect()
        left_over.execute(text("SELECT number FROM event FOR UPDATE"))
    with databases.lend() as second:
        assert make_url(second).database != make_url(first).database
        assert _do(second, "SELECT count(*) FROM event", "SELECT count(*) FROM alembic_version") == [0, 1]
        with pytest.raises(OperationalError):
            left_over.execute(text("SELECT 1"))
        with pytest.raises(OperationalError):
            _do(first, "SELECT 1")


@pytest.mark.parametrize("change", ["CREATE TABLE another (id int)", "UPDATE alembic_version SET version_num = 'x'"])
def test_one_that_is_not_as_it_was_is_lent_to_nobody(databases: Databases, change: str) -> None:
    with databases.lend() as url:
        _do(url, change)
    with databases.lend() as url:
        assert _do(url, "SELECT count(*) FROM pg_class WHERE relname = 'another'") == [0]
        assert _do(url, "SELECT version_num FROM alembic_version") != ["x"]
