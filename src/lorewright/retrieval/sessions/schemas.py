"""Sessions and messages as they come in and leave."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from lorewright.http.fields import Details, Question, Title
from lorewright.http.fields import Message as Words
from lorewright.retrieval.search.schemas import SearchConfig, SearchResponse
from lorewright.retrieval.sessions.tables import MessageType, Role


class SessionCreate(BaseModel):
    user_id: UUID
    title: Title
    metadata: Details = {}


class SessionUpdate(BaseModel):
    """What is left out stays; metadata is replaced whole."""

    title: Title = ""
    metadata: Details = {}


class Session(BaseModel):
    id: UUID
    user_id: UUID
    title: str
    metadata: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    message_count: int


class MessageCreate(BaseModel):
    session_id: UUID
    role: Role
    message_type: MessageType
    content: Words
    token_count: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    """Estimated where it is left out."""


class MessageSource(BaseModel):
    """What `[n]` in an answer points at; the n-th."""

    document_id: UUID
    chunk_id: str
    page: int | None
    score: float


class Message(BaseModel):
    id: str
    session_id: UUID
    role: Role
    message_type: MessageType
    content: str
    token_count: int
    sources: list[MessageSource]
    """Of an answer from a collection; else none."""
    created_at: datetime


class SessionMessages(BaseModel):
    session_id: UUID
    messages: list[Message]


class SessionQuestion(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: Question
    collection_id: UUID
    user_id: UUID
    config_metadata: SearchConfig | None = None


class SessionAnswer(SearchResponse):
    """As of a search, and the messages that keep it."""

    session_id: UUID
    question_message: Message
    answer_message: Message
