"""What a person fed in."""

from enum import StrEnum

from sqlalchemy import Column, Date, Index, Integer, Table, Text, UniqueConstraint

from lorewright.db.metadata import Id, Moment, metadata


class SourceType(StrEnum):
    URL = "url"
    PDF = "pdf"
    YOUTUBE = "youtube"
    AUDIO = "audio"
    TEXT = "text"
    RSS = "rss"
    EMAIL = "email"
    OBSIDIAN = "obsidian"


class IngestStatus(StrEnum):
    PENDING = "pending"
    PROCESSING = "processing"
    COMPILED = "compiled"
    FAILED = "failed"


WITHOUT_ORIGINAL = (SourceType.TEXT, SourceType.YOUTUBE)

source = Table(
    "source",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("source_type", Text, nullable=False),
    Column("source_url", Text),
    Column("title", Text, nullable=False),
    Column("named_by_person", Integer, nullable=False),  # 1: the title is the person's word, and no reading replaces it
    Column("author", Text),
    Column("published_date", Date),
    Column("status", Text, nullable=False),
    Column("ingested_at", Moment, nullable=False),
    Column("compiled_at", Moment),
    Column("token_count", Integer),
    Column("error_message", Text),
    Column("content_hash", Text, nullable=False),
    Column("blob", Text, nullable=False),  # SHA-256 of the bytes as they came
    Column("file_name", Text),
    Column("media_type", Text, nullable=False),
    UniqueConstraint("user_id", "content_hash"),
    Index("ix_source_newest", "user_id", "ingested_at"),
    Index("ix_source_status", "user_id", "status", "ingested_at"),
    Index("ix_source_address", "user_id", "source_url"),
    Index("ix_source_blob", "user_id", "blob"),
)
