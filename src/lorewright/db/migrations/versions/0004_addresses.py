"""An index for the address that a source came from: one that is fed again keeps its source."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_index("ix_source_address", "source", ["user_id", "source_url"])
