"""Articles, their versions, what they rest on, and how they hang together."""

from enum import StrEnum

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, Table, Text, UniqueConstraint
from sqlalchemy import text as sql

from lorewright.db.metadata import Id, Moment, metadata


class PageType(StrEnum):
    SOURCE = "source"
    CONCEPT = "concept"
    ANSWER = "answer"
    INDEX = "index"
    META = "meta"


class RelationType(StrEnum):
    REFERENCES = "references"
    CONTRADICTS = "contradicts"
    EXTENDS = "extends"
    SUPERSEDES = "supersedes"
    SYNTHESIZES = "synthesizes"
    RELATED_TO = "related_to"


class Resolution(StrEnum):
    """What a person decided of a contradiction: of two articles, a and b."""

    SOURCE_A_WINS = "source_a_wins"
    SOURCE_B_WINS = "source_b_wins"
    BOTH_VALID = "both_valid"
    SUPERSEDED = "superseded"

    @property
    def turned(self) -> "Resolution":
        """The same, said of b and a."""
        return _TURNED.get(self, self)


_TURNED = {
    Resolution.SOURCE_A_WINS: Resolution.SOURCE_B_WINS,
    Resolution.SOURCE_B_WINS: Resolution.SOURCE_A_WINS,
}


class MadeBy(StrEnum):
    ENGINE = "engine"
    PERSON = "person"
    MERGE = "merge"
    """What an engine made, put together with what a person did."""


article = Table(
    "article",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("slug", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("summary", Text),
    Column("page_type", Text, nullable=False),
    Column("confidence", Text),
    Column("linter_score", Float),
    Column("provider", Text, nullable=False),
    Column("version", Integer, nullable=False),  # the one that is shown
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    # The wiki file is made after the commits: how many of them what lies on the disk is behind.
    Column("file_due", Integer, nullable=False),
    Column("file_hash", Text),  # SHA-256 of what was last written; another hash on the disk is a person's edit
    Column("file_intent", Text),  # SHA-256 of what was about to be written
    Column("file_stamp", Text),  # size and time of what was last written; with others somebody has been at it
    # The last version that an engine made, which every edit since is of.
    Column("compiled_version", Integer, nullable=False, server_default="0"),
    Column("file_version", Integer),  # the version that was last written
    UniqueConstraint("user_id", "slug"),
    Index("ix_article_newest", "user_id", "updated_at"),
    Index("ix_article_file_due", "user_id", "file_due"),
    Index("ix_article_type", "user_id", "page_type", "updated_at"),
    Index("ix_article_title", "user_id", sql("lower(title)"), "id"),
)

article_version = Table(
    "article_version",
    metadata,
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("body", Text, nullable=False),  # the file without what is rendered from rows
    Column("made_by", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("title", Text, nullable=False, server_default=""),
    Column("matter", Text, nullable=False, server_default=""),  # lines that a person added to the front matter
    Column("restored_from", Integer),
)

edit_conflict = Table(
    "edit_conflict",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),  # the first that says it both ways
    Column("section", Text, nullable=False),  # the heading it stands under
    Column("base", Text, nullable=False),  # what the sentence was
    Column("mine", Text, nullable=False),  # what the person wrote; empty where she took it out
    Column("theirs", Text, nullable=False),  # what the compilation says; empty where it does not say it any more
    Column("found_at", Moment, nullable=False),
    Column("resolved_at", Moment),  # since when the article does not say both
    Index("ix_edit_conflict_article", "user_id", "article_id"),
)

article_source = Table(
    "article_source",
    metadata,
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("source_id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Index("ix_article_source_source", "user_id", "source_id"),
)

link = Table(
    "link",
    metadata,
    Column("from_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("to_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("relation", Text, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("strength", Float, nullable=False),
    Column("resolution", Text),  # of a contradiction: a is the article it leads from
    Column("context", Text),  # the sentence that links, or names the other article
    Index("ix_link_to", "user_id", "to_id"),
)

wikilink = Table(
    "wikilink",
    metadata,
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, primary_key=True),  # what is linked to, as a slug
    Column("user_id", Text, nullable=False),
    Column("relation", Text, nullable=False),
    Column("context", Text, nullable=False),
    Column("to_id", Id, ForeignKey("article.id", ondelete="SET NULL")),  # null until there is such an article
    Index("ix_wikilink_key", "user_id", "key"),
    Index("ix_wikilink_to", "to_id", "user_id", "article_id"),
)

article_name = Table(
    "article_name",
    metadata,
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, primary_key=True),  # its slug, its title as a slug, and what else it is called
    Column("user_id", Text, nullable=False),
    Index("ix_article_name_key", "user_id", "key"),
)
