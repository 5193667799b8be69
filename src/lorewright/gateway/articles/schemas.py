"""Articles as they leave the building."""

from datetime import datetime

from pydantic import BaseModel

from lorewright.gateway.articles.tables import PageType, RelationType
from lorewright.gateway.sources.schemas import SourceResponse
from lorewright.gateway.sources.tables import SourceType
from lorewright.knowledge.tables import Confidence


class BacklinkEntry(BaseModel):
    id: str
    title: str
    slug: str
    relation_type: RelationType | None
    resolution: str | None


class EvidenceResponse(BaseModel):
    """Where a claim rests: `quote` stands at characters `start` to `end` of the source's text; in a video it is said from
    second `start_s` on."""

    source_id: str
    start: int
    end: int
    quote: str
    page: int | None
    start_s: int | None
    stands: bool


class ClaimResponse(BaseModel):
    id: str
    section: str
    text: str
    confidence: Confidence
    evidence: list[EvidenceResponse]


class _Article(BaseModel):
    id: str
    slug: str
    title: str
    summary: str | None
    confidence: Confidence | None
    linter_score: float | None
    concepts: list[str] = []
    created_at: datetime
    updated_at: datetime
    page_type: PageType = PageType.SOURCE


class ArticleResponse(_Article):
    backlinks_in: list[BacklinkEntry] = []
    backlinks_out: list[BacklinkEntry] = []
    content: str
    sources: list[SourceResponse] = []
    claims: list[ClaimResponse] = []


class ArticleSourceSummary(BaseModel):
    id: str
    source_type: SourceType
    title: str | None


class ArticleSummaryResponse(_Article):
    sources: list[ArticleSourceSummary] = []
    source_count: int = 0
    backlink_count: int = 0
    source_ids: list[str] = []
    user_id: str | None


class Why(BaseModel):
    """How a hit came to its place: rank and score at every stage; null where the stage did not find it."""

    score: float
    words_rank: int | None
    words_score: float | None
    vector_rank: int | None
    vector_score: float | None


class ArticleHit(ArticleSummaryResponse):
    """An article found by a search, with the passage of its source that found it; in a video it is said from second `start_s` on."""

    passage: str
    page: int | None
    start_s: int | None
    why: Why
