"""Indexes for what is counted or listed of a whole wiki: articles by type and title, sources, claims, concepts."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.create_index("ix_article_type", "article", ["user_id", "page_type", "updated_at"])
    op.create_index("ix_article_title", "article", ["user_id", sa.text("lower(title)"), "id"])
    op.create_index("ix_source_status", "source", ["user_id", "status", "ingested_at"])
    op.create_index("ix_claim_holder_kind", "claim", ["user_id", "holder_kind"])
    op.create_index("ix_concept_widest", "concept", ["user_id", sa.text("article_count DESC"), "name", "id"])
