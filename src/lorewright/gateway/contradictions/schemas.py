"""Contradictions as they leave the building, and what is decided of them."""

from typing import Annotated

from pydantic import BaseModel, Field

from lorewright.gateway.articles.tables import RelationType, Resolution
from lorewright.http.fields import Line


class ContradictionResolutionOption(BaseModel):
    value: str
    label: str


class ResolveContradictionRequest(BaseModel):
    resolution: str
    """Of the two articles as the address names them: a is the first."""
    resolution_note: Annotated[Line, Field(max_length=2_000)] | None = None


class ResolveContradictionResponse(BaseModel):
    resolved: bool
    source_id: str
    target_id: str
    resolution: str


class DisputedArticle(BaseModel):
    slug: str
    title: str


class DisputedClaim(BaseModel):
    """What an answer cites and another article contradicts, or has superseded: `relation` is of a to b."""

    article_a: DisputedArticle
    article_b: DisputedArticle
    claim_a: str
    claim_b: str
    relation: RelationType
    reason: str
    resolution: Resolution | None
