"""The concepts of articles: what each article calls them, and what the wiki does."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text

from lorewright.db.metadata import Id, metadata

article_concept = Table(
    "article_concept",
    metadata,
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, primary_key=True),  # equal for all ways of writing it
    Column("user_id", Text, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("concept", Text, nullable=False),  # its slug: what all articles of the owner that have it say, see rules.py
    Column("written", Text, nullable=False),  # as a slug, what this article says
    Column("short", Text),  # the key of the abbreviation that this article spells out with it
    Index("ix_article_concept_concept", "user_id", "concept"),
    # Holds all that is asked of it: a common concept has thousands of rows.
    Index("ix_article_concept_key", "user_id", "key", "written", "concept", "short"),
    Index("ix_article_concept_short", "user_id", "short", "key"),
)
