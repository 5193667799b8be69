"""Rows derived from passages: which words and which vectors a scope holds. All of it can be made again.

A scope belongs to one owner, so `scope_id` is the owner of every row here. What is made anew is made beside what serves: words
on one of two shelves, known as the scope's number and its negative; vectors under the passage's number or its negative.
"""

from enum import StrEnum

from sqlalchemy import Boolean, Column, Index, Table, Text, false

from lorewright.db.metadata import Bytes, Number, metadata


class State(StrEnum):
    """Of a shelf."""

    SERVING = "serving"
    """Searches read it."""
    BUILDING = "building"
    """Filled beside the one that serves, whose place it takes when it holds all."""
    ERASING = "erasing"
    """Nobody reads it any more; its postings go in steps, and its row last."""


index_scope = Table(
    "index_scope",
    metadata,
    Column("scope_id", Number, primary_key=True, autoincrement=False),
    # Raised by every write to the scope's index, in its transaction; on PostgreSQL the row's lock makes writers take turns.
    Column("generation", Number, nullable=False),
    # How many vectors were ever taken away: tells a cache how far it has fallen behind.
    Column("vectors_removed", Number, nullable=False),
    # Whose vectors are searched, and asked for when a question is embedded; empty before there are any.
    Column("embedder", Text, nullable=False, server_default=""),
    # The sign of the numbers under which they lie; another embedder's lie under the other.
    Column("side", Number, nullable=False, server_default="1"),
    # Whether the words are to be made again, as soon as there is a shelf free for them.
    Column("rebuild", Boolean, nullable=False, server_default=false()),
)

# At most two of each scope, known by its number and its negative, one of which serves.
index_shelf = Table(
    "index_shelf",
    metadata,
    Column("shelf", Number, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False),
    # Keys of the languages whose stems the postings hold, sorted, with a space between; "-" stands for those by script.
    Column("languages", Text, nullable=False),
    # What made the postings: another tokenizer cuts other terms, so a shelf of another is built when it changes.
    Column("tokenizer", Text, nullable=False),
    Column("passages", Number, nullable=False),
    Column("words", Number, nullable=False),
    # Of passages whose number is above the first and not above the second the words are still to be put in.
    Column("built_to", Number, nullable=False),
    Column("built_until", Number, nullable=False),
)

# PostgreSQL keeps room on each page, so that a chunk that grows stays on it. Terms are compared by their bytes.
posting = Table(
    "posting",
    metadata,
    # The shelf: the scope's number, or its negative.
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
    # Of the passage, or its negative.
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
