"""The signs of each vector beside it and in an index, so that a process that starts reads these and not the vectors."""

import numpy as np
import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

AT_ONCE = 1_000

_VECTORS = sa.text("SELECT number, vector FROM index_vector WHERE number > :last ORDER BY number LIMIT :count")
_SIGNS = sa.text("UPDATE index_vector SET signs = :signs WHERE number = :number")


def upgrade() -> None:
    op.add_column("index_vector", sa.Column("signs", sa.LargeBinary(), nullable=False, server_default=""))
    connection = op.get_bind()
    last = 0
    while rows := connection.execute(_VECTORS, {"last": last, "count": AT_ONCE}).all():
        signs = (np.packbits(np.frombuffer(row.vector, "<f4") > 0).tobytes() for row in rows)
        of_each = [{"number": row.number, "signs": each} for row, each in zip(rows, signs, strict=True)]
        connection.execute(_SIGNS, of_each)
        last = rows[-1].number
    op.drop_index("ix_index_vector_scope_id_embedder_generation", "index_vector")
    op.create_index("ix_index_vector_signs", "index_vector", ["scope_id", "embedder", "generation", "number", "signs"])
