"""Size and time of each wiki file as it was last written, so that a change is noticed without reading the file."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("article", sa.Column("file_stamp", sa.Text(), nullable=True))
