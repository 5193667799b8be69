"""Which articles the built-in models have looked at."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.add_column("article_statements", sa.Column("is_weighed", sa.Integer(), nullable=False, server_default="0"))
