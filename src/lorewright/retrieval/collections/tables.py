"""Named sets of documents."""

from sqlalchemy import Column, Index, Integer, Table, Text, UniqueConstraint

from lorewright.db.metadata import Id, Moment, metadata

collection = Table(
    "collection",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("description", Text),
    Column("document_count", Integer, nullable=False),  # whoever adds or deletes one holds this row until its commit
    Column("created_at", Moment, nullable=False),
    UniqueConstraint("user_id", "name"),
    Index("ix_collection_newest", "user_id", "created_at"),
)
