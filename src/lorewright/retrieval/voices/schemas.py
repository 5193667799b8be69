"""Voices as they come in and leave."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, WithJsonSchema

from lorewright.retrieval.voices.tables import VoiceStatus


class Voice(BaseModel):
    voice_id: UUID
    user_id: Annotated[str, WithJsonSchema({"type": "string", "format": "uuid"})]
    name: str
    description: str | None
    gender: str
    status: VoiceStatus
    provider_voice_id: str | None
    provider_name: str | None
    sample_file_url: str
    sample_file_size: int
    """In bytes."""
    quality_score: int | None
    """0 to 100, of the sample; null until it is processed."""
    error_message: str | None
    times_used: int
    created_at: datetime
    updated_at: datetime
    processed_at: datetime | None


class VoiceList(BaseModel):
    voices: list[Voice]
    total_count: int


class VoiceUpdate(BaseModel):
    """What is left out, or null, stays; a description of no characters takes it away."""

    name: str | None = None
    description: str | None = None
    gender: str | None = None


class VoiceProcessRequest(BaseModel):
    provider_name: str


class VoiceProcessResponse(BaseModel):
    voice_id: UUID
    status: VoiceStatus
    provider_name: str
    message: str
