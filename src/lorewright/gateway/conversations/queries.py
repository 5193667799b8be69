"""Reading conversations."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Row, Select, and_, bindparam, case, func, select

from lorewright.core.errors import NotFound
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.queries import articles_of_texts, living
from lorewright.gateway.articles.tables import article as article_table
from lorewright.gateway.contradictions import cited
from lorewright.gateway.conversations.rules import ExportedTurn, exported
from lorewright.gateway.conversations.schemas import (
    CitationArticleRef,
    CitationResponse,
    ConversationDetail,
    ConversationResponse,
    ConversationSummary,
    QueryHistoryEntry,
    QueryResponse,
)
from lorewright.gateway.conversations.tables import conversation, turn
from lorewright.gateway.sources.queries import brief
from lorewright.gateway.sources.rules import link_to
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.claims import Claim, Evidence
from lorewright.knowledge.engine import Earlier
from lorewright.knowledge.tables import Confidence

QUESTIONS_BEFORE = 50
"""So far back may a question refer."""
ANSWERS_BEFORE = 8

# What is asked for often is made once: building a statement takes longer than running it.
_OWNER: BindParameter[str] = bindparam("owner")
_ID: BindParameter[str] = bindparam("conversation_id")


def _conversations() -> Select[Any]:
    fork = conversation.alias("fork")
    mine = fork.c.user_id == conversation.c.user_id
    forks = select(func.count()).where(mine, fork.c.parent_conversation_id == conversation.c.id).scalar_subquery()
    # An article that a deletion left nothing of is gone.
    filed = select(article_table.c.id).where(
        article_table.c.user_id == conversation.c.user_id, article_table.c.id == conversation.c.filed_article_id
    )
    return select(conversation, forks.label("fork_count"), filed.scalar_subquery().label("filed_in"))


def _newest() -> Select[Any]:
    """Which ones is found first, by little more than their ids."""
    newest_first = (conversation.c.updated_at.desc(), conversation.c.id)
    page = select(conversation.c.id).where(conversation.c.user_id == _OWNER).order_by(*newest_first)
    return _conversations().where(conversation.c.id.in_(page.limit(bindparam("limit")))).order_by(*newest_first)


def _thread() -> Select[Any]:
    """The turns of a conversation, and of those it was forked from as far as it shares them."""
    own = select(
        conversation.c.id,
        conversation.c.parent_conversation_id.label("parent"),
        conversation.c.forked_at_turn_index.label("forked_at"),
        conversation.c.turn_count.label("below"),
    ).where(conversation.c.user_id == _OWNER, conversation.c.id == _ID)
    lineage = own.cte("lineage", recursive=True)
    shared = case((lineage.c.forked_at < lineage.c.below, lineage.c.forked_at), else_=lineage.c.below)
    parents = select(
        conversation.c.id, conversation.c.parent_conversation_id, conversation.c.forked_at_turn_index, shared
    ).join(lineage, conversation.c.id == lineage.c.parent)
    lineage = lineage.union_all(parents.where(conversation.c.user_id == _OWNER, shared > 0))
    return (
        select(turn)
        .join(lineage, and_(turn.c.conversation_id == lineage.c.id, turn.c.turn_index < lineage.c.below))
        .where(turn.c.user_id == _OWNER)
        .order_by(turn.c.turn_index)
    )


_NEWEST = _newest()
_ONE = _conversations().where(conversation.c.user_id == _OWNER, conversation.c.id == _ID)
_THREAD = _thread()
_EARLIER = _THREAD.where(turn.c.turn_index >= bindparam("first"), turn.c.turn_index < bindparam("below"))


class Exported(NamedTuple):
    title: str
    markdown: str


def list_conversations(tx: Transaction, owner: str, limit: int) -> list[ConversationSummary]:
    """The most recently updated first."""
    rows = tx.execute(_NEWEST, {"owner": owner, "limit": limit})
    return [ConversationSummary(**dict(_as_conversation(row)), turn_count=row.turn_count) for row in rows]


def get_conversation(tx: Transaction, owner: str, conversation_id: str) -> ConversationDetail:
    """Raises `NotFound`."""
    found = get_response(tx, owner, conversation_id)
    rows = thread(tx, owner, conversation_id)
    return ConversationDetail(conversation=found, queries=_with_citations(tx, owner, rows))


def get_response(tx: Transaction, owner: str, conversation_id: str) -> ConversationResponse:
    """Raises `NotFound`."""
    row = get_row(tx, owner, conversation_id)
    if row is None:
        raise NotFound("Conversation not found")
    return _as_conversation(row)


def get_row(tx: Transaction, owner: str, conversation_id: str) -> Row[Any] | None:
    """A conversation as `ConversationSummary` has it; None where there is none."""
    return tx.execute(_ONE, {"owner": owner, "conversation_id": conversation_id}).first()


def thread(tx: Transaction, owner: str, conversation_id: str) -> Sequence[Row[Any]]:
    """All turns of a conversation in order, those first that a fork shares with what it was forked from. One statement."""
    return tx.execute(_THREAD, {"owner": owner, "conversation_id": conversation_id}).all()


def earlier(tx: Transaction, owner: str, conversation_id: str, below: int) -> list[Earlier]:
    """What was asked before the turn of this index, so far as a question may still refer to it; answers of the last few alone."""
    wanted = {"owner": owner, "conversation_id": conversation_id, "first": below - QUESTIONS_BEFORE, "below": below}
    rows = tx.execute(_EARLIER, wanted).all()
    claims = claim_store.get(tx, owner, [row.id for row in rows[-ANSWERS_BEFORE:]])
    sources = {
        turn_id: tuple(dict.fromkeys(each.source_id for one in some for each in one.evidence))
        for turn_id, some in claims.items()
    }
    return [Earlier(row.question, row.answer if row.id in claims else "", sources.get(row.id, ())) for row in rows]


def export(tx: Transaction, owner: str, conversation_id: str) -> Exported:
    """The conversation as a Markdown file. Raises `NotFound`."""
    detail = get_conversation(tx, owner, conversation_id)
    turns = [
        ExportedTurn(one.question, one.answer, json.loads(one.source_article_ids or "[]")) for one in detail.queries
    ]
    found = detail.conversation
    return Exported(found.title, exported(found.id, found.title, found.created_at, found.updated_at, turns))


def get_turn(tx: Transaction, owner: str, turn_id: str) -> QueryResponse:
    """Raises `NotFound`."""
    rows = tx.execute(select(turn).where(turn.c.user_id == owner, turn.c.id == turn_id)).all()
    if not rows:
        raise NotFound("Turn not found")
    return _with_citations(tx, owner, rows)[0]


def history(tx: Transaction, owner: str, limit: int) -> list[QueryHistoryEntry]:
    """Every question of the owner, newest first."""
    wanted = select(turn).where(turn.c.user_id == owner).order_by(turn.c.created_at.desc(), turn.c.id).limit(limit)
    rows = tx.execute(wanted).all()
    return [QueryHistoryEntry(**one.fields, user_id=owner) for one in _told(tx, owner, rows)]


def _as_conversation(row: Row[Any]) -> ConversationResponse:
    return ConversationResponse(
        id=row.id,
        title=row.title,
        created_at=row.created_at,
        updated_at=row.updated_at,
        filed_article_id=row.filed_in,
        parent_conversation_id=row.parent_conversation_id,
        forked_at_turn_index=row.forked_at_turn_index,
        fork_count=row.fork_count,
    )


class _Told(NamedTuple):
    """A turn as every answer about it tells it."""

    fields: dict[str, Any]
    cited: list[Evidence]
    found_in: list[Row[Any]]
    """The article that led to each of them."""


def _with_citations(tx: Transaction, owner: str, rows: Sequence[Row[Any]]) -> list[QueryResponse]:
    told = _told(tx, owner, rows)
    sources = brief(tx, owner, {one.source_id for turn in told for one in turn.cited})
    disputed = cited.disputed(tx, owner, [one for turn in told for one in turn.cited])
    return [
        QueryResponse(
            **turn.fields,
            citations=[
                CitationResponse(
                    article=CitationArticleRef(slug=article.slug, title=article.title),
                    sources=[sources[one.source_id]],
                    quote=one.quote,
                    start=one.start,
                    end=one.end,
                    page=one.page,
                    start_s=one.start_s,
                    link=link_to(sources[one.source_id].source_url, one.start_s),
                )
                for one, article in zip(turn.cited, turn.found_in, strict=True)
            ],
            contradictions=list(
                {key: said for one in turn.cited for key, said in disputed.get(one, {}).items()}.values()
            ),
        )
        for turn in told
    ]


def _told(tx: Transaction, owner: str, rows: Sequence[Row[Any]]) -> list[_Told]:
    claims = claim_store.get(tx, owner, [row.id for row in rows])
    evidence = {turn_id: _places(said) for turn_id, said in claims.items()}
    related = {row.id: json.loads(row.related_sources) for row in rows}
    ids = {one.source_id for places in evidence.values() for one in places} | {i for r in related.values() for i in r}
    ids |= {one.via for places in evidence.values() for one in places if one.via is not None}
    articles = articles_of_texts(tx, owner, sorted(ids))
    filed = living(tx, owner, [row.filed_article_id for row in rows if row.filed_article_id is not None])
    told = []
    for row in rows:
        cited = [one for one in evidence[row.id] if one.source_id in articles]
        found_in = [articles.get(one.via or one.source_id, articles[one.source_id]) for one in cited]
        titles = dict.fromkeys([one.title for one in found_in] + [articles[one.source_id].title for one in cited])
        others = dict.fromkeys(articles[one].title for one in related[row.id] if one in articles)
        fields = {
            "id": row.id,
            "question": row.question,
            "answer": row.answer,
            "confidence": row.confidence,
            "source_article_ids": json.dumps(list(titles), ensure_ascii=False),
            "related_article_ids": json.dumps([one for one in others if one not in titles], ensure_ascii=False),
            "filed_back": row.filed_article_id in filed,
            "filed_article_id": row.filed_article_id if row.filed_article_id in filed else None,
            "created_at": row.created_at,
            "conversation_id": row.conversation_id,
            "turn_index": row.turn_index,
        }
        told.append(_Told(fields, cited, found_in))
    return told


def _places(claims: Sequence[Claim]) -> list[Evidence]:
    """Each cited place once, in the order of the answer: the n-th is what `[n]` points at."""
    found: dict[tuple[str, int, int], Evidence] = {}
    for one in claims:
        for evidence in one.evidence if one.confidence is Confidence.SOURCED else ():
            found.setdefault((evidence.source_id, evidence.start, evidence.end), evidence)
    return list(found.values())
