"""Questions, answers and conversations as they come in and leave."""

from datetime import datetime

from pydantic import BaseModel

from lorewright.gateway.sources.schemas import SourceResponse
from lorewright.http.fields import Line, Question


class QueryRequest(BaseModel):
    question: Question
    file_back: bool = False
    conversation_id: Line | None = None


class CitationArticleRef(BaseModel):
    slug: str
    title: str


class CitationResponse(BaseModel):
    """`quote` stands at characters `start` to `end` of the source's text, on `page` where it has pages; in a video it is said
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
