"""Articles as they leave the building."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field

from lorewright.gateway.articles.tables import MadeBy, PageType, RelationType
from lorewright.gateway.sources.schemas import SourceResponse
from lorewright.gateway.sources.tables import SourceType
from lorewright.http.fields import Text, Title
from lorewright.knowledge.tables import Confidence

VersionNumber = Annotated[int, Field(ge=1, le=2**31 - 1)]


class BacklinkEntry(BaseModel):
    id: str
    title: str
    slug: str
    relation_type: RelationType | None
    resolution: str | None
    context: str | None
    """The sentence that links; null where no sentence does."""


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
    version: int
    """The number of the version shown; `base_version` of an edit of it."""
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
    """An article found by a search, with the passage of its source that found it; in a video it is said from second `start_s` on.

    The page of a concept is found by its names, with its summary.
    """

    passage: str
    by_person: bool
    """The passage is what a person wrote into the article, and no source's."""
    page: int | None
    start_s: int | None
    why: Why


class ComputedPage(BaseModel):
    """Markdown about the wiki as a whole."""

    title: str
    page_type: PageType
    articles: int
    """How many it tells of."""
    content: str


class RecompileResponse(BaseModel):
    status: str
    job_id: str


class ActionResponse(BaseModel):
    action: str
    status: str
    job_id: str


class EditRequest(BaseModel):
    base_version: VersionNumber
    """The version that is edited; 409 where another has come since."""
    content: Text | None = None
    """The Markdown file as it is to be; what is rendered from the rows anew each time may be left out."""
    title: Title | None = None


class RestoreRequest(BaseModel):
    version: VersionNumber
    base_version: VersionNumber | None = None
    """As for an edit, where it matters."""


class VersionSummary(BaseModel):
    number: int
    title: str
    made_by: MadeBy
    made_at: datetime
    characters: int
    is_shown: bool
    restored_from: int | None


class VersionResponse(VersionSummary):
    content: str
    """Its Markdown, without what is rendered from the rows; marks are those that its sentences have now."""


class ChangeResponse(BaseModel):
    """A sentence that differs. Where it stands and what is marked behind it is no difference."""

    section: str
    """The heading it stands under."""
    before: str | None
    """None where it is new."""
    after: str | None
    """None where it is gone."""


class DiffResponse(BaseModel):
    from_version: int
    to_version: int
    title_before: str
    title_after: str
    changes: list[ChangeResponse]


class ConflictResponse(BaseModel):
    """A sentence that a person changed in one way and the compilation in another: the article says both."""

    id: str
    version: int
    """The first that said both."""
    section: str
    base: str
    """What it was."""
    mine: str
    """What the person wrote; empty where she took it out."""
    theirs: str
    """What the compilation says; empty where it does not say it any more."""
    found_at: datetime
