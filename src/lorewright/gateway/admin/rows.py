"""What must hold between rows, and of the database itself: what one statement can tell."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, case, exists, func, or_, select, tuple_
from sqlalchemy import text as sql

from lorewright.gateway.admin.pages import ROWS
from lorewright.gateway.articles.tables import (
    MadeBy,
    PageType,
    article,
    article_source,
    article_version,
    edit_conflict,
)
from lorewright.gateway.concepts.tables import CALLED, article_concept
from lorewright.gateway.conversations.tables import conversation, turn
from lorewright.gateway.sources.tables import IngestStatus, source
from lorewright.index.tables import State, index_scope, index_shelf, index_vector
from lorewright.knowledge.indexing import has_vector
from lorewright.knowledge.tables import FOUND, Holder, ScopeKind, TextState, claim, passage, scope, span, text
from lorewright.platform.costs.tables import ledger_call, ledger_month, ledger_subject
from lorewright.platform.jobs.tables import Kind, Status, job
from lorewright.platform.remains.tables import remains
from lorewright.world import World

TAKEOVER_TIME = timedelta(seconds=60)
"""So long after its lease another worker may take a job over."""


def _database(world: World) -> Iterator[str]:
    """PostgreSQL keeps foreign keys and its own pages by itself."""
    if world.db.dialect != "sqlite":
        return
    with world.db.reading() as tx:
        for (found,) in tx.execute(sql("PRAGMA quick_check")):
            if found != "ok":
                yield f"The database file is damaged: {found}."
        for row in tx.execute(sql("PRAGMA foreign_key_check")):
            yield f"Row {row.rowid} of the table {row.table} refers to a row of {row.parent} that is not there."


def _rows(world: World) -> Iterator[str]:
    """What one statement can tell."""
    for statements in (
        _of_sources(),
        _of_texts(),
        _of_indexes(),
        _of_articles(),
        _of_claims(),
        _of_jobs_and_turns(world),
        _of_costs(),
    ):
        with world.db.reading() as tx:
            for wanted, sentence in statements:
                for row in tx.execute(wanted.execution_options(yield_per=ROWS)):
                    yield sentence.format(*row)


Statements = Sequence[tuple[Select[Any], str]]
"""Each finds rows that break an invariant; the columns go into the sentence."""


@cache
def _of_sources() -> Statements:
    named = select(source.c.id, source.c.title)
    compiled = source.c.status == IngestStatus.COMPILED
    has_text = exists().where(text.c.source_id == source.c.id, text.c.state == TextState.READY)
    has_article = exists().where(article_source.c.source_id == source.c.id)
    failed = exists().where(
        job.c.source_id == source.c.id, job.c.kind == Kind.COMPILE_SOURCE, job.c.status == Status.FAILED
    )
    compiling = _compiling(source.c.user_id, source.c.id)
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


@cache
def _of_texts() -> Statements:
    named = select(text.c.id, text.c.source_id)
    erasing = _live(Kind.ERASE_REMAINS, text.c.user_id)
    writing = or_(
        _compiling(text.c.user_id, text.c.source_id), _live(Kind.INDEX_EDITS, text.c.user_id, text.c.source_id)
    )
    of_source = exists().where(source.c.id == text.c.source_id, source.c.user_id == text.c.user_id)
    of_answers = exists().where(
        article.c.id == text.c.source_id,
        article.c.user_id == text.c.user_id,
        article.c.page_type == PageType.ANSWER,
    )
    return [
        (
            named.where(_in_wiki(), text.c.state != TextState.REMOVED, ~of_source, ~of_answers),
            "Text {} is of source {}, which is not there.",
        ),
        (
            named.where(_in_wiki(), text.c.state == TextState.BUILDING, ~writing),
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
        (
            select(passage.c.number, passage.c.text_id)
            .join(text, text.c.id == passage.c.text_id)
            .where((passage.c.scope_id != text.c.scope_id) | (passage.c.user_id != text.c.user_id)),
            "Passage {} is in another scope than its text {}.",
        ),
    ]


def sources_without_vectors() -> Select[Any]:
    """(source_id, how many of its passages the embedder that serves has made no vector of, user_id, whether it is an article of
    answers) where no job is to make them."""
    of_answers = exists().where(article.c.id == text.c.source_id, article.c.user_id == text.c.user_id)
    serving = func.coalesce(index_scope.c.embedder, "")
    return (
        select(text.c.source_id, func.count().label("lacking"), text.c.user_id, of_answers.label("of_answers"))
        .join(passage, passage.c.text_id == text.c.id)
        .join(index_scope, index_scope.c.scope_id == text.c.scope_id, isouter=True)
        .where(
            _in_wiki(),
            text.c.state.in_(FOUND),
            ~has_vector(serving),
            ~_live(Kind.EMBED_CHUNKS, text.c.user_id, text.c.source_id),
            ~_live(Kind.EMBED_CHUNKS, text.c.user_id, article_id=text.c.source_id),
            ~_compiling(text.c.user_id, text.c.source_id),
            ~_live(Kind.REINDEX, text.c.user_id),
        )
        .group_by(text.c.source_id, text.c.user_id)
    )


def vectors_without_passage() -> Select[Any]:
    """(number, scope)"""
    number = func.abs(index_vector.c.number)
    in_scope = exists().where(passage.c.number == number, passage.c.scope_id == index_vector.c.scope_id)
    return select(number.label("number"), index_vector.c.scope_id).where(~in_scope)


def vectors_of_no_use() -> Select[Any]:
    """(count, scope_id, embedder, user_id) of those whose embedder does not serve, where no job is to change that."""
    return (
        select(func.count().label("count"), index_vector.c.scope_id, index_vector.c.embedder, scope.c.user_id)
        .join(scope, scope.c.id == index_vector.c.scope_id)
        .join(index_scope, index_scope.c.scope_id == scope.c.id, isouter=True)
        .where(
            index_vector.c.embedder != func.coalesce(index_scope.c.embedder, ""),
            ~_live(Kind.REINDEX, scope.c.user_id),
            ~_live(Kind.EMBED_CHUNKS, scope.c.user_id),
            ~_live(Kind.EMBED_DOCUMENT, scope.c.user_id),
        )
        .group_by(index_vector.c.scope_id, index_vector.c.embedder, scope.c.user_id)
    )


def _of_indexes() -> Statements:
    of_shelf = scope.c.id == func.abs(index_shelf.c.shelf)
    idle = ~_live(Kind.REINDEX, scope.c.user_id)
    half = select(scope.c.id, index_shelf.c.built_to, index_shelf.c.built_until).join(index_shelf, of_shelf)
    return [
        (sources_without_vectors(), "Source {} has {} passages without a vector, and no job makes them."),
        (vectors_without_passage(), "The vector {} of scope {} belongs to no passage."),
        (vectors_of_no_use(), "{} vectors of scope {} are of {}, which does not serve it, and no job changes that."),
        (
            half.where(index_shelf.c.state == State.BUILDING, idle),
            "The new index of scope {} is made up to passage {} of {}, and no job goes on with it.",
        ),
        (
            select(scope.c.id).join(index_shelf, of_shelf).where(index_shelf.c.state == State.ERASING, idle),
            "The old index of scope {} is to be erased, but no job does it.",
        ),
        (
            select(scope.c.id)
            .join(index_scope, index_scope.c.scope_id == scope.c.id)
            .where(index_scope.c.rebuild, idle),
            "The index of scope {} is to be made again, but no job does it.",
        ),
    ]


@cache
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
    has_text = exists().where(
        text.c.user_id == article.c.user_id, text.c.source_id == article.c.id, text.c.state == TextState.READY
    )
    rests_on = exists().where(
        article_source.c.article_id == article.c.id, article_source.c.source_id == span.c.source_id
    )
    was_compiled = exists().where(
        article_version.c.article_id == article.c.id,
        article_version.c.number == article.c.compiled_version,
        article_version.c.made_by == MadeBy.ENGINE,
    )
    of_version = exists().where(
        article_version.c.article_id == edit_conflict.c.article_id,
        article_version.c.number == edit_conflict.c.version,
        article_version.c.user_id == edit_conflict.c.user_id,
    )
    is_compiled = exists().where(
        article_source.c.source_id == text.c.source_id,
        article.c.id == article_source.c.article_id,
        article.c.page_type == PageType.SOURCE,
        article.c.version == article.c.compiled_version,
    )
    writing = _live(Kind.PROJECT_FILES, article.c.user_id)
    written = select(article_concept.c.user_id, CALLED)
    says_none = tuple_(article_concept.c.user_id, article_concept.c.concept).not_in(written)
    return [
        (named.where(~has_version), "The article {} ({}) lacks its current version."),
        (named.where(~was_compiled), "The article {} ({}) lacks the version that was compiled last."),
        (named.where(~has_source), "The article {} ({}) rests on no source."),
        (
            named.where(article.c.page_type == PageType.ANSWER, ~has_text),
            "The article {} ({}) of filed answers has no text to be found by.",
        ),
        (
            named.join(claim, claim.c.holder_id == article.c.id)
            .join(span, span.c.claim_id == claim.c.id)
            .where(article.c.page_type == PageType.ANSWER, ~rests_on)
            .distinct(),
            "The article {} ({}) has a claim on a source that it does not name.",
        ),
        (
            select(edit_conflict.c.id, edit_conflict.c.article_id).where(~of_version),
            "The conflict {} is of a version of article {} that is not there.",
        ),
        (
            select(text.c.id, text.c.source_id).where(
                text.c.state == TextState.REMARK,
                is_compiled,
                ~_live(Kind.INDEX_EDITS, text.c.user_id, text.c.source_id),
            ),
            "Text {} is what a person wrote into the article of source {}, which nobody has edited.",
        ),
        (
            named.where(article.c.file_due > 0, ~writing),
            "The file of the article {} ({}) is to be written, but no job does it.",
        ),
        (
            select(article_concept.c.key, func.count(article_concept.c.concept.distinct()))
            .group_by(article_concept.c.user_id, article_concept.c.key, article_concept.c.sense)
            .having(func.count(article_concept.c.concept.distinct()) > 1),
            "The concept {} has {} names.",
        ),
        (
            select(article_concept.c.concept, article_concept.c.article_id).where(says_none),
            "The concept {} of article {} is called so by no article.",
        ),
    ]


@cache
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
        (named.where(claim.c.holder_kind == Holder.ANSWER, ~has_turn), "Claim {} is of answer {}, which is not there."),
        (named.where(~has_span), "Claim {} of {} rests on nothing."),
        (
            select(claim.c.id, claim.c.holder_id, span.c.source_id)
            .join(span, span.c.claim_id == claim.c.id)
            .join(article, article.c.id == claim.c.holder_id)
            .where(
                in_article, article.c.page_type == PageType.SOURCE, ~has_text
            ),  # answers may be older than their source
            "Claim {} of article {} rests on a text of source {} that is not ready.",
        ),
    ]


def _of_jobs_and_turns(world: World) -> Statements:
    long_ago = world.clock.now() - TAKEOVER_TIME
    own = select(func.count()).where(turn.c.conversation_id == conversation.c.id).scalar_subquery()
    turns = own + func.coalesce(conversation.c.forked_at_turn_index, 0)
    counted = select(conversation.c.id, conversation.c.turn_count, turns)
    parent = conversation.alias("parent")
    shared = exists().where(
        parent.c.id == conversation.c.parent_conversation_id,
        parent.c.user_id == conversation.c.user_id,
        parent.c.turn_count >= conversation.c.forked_at_turn_index,
    )
    forks = select(conversation.c.id, conversation.c.parent_conversation_id)
    return [
        (
            select(job.c.id, job.c.kind).where(job.c.status == Status.RUNNING, job.c.lease_until < long_ago),
            "Job {} ({}) was left by its worker, and no other has taken it over.",
        ),
        (counted.where(conversation.c.turn_count != turns), "Conversation {} counts {} turns but has {}."),
        (
            forks.where(conversation.c.parent_conversation_id.is_not(None), ~shared),
            "Conversation {} shares turns with {}, which has them not.",
        ),
    ]


def _of_costs() -> Statements:
    of_month = (ledger_call.c.user_id == ledger_month.c.user_id) & (ledger_call.c.month == ledger_month.c.month)
    is_open = ledger_call.c.outcome.is_(None)
    spent = func.coalesce(func.sum(case((is_open, 0), else_=ledger_call.c.cost)), 0)
    reserved = func.coalesce(func.sum(case((is_open, ledger_call.c.cost), else_=0)), 0)
    sums = select(ledger_month.c.month, ledger_month.c.user_id).join(ledger_call, of_month, isouter=True)
    of_source = exists().where(source.c.id == ledger_subject.c.source_id, source.c.user_id == ledger_subject.c.user_id)
    of_document = exists().where(text.c.source_id == ledger_subject.c.source_id, ~_in_wiki())
    kept = (
        select(ledger_call.c.id, ledger_subject.c.source_id).join(ledger_subject).where(ledger_call.c.key.is_not(None))
    )
    return [
        (
            sums.group_by(*ledger_month.c).having(
                (ledger_month.c.spent != spent) | (ledger_month.c.reserved != reserved)
            ),
            "The ledger's sums of {} are not what the calls of {} come to.",
        ),
        (
            kept.where(~of_source, ~of_document),
            "The ledger's call {} keeps an answer about source {}, which is not there.",
        ),
    ]


def _in_wiki() -> ColumnElement[bool]:
    """Whether a text is of the gateway: what is in collections the retrieval service looks after itself."""
    return exists().where(scope.c.id == text.c.scope_id, scope.c.kind == ScopeKind.WIKI)


def _compiling(owner: ColumnElement[str], source_id: ColumnElement[str]) -> ColumnElement[bool]:
    return or_(_live(Kind.COMPILE_SOURCE, owner, source_id), _live(Kind.RECOMPILE_ARTICLE, owner, source_id))


def _live(
    kind: Kind,
    owner: ColumnElement[str],
    source_id: ColumnElement[str] | None = None,
    article_id: ColumnElement[str] | None = None,
) -> ColumnElement[bool]:
    """Whether a job of this kind waits or runs for the owner, or for this source or article of the owner."""
    wanted = [job.c.user_id == owner, job.c.kind == kind, job.c.status.in_((Status.QUEUED, Status.RUNNING))]
    if source_id is not None:
        wanted.append(job.c.source_id == source_id)
    if article_id is not None:
        wanted.append(job.c.article_id == article_id)
    return exists().where(*wanted)


AREAS = (_database, _rows)
