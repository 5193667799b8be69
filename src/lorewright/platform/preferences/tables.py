"""What is set at run time, and what is known of the providers of language models. Never a key."""

from sqlalchemy import Column, Table, Text

from lorewright.db.metadata import metadata

preference = Table(
    "preference",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),  # JSON
)

provider_state = Table(  # how the last call ended; nothing where there was none yet
    "provider_state",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("provider", Text, primary_key=True),
    Column("reason", Text),  # why it failed; null where it did not
)
