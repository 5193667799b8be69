"""The ledger of calls of language models, and the sums of its months."""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Moment

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "ledger_call",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("began_at", Moment(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text()),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("cost", number, nullable=False),
        sa.Column("took_ms", sa.Integer()),
        sa.Column("key", sa.Text()),
        sa.Column("answer", sa.Text()),
    )
    op.create_index("ix_ledger_call_month", "ledger_call", ["user_id", "month"])
    kept = sa.text("key IS NOT NULL")
    op.create_index("ix_ledger_call_key", "ledger_call", ["user_id", "key"], sqlite_where=kept, postgresql_where=kept)
    op.create_table(
        "ledger_subject",
        sa.Column("call_id", sa.Text(), sa.ForeignKey("ledger_call.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("source_id", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), nullable=False),
    )
    op.create_index("ix_ledger_subject_source", "ledger_subject", ["user_id", "source_id"])
    op.create_table(
        "ledger_month",
        sa.Column("user_id", sa.Text(), primary_key=True),
        sa.Column("month", sa.Text(), primary_key=True),
        sa.Column("spent", number, nullable=False),
        sa.Column("reserved", number, nullable=False),
        sa.Column("warned_at", Moment()),
        sa.Column("exceeded_at", Moment()),
    )
