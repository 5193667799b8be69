"""Collections as they come in and leave."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel

from lorewright.http.fields import Description, Title


class Described(BaseModel):
    """What a collection is called, and what is in it."""

    name: Title
    description: Description | None = None


class CollectionCreate(Described):
    user_id: UUID


class Collection(BaseModel):
    id: UUID
    name: str
    description: str | None
    document_count: int
    created_at: datetime
