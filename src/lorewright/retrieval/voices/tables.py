"""Samples of people's voices, what a provider has made of them, and who speaks with them just now."""

from enum import StrEnum

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, Table, Text

from lorewright.db.metadata import Id, Moment, Number, metadata


class VoiceStatus(StrEnum):
    UPLOADING = "uploading"
    PROCESSING = "processing"
    READY = "ready"
    FAILED = "failed"


class Gender(StrEnum):
    MALE = "male"
    FEMALE = "female"
    NEUTRAL = "neutral"


voice = Table(
    "voice",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("description", Text),
    Column("gender", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("provider_name", Text),
    Column("provider_voice_id", Text),
    Column("kind", Text, nullable=False),  # of the sample, as reading tells it from the content
    Column("blob", Text, nullable=False),  # SHA-256 of the sample as it came
    Column("size_bytes", Number, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("quality", Integer, nullable=False),  # 0 to 100, measured when it came
    Column("error_message", Text),
    Column("times_used", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("processed_at", Moment),
    Index("ix_voice_newest", "user_id", "created_at"),
    Index("ix_voice_blob", "user_id", "blob"),
)

voice_clone = Table(
    "voice_clone",
    metadata,
    Column(
        "voice_id", Id, primary_key=True
    ),  # by which the provider calls it too; outlives the voice until it is gone there
    Column("user_id", Text, nullable=False),
    Column("provider_name", Text, nullable=False),
    Column("provider_voice_id", Text),  # once it is known
    Column("until", Moment, nullable=False),  # so long something may come of what it was asked
    Column("is_open", Boolean, nullable=False),  # whether it was asked for, and nobody knows what became of that
)
"""What a provider has, or may have, of a voice. Written before it is asked, so that no crash lets it be asked twice."""

voice_use = Table(
    "voice_use",
    metadata,
    Column("voice_id", Id, ForeignKey("voice.id"), primary_key=True),
    Column("podcast_id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Index("ix_voice_use_podcast", "podcast_id"),
)
"""As long as a podcast is under way: its voices cannot be deleted."""
