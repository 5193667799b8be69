"""Indexes for what was looked up by reading all rows (live jobs, removed texts, forks), and for the texts of passages found."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

LIVE = sa.text("status = 'queued' OR status = 'running'")
REMOVED = sa.text("state = 'removed'")


def upgrade() -> None:
    op.drop_index("ix_job_live", "job")
    op.create_index("ix_job_live", "job", ["status", "priority", "queued_at"], sqlite_where=LIVE, postgresql_where=LIVE)
    op.create_index("ix_text_removed", "text", ["user_id"], sqlite_where=REMOVED, postgresql_where=REMOVED)
    op.drop_index("ix_passage_scope", "passage")
    op.create_index("ix_passage_scope", "passage", ["scope_id", "number", "text_id"])
    op.create_index("ix_conversation_parent", "conversation", ["parent_conversation_id"])
