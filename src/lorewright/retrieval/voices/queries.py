"""Reading voices."""

from typing import Any

from sqlalchemy import Row, Select, bindparam, exists, func, select

from lorewright.core.errors import BadInput, NotFound
from lorewright.db.transaction import Transaction
from lorewright.platform.jobs.tables import Kind, Status, job
from lorewright.retrieval.collections.rules import own
from lorewright.retrieval.voices.schemas import Voice, VoiceList
from lorewright.retrieval.voices.tables import VoiceStatus, voice, voice_clone, voice_use

_ONE = select(voice).where(voice.c.id == bindparam("one"))
_CLONE = select(voice_clone).where(
    voice_clone.c.user_id == bindparam("owner"), voice_clone.c.voice_id == bindparam("one")
)

_KEEPS = voice.c.status.in_((VoiceStatus.PROCESSING, VoiceStatus.READY))


def list_voices(tx: Transaction, owner: str, *, limit: int, offset: int) -> VoiceList:
    """The owner's, newest first."""
    wanted = select(voice).where(voice.c.user_id == owner).order_by(voice.c.created_at.desc(), voice.c.id)
    rows = tx.execute(wanted.limit(limit).offset(offset)).all()
    return VoiceList(voices=[as_voice(row) for row in rows], total_count=count(tx, owner))


def count(tx: Transaction, owner: str) -> int:
    return int(tx.execute(select(func.count()).select_from(voice).where(voice.c.user_id == owner)).scalar_one())


def get_voice(tx: Transaction, owner: str, voice_id: str) -> Voice:
    """Raises `NotFound`, `NotAllowed`."""
    return as_voice(get_row(tx, owner, voice_id))


def named(tx: Transaction, owner: str, name: str) -> list[Voice]:
    """The owner's of this name, of which there may be several."""
    rows = tx.execute(select(voice).where(voice.c.user_id == owner, voice.c.name == name).order_by(voice.c.id))
    return [as_voice(row) for row in rows]


def get_row(tx: Transaction, owner: str, voice_id: str, *, to_change: bool = False) -> Row[Any]:
    """With `to_change` it stays as it is until the transaction ends. Raises `NotFound`, `NotAllowed`."""
    found = own(tx.execute(_ONE, {"one": voice_id}).first(), owner, NotFound("Voice not found"))
    if to_change:
        found = own(tx.execute(_ONE.with_for_update(), {"one": voice_id}).first(), owner, NotFound("Voice not found"))
    return found


def ready(tx: Transaction, owner: str, voice_id: str) -> Row[Any]:
    """One that can speak: `provider_name` and `provider_voice_id` say how. Raises `NotFound`, `NotAllowed`, `BadInput`."""
    row = get_row(tx, owner, voice_id)
    if row.status != VoiceStatus.READY:
        raise BadInput(f"The voice “{row.name}” is not ready: it is {row.status}.")
    return row


def is_in_use(tx: Transaction, owner: str, voice_id: str) -> bool:
    """Whether a podcast that is under way speaks with it."""
    using = select(voice_use.c.podcast_id).where(voice_use.c.user_id == owner, voice_use.c.voice_id == voice_id)
    return tx.execute(using.limit(1)).first() is not None


def clone_of(tx: Transaction, owner: str, voice_id: str) -> Row[Any] | None:
    """What a provider has or may have of it, though the voice itself may be gone."""
    return tx.execute(_CLONE, {"owner": owner, "one": voice_id}).first()


def keeps_clone(tx: Transaction, owner: str, voice_id: str) -> bool:
    """Whether what the provider has of it is wanted."""
    wanted = select(voice.c.id).where(voice.c.user_id == owner, voice.c.id == voice_id, _KEEPS)
    return tx.execute(wanted).first() is not None


def clones_of_no_use() -> Select[Any]:
    """(voice_id, user_id) of everybody's that are to be taken away, and that no job is at."""
    is_kept = exists().where(voice.c.id == voice_clone.c.voice_id, _KEEPS)
    forgetting = exists().where(
        job.c.source_id == voice_clone.c.voice_id,
        job.c.kind == Kind.FORGET_VOICE,
        job.c.status.in_((Status.QUEUED, Status.RUNNING)),
    )
    return select(voice_clone.c.voice_id, voice_clone.c.user_id).where(~is_kept, ~forgetting)


def as_voice(row: Row[Any]) -> Voice:
    return Voice(
        voice_id=row.id,
        user_id=row.user_id,
        name=row.name,
        description=row.description,
        gender=row.gender,
        status=row.status,
        provider_voice_id=row.provider_voice_id,
        provider_name=row.provider_name,
        sample_file_url=f"/api/voices/{row.id}/sample",
        sample_file_size=row.size_bytes,
        quality_score=row.quality if row.processed_at is not None else None,
        error_message=row.error_message,
        times_used=row.times_used,
        created_at=row.created_at,
        updated_at=row.updated_at,
        processed_at=row.processed_at,
    )
