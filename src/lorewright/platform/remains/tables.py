"""What is to be erased outside the database."""

from enum import StrEnum

from sqlalchemy import Column, Table, Text

from lorewright.db.metadata import metadata


class Remains(StrEnum):
    BLOB = "blob"
    FILE = "file"
    DOCUMENT = "document"
    PODCAST = "podcast"
    PODCAST_LINE = "podcast_line"
    VOICE = "voice"


remains = Table(
    "remains",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),  # of a blob, a document or a voice its SHA-256; of a wiki file its slug
)
