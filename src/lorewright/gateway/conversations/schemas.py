"""Questions, answers and conversations as they come in and leave."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field

from lorewright.gateway.contradictions.schemas import DisputedClaim
from lorewright.gateway.sources.schemas import SourceResponse
from lorewright.http.fields import Line, Question, Title


class QueryRequest(BaseModel):
    question: Question
    file_back: bool = False
    conversation_id: Line | None = None


class ForkRequest(BaseModel):
    turn_index: int
    new_question: Question


class TurnSelection(BaseModel):
    conversation_id: Line
    turn_indices: Annotated[list[int], Field(max_length=1_000)]


class FileBackSelectionRequest(BaseModel):
    selections: Annotated[list[TurnSelection], Field(max_length=1_000)]
    title: Title | None = None


class FiledArticle(BaseModel):
    id: str
    slug: str
    title: str


class FiledSelection(BaseModel):
    article: FiledArticle


class FiledConversation(FiledSelection):
    was_update: bool


class CitationArticleRef(BaseModel):
    slug: str
    title: str


class CitationResponse(BaseModel):
    """`article` is where the answer found it: the article of its source, or one of filed answers, which led to it.

    `quote` stands at characters `start` to `end` of the source's text, on `page` where it has pages; in a video it is said
    from second `start_s` on, which `link` begins to play."""

    article: CitationArticleRef
    sources: list[SourceResponse] = []
    quote: str
    start: int
    end: int
    page: int | None
    start_s: int | None
    link: str | None


class _Turn(BaseModel):
    id: str
    question: str
    answer: str
    confidence: str | None
    source_article_ids: str | None
    related_article_ids: str | None
    filed_back: bool
    filed_article_id: str | None
    created_at: datetime
    conversation_id: str | None
    turn_index: int = 0


class QueryHistoryEntry(_Turn):
    user_id: str | None


class QueryResponse(_Turn):
    citations: list[CitationResponse] = []
    contradictions: list[DisputedClaim] = []
    """What is said otherwise elsewhere of what is cited, and what was decided of it."""


class ConversationResponse(BaseModel):
    id: str
    title: str
    created_at: datetime
    updated_at: datetime
    filed_article_id: str | None
    parent_conversation_id: str | None
    forked_at_turn_index: int | None
    fork_count: int = 0


class ConversationSummary(ConversationResponse):
    turn_count: int


class ConversationDetail(BaseModel):
    conversation: ConversationResponse
    queries: list[QueryResponse]


class AskResponse(BaseModel):
    query: QueryResponse
    conversation: ConversationResponse
