"""The concepts of articles: what each article calls them, what the wiki does, and what was decided about their names."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint, case
from sqlalchemy import text as sql

from lorewright.db.metadata import Id, Moment, metadata

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
    Column("label", Text, nullable=False, server_default=""),  # as a person would write it; empty where it was not kept
    Column("kind", Text),  # the key of that of which this article says that it is one: of a film "film"
    Column("is_kind", Integer, nullable=False, server_default="0"),  # the article is about one of this kind
    # Of several things of that name the one that it means, in a word that goes with it; empty where nothing else has the name.
    Column("sense", Text, nullable=False, server_default=""),
    Index("ix_article_concept_concept", "user_id", "concept", "article_id"),
    # Holds all that is asked of it: a common concept has thousands of rows.
    Index("ix_article_concept_key", "user_id", "key", "written", "concept", "short"),
    Index("ix_article_concept_short", "user_id", "short", "key"),
)

CALLED = article_concept.c.written + case((article_concept.c.sense == "", ""), else_="-" + article_concept.c.sense)
"""What the article would call it, were it alone; as `rules.called` has it."""

concept = Table(
    "concept",
    metadata,
    Column("id", Id, primary_key=True),  # of its page too, where it has one
    Column("user_id", Text, nullable=False),
    Column("name", Text, nullable=False),  # its slug
    Column("label", Text, nullable=False),
    Column("article_count", Integer, nullable=False),
    Column("parent_id", Id),
    Column("created_at", Moment, nullable=False),
    Column("placed_by", Text),  # model, where it says that it belongs there and no rule does
    Column("placed_count", Integer),  # how many articles it had when its place was last looked for
    UniqueConstraint("user_id", "name"),
    Index("ix_concept_parent", "user_id", "parent_id"),
    Index("ix_concept_widest", "user_id", sql("article_count DESC"), "name", "id"),
)
"""What articles say at least once. A row follows from those of `article_concept`, but for its id and its place."""

concept_merge = Table(
    "concept_merge",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("key", Text, nullable=False),  # is called as
    Column("into_key", Text, nullable=False),
    Column("evidence", Text, nullable=False),  # in words
    Column("decided_at", Moment, nullable=False),
    Column("revoked_at", Moment),  # since when the two are kept apart, and stay so
    UniqueConstraint("user_id", "key"),
    Index("ix_concept_merge_into", "user_id", "into_key"),
)

concept_split = Table(
    "concept_split",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("key", Text, nullable=False),  # names several things, which `article_concept.sense` tells from each other
    Column("evidence", Text, nullable=False),  # in words
    Column("decided_at", Moment, nullable=False),
    Column("revoked_at", Moment),  # since when they are one again, and stay so
    UniqueConstraint("user_id", "key"),
)
