"""Concepts as they leave the building: what their description says and, of long lists, the rows that are encoded."""

from datetime import datetime

import msgspec
from pydantic import BaseModel

from lorewright.gateway.articles.schemas import ArticleSummaryResponse


class ConceptResponse(BaseModel):
    """`name` is a slug, as articles have it among their concepts; `parent_id` the concept that it stands below."""

    id: str
    user_id: str | None
    name: str
    label: str
    """As a person would write it."""
    parent_id: str | None
    article_count: int
    description: str | None
    """The first sentences of its page; null where it has none."""
    created_at: datetime
    concept_kind: str
    """`entity` of what has a name of its own, else `topic`."""


class ConceptEntry(msgspec.Struct, frozen=True):
    """A `ConceptResponse`."""

    id: str
    user_id: str | None
    name: str
    label: str
    parent_id: str | None
    article_count: int
    description: str | None
    created_at: datetime
    concept_kind: str


class ConceptDetail(ConceptResponse):
    articles: list[ArticleSummaryResponse]


class RebuildConceptsResponse(BaseModel):
    status: str


class EligibleConcept(BaseModel):
    id: str
    name: str
    article_count: int
    has_existing_page: bool


class EligibleEntry(msgspec.Struct, frozen=True):
    """An `EligibleConcept`."""

    id: str
    name: str
    article_count: int
    has_existing_page: bool


class MergeResponse(BaseModel):
    """The decision that two names mean one concept, and what speaks for it."""

    id: str
    written: str
    """What articles write, as a slug."""
    called: str
    """What it is called while the decision stands, likewise."""
    evidence: str
    decided_at: datetime
    revoked_at: datetime | None


class SplitResponse(BaseModel):
    """The decision that one name means several things, and what speaks for it."""

    id: str
    written: str
    """What articles write, as a slug."""
    called: list[str]
    """What the things are called now, likewise; one name alone where the decision was taken back."""
    evidence: str
    decided_at: datetime
    revoked_at: datetime | None
