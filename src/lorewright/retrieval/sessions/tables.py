"""Conversation sessions and what is said in them. What an answer rests on are its claims and their spans."""

from enum import StrEnum

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from lorewright.db.metadata import Id, Moment, metadata


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"


class MessageType(StrEnum):
    QUESTION = "question"
    ANSWER = "answer"
    SYSTEM = "system"


session = Table(
    "session",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("metadata", Text, nullable=False),  # a JSON object, the client's own
    Column("message_count", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Index("ix_session_newest", "user_id", "updated_at"),
)

message = Table(
    "message",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("session_id", Id, ForeignKey("session.id", ondelete="CASCADE"), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("role", Text, nullable=False),
    Column("message_type", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("token_count", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    UniqueConstraint("session_id", "ordinal"),
)

# What `[n]` in an answer points at: the n-th of its rows, in the order of their ordinals.
message_source = Table(
    "message_source",
    metadata,
    Column("message_id", Id, ForeignKey("message.id", ondelete="CASCADE"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("document_id", Id, nullable=False),
    Column("text_id", Id, nullable=False),
    Column("passage", Integer, nullable=False),  # its ordinal in the text
    Column("start_char", Integer, nullable=False),
    Column("end_char", Integer, nullable=False),
    Column("page", Integer),
    Column("score", Float, nullable=False),
    Index("ix_message_source_document", "user_id", "document_id"),
)
