"""Taking sources in."""

import io
from datetime import date, datetime
from typing import Any, BinaryIO

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from lorewright.core.ids import new_id
from lorewright.db.transaction import Transaction
from lorewright.gateway.sources import rules
from lorewright.gateway.sources.queries import as_source, get_row
from lorewright.gateway.sources.schemas import IngestTextRequest, Source
from lorewright.gateway.sources.tables import IngestStatus, SourceType, source
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.queries import has_live_job
from lorewright.platform.jobs.schemas import JobTriggerResponse
from lorewright.platform.jobs.tables import Kind
from lorewright.world import World

TEXT = "text/plain; charset=utf-8"
PDF = "application/pdf"


def add_text(tx: Transaction, world: World, owner: str, new: IngestTextRequest) -> Source:
    """Takes a text in; the same text again gives the first source. Raises `BadInput`, `TooLarge`, `Unavailable`."""
    data = rules.fit_text(new.content, world.settings.limits.text_characters).encode()
    named = rules.clean_title(new.title)
    row = {
        "source_type": SourceType.TEXT.value,
        "title": named or rules.UNTITLED_NOTE,
        "named_by_person": int(named is not None),
        "token_count": max(1, len(new.content) // 4),
        "media_type": TEXT,
    }
    return _add(tx, world, owner, row, data, wants_compile=new.auto_compile)


def add_pdf(
    tx: Transaction, world: World, owner: str, file: BinaryIO, *, name: str | None, wants_compile: bool
) -> Source:
    """Takes a PDF in when its head can be read. Raises `BadInput`, `TooLarge`, `Unavailable`."""
    data = file.read(world.settings.limits.upload_bytes + 1)
    head = world.readers.head(rules.fit_pdf(data, world.settings.limits.upload_bytes))
    row = {
        "source_type": SourceType.PDF.value,
        "title": rules.clean_title(head.title) or rules.title_from_file_name(name) or rules.UNTITLED_PDF,
        "named_by_person": 0,
        "author": rules.clean_title(head.author),
        "published_date": _date(head.published),
        "file_name": rules.safe_file_name(name),
        "media_type": PDF,
    }
    return _add(tx, world, owner, row, data, wants_compile=wants_compile)


def request_compile(tx: Transaction, world: World, owner: str, source_id: str) -> JobTriggerResponse:
    """Raises `NotFound`."""
    row = get_row(tx, owner, source_id)
    job_id = enqueue(tx, owner, Kind.COMPILE_SOURCE, now=world.clock.now(), source_id=row.id)
    return JobTriggerResponse(status="queued", job_id=job_id, message=None)


def set_processing(tx: Transaction, owner: str, source_id: str) -> None:
    _set(tx, owner, source_id, status=IngestStatus.PROCESSING, error_message=None)


def set_failed(tx: Transaction, owner: str, source_id: str, sentence: str) -> None:
    _set(tx, owner, source_id, status=IngestStatus.FAILED, error_message=sentence)


def set_compiled(tx: Transaction, owner: str, source_id: str, *, now: datetime, characters: int) -> None:
    _set(
        tx,
        owner,
        source_id,
        status=IngestStatus.COMPILED,
        error_message=None,
        compiled_at=now,
        token_count=max(1, characters // 4),
    )


def forget(tx: Transaction, owner: str, source_id: str) -> None:
    tx.execute(delete(source).where(source.c.user_id == owner, source.c.id == source_id))


def _add(tx: Transaction, world: World, owner: str, new: dict[str, Any], data: bytes, *, wants_compile: bool) -> Source:
    """Bytes first, then the row: what is acknowledged is durable, and the disk works outside the transaction."""
    blob = world.blobs.put(owner, io.BytesIO(data))
    now = world.clock.now()
    row = {
        "id": new_id(),
        "user_id": owner,
        "status": IngestStatus.PENDING.value,
        "ingested_at": now,
        "content_hash": blob,
        "blob": blob,
        **new,
    }
    tx.lock("blob", owner, blob)
    insert = (sqlite if tx.dialect == "sqlite" else postgresql).insert(source)
    kept = tx.execute(insert.on_conflict_do_nothing().returning(*source.c), row).first()
    if kept is None:
        return _again(tx, world, owner, blob, wants_compile=wants_compile)
    if world.blobs.size(owner, blob) is None:  # a deletion of the same bytes came between
        world.blobs.put(owner, io.BytesIO(data))
    if wants_compile:
        enqueue(tx, owner, Kind.COMPILE_SOURCE, now=now, source_id=row["id"])
    return as_source(kept)


def _again(tx: Transaction, world: World, owner: str, blob: str, *, wants_compile: bool) -> Source:
    """The first source; its compilation is asked for again where it failed or was never asked for."""
    known = tx.execute(select(source).where(source.c.user_id == owner, source.c.content_hash == blob)).one()
    idle = known.status == IngestStatus.FAILED or (
        known.status == IngestStatus.PENDING and not has_live_job(tx, owner, Kind.COMPILE_SOURCE, known.id)
    )
    if wants_compile and idle:
        enqueue(tx, owner, Kind.COMPILE_SOURCE, now=world.clock.now(), source_id=known.id)
    return as_source(known)


def _set(tx: Transaction, owner: str, source_id: str, **values: object) -> None:
    tx.execute(update(source).where(source.c.user_id == owner, source.c.id == source_id).values(**values))


def _date(iso: str | None) -> date | None:
    try:
        return date.fromisoformat(iso[:10]) if iso else None
    except ValueError:
        return None
