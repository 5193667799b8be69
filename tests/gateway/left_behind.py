"""What a request left behind: rows, blobs, files."""

import re
from datetime import datetime
from typing import Any

from sqlalchemy import create_engine, func, select, text

from lorewright.db.metadata import metadata
from tests.conftest import Gateway

# What may hold any digits by chance: ids, hashes, moments.
_CHANCE = re.compile(
    rb"[0-9a-f]{64}|[0-9a-f]{8}(?:-?[0-9a-f]{4}){4}[0-9a-f]{8}"
    rb"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?",
)


def rows(gateway: Gateway) -> dict[str, int]:
    """How many rows each table has that has any."""
    with gateway.world.db.reading() as tx:
        counts = {
            name: tx.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in metadata.tables.items()
        }
    return {name: count for name, count in counts.items() if count}


def kept_files(gateway: Gateway) -> list[str]:
    """Every file under the data folder but the database's own."""
    found = (path for path in gateway.data_dir.rglob("*") if path.is_file())
    return sorted(
        str(path.relative_to(gateway.data_dir)) for path in found if not path.name.startswith("lorewright.db")
    )


def nothing(gateway: Gateway) -> bool:
    return rows(gateway) == {} and kept_files(gateway) == []


def traces(gateway: Gateway, word: str) -> list[str]:
    """Every column of every table, and every file under the data folder, that holds the word in any case, elsewhere than in an id, a hash,
    a number or a moment."""
    found = []
    url = gateway.world.settings.database_url
    engine = create_engine(url)
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            names = "SELECT name FROM sqlite_master WHERE type = 'table'"
        else:
            names = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        for table in connection.execute(text(names)).scalars().all():
            for row in connection.execute(text(f'SELECT * FROM "{table}"')):  # noqa: S608 - names of our own tables
                found += [f"{table}.{column}" for column, value in row._mapping.items() if _holds(value, word)]
    engine.dispose()
    for path in gateway.data_dir.rglob("*"):
        if _holds(path.name, word) or (path.is_file() and _holds(path.read_bytes(), word)):
            found.append(str(path.relative_to(gateway.data_dir)))
    return sorted(set(found))


def _holds(value: Any, word: str) -> bool:
    if isinstance(value, int | float | datetime):
        return False
    data = (bytes(value) if isinstance(value, bytes | bytearray | memoryview) else str(value).encode()).lower()
    wanted = word.lower().encode()
    return wanted in data and wanted in _CHANCE.sub(b" ", data)
