"""What must hold between documents, their bytes, texts and answers, and of voices and podcasts: what deletions and crashes could break."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Select, and_, exists, func, or_, select

from lorewright.core.errors import Unavailable
from lorewright.index.tables import index_scope
from lorewright.knowledge.indexing import has_vector
from lorewright.knowledge.tables import Holder, ScopeKind, TextState, claim, passage, scope, text
from lorewright.platform.jobs.tables import Kind, Status, job
from lorewright.platform.originals import queries as originals
from lorewright.platform.originals.queries import Originals
from lorewright.platform.remains.tables import Remains, remains
from lorewright.retrieval.collections.tables import collection
from lorewright.retrieval.documents.actions import ORIGINALS as DOCUMENTS
from lorewright.retrieval.documents.tables import DocumentStatus, document
from lorewright.retrieval.podcasts.actions import EPISODES, RECORDINGS
from lorewright.retrieval.podcasts.tables import UNDER_WAY, PodcastStatus, podcast, podcast_line, podcast_source
from lorewright.retrieval.sessions.tables import message, message_source, session
from lorewright.retrieval.voices.actions import ORIGINALS as VOICES
from lorewright.retrieval.voices.queries import clones_of_no_use
from lorewright.retrieval.voices.tables import VoiceStatus, voice, voice_use
from lorewright.world import World

AT_ONCE = 200
"""Rows held at once."""

Statements = Sequence[tuple[Select[Any], str]]
"""Each finds rows that break an invariant; the columns go into the sentence."""


class _Kept(NamedTuple):
    """Bytes that came in, and what is said of them."""

    originals: Originals
    title: Column[Any]
    remains: Remains
    what: str


_KEPT = (
    _Kept(DOCUMENTS, document.c.filename, Remains.DOCUMENT, "document"),
    _Kept(VOICES, voice.c.name, Remains.VOICE, "voice"),
    _Kept(EPISODES, podcast.c.title, Remains.PODCAST, "podcast"),
    _Kept(RECORDINGS, podcast_line.c.content, Remains.PODCAST_LINE, "a podcast's line"),
)


def violations(world: World) -> Iterator[str]:
    """What does not hold, each a sentence that names the thing; none where all is well. Changes nothing."""
    try:
        for wanted, sentence in (*_of_documents(), *_of_sessions(), *_of_voices(), *_of_podcasts()):
            with world.db.reading() as tx:
                for row in tx.execute(wanted.execution_options(yield_per=AT_ONCE)):
                    yield sentence.format(*row)
        for kept in _KEPT:
            yield from _bytes(world, kept)
            yield from _bytes_of_nothing(world, kept)
    except Unavailable as error:
        yield f"Not everything of documents and voices can be read: {error.detail}"


def notes(world: World) -> Iterator[str]:
    """What somebody put among the stored bytes: nothing that is wrong. Changes nothing."""
    try:
        for kept in _KEPT:
            for name in kept.originals.blobs(world).strangers():
                yield f"The file {name} among the stored {kept.what}s is none of ours; it is left as it is."
    except Unavailable:
        return  # which the violations say


@cache
def _of_documents() -> Statements:
    of_document = exists().where(document.c.id == text.c.source_id, document.c.user_id == text.c.user_id)
    in_collection = exists().where(scope.c.id == text.c.scope_id, scope.c.kind == ScopeKind.COLLECTION)
    return [
        (unread(), "Document {} (“{}”) is {}, but no job reads it and no text of it is ready."),
        (without_vectors(), "Document {} has {} passages without a vector, and no job makes them."),
        (miscounted(), "Collection {} counts {} documents but has {}."),
        (
            select(text.c.id, text.c.source_id).where(in_collection, text.c.state != TextState.REMOVED, ~of_document),
            "Text {} is of document {}, which is not there.",
        ),
    ]


def unread() -> Select[Any]:
    """(id, filename, status, user_id) of documents that should have been read, or be so soon, and are not."""
    ready = exists().where(
        text.c.source_id == document.c.id, text.c.user_id == document.c.user_id, text.c.state == TextState.READY
    )
    lost = or_(
        document.c.status == DocumentStatus.PROCESSING, and_(document.c.status == DocumentStatus.INDEXED, ~ready)
    )
    named = select(document.c.id, document.c.filename, document.c.status, document.c.user_id)
    return named.where(lost, ~_live(Kind.INDEX_DOCUMENT, document.c.id))


def miscounted() -> Select[Any]:
    """(id, how many documents it counts, how many it has, user_id) of collections."""
    counted = select(func.count()).where(document.c.collection_id == collection.c.id).scalar_subquery()
    columns = (collection.c.id, collection.c.document_count, counted.label("there"), collection.c.user_id)
    return select(*columns).where(collection.c.document_count != counted)


def without_vectors() -> Select[Any]:
    """(id, how many of its passages the embedder that serves has made no vector of, user_id) where no job is to make them."""
    reindexing = exists().where(
        job.c.user_id == document.c.user_id,
        job.c.kind == Kind.REINDEX,
        job.c.status.in_((Status.QUEUED, Status.RUNNING)),
    )
    return (
        select(document.c.id, func.count().label("lacking"), document.c.user_id)
        .join(text, (text.c.source_id == document.c.id) & (text.c.user_id == document.c.user_id))
        .join(passage, passage.c.text_id == text.c.id)
        .join(index_scope, index_scope.c.scope_id == text.c.scope_id, isouter=True)
        .where(
            text.c.state == TextState.READY,
            ~has_vector(func.coalesce(index_scope.c.embedder, "")),
            ~_live(Kind.EMBED_DOCUMENT, document.c.id),
            ~_live(Kind.INDEX_DOCUMENT, document.c.id),
            ~reindexing,
        )
        .group_by(document.c.id, document.c.user_id)
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


@cache
def _of_voices() -> Statements:
    named = select(voice.c.id, voice.c.name)
    return [
        (
            unprocessed(),
            "Voice {} (“{}”) is being processed, but no job is at work on it.",
        ),
        (
            named.where(voice.c.status == VoiceStatus.READY, voice.c.provider_voice_id.is_(None)),
            "Voice {} (“{}”) is ready, but no provider is known to have it.",
        ),
        (
            clones_of_no_use(),
            "A provider may still have a copy of voice {} of {}, which is deleted or failed; it is taken away once the provider answers.",
        ),
    ]


@cache
def _of_podcasts() -> Statements:
    named = select(podcast.c.id, podcast.c.title)
    there = exists().where(document.c.id == podcast_source.c.document_id)
    speaks = exists().where(podcast.c.id == voice_use.c.podcast_id, podcast.c.status.in_(UNDER_WAY))
    return [
        (
            unmade(),
            "Podcast {} (“{}”) is being made, but no job is at work on it.",
        ),
        (
            named.where(podcast.c.status == PodcastStatus.COMPLETED, podcast.c.blob.is_(None)),
            "Podcast {} (“{}”) is complete, but has no episode.",
        ),
        (
            select(podcast_source.c.podcast_id, podcast_source.c.document_id).where(~there).distinct(),
            "Podcast {} rests on document {}, which is not there.",
        ),
        (
            select(voice_use.c.voice_id, voice_use.c.podcast_id).where(~speaks),
            "Voice {} is held for podcast {}, which is not under way.",
        ),
    ]


def unprocessed() -> Select[Any]:
    """(id, title, user_id) of voices that are being processed, and no job is at it."""
    named = select(voice.c.id, voice.c.name.label("title"), voice.c.user_id)
    return named.where(voice.c.status == VoiceStatus.PROCESSING, ~_live(Kind.PROCESS_VOICE, voice.c.id))


def unmade() -> Select[Any]:
    """(id, title, user_id) of podcasts that are under way, and no job is at it."""
    named = select(podcast.c.id, podcast.c.title, podcast.c.user_id)
    return named.where(podcast.c.status.in_(UNDER_WAY), ~_live(Kind.MAKE_PODCAST, podcast.c.id))


def _bytes(world: World, kept: _Kept) -> Iterator[str]:
    """The bytes of each row are there, and are those that came."""
    table = kept.originals.table
    wanted = select(table.c.id, table.c.user_id, kept.title.label("title"), table.c.blob)
    after = ""
    while True:
        with world.db.reading() as tx:
            page = tx.execute(
                wanted.where(table.c.id > after, table.c.blob.is_not(None)).order_by(table.c.id).limit(AT_ONCE)
            ).all()
        if not page:
            return
        after = page[-1].id
        for row in page:
            what = originals.fault(world, kept.originals, row.user_id, row.blob)
            if what and _points_at(world, kept, row.id, row.blob):
                yield f"The stored bytes of {kept.what} {row.id} (“{row.title:.80}”) are {what}."


def _bytes_of_nothing(world: World, kept: _Kept) -> Iterator[str]:
    to_go = select(remains.c.user_id, remains.c.name).where(remains.c.kind == kept.remains)
    for owner, sha256 in originals.unused(world, kept.originals, to_go):
        yield f"The stored bytes {sha256} of {owner} belong to no {kept.what}."


def _points_at(world: World, kept: _Kept, row_id: str, blob: str) -> bool:
    """Still: a row may go meanwhile, and a line let its recording go when its episode is made."""
    table = kept.originals.table
    with world.db.reading() as tx:
        return tx.execute(select(table.c.id).where(table.c.id == row_id, table.c.blob == blob)).first() is not None


def _live(kind: Kind, of: Column[Any]) -> ColumnElement[bool]:
    """Whether a job of this kind waits or runs for it."""
    is_live = job.c.status.in_((Status.QUEUED, Status.RUNNING))
    return exists().where(and_(job.c.source_id == of, job.c.kind == kind, is_live))
