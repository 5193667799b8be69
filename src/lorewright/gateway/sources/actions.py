"""Taking sources in."""

import io
import re
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, BinaryIO

from sqlalchemy import Row, bindparam, delete, select, update

from lorewright.core.errors import Unreadable, Unsupported
from lorewright.core.ids import new_id
from lorewright.core.names import clean_title, safe_file_name, title_from_file_name
from lorewright.db.among import among
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.fetch.base import Fetched
from lorewright.fetch.rules import target_of
from lorewright.fetch.video.addresses import video_of
from lorewright.fetch.video.site import Video, video
from lorewright.gateway.sources import rules
from lorewright.gateway.sources.queries import as_source, get_row
from lorewright.gateway.sources.schemas import IngestTextRequest, Source
from lorewright.gateway.sources.tables import IngestStatus, SourceType, source
from lorewright.knowledge.engine import COMPILING
from lorewright.platform.costs import actions as cost_actions
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.queries import has_live_job
from lorewright.platform.jobs.schemas import JobTriggerResponse
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.originals import actions as originals
from lorewright.platform.originals.queries import Originals, is_used
from lorewright.platform.remains.actions import leave
from lorewright.platform.remains.tables import Remains
from lorewright.reading.base import DocumentHead
from lorewright.reading.encodings import declared_decoded, decoded
from lorewright.world import World

_ONE = update(source).where(source.c.user_id == bindparam("owner"), source.c.id == bindparam("one"))

# Made once: building a statement takes longer than running it.
_NEW = {dialect: insert_missing(dialect, source).returning(*source.c) for dialect in ("sqlite", "postgresql")}

_OTHER_MARKUP = re.compile(r"\s*(<!doctype html|<html|<\?xml|\{\\rtf)", re.IGNORECASE)
"""What these begin is text to a decoder, but no person reads it as it stands."""

ORIGINALS = Originals(source, lambda world: world.blobs, "blob")

NOT_FOR_WIKI = (
    "The wiki is made of text, Markdown, PDF, pages by their address and videos; `lorewright import FILE --collection NAME` puts"
    " other documents into a collection that can be asked."
)


def add_text(tx: Transaction, world: World, owner: str, new: IngestTextRequest) -> Source:
    """Takes a text in; the same text again gives the first source. Raises `BadInput`, `TooLarge`, `Unavailable`."""
    data = rules.fit_text(new.content, world.settings.limits.text_characters).encode()
    named = clean_title(new.title)
    row = {
        "source_type": SourceType.TEXT.value,
        "title": named or rules.UNTITLED_NOTE,
        "named_by_person": int(named is not None),
        "token_count": rules.token_count(new.content),
        "media_type": rules.TEXT,
    }
    return _add(tx, world, owner, row, data, wants_compile=new.auto_compile)


def add_file(
    tx: Transaction, world: World, owner: str, data: bytes, *, name: str | None, title: str | None = None
) -> Source:
    """Takes a file in by what it holds; `title` is the person's word. Raises as `add_pdf`, and `Unsupported`."""
    if b"%PDF-" in data[:1024]:
        return add_pdf(tx, world, owner, io.BytesIO(data), name=name, title=title, wants_compile=True)
    return _add_text_file(tx, world, owner, data, name=name, title=title)


def add_pdf(
    tx: Transaction,
    world: World,
    owner: str,
    file: BinaryIO,
    *,
    name: str | None,
    title: str | None = None,
    wants_compile: bool,
) -> Source:
    """Takes a PDF in when its head can be read. Raises `BadInput`, `TooLarge`, `Unavailable`."""
    data = rules.fit_pdf(file.read(world.settings.limits.upload_bytes + 1), world.settings.limits.upload_bytes)
    return _add(tx, world, owner, _about_pdf(world, data, name, title), data, wants_compile=wants_compile)


def add_url(world: World, owner: str, url: str, *, title: str | None = None, wants_compile: bool) -> Source:
    """Fetches what the address gives and takes it in; an address that was fed before keeps its source.

    Raises `BadInput` with the reason why there is nothing to take in, and `Unavailable`.
    """
    address = target_of(url).url
    video_id = video_of(address)
    if video_id is None:
        fetched = world.fetcher.fetch(address)
        video_id = video_of(fetched.url)  # it may lead on to one
    if video_id is None:
        row, data = {**_about_fetched(world, fetched, title), "source_url": address}, fetched.data
    else:
        seen = video(world.fetcher, world.settings.fetch.video_url, video_id)
        row, data = _about_video(seen, video_id, title), seen.transcript
    with world.db.writing() as tx:
        return _add_address(tx, world, owner, row, data, wants_compile=wants_compile)


def request_compile(tx: Transaction, world: World, owner: str, source_id: str) -> JobTriggerResponse:
    """Raises `NotFound`."""
    row = get_row(tx, owner, source_id)
    job_id = enqueue(tx, owner, Kind.COMPILE_SOURCE, now=world.clock.now(), source_id=row.id)
    return JobTriggerResponse(status="queued", job_id=job_id, message=None)


def set_processing(tx: Transaction, owner: str, source_id: str) -> None:
    _set(tx, owner, source_id, status=IngestStatus.PROCESSING, error_message=None)


def set_failed(tx: Transaction, owner: str, source_id: str, sentence: str) -> None:
    _set(tx, owner, source_id, status=IngestStatus.FAILED, error_message=sentence)


def set_compiled(
    tx: Transaction, owner: str, source_id: str, content_hash: str, *, now: datetime, token_count: int
) -> bool:
    """False where the source holds something else by now than what was compiled: it then waits to be compiled again."""
    values = {"status": IngestStatus.COMPILED, "error_message": None, "compiled_at": now, "token_count": token_count}
    same = _ONE.where(source.c.content_hash == bindparam("compiled_hash"))
    return tx.execute(same, {"owner": owner, "one": source_id, "compiled_hash": content_hash, **values}).rowcount == 1


def lock_rows(tx: Transaction, owner: str, source_ids: Iterable[str], *, to_delete: bool = False) -> set[str]:
    """Ids of those that are there, and that stay until this transaction ends; with `to_delete` nobody comes to rest anything
    on them meanwhile. On SQLite a write transaction is alone anyway."""
    wanted = select(source.c.id).where(source.c.user_id == owner, among(source.c.id, source_ids))
    return set(tx.execute(wanted.order_by(source.c.id).with_for_update(read=not to_delete)).scalars())


def forget(tx: Transaction, owner: str, source_id: str) -> None:
    tx.execute(delete(source).where(source.c.user_id == owner, source.c.id == source_id))


def _add_text_file(
    tx: Transaction, world: World, owner: str, data: bytes, *, name: str | None, title: str | None
) -> Source:
    """Kept in UTF-8, so that the same text in another encoding, or sent over HTTP, is the same source."""
    try:
        content = decoded(data)[0]
    except Unreadable:
        raise Unsupported(NOT_FOR_WIKI) from None
    if _OTHER_MARKUP.match(content):
        raise Unsupported(NOT_FOR_WIKI)
    content = rules.fit_text(content, world.settings.limits.text_characters)
    named = clean_title(title)
    row = {
        "source_type": SourceType.TEXT.value,
        "title": named or title_from_file_name(name) or rules.UNTITLED_NOTE,
        "named_by_person": int(named is not None),
        "token_count": rules.token_count(content),
        "file_name": safe_file_name(name),
        "media_type": rules.TEXT,
    }
    return _add(tx, world, owner, row, content.encode(), wants_compile=True)


def _about_pdf(world: World, data: bytes, name: str | None, title: str | None) -> dict[str, Any]:
    head = world.readers.head(data, "pdf")
    named = clean_title(title)
    return {
        "source_type": SourceType.PDF.value,
        "title": named or clean_title(head.title) or title_from_file_name(name) or rules.UNTITLED_PDF,
        "named_by_person": int(named is not None),
        "author": clean_title(head.author),
        "published_date": _date(head.published),
        "file_name": safe_file_name(name),
        "media_type": rules.PDF,
    }


def _about_fetched(world: World, fetched: Fetched, title: str | None) -> dict[str, Any]:
    """Raises `BadInput` where it can be seen at once that there is nothing to read."""
    media_type = rules.fetched_type(fetched)
    name = rules.name_in(fetched.url)
    kind, charset = rules.format_of(media_type)
    if kind == "pdf":
        return _about_pdf(world, fetched.data, name, title)
    if kind == "text":
        declared_decoded(fetched.data, charset)  # or it is none
    head = DocumentHead() if kind == "text" else world.readers.head(fetched.data, "page", charset)
    named = clean_title(title)
    of_file = title_from_file_name(name) if kind == "text" else None
    return {
        "source_type": SourceType.URL.value,
        "title": named or clean_title(head.title) or of_file or rules.host_of(fetched.url),
        "named_by_person": int(named is not None),
        "author": clean_title(head.author),
        "published_date": _date(head.published),
        "file_name": name,
        "media_type": media_type,
    }


def _about_video(seen: Video, video_id: str, title: str | None) -> dict[str, Any]:
    named = clean_title(title)
    return {
        "source_type": SourceType.YOUTUBE.value,
        "source_url": seen.address,
        "title": named or clean_title(seen.title) or rules.untitled_video(video_id),
        "named_by_person": int(named is not None),
        "author": clean_title(seen.channel),
        "media_type": rules.TRANSCRIPT,
    }


def _add_address(
    tx: Transaction, world: World, owner: str, new: dict[str, Any], data: bytes, *, wants_compile: bool
) -> Source:
    """As `_add`; where the address was fed before and gives something new now, that becomes the content of its source."""
    blob = originals.keep(tx, world, ORIGINALS, owner, io.BytesIO(data))
    tx.lock("address", owner, new["source_url"])
    wanted = select(source).where(source.c.user_id == owner, source.c.source_url == new["source_url"])
    known = tx.execute(wanted.order_by(source.c.ingested_at)).first()
    if known is not None and known.content_hash != blob:
        for one in sorted({known.blob, blob}):  # as whoever deletes one of them does first
            originals.hold(tx, ORIGINALS, owner, one)
        is_there = lock_rows(tx, owner, [known.id], to_delete=True)
        if is_there and not is_used(tx, ORIGINALS, owner, blob):
            originals.keep_again(world, ORIGINALS, owner, blob, io.BytesIO(data))
            return _renewed(tx, world, owner, known, {**new, "content_hash": blob, "blob": blob}, wants_compile)
    return _insert(tx, world, owner, new, blob, data, wants_compile=wants_compile)


def _renewed(
    tx: Transaction, world: World, owner: str, known: Row[Any], new: dict[str, Any], wants_compile: bool
) -> Source:
    now = world.clock.now()
    _set(tx, owner, known.id, **new, status=IngestStatus.PENDING, token_count=None, error_message=None)
    leave(tx, owner, [(Remains.BLOB, known.blob)], now)
    cost_actions.forget(tx, owner, known.id, but=COMPILING)  # of those the compilation keeps what it uses again
    if wants_compile:
        enqueue(tx, owner, Kind.COMPILE_SOURCE, now=now, source_id=known.id)
    return as_source(get_row(tx, owner, known.id))


def _add(tx: Transaction, world: World, owner: str, new: dict[str, Any], data: bytes, *, wants_compile: bool) -> Source:
    blob = originals.keep(tx, world, ORIGINALS, owner, io.BytesIO(data))
    return _insert(tx, world, owner, new, blob, data, wants_compile=wants_compile)


def _insert(
    tx: Transaction, world: World, owner: str, new: dict[str, Any], blob: str, data: bytes, *, wants_compile: bool
) -> Source:
    """The new source, or the one that has the same bytes."""
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
    originals.hold(tx, ORIGINALS, owner, blob)
    kept = tx.execute(_NEW[tx.dialect], row).first()
    if kept is None:
        return _again(tx, world, owner, blob, wants_compile=wants_compile)
    originals.keep_again(world, ORIGINALS, owner, blob, io.BytesIO(data))
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
        _set(tx, owner, known.id, status=IngestStatus.PENDING, error_message=None)
    return as_source(get_row(tx, owner, known.id))


def _set(tx: Transaction, owner: str, source_id: str, **values: object) -> None:
    tx.execute(_ONE, {"owner": owner, "one": source_id, **values})


def _date(iso: str | None) -> date | None:
    try:
        return date.fromisoformat(iso[:10]) if iso else None
    except ValueError:
        return None
