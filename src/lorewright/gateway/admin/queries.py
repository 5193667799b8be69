"""Whether everything holds together: every invariant between rows, blobs, wiki files and index.

What is compared is read in one transaction, in pages, so that neither memory nor the database's log grows with the store. What
lies on the disk is looked at after its rows were read; where the two differ the rows are read again, since what looks wrong may
have been deleted or written anew meanwhile.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from itertools import groupby, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Row, Select, and_, exists, func, not_, select
from sqlalchemy import text as sql
from sqlalchemy.exc import DatabaseError

from lorewright.core.errors import NotFound
from lorewright.core.ids import content_hash
from lorewright.db.transaction import Transaction
from lorewright.gateway.admin import rules
from lorewright.gateway.articles.files import path_of
from lorewright.gateway.articles.tables import article, article_source, article_version
from lorewright.gateway.conversations.tables import conversation, turn
from lorewright.gateway.removal.tables import Remains, remains
from lorewright.gateway.sources.tables import IngestStatus, source
from lorewright.index.tables import index_scope, index_vector, posting
from lorewright.index.terms import BY_SCRIPT, Analyser
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.tables import Holder, TextState, claim, passage, scope, span, text
from lorewright.knowledge.texts import embedded_text
from lorewright.platform.jobs.tables import Kind, Status, job
from lorewright.world import World

PAGE = 200
"""Things looked at in one transaction."""

ROWS = 2_000
"""Rows of a long result held at once."""

UPLOAD_TIME = timedelta(hours=1)
"""So much earlier than its row may a blob have come."""

TAKEOVER_TIME = timedelta(seconds=60)
"""So long after its lease another worker may take a job over."""

Sentences = Iterator[str]


def violations(world: World) -> Sentences:
    """What does not hold, each a sentence that names the thing; none where all is well. Changes nothing."""
    areas: tuple[Callable[[World], Sentences], ...] = (
        _database, _rows, _blobs, _unused_blobs, _passages, _index, _quotes, _files, _foreign_files,
    )  # fmt: skip
    for area in areas:
        try:
            yield from area(world)
        except DatabaseError as error:
            yield f"The database cannot be read: {error.orig}."


# -- Rows -------------------------------------------------------------------------------------------------------------


def _database(world: World) -> Sentences:
    """PostgreSQL keeps foreign keys and its own pages by itself."""
    if world.db.dialect != "sqlite":
        return
    with world.db.reading() as tx:
        for (found,) in tx.execute(sql("PRAGMA quick_check")):
            if found != "ok":
                yield f"The database file is damaged: {found}."
        for row in tx.execute(sql("PRAGMA foreign_key_check")):
            yield f"Row {row.rowid} of the table {row.table} refers to a row of {row.parent} that is not there."


def _rows(world: World) -> Sentences:
    """What one statement can tell."""
    for statements in (_of_sources(), _of_texts(), _of_articles(), _of_claims(), _of_jobs_and_turns(world)):
        with world.db.reading() as tx:
            for wanted, sentence in statements:
                for row in tx.execute(wanted.execution_options(yield_per=ROWS)):
                    yield sentence.format(*row)


Statements = Sequence[tuple[Select[Any], str]]
"""Each finds rows that break an invariant; the columns go into the sentence."""


def _of_sources() -> Statements:
    named = select(source.c.id, source.c.title)
    compiled = source.c.status == IngestStatus.COMPILED
    has_text = exists().where(text.c.source_id == source.c.id, text.c.state == TextState.READY)
    has_article = exists().where(article_source.c.source_id == source.c.id)
    failed = exists().where(
        job.c.source_id == source.c.id, job.c.kind == Kind.COMPILE_SOURCE, job.c.status == Status.FAILED
    )
    compiling = _live(Kind.COMPILE_SOURCE, source.c.user_id, source.c.id)
    return [
        (named.where(compiled, ~has_text), "Source {} (“{}”) is compiled but has no text that is ready."),
        (named.where(compiled, ~has_article), "Source {} (“{}”) is compiled but has no article."),
        (
            named.where(source.c.status == IngestStatus.PROCESSING, ~compiling),
            "Source {} (“{}”) is being processed, but no job is at work on it.",
        ),
        (
            named.where(source.c.status == IngestStatus.PENDING, failed, ~compiling),
            "Source {} (“{}”) waits for its compilation, but that has failed.",
        ),
    ]


def _of_texts() -> Statements:
    named = select(text.c.id, text.c.source_id)
    erasing = _live(Kind.ERASE_REMAINS, text.c.user_id)
    compiling = _live(Kind.COMPILE_SOURCE, text.c.user_id, text.c.source_id)
    of_source = exists().where(source.c.id == text.c.source_id, source.c.user_id == text.c.user_id)
    lacking = (
        select(text.c.source_id, func.count())
        .join(passage, passage.c.text_id == text.c.id)
        .join(index_vector, index_vector.c.number == passage.c.number, isouter=True)
        .where(
            text.c.state == TextState.READY,
            index_vector.c.number.is_(None),
            ~_live(Kind.EMBED_CHUNKS, text.c.user_id, text.c.source_id),
            ~compiling,
        )
        .group_by(text.c.source_id)
    )
    in_scope = exists().where(passage.c.number == index_vector.c.number, passage.c.scope_id == index_vector.c.scope_id)
    return [
        (
            named.where(text.c.state != TextState.REMOVED, ~of_source),
            "Text {} is of source {}, which is not there.",
        ),
        (
            named.where(text.c.state == TextState.BUILDING, ~compiling),
            "Text {} of source {} is half written, and no job goes on with it.",
        ),
        (
            named.where(text.c.state == TextState.REMOVED, ~erasing),
            "Text {} of the deleted source {} is to be erased, but no job does it.",
        ),
        (
            select(remains.c.kind, remains.c.name).where(~_live(Kind.ERASE_REMAINS, remains.c.user_id)),
            "The {} {} is to be erased, but no job does it.",
        ),
        (lacking, "Source {} has {} passages without a vector, and no job makes them."),
        (
            select(index_vector.c.number, index_vector.c.scope_id).where(~in_scope),
            "The vector {} of scope {} belongs to no passage.",
        ),
        (
            select(passage.c.number, passage.c.text_id)
            .join(text, text.c.id == passage.c.text_id)
            .where((passage.c.scope_id != text.c.scope_id) | (passage.c.user_id != text.c.user_id)),
            "Passage {} is in another scope than its text {}.",
        ),
    ]


def _of_articles() -> Statements:
    named = select(article.c.slug, article.c.id)
    has_version = exists().where(
        article_version.c.article_id == article.c.id, article_version.c.number == article.c.version
    )
    has_source = exists().where(
        article_source.c.article_id == article.c.id,
        source.c.id == article_source.c.source_id,
        source.c.user_id == article.c.user_id,
    )
    writing = _live(Kind.PROJECT_FILES, article.c.user_id)
    return [
        (named.where(~has_version), "The article {} ({}) lacks its current version."),
        (named.where(~has_source), "The article {} ({}) rests on no source."),
        (
            named.where(article.c.file_due == 1, ~writing),
            "The file of the article {} ({}) is to be written, but no job does it.",
        ),
    ]


def _of_claims() -> Statements:
    in_article = claim.c.holder_kind == Holder.ARTICLE
    has_article = exists().where(article.c.id == claim.c.holder_id, article.c.user_id == claim.c.user_id)
    has_turn = exists().where(turn.c.id == claim.c.holder_id, turn.c.user_id == claim.c.user_id)
    has_span = exists().where(span.c.claim_id == claim.c.id)
    has_text = exists().where(
        text.c.id == span.c.text_id, text.c.source_id == span.c.source_id, text.c.state == TextState.READY
    )
    named = select(claim.c.id, claim.c.holder_id)
    return [
        (named.where(in_article, ~has_article), "Claim {} is of article {}, which is not there."),
        (named.where(not_(in_article), ~has_turn), "Claim {} is of answer {}, which is not there."),
        (named.where(~has_span), "Claim {} of {} rests on nothing."),
        (
            select(claim.c.id, claim.c.holder_id, span.c.source_id)
            .join(span, span.c.claim_id == claim.c.id)
            .where(in_article, ~has_text),
            "Claim {} of article {} rests on a text of source {} that is not ready.",
        ),
    ]


def _of_jobs_and_turns(world: World) -> Statements:
    long_ago = world.clock.now() - TAKEOVER_TIME
    turns = select(func.count()).where(turn.c.conversation_id == conversation.c.id).scalar_subquery()
    counted = select(conversation.c.id, conversation.c.turn_count, turns)
    return [
        (
            select(job.c.id, job.c.kind).where(job.c.status == Status.RUNNING, job.c.lease_until < long_ago),
            "Job {} ({}) was left by its worker, and no other has taken it over.",
        ),
        (counted.where(conversation.c.turn_count != turns), "Conversation {} counts {} turns but has {}."),
    ]


def _live(kind: Kind, owner: ColumnElement[str], source_id: ColumnElement[str] | None = None) -> ColumnElement[bool]:
    """Whether a job of this kind waits or runs for the owner, or for this source of the owner."""
    wanted = and_(job.c.user_id == owner, job.c.kind == kind, job.c.status.in_((Status.QUEUED, Status.RUNNING)))
    return exists().where(wanted if source_id is None else and_(wanted, job.c.source_id == source_id))


# -- Texts and their index --------------------------------------------------------------------------------------------


def _passages(world: World) -> Sentences:
    """Each text is the row of its passages."""
    for page in _pages(world, select(text.c.id).where(text.c.state == TextState.READY), text.c.id):
        wanted = (
            select(
                text.c.id,
                text.c.source_id,
                text.c.characters,
                text.c.passages,
                passage.c.ordinal,
                passage.c.start_char,
                passage.c.end_char,
                func.length(passage.c.content),
            )
            .join(passage, passage.c.text_id == text.c.id, isouter=True)
            .where(text.c.id.in_([row.id for row in page]), text.c.state == TextState.READY)
            .order_by(text.c.id, passage.c.ordinal)
            .execution_options(yield_per=ROWS)
        )
        with world.db.reading() as tx:
            for first, rows in groupby(tx.execute(wanted), lambda row: row[:4]):
                pieces = (rules.Piece._make(row[4:]) for row in rows if row.ordinal is not None)
                fault = rules.untiled(pieces, characters=first[2], passages=first[3])
                if fault is not None:
                    yield f"Text {first[0]} of source {first[1]} is not whole: {fault}."


def _index(world: World) -> Sentences:
    """The postings of each scope hold its passages, and its statistics are what they add up to."""
    with world.db.reading() as tx:
        scopes = sorted(
            {*tx.execute(select(scope.c.id)).scalars(), *tx.execute(select(index_scope.c.scope_id)).scalars()}
        )
    for number in scopes:
        with world.db.reading() as tx:
            yield from _scope_index(tx, number)


def _scope_index(tx: Transaction, scope_id: int) -> Sentences:
    said = tx.execute(
        select(index_scope.c.passages, index_scope.c.words).where(index_scope.c.scope_id == scope_id)
    ).first()
    data = select(posting.c.data).where(posting.c.scope_id == scope_id).execution_options(yield_per=ROWS)
    counted = rules.recounted(tx.execute(data).scalars())
    passages, words = (said.passages, said.words) if said else (0, 0)
    if (passages, words) != (len(counted.numbers), counted.words):
        yield (
            f"The index of scope {scope_id} counts {passages} passages with {words} words, "
            f"but its postings add up to {len(counted.numbers)} with {counted.words}."
        )
    if counted.two_lengths:
        yield f"The index of scope {scope_id} gives {counted.two_lengths} passages two lengths."
    strangers = np.setdiff1d(counted.numbers, _numbers(tx, passage.c.scope_id == scope_id))
    if len(strangers):
        yield f"The index of scope {scope_id} holds {len(strangers)} passages that are not there, the first {strangers[0]}."
    ready = _numbers(tx, and_(passage.c.scope_id == scope_id, text.c.state == TextState.READY))
    lost = [number for number in np.setdiff1d(ready, counted.numbers).tolist() if _has_terms(tx, number)]
    if lost:
        yield f"The index of scope {scope_id} lacks the words of {len(lost)} passages, the first {lost[0]}."


def _numbers(tx: Transaction, condition: ColumnElement[bool]) -> NDArray[np.int64]:
    wanted = select(passage.c.number).join(text, text.c.id == passage.c.text_id).where(condition)
    return np.fromiter(tx.execute(wanted.execution_options(yield_per=ROWS)).scalars(), np.int64)


def _has_terms(tx: Transaction, number: int) -> bool:
    """A passage of marks alone has none, and no posting."""
    wanted = select(text.c.title, passage.c.heading_path, passage.c.content).join(text, text.c.id == passage.c.text_id)
    row = tx.execute(wanted.where(passage.c.number == number)).one()
    return bool(Analyser([BY_SCRIPT]).passage(embedded_text(row.title, row.heading_path, row.content)).counts)


def _quotes(world: World) -> Sentences:
    """What an article's claims quote stands where they say."""
    for page in _pages(world, select(article.c.id, article.c.user_id, article.c.slug), article.c.id):
        with world.db.reading() as tx:
            for row in page:
                for one in claim_store.get(tx, row.user_id, [row.id])[row.id]:
                    for evidence in one.evidence:
                        if not evidence.stands:
                            yield (
                                f"A claim of the article {row.slug} ({one.id}) quotes what does not stand at characters "
                                f"{evidence.start} to {evidence.end} of source {evidence.source_id}."
                            )


# -- The disk ---------------------------------------------------------------------------------------------------------


def _blobs(world: World) -> Sentences:
    """The bytes of each source are there, and are those that came."""
    wanted = select(source.c.id, source.c.user_id, source.c.title, source.c.blob)
    for page in _pages(world, wanted, source.c.id):
        for row in page:
            fault = _fault(partial(world.blobs.get, row.user_id, row.blob), row.blob)
            if fault and _unchanged(world, wanted.where(source.c.id == row.id), row):
                yield f"The stored bytes of source {row.id} (“{row.title}”) are {fault}."


def _unused_blobs(world: World) -> Sentences:
    there = world.blobs.all()
    while page := list(islice(there, PAGE)):
        names = [sha256 for _, sha256 in page]
        with world.db.reading() as tx:
            used = set(tx.execute(select(source.c.user_id, source.c.blob).where(source.c.blob.in_(names))))
            to_go = select(remains.c.user_id, remains.c.name).where(
                remains.c.kind == Remains.BLOB, remains.c.name.in_(names)
            )
            used.update(tx.execute(to_go))
        known = {tuple(row) for row in used}
        for owner, sha256 in page:
            if (owner, sha256) not in known:
                written_at = world.blobs.written_at(owner, sha256)
                if written_at is not None and world.clock.now() - written_at > UPLOAD_TIME:
                    yield f"The stored bytes {sha256} of {owner} belong to no source."


def _files(world: World) -> Sentences:
    """Each file is what was last written, unless it is still to be."""
    wanted = select(article.c.id, article.c.slug, article.c.file_hash).where(article.c.file_due == 0)
    for page in _pages(world, wanted, article.c.id):
        for row in page:
            path = path_of(world.settings.wiki_dir, row.slug)
            fault = _fault(path.read_bytes, row.file_hash)
            if fault and _unchanged(world, wanted.where(article.c.id == row.id), row):
                yield f"The wiki file {path.name} is {fault}."


def _foreign_files(world: World) -> Sentences:
    """Every Markdown file in the wiki's folder is an article's."""
    there = world.settings.wiki_dir.glob("[!.]*.md")
    while page := list(islice(there, PAGE)):
        slugs = [path.stem for path in page]
        with world.db.reading() as tx:
            known = set(tx.execute(select(article.c.slug).where(article.c.slug.in_(slugs))).scalars())
            to_go = select(remains.c.name).where(remains.c.kind == Remains.FILE, remains.c.name.in_(slugs))
            known.update(tx.execute(to_go).scalars())
        for path in page:
            if path.stem not in known and path.exists():
                yield f"The file {path.name} in the wiki's folder is no article's."


def _fault(read: Callable[[], bytes], sha256: str | None) -> str | None:
    try:
        data = read()
    except (FileNotFoundError, NotFound):
        return "missing"
    except OSError as error:
        return f"not to be read ({error.strerror})"
    return None if content_hash(data) == sha256 else "no longer what was written"


# -- Reading in pages -------------------------------------------------------------------------------------------------


def _pages(world: World, wanted: Select[Any], key: ColumnElement[str]) -> Iterator[Sequence[Row[Any]]]:
    """The rows in the order of their id, which is the first column, each page in a transaction of its own."""
    after = ""
    while True:
        with world.db.reading() as tx:
            rows = tx.execute(wanted.where(key > after).order_by(key).limit(PAGE)).all()
        if not rows:
            return
        yield rows
        after = rows[-1][0]


def _unchanged(world: World, wanted: Select[Any], row: Row[Any]) -> bool:
    with world.db.reading() as tx:
        return tx.execute(wanted).first() == row
