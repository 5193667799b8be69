"""What must hold between documents, their bytes, texts and answers: what deletions and crashes could break."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, func, select

from lorewright.core.errors import NotFound, Unavailable
from lorewright.core.ids import content_hash
from lorewright.index.tables import index_scope
from lorewright.knowledge.indexing import has_vector
from lorewright.knowledge.tables import Holder, ScopeKind, TextState, claim, passage, scope, text
from lorewright.platform.jobs.tables import Kind, Status, job
from lorewright.retrieval.collections.tables import collection
from lorewright.retrieval.documents.tables import DocumentStatus, document
from lorewright.retrieval.sessions.tables import message, message_source, session
from lorewright.world import World

AT_ONCE = 200
"""Rows held at once."""

Statements = Sequence[tuple[Select[Any], str]]
"""Each finds rows that break an invariant; the columns go into the sentence."""


def violations(world: World) -> Iterator[str]:
    """What does not hold, each a sentence that names the thing; none where all is well. Changes nothing."""
    try:
        for wanted, sentence in (*_of_documents(), *_of_sessions()):
            with world.db.reading() as tx:
                for row in tx.execute(wanted.execution_options(yield_per=AT_ONCE)):
                    yield sentence.format(*row)
        yield from _bytes(world)
    except Unavailable as error:
        yield f"The database cannot be read: {error.detail}"


@cache
def _of_documents() -> Statements:
    named = select(document.c.id, document.c.filename)
    indexing = _live(Kind.INDEX_DOCUMENT)
    ready = exists().where(text.c.source_id == document.c.id, text.c.state == TextState.READY)
    counted = select(func.count()).where(document.c.collection_id == collection.c.id).scalar_subquery()
    of_document = exists().where(document.c.id == text.c.source_id, document.c.user_id == text.c.user_id)
    in_collection = exists().where(scope.c.id == text.c.scope_id, scope.c.kind == ScopeKind.COLLECTION)
    return [
        (
            named.where(document.c.status == DocumentStatus.PROCESSING, ~indexing),
            "Document {} (“{}”) is being processed, but no job is at work on it.",
        ),
        (
            named.where(document.c.status == DocumentStatus.INDEXED, ~ready),
            "Document {} (“{}”) is indexed but has no text that is ready.",
        ),
        (
            _without_vectors(),
            "Document {} has {} passages without a vector, and no job makes them.",
        ),
        (
            select(collection.c.id, collection.c.document_count, counted).where(collection.c.document_count != counted),
            "Collection {} counts {} documents but has {}.",
        ),
        (
            select(text.c.id, text.c.source_id).where(in_collection, text.c.state != TextState.REMOVED, ~of_document),
            "Text {} is of document {}, which is not there.",
        ),
    ]


def _without_vectors() -> Select[Any]:
    """(document_id, how many of its passages the embedder that serves has made no vector of) where no job is to make them."""
    reindexing = exists().where(
        job.c.user_id == document.c.user_id,
        job.c.kind == Kind.REINDEX,
        job.c.status.in_((Status.QUEUED, Status.RUNNING)),
    )
    return (
        select(document.c.id, func.count())
        .join(text, (text.c.source_id == document.c.id) & (text.c.user_id == document.c.user_id))
        .join(passage, passage.c.text_id == text.c.id)
        .join(index_scope, index_scope.c.scope_id == text.c.scope_id, isouter=True)
        .where(
            text.c.state == TextState.READY,
            ~has_vector(func.coalesce(index_scope.c.embedder, "")),
            ~_live(Kind.EMBED_DOCUMENT),
            ~_live(Kind.INDEX_DOCUMENT),
            ~reindexing,
        )
        .group_by(document.c.id)
    )


@cache
def _of_sessions() -> Statements:
    counted = select(func.count()).where(message.c.session_id == session.c.id).scalar_subquery()
    of_message = exists().where(message.c.id == claim.c.holder_id, message.c.user_id == claim.c.user_id)
    there = exists().where(document.c.id == message_source.c.document_id)
    return [
        (
            select(session.c.id, session.c.message_count, counted).where(session.c.message_count != counted),
            "Session {} counts {} messages but has {}.",
        ),
        (
            select(claim.c.id, claim.c.holder_id).where(claim.c.holder_kind == Holder.MESSAGE, ~of_message),
            "Claim {} is of message {}, which is not there.",
        ),
        (
            select(message_source.c.message_id, message_source.c.document_id).where(~there),
            "Message {} points at document {}, which is not there.",
        ),
    ]


def _bytes(world: World) -> Iterator[str]:
    """The bytes of each document are there, and are those that came."""
    wanted = select(document.c.id, document.c.user_id, document.c.filename, document.c.blob)
    after = ""
    while True:
        with world.db.reading() as tx:
            page = tx.execute(wanted.where(document.c.id > after).order_by(document.c.id).limit(AT_ONCE)).all()
        if not page:
            return
        after = page[-1].id
        for row in page:
            try:
                is_whole = content_hash(world.documents.get(row.user_id, row.blob)) == row.blob
            except NotFound:
                is_whole = False
            if not is_whole and _is_there(world, row.id):
                yield f"The stored bytes of document {row.id} (“{row.filename}”) are missing or changed."


def _is_there(world: World, document_id: str) -> bool:
    with world.db.reading() as tx:
        return tx.execute(select(document.c.id).where(document.c.id == document_id)).first() is not None


def _live(kind: Kind) -> ColumnElement[bool]:
    """Whether a job of this kind waits or runs for the document."""
    is_live = job.c.status.in_((Status.QUEUED, Status.RUNNING))
    return exists().where(and_(job.c.source_id == document.c.id, job.c.kind == kind, is_live))
