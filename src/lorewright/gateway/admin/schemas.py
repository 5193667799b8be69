"""What the operations of administration answer: what there is, counted, and what has come apart."""

from typing import Literal

from pydantic import BaseModel


class Stats(BaseModel):
    article_count: int
    source_count: int
    concept_count: int
    backlink_count: int
    conversation_count: int
    orphan_count: int
    """As many as `GET /admin/orphans` lists."""
    articles_by_type: dict[str, int]
    sources_by_status: dict[str, int]
    claim_count: int
    contradiction_count: int
    """Of those the last lint run knew of, whatever was decided of them."""


class Orphan(BaseModel):
    """An article whose wiki file is missing; or, without an id, a file in the wiki's folder that is no article's."""

    id: str | None
    slug: str
    title: str
    file_path: str


class Scheduled(BaseModel):
    """Work that a job does in the background."""

    action: str
    status: Literal["scheduled"] = "scheduled"
    job_id: str
