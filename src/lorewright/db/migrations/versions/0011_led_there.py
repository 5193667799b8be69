"""Of an answer's sentence: the filed article that led to what it rests on."""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Id

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("span", sa.Column("via_article_id", Id()))
