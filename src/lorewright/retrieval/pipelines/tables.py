"""Which stages a user's searches go through."""

from enum import StrEnum

from sqlalchemy import Column, Index, Integer, Table, Text
from sqlalchemy import text as sql

from lorewright.db.metadata import Id, Moment, metadata


class Stage(StrEnum):
    """In the order in which they work."""

    QUERY_REWRITING = "query_rewriting"
    RETRIEVAL = "retrieval"
    RERANKING = "reranking"
    REASONING = "reasoning"
    GENERATION = "generation"


_IS_DEFAULT = sql("is_default = 1")

pipeline = Table(
    "pipeline",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("stages", Text, nullable=False),  # JSON array of names, in their order
    Column("is_default", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Index("ix_pipeline_newest", "user_id", "created_at"),
    Index(
        "uq_pipeline_default",
        "user_id",
        unique=True,
        sqlite_where=_IS_DEFAULT,
        postgresql_where=_IS_DEFAULT,
    ),
)
