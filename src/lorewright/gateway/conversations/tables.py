"""Conversations and their turns. What an answer rests on are its claims and their spans."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from lorewright.db.metadata import Id, Moment, metadata

conversation = Table(
    "conversation",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("filed_article_id", Id),
    Column("parent_conversation_id", Id),
    Column("forked_at_turn_index", Integer),
    Column("turn_count", Integer, nullable=False),
    Index("ix_conversation_newest", "user_id", "updated_at"),
    Index("ix_conversation_parent", "parent_conversation_id"),
)

turn = Table(
    "turn",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("conversation_id", Id, ForeignKey("conversation.id", ondelete="CASCADE"), nullable=False),
    Column("turn_index", Integer, nullable=False),
    Column("question", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("confidence", Text, nullable=False),
    Column("related_sources", Text, nullable=False),  # JSON array of ids: found, but not cited
    Column("created_at", Moment, nullable=False),
    Column("filed_article_id", Id),
    UniqueConstraint("conversation_id", "turn_index"),
    Index("ix_turn_newest", "user_id", "created_at"),
)
