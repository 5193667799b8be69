"""Users, who others say they are, and tokens that no longer count."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, Text, text

from lorewright.db.metadata import Id, Moment, metadata

_OWNS = text("is_first")

account = Table(
    "account",
    metadata,
    Column("id", Id, primary_key=True),
    Column("username", Text),  # of who registered, as are the next three
    Column("username_key", Text, unique=True),  # as it is compared
    Column("email_key", Text, unique=True),  # as it is compared
    Column("password_hash", Text),
    Column("email", Text, nullable=False),
    Column("email_verified", Boolean, nullable=False),
    Column("name", Text, nullable=False),
    Column("avatar_url", Text),
    Column("is_first", Boolean, nullable=False),  # the first to log in to the gateway
    Column("created_at", Moment, nullable=False),
    Index("uq_account_first", "is_first", unique=True, sqlite_where=_OWNS, postgresql_where=_OWNS),
)

identity = Table(
    "identity",
    metadata,
    Column("issuer", Text, primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("user_id", Id, ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
    Index("ix_identity_user", "user_id"),
)

spent_token = Table(  # logged out, or used for the one login it was for
    "spent_token",
    metadata,
    Column("id", Text, primary_key=True),
    Column("expires_at", Moment, nullable=False),
    Index("ix_spent_token_age", "expires_at"),
)
