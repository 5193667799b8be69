"""Sources as they come in and leave."""

from datetime import date, datetime

from pydantic import BaseModel

from lorewright.gateway.sources.tables import IngestStatus, SourceType
from lorewright.http.fields import Line, Title


class IngestTextRequest(BaseModel):
    content: str
    title: Title | None = None
    auto_compile: bool = True


class IngestURLRequest(BaseModel):
    url: Line
    auto_compile: bool = True


class Source(BaseModel):
    id: str
    user_id: str | None
    source_type: SourceType
    source_url: str | None
    title: str | None
    author: str | None
    published_date: date | None
    status: IngestStatus = IngestStatus.PENDING
    ingested_at: datetime
    compiled_at: datetime | None
    token_count: int | None
    error_message: str | None
    file_path: str | None = None
    content_hash: str | None
    has_original: bool


class SourceResponse(BaseModel):
    """What an article or a citation says of its source."""

    id: str
    source_type: SourceType
    title: str | None
    source_url: str | None
    ingested_at: datetime
