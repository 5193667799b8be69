"""Voices: their samples, what a provider has of them, and who speaks with them."""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Moment, Number

revision = "0030"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "voice",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text()),
        sa.Column("gender", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("provider_name", sa.Text()),
        sa.Column("provider_voice_id", sa.Text()),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("blob", sa.Text(), nullable=False),
        sa.Column("size_bytes", Number, nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("quality", sa.Integer(), nullable=False),
        sa.Column("error_message", sa.Text()),
        sa.Column("times_used", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("updated_at", Moment(), nullable=False),
        sa.Column("processed_at", Moment()),
    )
    op.create_index("ix_voice_newest", "voice", ["user_id", "created_at"])
    op.create_index("ix_voice_blob", "voice", ["user_id", "blob"])
    op.create_table(
        "voice_clone",
        sa.Column("voice_id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("provider_name", sa.Text(), nullable=False),
        sa.Column("provider_voice_id", sa.Text()),
        sa.Column("until", Moment(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "voice_use",
        sa.Column("voice_id", sa.Text(), sa.ForeignKey("voice.id"), primary_key=True),
        sa.Column("podcast_id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
    )
    op.create_index("ix_voice_use_podcast", "voice_use", ["podcast_id"])
