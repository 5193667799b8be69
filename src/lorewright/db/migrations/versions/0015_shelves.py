"""A second shelf for the words of a scope and for its vectors, so that either can be made anew beside what serves.

The large tables stay as they are: what was there stands on the first shelf.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_SHELVES = sa.text(
    "INSERT INTO index_shelf (shelf, state, languages, tokenizer, passages, words, built_to, built_until)"
    " SELECT scope_id, 'serving', languages, tokenizer, passages, words, 0, 0 FROM index_scope WHERE tokenizer <> ''"
)
_EMBEDDERS = sa.text(
    "UPDATE index_scope SET embedder = COALESCE((SELECT embedder FROM index_vector"
    " WHERE index_vector.scope_id = index_scope.scope_id ORDER BY embedder LIMIT 1), '')"
)


def upgrade() -> None:
    op.create_table(
        "index_shelf",
        sa.Column("shelf", NUMBER, autoincrement=False, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("languages", sa.Text(), nullable=False),
        sa.Column("tokenizer", sa.Text(), nullable=False),
        sa.Column("passages", NUMBER, nullable=False),
        sa.Column("words", NUMBER, nullable=False),
        sa.Column("built_to", NUMBER, nullable=False),
        sa.Column("built_until", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("shelf", name=op.f("pk_index_shelf")),
    )
    op.execute(_SHELVES)
    for column in ("languages", "tokenizer", "passages", "words"):
        op.drop_column("index_scope", column)
    op.add_column("index_scope", sa.Column("embedder", sa.Text(), nullable=False, server_default=""))
    op.add_column("index_scope", sa.Column("side", NUMBER, nullable=False, server_default="1"))
    op.add_column("index_scope", sa.Column("rebuild", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(_EMBEDDERS)
