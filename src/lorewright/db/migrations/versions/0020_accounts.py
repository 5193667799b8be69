"""Users, who others say they are, and tokens that no longer count."""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Moment

revision = "0020"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("username", sa.Text()),
        sa.Column("username_key", sa.Text(), unique=True),
        sa.Column("email_key", sa.Text(), unique=True),
        sa.Column("password_hash", sa.Text()),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("email_verified", sa.Boolean(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("avatar_url", sa.Text()),
        sa.Column("is_first", sa.Boolean(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
    )
    first = sa.text("is_first")
    op.create_index(
        "uq_account_first", "account", ["is_first"], unique=True, sqlite_where=first, postgresql_where=first
    )
    op.create_table(
        "identity",
        sa.Column("issuer", sa.Text(), primary_key=True),
        sa.Column("subject", sa.Text(), primary_key=True),
        sa.Column("user_id", sa.Text(), sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_identity_user", "identity", ["user_id"])
    op.create_table(
        "spent_token",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("expires_at", Moment(), nullable=False),
    )
    op.create_index("ix_spent_token_age", "spent_token", ["expires_at"])
