"""When it was said: in the passages of a transcript, and of each claim that rests on one."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("passage", sa.Column("moments", sa.Text()))
    op.add_column("span", sa.Column("start_s", sa.Integer()))
