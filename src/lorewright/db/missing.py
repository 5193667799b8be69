"""`INSERT ... ON CONFLICT DO NOTHING`: both databases have it, and SQLAlchemy has one `insert` for each that knows it."""

from sqlalchemy import Insert, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_missing(dialect: str, table: Table) -> Insert:
    """Adds the rows whose keys are not there yet, and leaves those that are as they are."""
    if dialect == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()
