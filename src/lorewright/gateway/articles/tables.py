"""Articles, their versions, what they rest on, and how they hang together."""

from enum import StrEnum

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from lorewright.db.metadata import Id, Moment, metadata


class PageType(StrEnum):
    SOURCE = "source"
    CONCEPT = "concept"
    ANSWER = "answer"
    INDEX = "index"
    META = "meta"


class RelationType(StrEnum):
    REFERENCES = "references"
    CONTRADICTS = "contradicts"
    EXTENDS = "extends"
    SUPERSEDES = "supersedes"
    SYNTHESIZES = "synthesizes"
    RELATED_TO = "related_to"


class MadeBy(StrEnum):
    ENGINE = "engine"
    PERSON = "person"


article = Table(
    "article",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("slug", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("summary", Text),
    Column("page_type", Text, nullable=False),
    Column("confidence", Text),
    Column("linter_score", Float),
    Column("provider", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    # The wiki file is made after the commits: how many of them what lies on the disk is behind.
    Column("file_due", Integer, nullable=False),
    Column("file_hash", Text),  # SHA-256 of what was last written; another hash on the disk is a person's edit
    Column("file_intent", Text),  # SHA-256 of what was about to be written
    Column("file_stamp", Text),  # size and time of what was last written; with others somebody has been at it
    UniqueConstraint("user_id", "slug"),
    Index("ix_article_newest", "user_id", "updated_at"),
    Index("ix_article_file_due", "user_id", "file_due"),
)

article_version = Table(
    "article_version",
    metadata,
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    # What an engine made: the file without what is rendered from rows. What a person made: the whole file.
    Column("body", Text, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
)

article_source = Table(
    "article_source",
    metadata,
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("source_id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Index("ix_article_source_source", "user_id", "source_id"),
)

link = Table(
    "link",
    metadata,
    Column("from_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("to_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("relation", Text, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("strength", Float, nullable=False),
    Column("resolution", Text),
    Index("ix_link_to", "user_id", "to_id"),
)
