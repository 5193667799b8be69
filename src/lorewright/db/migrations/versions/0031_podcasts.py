"""Podcasts: episodes, their lines, and what these rest on."""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Moment, Number

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.create_table(
        "podcast",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.Text(), sa.ForeignKey("collection.id"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("duration", sa.Integer(), nullable=False),
        sa.Column("host_voice", sa.Text(), nullable=False),
        sa.Column("expert_voice", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("progress_percentage", sa.Integer(), nullable=False),
        sa.Column("current_step", sa.Text()),
        sa.Column("notes", sa.Text()),
        sa.Column("error_message", sa.Text()),
        sa.Column("blob", sa.Text()),
        sa.Column("size_bytes", Number),
        sa.Column("seconds", sa.Float()),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("completed_at", Moment()),
    )
    op.create_index("ix_podcast_newest", "podcast", ["user_id", "created_at"])
    op.create_index("ix_podcast_collection", "podcast", ["collection_id"])
    op.create_index("ix_podcast_blob", "podcast", ["user_id", "blob"])
    op.create_table(
        "podcast_line",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("podcast_id", sa.Text(), sa.ForeignKey("podcast.id", ondelete="CASCADE"), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=False),
        sa.Column("chapter", sa.Text()),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("spoken", sa.Text(), nullable=False),
        sa.Column("language", sa.Text()),
        sa.Column("audio_key", sa.Text(), nullable=False),
        sa.Column("blob", sa.Text()),
        sa.Column("seconds", sa.Float()),
        sa.Column("start_s", sa.Float()),
        sa.UniqueConstraint("podcast_id", "ordinal", name="uq_podcast_line_podcast_id_ordinal"),
    )
    op.create_index("ix_podcast_line_blob", "podcast_line", ["user_id", "blob"])
    op.create_index("ix_podcast_line_audio", "podcast_line", ["user_id", "audio_key"])
    op.create_table(
        "podcast_source",
        sa.Column("line_id", sa.Text(), sa.ForeignKey("podcast_line.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ordinal", sa.Integer(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("podcast_id", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("text_id", sa.Text(), nullable=False),
        sa.Column("passage", sa.Integer(), nullable=False),
        sa.Column("start_char", sa.Integer(), nullable=False),
        sa.Column("end_char", sa.Integer(), nullable=False),
        sa.Column("page", sa.Integer()),
        sa.Column("quote", sa.Text(), nullable=False),
    )
    op.create_index("ix_podcast_source_document", "podcast_source", ["user_id", "document_id"])
    op.create_index("ix_podcast_source_podcast", "podcast_source", ["podcast_id"])
