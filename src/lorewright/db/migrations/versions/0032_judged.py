"""Who told a contradiction, and which pairs of claims a language model was asked about."""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Id

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.add_column("article_statements", sa.Column("is_judged", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("contradiction", sa.Column("told_by", sa.Text(), nullable=False, server_default="rule"))
    op.create_table(
        "judged_pair",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("article_a_id", Id(), sa.ForeignKey("article.id", ondelete="CASCADE"), nullable=False),
        sa.Column("article_b_id", Id(), sa.ForeignKey("article.id", ondelete="CASCADE"), nullable=False),
        sa.Column("claim_a_id", Id(), nullable=False),
        sa.Column("claim_b_id", Id(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "content_hash", name=op.f("pk_judged_pair")),
    )
    op.create_index("ix_judged_pair_a", "judged_pair", ["article_a_id"])
    op.create_index("ix_judged_pair_b", "judged_pair", ["article_b_id"])
    # Until now only its reason said so.
    op.execute("UPDATE contradiction SET told_by = 'model' WHERE reason LIKE '%, a model says'")
    op.execute(
        "INSERT INTO judged_pair SELECT user_id, content_hash, article_a_id, article_b_id, claim_a_id, claim_b_id"
        " FROM contradiction WHERE told_by = 'model'"
    )
