"""The one collection of tables, and the column types that mean the same on both databases."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, LargeBinary, MetaData, Text, TypeDecorator

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_EPOCH = datetime.fromtimestamp(0, UTC)

Id = Text
"""A lower-case UUID."""

Number = BigInteger().with_variant(Integer(), "sqlite")
"""A 64-bit number; as a lone primary key it numbers itself on both databases."""

Bytes = LargeBinary


class Moment(TypeDecorator[datetime]):
    """A moment in UTC. PostgreSQL keeps it as timestamptz; SQLite as microseconds since 1970, which sort and compare."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        if dialect.name == "sqlite":
            return dialect.type_descriptor(Integer())
        return dialect.type_descriptor(DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None or dialect.name != "sqlite":
            return value
        return round(value.timestamp() * 1_000_000)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if dialect.name == "sqlite":
            return _EPOCH + timedelta(microseconds=value)
        moment: datetime = datetime.fromisoformat(value) if isinstance(value, str) else value  # as JSON has it
        return moment.astimezone(UTC)
