"""Questions to a collection, and their answers."""

from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from lorewright.http.fields import Question
from lorewright.retrieval.pipelines.tables import Stage


class SearchConfig(BaseModel):
    model_config = ConfigDict(extra="forbid")

    cot_enabled: bool = False
    """Whether the question may be split into questions that are answered one by one."""
    show_cot_steps: bool = True
    max_results: Annotated[int, Field(ge=1, le=50)] = 5
    """At most so many sources."""
    pipeline_id: UUID | None = None
    """Instead of the caller's default."""


class SearchRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: Question
    collection_id: UUID
    user_id: UUID
    config_metadata: SearchConfig | None = None


class SearchSource(BaseModel):
    """A passage, exactly as it stands in its document."""

    document_id: UUID
    chunk_id: str
    content: str
    score: float
    """0 to 1."""
    filename: str
    page: int | None
    """The page, slide or sheet of what the answer cites of it, else the one it begins on; null where there are none."""
    headings: list[str]
    """What it stands under, outermost first."""


class ReasoningStep(BaseModel):
    """A part of the question, answered by itself. `[n]` in the answer is its n-th source."""

    sub_question: str
    answer: str
    sources: list[SearchSource]


class StageTime(BaseModel):
    stage: Stage
    ms: float


class SearchMetadata(BaseModel):
    total_tokens: int
    """Estimated: of the question, of what was read for it, and of the answer."""
    response_time_ms: int
    cot_used: bool
    """Whether the question was split."""
    asked: str
    """The question as it was understood: with spelling put right, and as it would be asked by itself."""
    stages: list[StageTime]


class SearchResponse(BaseModel):
    """`[n]` in the answer is the n-th source. Where the pipeline makes no answer it is empty, unless the collection has nothing to
    look through: that is always said."""

    answer: str
    sources: list[SearchSource]
    """The best first."""
    reasoning_steps: list[ReasoningStep] = []
    metadata: SearchMetadata
