"""Collections, their documents, pipelines, and conversation sessions."""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Moment, Number

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "collection",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text()),
        sa.Column("document_count", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.UniqueConstraint("user_id", "name", name="uq_collection_user_id_name"),
    )
    op.create_index("ix_collection_newest", "collection", ["user_id", "created_at"])
    op.create_table(
        "document",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.Text(), sa.ForeignKey("collection.id"), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("size_bytes", Number, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("error_message", sa.Text()),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("blob", sa.Text(), nullable=False),
        sa.Column("chunk_count", sa.Integer(), nullable=False),
        sa.Column("coverage", sa.Text()),
        sa.Column("created_at", Moment(), nullable=False),
        sa.UniqueConstraint("collection_id", "content_hash", name="uq_document_collection_id_content_hash"),
    )
    op.create_index("ix_document_newest", "document", ["collection_id", "created_at"])
    op.create_index("ix_document_blob", "document", ["user_id", "blob"])
    op.create_table(
        "pipeline",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("stages", sa.Text(), nullable=False),
        sa.Column("is_default", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
    )
    op.create_index("ix_pipeline_newest", "pipeline", ["user_id", "created_at"])
    is_default = sa.text("is_default = 1")
    op.create_index(
        "uq_pipeline_default",
        "pipeline",
        ["user_id"],
        unique=True,
        sqlite_where=is_default,
        postgresql_where=is_default,
    )
    op.create_table(
        "session",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("metadata", sa.Text(), nullable=False),
        sa.Column("message_count", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("updated_at", Moment(), nullable=False),
    )
    op.create_index("ix_session_newest", "session", ["user_id", "updated_at"])
    op.create_table(
        "message",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), sa.ForeignKey("session.id", ondelete="CASCADE"), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("message_type", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("token_count", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.UniqueConstraint("session_id", "ordinal", name="uq_message_session_id_ordinal"),
    )
    op.create_table(
        "message_source",
        sa.Column("message_id", sa.Text(), sa.ForeignKey("message.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ordinal", sa.Integer(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("text_id", sa.Text(), nullable=False),
        sa.Column("passage", sa.Integer(), nullable=False),
        sa.Column("start_char", sa.Integer(), nullable=False),
        sa.Column("end_char", sa.Integer(), nullable=False),
        sa.Column("page", sa.Integer()),
        sa.Column("score", sa.Float(), nullable=False),
    )
    op.create_index("ix_message_source_document", "message_source", ["user_id", "document_id"])
