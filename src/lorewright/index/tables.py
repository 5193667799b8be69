"""Rows derived from passages: which words and which vectors a scope holds. All of it can be made again.

A scope belongs to one owner, so `scope_id` is the owner of every row here.
"""

from sqlalchemy import Column, Index, Table, Text

from lorewright.db.metadata import Bytes, Number, metadata

index_scope = Table(
    "index_scope",
    metadata,
    Column("scope_id", Number, primary_key=True, autoincrement=False),
    # Keys of the languages whose stems the postings hold, sorted, with a space between; "-" stands for those by script.
    Column("languages", Text, nullable=False),
    # What made the scope's postings: another tokenizer cuts other terms, so the scope is rebuilt when it changes.
    Column("tokenizer", Text, nullable=False),
    # Raised by every write to the scope's index, in its transaction; on PostgreSQL the row's lock makes writers take turns.
    Column("generation", Number, nullable=False),
    Column("passages", Number, nullable=False),
    Column("words", Number, nullable=False),
    # How many vectors were ever taken away: tells a cache how far it has fallen behind.
    Column("vectors_removed", Number, nullable=False),
)

# PostgreSQL keeps room on each page, so that a chunk that grows stays on it. Terms are compared by their bytes.
posting = Table(
    "posting",
    metadata,
    Column("scope_id", Number, primary_key=True, autoincrement=False),
    Column("term", Text().with_variant(Text(collation="C"), "postgresql"), primary_key=True),
    # Number of the first passage in the chunk. The chunks of a term are in order and never overlap.
    Column("first", Number, primary_key=True, autoincrement=False),
    Column("data", Bytes, nullable=False),
    sqlite_with_rowid=False,
    postgresql_with={"fillfactor": 70},
)

index_vector = Table(
    "index_vector",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=False),
    Column("scope_id", Number, nullable=False),
    Column("embedder", Text, nullable=False),
    # The scope's generation when it was written: what is above a cache's generation is new to it.
    Column("generation", Number, nullable=False),
    # float32, little-endian
    Column("vector", Bytes, nullable=False),
    # One bit a dimension. They stand in the index too, which is read whole: a thirtieth of what the vectors would be.
    Column("signs", Bytes, nullable=False, server_default=""),
    Index("ix_index_vector_signs", "scope_id", "embedder", "generation", "number", "signs"),
)
