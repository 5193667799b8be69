"""Names that mean several things: which of them each article means, and the decision that they are kept apart. Concepts whose place a
model tells.
"""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Id, Moment

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("article_concept", sa.Column("sense", sa.Text(), nullable=False, server_default=""))
    op.add_column("concept", sa.Column("placed_by", sa.Text(), nullable=True))
    op.create_table(
        "concept_split",
        sa.Column("id", Id(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("decided_at", Moment(), nullable=False),
        sa.Column("revoked_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_concept_split")),
        sa.UniqueConstraint("user_id", "key", name=op.f("uq_concept_split_user_id_key")),
    )
