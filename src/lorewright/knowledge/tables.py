"""Scopes, texts, passages, claims and the spans they rest on: what both services know of knowledge."""

from enum import StrEnum

from sqlalchemy import BindParameter, Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint, literal
from sqlalchemy import text as sql

from lorewright.db.metadata import Id, Moment, Number, metadata


class ScopeKind(StrEnum):
    WIKI = "wiki"
    COLLECTION = "collection"


class TextState(StrEnum):
    BUILDING = "building"
    """Its passages are being written; no search sees it."""
    READY = "ready"
    REMARK = "remark"
    """What a person wrote into the source's article: searches find it, and nothing rests on it."""
    REMOVED = "removed"
    """Gone for every query; a job erases what is left of it."""


FOUND = (TextState.READY, TextState.REMARK)
"""Searches find these texts, so that each of their passages is to have its words and its vector."""


class Confidence(StrEnum):
    SOURCED = "sourced"
    MIXED = "mixed"
    INFERRED = "inferred"
    OPINION = "opinion"


class Holder(StrEnum):
    """What a claim is part of."""

    ARTICLE = "article"
    ANSWER = "answer"
    MESSAGE = "message"
    """An answer in a session of the retrieval service."""


scope = Table(
    "scope",
    metadata,
    Column("id", Number, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),  # of a collection its id; of a wiki empty
    UniqueConstraint("user_id", "kind", "name"),
)

# Written into a statement as they are, so that the database sees that its index holds what is wanted.
BUILDING: BindParameter[str] = literal(TextState.BUILDING.value, Text, literal_execute=True)
REMARK: BindParameter[str] = literal(TextState.REMARK.value, Text, literal_execute=True)
REMOVED: BindParameter[str] = literal(TextState.REMOVED.value, Text, literal_execute=True)

text = Table(
    "text",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("scope_id", Number, ForeignKey("scope.id"), nullable=False),
    Column("source_id", Id, nullable=False),  # whose text it is: a source's, or of filed answers their article's
    Column("state", Text, nullable=False),
    Column("title", Text, nullable=False),  # as indexed with each passage
    Column("language", Text),
    Column("characters", Integer, nullable=False),
    Column("passages", Integer, nullable=False),
    Column("page_starts", Text, nullable=False),  # JSON array of offsets; empty where there are no pages
    Column("coverage", Text, nullable=False),  # JSON of reading.base.Coverage
    Column("made_by", Text, nullable=False),  # version of reader and cutter
    Column("made_at", Moment, nullable=False),
    Index("ix_text_source", "user_id", "source_id"),
    Index("ix_text_scope", "scope_id", "state"),
    Index(
        "ix_text_removed",
        "user_id",
        sqlite_where=sql("state = 'removed'"),
        postgresql_where=sql("state = 'removed'"),
    ),
)

passage = Table(
    "passage",
    metadata,
    Column("number", Number, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("scope_id", Number, nullable=False),
    Column("text_id", Id, ForeignKey("text.id"), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("start_char", Integer, nullable=False),
    Column("end_char", Integer, nullable=False),
    Column("page", Integer),
    Column("heading_path", Text, nullable=False),  # JSON array, outermost first
    Column("content", Text, nullable=False),
    Column("moments", Text),  # JSON of reading.base.Moment, from where in the text on it was said when; of speech alone
    UniqueConstraint("text_id", "ordinal"),
    Index("ix_passage_scope", "scope_id", "number", "text_id"),
    sqlite_autoincrement=True,  # a number once given is never given again: the index may still know it
)

claim = Table(
    "claim",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("holder_kind", Text, nullable=False),
    Column("holder_id", Id, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("section", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("confidence", Text, nullable=False),
    UniqueConstraint("holder_id", "ordinal"),
    Index("ix_claim_holder_kind", "user_id", "holder_kind"),
)

span = Table(
    "span",
    metadata,
    Column("claim_id", Id, ForeignKey("claim.id", ondelete="CASCADE"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("source_id", Id, nullable=False),
    Column("text_id", Id, nullable=False),
    Column("start_char", Integer, nullable=False),
    Column("end_char", Integer, nullable=False),
    Column("page", Integer),
    Column("quote", Text, nullable=False),
    Column("start_s", Integer),  # when it is said; null where nobody speaks
    Column(
        "via_article_id", Id
    ),  # of an answer: the filed article that led there; null where the text was found itself
    Index("ix_span_source", "user_id", "source_id"),
)
