"""Documents as they leave."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel

from lorewright.retrieval.documents.tables import DocumentStatus


class SkippedPart(BaseModel):
    """Something that was seen and is not in the text, and why."""

    what: str
    why: str
    page: int | None = None


class CoverageReport(BaseModel):
    """What was read of a file, and what was not."""

    characters: int
    pages_read: int = 0
    pages_total: int = 0
    pages_recognised: int = 0
    """Of those read: how many are images whose text was recognised."""
    uncertain: list[int] = []
    """Pages of these, counted from 1, of which some text is likely to be wrong."""
    skipped: list[SkippedPart] = []


class Document(BaseModel):
    id: UUID
    filename: str
    collection_id: UUID
    status: DocumentStatus
    error_message: str | None
    kind: str
    size_bytes: int
    chunk_count: int
    """Passages that it was cut into; 0 until it is indexed."""
    coverage: CoverageReport | None
    """Null until it is read."""
    created_at: datetime


class UploadedDocument(Document):
    duplicate: bool
    """The collection had these bytes already: this is that document."""
