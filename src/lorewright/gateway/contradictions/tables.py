"""What the claims of articles state, which of them contradict each other, and what a person decided of that."""

from enum import StrEnum

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text

from lorewright.db.metadata import Bytes, Id, Moment, metadata


class ToldBy(StrEnum):
    RULE = "rule"
    INFERENCE = "inference"
    """The built-in models."""
    MODEL = "model"
    """A language model."""


article_statements = Table(
    "article_statements",
    metadata,
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("made_of", Text, nullable=False),  # SHA-256 of all that they depend on; with another they are read again
    Column("statements", Bytes, nullable=False),  # MessagePack of what knowledge/contradict.py reads in its claims
    Column("is_compared", Integer, nullable=False),  # 1: what they contradict is in `contradiction`
    Column("is_weighed", Integer, nullable=False, server_default="0"),  # 1: and what inference tells of its claims
    Column("is_judged", Integer, nullable=False, server_default="0"),  # 1: no pair of its claims waits for a model
    Index("ix_article_statements_user", "user_id"),
)

contradiction = Table(
    "contradiction",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("content_hash", Text, primary_key=True),  # of both claims and their articles, see rules.py
    Column("article_a_id", Id, ForeignKey("article.id", ondelete="CASCADE"), nullable=False),  # of two times the newer
    Column("article_b_id", Id, ForeignKey("article.id", ondelete="CASCADE"), nullable=False),
    Column("claim_a_id", Id, nullable=False),
    Column("claim_b_id", Id, nullable=False),
    Column("claim_a", Text, nullable=False),
    Column("claim_b", Text, nullable=False),
    Column("relation", Text, nullable=False),  # contradicts, or supersedes
    Column("certainty", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("told_by", Text, nullable=False, server_default=ToldBy.RULE.value),
    Column("found_at", Moment, nullable=False),
    Index("ix_contradiction_a", "article_a_id"),
    Index("ix_contradiction_b", "article_b_id"),
)

# Pairs of claims that a language model was asked about, whatever it said. What it told of one stands as long as this does.
judged_pair = Table(
    "judged_pair",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("content_hash", Text, primary_key=True),  # as of a contradiction
    Column("article_a_id", Id, ForeignKey("article.id", ondelete="CASCADE"), nullable=False),
    Column("article_b_id", Id, ForeignKey("article.id", ondelete="CASCADE"), nullable=False),
    Column("claim_a_id", Id, nullable=False),
    Column("claim_b_id", Id, nullable=False),
    Index("ix_judged_pair_a", "article_a_id"),
    Index("ix_judged_pair_b", "article_b_id"),
)

# Of two claims by what they say, so that it holds whenever the same is found again.
resolution = Table(
    "resolution",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("content_hash", Text, primary_key=True),
    Column("article_a_id", Id, ForeignKey("article.id", ondelete="CASCADE"), nullable=False),
    Column("article_b_id", Id, ForeignKey("article.id", ondelete="CASCADE"), nullable=False),
    Column("resolution", Text, nullable=False),
    Column("note", Text),
    Column("resolved_at", Moment, nullable=False),
    Index("ix_resolution_a", "article_a_id"),
    Index("ix_resolution_b", "article_b_id"),
)
