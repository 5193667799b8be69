"""Of what kind an article says that its subject is."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.add_column("article_concept", sa.Column("kind", sa.Text()))
    op.add_column("article_concept", sa.Column("is_kind", sa.Integer(), nullable=False, server_default="0"))
