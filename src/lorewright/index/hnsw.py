"""Nearest vectors by a graph (HNSW) in PostgreSQL, where its extension pgvector is there: for scopes too large for the bits.

A table beside `index_vector` holds each vector once more in half precision, under the graph; it proposes candidates, which are
scored by the exact vectors as ever. A worker makes it where it finds the extension; without it, and until then, the bits serve.

Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using Hierarchical Navigable Small World
graphs" (2018); https://github.com/pgvector/pgvector
"""

from collections.abc import Sequence

import numpy as np
import structlog
from numpy.typing import NDArray
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from lorewright.db.engine import Database, plain_errors
from lorewright.db.transaction import Transaction
from lorewright.index.base import Vectors
from lorewright.index.rules import MAX_NUMBER

DIMENSIONS = 384
"""The graph is over vectors of one length; those of another are searched by their bits."""

EXPLORED = 400
"""Vectors that a search keeps in view. Of 200,000 it then finds 98.7 % of the ten nearest; with 200, 96.0 %."""

BATCH = 200
"""Vectors copied at once when the table is made."""

MEMORY = "256MB"
"""Of the database, while the graph is laid: 200,000 vectors fit, and what does not fit makes it several times slower."""

log = structlog.get_logger()

_TABLE = f"index_near_{DIMENSIONS}"
_GRAPH = f"{_TABLE}_graph"
# The extension lies in a schema of its database, which need not be one in which names are looked for.
# Before 0.8 it knows no half precision, or gives up among the vectors of other scopes.
_EXTENSION = text(
    "SELECT extnamespace::regnamespace::text FROM pg_extension"
    r" WHERE extname = 'vector' AND (regexp_match(extversion, '^(\d+)\.(\d+)'))::int[] >= ARRAY[0, 8]"
)
_OF_TABLE = text(f"{_EXTENSION} AND to_regclass('{_TABLE}') IS NOT NULL")
_OF_GRAPH = text(
    f"{_EXTENSION} AND EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('{_GRAPH}') AND indisvalid)"
)
_IS_OFFERED = text(
    "SELECT NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'vector')"
    " AND EXISTS (SELECT FROM pg_available_extensions JOIN pg_available_extension_versions USING (name)"
    r" WHERE name = 'vector' AND version = default_version AND (regexp_match(version, '^(\d+)\.(\d+)'))::int[] >= ARRAY[0, 8]"
    " AND (trusted OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)))"
    " AND has_database_privilege(current_database(), 'CREATE')"
)
_EXPLORE = text(
    f"SELECT set_config('hnsw.ef_search', '{EXPLORED}', true), set_config('hnsw.iterative_scan', 'relaxed_order', true)"
)
# Locked so that none goes between being read and being referred to.
_MISSING = text(
    "SELECT number, scope_id, embedder, vector FROM index_vector AS held"  # noqa: S608 - names of ours
    f" WHERE number > :after AND length(vector) = {4 * DIMENSIONS}"
    f" AND NOT EXISTS (SELECT FROM {_TABLE} AS near WHERE near.number = held.number)"
    f" ORDER BY number LIMIT {BATCH} FOR KEY SHARE"
)


def prepare(db: Database) -> None:
    """Makes the table, fills it with the vectors that are there and lays the graph over it, where the database offers that.

    Beside those who put and search: in steps, each of which is taken up where it was broken off. Where the database will not
    have it, the log says so and the bits serve. Raises `Unavailable`.
    """
    if db.dialect != "postgresql":
        return
    try:
        _prepare(db)
    except DBAPIError as error:  # nobody needs the graph, and whoever asks for it looks after more than this
        log.warning("the graph of the vectors cannot be made", reason=str(error.orig).partition("\n")[0])


def _prepare(db: Database) -> None:
    with db.writing() as tx:
        if tx.execute(_OF_GRAPH).first() is not None:
            return
        tx.lock("index_near")
        schema = _extension(tx)
        if schema is None:
            return
        tx.execute(
            text(
                f"CREATE TABLE IF NOT EXISTS {_TABLE} (number bigint PRIMARY KEY REFERENCES index_vector ON DELETE CASCADE,"
                f" scope_id bigint NOT NULL, embedder text NOT NULL, near {schema}.halfvec({DIMENSIONS}) NOT NULL)"
            )
        )
    filled: int | None = -MAX_NUMBER - 1  # those of an embedder that is to serve next may lie below zero
    while filled is not None:
        filled = _fill(db, schema, filled)
    _lay(db, schema)


def _fill(db: Database, schema: str, after: int) -> int | None:
    """Copies the next vectors that were put before the table was there; the number of the last, None where there are none."""
    with db.background() as tx:
        rows = tx.execute(_MISSING, {"after": after}).all()
        values = [(row.number, row.scope_id, row.embedder, np.frombuffer(row.vector, "<f4")) for row in rows]
        _insert(tx, schema, values, replace=False)
    return rows[-1].number if rows else None


def _lay(db: Database, schema: str) -> None:
    """Lays the graph while vectors are put; what an earlier try left of it goes first."""
    with plain_errors(), db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if not connection.execute(text("SELECT pg_try_advisory_lock(hashtext(:name))"), {"name": _GRAPH}).scalar_one():
            return  # another worker is at it
        try:
            if connection.execute(_OF_GRAPH).first() is None:
                log.info("laying the graph of the vectors; of many that takes minutes")
                connection.execute(text(f"SET maintenance_work_mem = '{MEMORY}'"))
                connection.execute(text("SET lock_timeout = 0"))  # it waits for whoever writes, and holds nobody up
                connection.execute(text(f"DROP INDEX IF EXISTS {_GRAPH}"))
                made_of = f"{_TABLE} USING hnsw (near {schema}.halfvec_ip_ops)"
                connection.execute(text(f"CREATE INDEX CONCURRENTLY {_GRAPH} ON {made_of}"))
        finally:
            connection.invalidate()  # with its lock and what was set for it


def put(tx: Transaction, scope_id: int, numbers: Sequence[int], vectors: Vectors, embedder: str) -> None:
    """Takes the vectors (n, d) into the graph, where there is one; after their rows in `index_vector`, with which they go."""
    schema = tx.execute(_OF_TABLE).scalar() if vectors.shape[1] == DIMENSIONS else None
    if schema is not None:
        rows = zip(numbers, vectors, strict=True)
        _insert(tx, schema, [(int(number), scope_id, embedder, vector) for number, vector in rows])


def nearest(
    tx: Transaction, scope_id: int, query: NDArray[np.float32], count: int, embedder: str
) -> Sequence[int] | None:
    """The numbers of `count` vectors that are likely the nearest to the query (d,), in no order.

    None where there is no graph, or where it gave up looking among the vectors of other scopes.
    """
    schema = tx.execute(_OF_GRAPH).scalar() if len(query) == DIMENSIONS else None
    if schema is None:
        return None
    tx.execute(_EXPLORE)
    wanted = text(
        f"SELECT number FROM {_TABLE} WHERE scope_id = :scope_id AND embedder = :embedder"  # noqa: S608 - no name is a caller's
        f" ORDER BY near OPERATOR({schema}.<#>) CAST(:query AS {schema}.halfvec) LIMIT :count"
    )
    values = {"scope_id": scope_id, "embedder": embedder, "query": _written(query), "count": count}
    found = tx.execute(wanted, values).scalars().all()
    return found if len(found) == count else None


def _extension(tx: Transaction) -> str | None:
    """The schema of the extension, which is installed where that is allowed; None where it is not to be had."""
    found: str | None = tx.execute(_EXTENSION).scalar()
    if found is None and tx.execute(_IS_OFFERED).scalar_one():
        tx.execute(text("CREATE EXTENSION vector SCHEMA public"))
        found = "public"
    return found


def _insert(
    tx: Transaction, schema: str, rows: Sequence[tuple[int, int, str, NDArray[np.float32]]], *, replace: bool = True
) -> None:
    """Rows of (number, scope, embedder, vector); `replace`: instead of what their numbers had."""
    updated = "UPDATE SET scope_id = excluded.scope_id, embedder = excluded.embedder, near = excluded.near"
    statement = text(
        f"INSERT INTO {_TABLE} (number, scope_id, embedder, near)"  # noqa: S608 - no name is a caller's
        f" VALUES (:number, :scope_id, :embedder, CAST(:near AS {schema}.halfvec))"
        f" ON CONFLICT (number) DO {updated if replace else 'NOTHING'}"
    )
    values = [
        {"number": number, "scope_id": scope_id, "embedder": embedder, "near": _written(vector)}
        for number, scope_id, embedder, vector in rows
    ]
    if values:
        tx.execute(statement, values)


def _written(vector: NDArray[np.float32]) -> str:
    """As pgvector reads it; half precision has four digits."""
    return f"[{','.join(f'{one:.5g}' for one in vector.tolist())}]"
