"""Podcasts as they come in and leave."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field

from lorewright.http.fields import Title
from lorewright.knowledge.script.base import Speaker
from lorewright.retrieval.podcasts.tables import CUSTOM, PodcastStatus
from lorewright.speech.base import PRESETS

LONGEST_MINUTES = 60


def _checked_voice(name: str) -> str:
    """Raises `ValueError`."""
    if name in PRESETS:
        return name
    if not name.startswith(CUSTOM):
        raise ValueError(f"must be one of {', '.join(PRESETS)}, or custom:<voice_id>")
    try:
        return CUSTOM + str(UUID(name.removeprefix(CUSTOM)))
    except ValueError:
        raise ValueError("must name a voice by its id, a UUID, behind custom:") from None


VoiceName = Annotated[str, Field(max_length=100), AfterValidator(_checked_voice)]
"""One of the presets, or `custom:<voice_id>`."""


class PodcastRequest(BaseModel):
    collection_id: UUID
    duration: int = Field(ge=1, le=LONGEST_MINUTES)
    """Minutes."""
    host_voice: VoiceName
    expert_voice: VoiceName
    title: Title


class PodcastChapter(BaseModel):
    title: str
    start_s: float
    end_s: float


class LineSource(BaseModel):
    """A passage that a line rests on."""

    document_id: UUID
    filename: str
    chunk_id: str
    """As searches name it."""
    page: int | None
    quote: str


class TranscriptLine(BaseModel):
    start_s: float
    end_s: float
    speaker: Speaker
    chapter: str | None
    """Of the first line of a chapter its title."""
    text: str
    sources: list[LineSource]
    """None where it says nothing of a document: a greeting, a question."""


class Podcast(BaseModel):
    podcast_id: UUID
    collection_id: UUID
    title: str
    status: PodcastStatus
    duration: int
    """Minutes, as asked for."""
    host_voice: str
    expert_voice: str
    progress_percentage: int
    current_step: str | None
    notes: str | None
    """What there is to know of the episode, such as that it is shorter than asked for, and why."""
    error_message: str | None
    audio_url: str | None
    """Null until there is an episode, as the fields below."""
    duration_seconds: float | None
    size_bytes: int | None
    chapters: list[PodcastChapter] | None
    transcript: list[TranscriptLine] | None
    """In lists always null."""
    created_at: datetime
    completed_at: datetime | None


class Transcript(BaseModel):
    podcast_id: UUID
    title: str
    duration_seconds: float
    chapters: list[PodcastChapter]
    lines: list[TranscriptLine]
