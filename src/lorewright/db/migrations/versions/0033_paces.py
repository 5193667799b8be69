"""How fast voices were heard to speak."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.create_table(
        "voice_pace",
        sa.Column("user_id", sa.Text(), primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("length_per_s", sa.Float(), nullable=False),
    )
