"""What was put into collections."""

from enum import StrEnum

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from lorewright.db.metadata import Id, Moment, Number, metadata


class DocumentStatus(StrEnum):
    PROCESSING = "processing"
    INDEXED = "indexed"
    FAILED = "failed"


document = Table(
    "document",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("collection_id", Id, ForeignKey("collection.id"), nullable=False),
    Column("filename", Text, nullable=False),
    Column("kind", Text, nullable=False),  # as reading tells it from the content
    Column("size_bytes", Number, nullable=False),
    Column("status", Text, nullable=False),
    Column("error_message", Text),
    Column("content_hash", Text, nullable=False),
    Column("blob", Text, nullable=False),  # SHA-256 of the bytes as they came
    Column("chunk_count", Integer, nullable=False),
    Column("coverage", Text),  # JSON of reading.base.Coverage, once it is read
    Column("created_at", Moment, nullable=False),
    UniqueConstraint("collection_id", "content_hash"),
    Index("ix_document_newest", "collection_id", "created_at"),
    Index("ix_document_blob", "user_id", "blob"),
)
