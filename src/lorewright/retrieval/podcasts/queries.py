"""Reading podcasts."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Row, and_, bindparam, func, select

from lorewright.core.errors import Conflict, NotFound
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.knowledge.script.base import Pace, Speaker
from lorewright.retrieval.collections.rules import own
from lorewright.retrieval.documents import queries as documents
from lorewright.retrieval.podcasts import rules
from lorewright.retrieval.podcasts.schemas import LineSource, Podcast, PodcastChapter, Transcript, TranscriptLine
from lorewright.retrieval.podcasts.tables import (
    UNDER_WAY,
    PodcastStatus,
    podcast,
    podcast_line,
    podcast_source,
    voice_pace,
)
from lorewright.retrieval.search.rules import chunk_id

_ONE = select(podcast).where(podcast.c.id == bindparam("one"))


def list_podcasts(tx: Transaction, owner: str, *, limit: int, offset: int) -> tuple[list[Podcast], int]:
    """Newest first, without their transcripts, and how many there are in all."""
    mine = podcast.c.user_id == owner
    total = int(tx.execute(select(func.count()).select_from(podcast).where(mine)).scalar_one())
    wanted = select(podcast).where(mine).order_by(podcast.c.created_at.desc(), podcast.c.id)
    rows = tx.execute(wanted.limit(limit).offset(offset))
    return [as_podcast(row) for row in rows], total


def get_podcast(tx: Transaction, owner: str, podcast_id: str) -> Podcast:
    """Raises `NotFound`, `NotAllowed`."""
    row = get_row(tx, owner, podcast_id)
    shown = as_podcast(row)
    if row.status == PodcastStatus.COMPLETED:
        found = transcript(tx, owner, podcast_id)
        shown.chapters, shown.transcript = found.chapters, found.lines
    return shown


def get_row(tx: Transaction, owner: str, podcast_id: str, *, to_change: bool = False) -> Row[Any]:
    """With `to_change` it stays as it is until the transaction ends. Raises `NotFound`, `NotAllowed`."""
    wanted = _ONE.with_for_update() if to_change else _ONE
    return own(tx.execute(wanted, {"one": podcast_id}).first(), owner, NotFound("Podcast not found"))


def completed(tx: Transaction, owner: str, podcast_id: str) -> Row[Any]:
    """One that can be heard. Raises `NotFound`, `NotAllowed`, `Conflict`."""
    row = get_row(tx, owner, podcast_id)
    if row.status != PodcastStatus.COMPLETED:
        raise Conflict(f"There is no episode yet: the podcast is {row.status}.")
    return row


def transcript(tx: Transaction, owner: str, podcast_id: str) -> Transcript:
    """Raises `NotFound`, `NotAllowed`, `Conflict`."""
    row = completed(tx, owner, podcast_id)
    found = lines(tx, owner, podcast_id)
    sources = _sources(tx, owner, podcast_id)
    parts = rules.chapters(row.title, [(one.chapter, one.start_s) for one in found], row.seconds)
    return Transcript(
        podcast_id=row.id,
        title=row.title,
        duration_seconds=row.seconds,
        chapters=[
            PodcastChapter(title=part.title, start_s=round(part.start_s, 3), end_s=round(part.end_s, 3))
            for part in parts
        ],
        lines=[
            TranscriptLine(
                start_s=round(one.start_s, 3),
                end_s=round(one.start_s + one.seconds, 3),
                speaker=Speaker(one.speaker),
                chapter=one.chapter,
                text=one.content,
                sources=sources.get(one.id, []),
            )
            for one in found
        ],
    )


def said(tx: Transaction, owner: str, podcast_id: str) -> tuple[str, list[rules.Said]]:
    """The title, and the lines as transcripts have them. Raises as `transcript`."""
    found = transcript(tx, owner, podcast_id)
    shown = [
        rules.Said(
            one.start_s,
            one.end_s,
            one.speaker,
            one.text,
            one.chapter,
            [source.filename + (f", page {source.page}" if source.page else "") for source in one.sources],
        )
        for one in found.lines
    ]
    return found.title, shown


def lines(tx: Transaction, owner: str, podcast_id: str) -> Sequence[Row[Any]]:
    """In the order in which they are said."""
    mine = and_(podcast_line.c.user_id == owner, podcast_line.c.podcast_id == podcast_id)
    return tx.execute(select(podcast_line).where(mine).order_by(podcast_line.c.ordinal)).all()


def sources_named(tx: Transaction, owner: str, podcast_id: str) -> list[str]:
    """The files that it rests on, in the order in which they are spoken of."""
    mine = and_(podcast_source.c.user_id == owner, podcast_source.c.podcast_id == podcast_id)
    wanted = select(podcast_source.c.document_id).join(podcast_line, podcast_line.c.id == podcast_source.c.line_id)
    ids = list(dict.fromkeys(tx.execute(wanted.where(mine).order_by(podcast_line.c.ordinal)).scalars()))
    names = documents.names(tx, owner, ids)
    return [names[id_] for id_ in ids if id_ in names]


def spoken(tx: Transaction, owner: str, key: str) -> Row[Any] | None:
    """A line of the owner's that sounds the same and whose recording is there."""
    same = and_(podcast_line.c.user_id == owner, podcast_line.c.audio_key == key, podcast_line.c.blob.is_not(None))
    return tx.execute(select(podcast_line).where(same).limit(1)).first()


def pace(tx: Transaction, owner: str, key: str) -> Pace | None:
    """Of a voice that has been measured."""
    mine = and_(voice_pace.c.user_id == owner, voice_pace.c.key == key)
    known = tx.execute(select(voice_pace.c.length_per_s).where(mine)).scalar()
    return None if known is None else Pace(known)


def resting_on(tx: Transaction, owner: str, document_ids: Iterable[str]) -> list[str]:
    """Ids of podcasts of which a line rests on one of these documents."""
    rests = and_(podcast_source.c.user_id == owner, among(podcast_source.c.document_id, document_ids))
    wanted = select(podcast_source.c.podcast_id).where(rests).distinct().order_by(podcast_source.c.podcast_id)
    return list(tx.execute(wanted).scalars())


def of_collection(tx: Transaction, owner: str, collection_id: str) -> list[str]:
    mine = and_(podcast.c.user_id == owner, podcast.c.collection_id == collection_id)
    return list(tx.execute(select(podcast.c.id).where(mine).order_by(podcast.c.id)).scalars())


def count_under_way(tx: Transaction, owner: str) -> int:
    mine = and_(podcast.c.user_id == owner, podcast.c.status.in_(UNDER_WAY))
    return int(tx.execute(select(func.count()).select_from(podcast).where(mine)).scalar_one())


def is_under_way(row: Row[Any]) -> bool:
    return row.status in UNDER_WAY


def as_podcast(row: Row[Any]) -> Podcast:
    return Podcast(
        podcast_id=row.id,
        collection_id=row.collection_id,
        title=row.title,
        status=row.status,
        duration=row.duration,
        host_voice=row.host_voice,
        expert_voice=row.expert_voice,
        progress_percentage=row.progress_percentage,
        current_step=row.current_step,
        notes=row.notes,
        error_message=row.error_message,
        audio_url=f"/api/podcasts/{row.id}/audio" if row.blob else None,
        duration_seconds=row.seconds,
        size_bytes=row.size_bytes,
        chapters=None,
        transcript=None,
        created_at=row.created_at,
        completed_at=row.completed_at,
    )


def _sources(tx: Transaction, owner: str, podcast_id: str) -> dict[str, list[LineSource]]:
    """By the line."""
    mine = and_(podcast_source.c.user_id == owner, podcast_source.c.podcast_id == podcast_id)
    wanted = select(podcast_source).where(mine).order_by(podcast_source.c.line_id, podcast_source.c.ordinal)
    rows = tx.execute(wanted).all()
    names = documents.names(tx, owner, {row.document_id for row in rows})
    found: dict[str, list[LineSource]] = {}
    for row in rows:
        source = LineSource(
            document_id=row.document_id,
            filename=names.get(row.document_id, ""),
            chunk_id=chunk_id(row.document_id, row.passage),
            page=row.page,
            quote=row.quote,
        )
        found.setdefault(row.line_id, []).append(source)
    return found
