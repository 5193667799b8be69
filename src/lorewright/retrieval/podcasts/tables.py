"""Episodes, what is said in them, and where that stands."""

from enum import StrEnum

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from lorewright.db.metadata import Id, Moment, Number, metadata

CUSTOM = "custom:"
"""So begins the name of a voice of one's own, its id behind; all others are presets."""


class PodcastStatus(StrEnum):
    QUEUED = "queued"
    GENERATING = "generating"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


UNDER_WAY = (PodcastStatus.QUEUED, PodcastStatus.GENERATING)

podcast = Table(
    "podcast",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("collection_id", Id, ForeignKey("collection.id"), nullable=False),
    Column("title", Text, nullable=False),
    Column("duration", Integer, nullable=False),  # minutes, as asked for
    Column("host_voice", Text, nullable=False),
    Column("expert_voice", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("progress_percentage", Integer, nullable=False),
    Column("current_step", Text),
    Column("notes", Text),
    Column("error_message", Text),
    Column("blob", Text),  # SHA-256 of the episode, once it is made
    Column("size_bytes", Number),
    Column("seconds", Float),
    Column("created_at", Moment, nullable=False),
    Column("completed_at", Moment),
    Index("ix_podcast_newest", "user_id", "created_at"),
    Index("ix_podcast_collection", "collection_id"),
    Index("ix_podcast_blob", "user_id", "blob"),
)

podcast_line = Table(
    "podcast_line",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("podcast_id", Id, ForeignKey("podcast.id", ondelete="CASCADE"), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("speaker", Text, nullable=False),
    Column("chapter", Text),  # of the first line of a chapter its title
    Column("content", Text, nullable=False),  # as it is read
    Column("spoken", Text, nullable=False),  # as it is said
    Column("language", Text),
    Column("audio_key", Text, nullable=False),  # of what is said, the voice and who speaks it: the same sounds the same
    Column("blob", Text),  # SHA-256 of the recording, from when it is spoken until the episode is made
    Column("seconds", Float),
    Column("start_s", Float),
    UniqueConstraint("podcast_id", "ordinal"),
    Index("ix_podcast_line_blob", "user_id", "blob"),
    Index("ix_podcast_line_audio", "user_id", "audio_key"),
)

podcast_source = Table(
    "podcast_source",
    metadata,
    Column("line_id", Id, ForeignKey("podcast_line.id", ondelete="CASCADE"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("podcast_id", Id, nullable=False),
    Column("document_id", Id, nullable=False),
    Column("text_id", Id, nullable=False),
    Column("passage", Integer, nullable=False),  # its place among those of the text
    Column("start_char", Integer, nullable=False),
    Column("end_char", Integer, nullable=False),
    Column("page", Integer),
    Column("quote", Text, nullable=False),
    Index("ix_podcast_source_document", "user_id", "document_id"),
    Index("ix_podcast_source_podcast", "podcast_id"),
)

voice_pace = Table(
    "voice_pace",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("key", Id, primary_key=True),  # of the language, the voice and who speaks it
    Column("length_per_s", Float, nullable=False),
)
"""How fast a voice was heard to speak a language: measured once, since who speaks may have to be paid."""
