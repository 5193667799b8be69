"""What a request left behind: rows, blobs, files."""

from sqlalchemy import func, select

from lorewright.db.metadata import metadata
from tests.conftest import Gateway


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
