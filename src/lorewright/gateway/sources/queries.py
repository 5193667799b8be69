"""Reading sources."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row, bindparam, select

from lorewright.blobs.base import Opened
from lorewright.core.errors import NotFound
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.sources.schemas import Source, SourceResponse
from lorewright.gateway.sources.tables import WITHOUT_ORIGINAL, IngestStatus, SourceType, source
from lorewright.world import World

_ONE = select(source).where(source.c.user_id == bindparam("owner"), source.c.id == bindparam("source_id"))


def list_sources(tx: Transaction, owner: str, *, status: str | None, limit: int, offset: int) -> list[Source]:
    """Newest first; a status that is not known gives none."""
    wanted = select(source).where(source.c.user_id == owner)
    if status is not None:
        wanted = wanted.where(source.c.status == status)
    wanted = wanted.order_by(source.c.ingested_at.desc(), source.c.id).limit(limit).offset(offset)
    return [as_source(row) for row in tx.execute(wanted)]


def get_source(tx: Transaction, owner: str, source_id: str) -> Source:
    """Raises `NotFound`."""
    return as_source(get_row(tx, owner, source_id))


def get_row(tx: Transaction, owner: str, source_id: str) -> Row[Any]:
    """Raises `NotFound`."""
    row = tx.execute(_ONE, {"owner": owner, "source_id": source_id}).first()
    if row is None:
        raise NotFound("Source not found")
    return row


def get_original(world: World, owner: str, source_id: str) -> tuple[Row[Any], Opened]:
    """The row of a source whose bytes are kept as they came, and these. Raises `NotFound`, `Unavailable`."""
    with world.db.reading() as tx:
        row = get_row(tx, owner, source_id)
    if SourceType(row.source_type) in WITHOUT_ORIGINAL:
        raise NotFound("No original document available")
    return row, world.blobs.open(owner, row.blob)


def brief(tx: Transaction, owner: str, source_ids: Iterable[str]) -> dict[str, SourceResponse]:
    """By id; those that are gone are left out."""
    wanted = select(source.c.id, source.c.source_type, source.c.title, source.c.source_url, source.c.ingested_at).where(
        source.c.user_id == owner, among(source.c.id, source_ids)
    )
    return {row.id: SourceResponse(**row._mapping) for row in tx.execute(wanted)}


def as_source(row: Row[Any]) -> Source:
    kind = SourceType(row.source_type)
    return Source(
        id=row.id,
        user_id=row.user_id,
        source_type=kind,
        source_url=row.source_url,
        title=row.title,
        author=row.author,
        published_date=row.published_date,
        status=IngestStatus(row.status),
        ingested_at=row.ingested_at,
        compiled_at=row.compiled_at,
        token_count=row.token_count,
        error_message=row.error_message,
        content_hash=row.content_hash,
        has_original=kind not in WITHOUT_ORIGINAL,
    )
