"""What happened, for whoever listens."""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Moment

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "event",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text()),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("happened_at", Moment(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_event_source", "event", ["user_id", "source_id"])
    op.create_index("ix_event_age", "event", ["happened_at"])
