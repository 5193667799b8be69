"""Reading conversations."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, func, select

from lorewright.core.errors import NotFound
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.queries import articles_of_sources
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
from lorewright.knowledge.tables import Confidence


def list_conversations(tx: Transaction, owner: str, limit: int) -> list[ConversationSummary]:
    """The most recently updated first."""
    wanted = _conversations().where(conversation.c.user_id == owner)
    wanted = wanted.order_by(conversation.c.updated_at.desc(), conversation.c.id).limit(limit)
    return [ConversationSummary(**dict(_as_conversation(row)), turn_count=row.turn_count) for row in tx.execute(wanted)]


def get_conversation(tx: Transaction, owner: str, conversation_id: str) -> ConversationDetail:
    """Raises `NotFound`."""
    found = get_response(tx, owner, conversation_id)
    wanted = select(turn).where(turn.c.user_id == owner, turn.c.conversation_id == conversation_id)
    rows = tx.execute(wanted.order_by(turn.c.turn_index)).all()
    return ConversationDetail(conversation=found, queries=_with_citations(tx, owner, rows))


def get_response(tx: Transaction, owner: str, conversation_id: str) -> ConversationResponse:
    """Raises `NotFound`."""
    wanted = _conversations().where(conversation.c.user_id == owner, conversation.c.id == conversation_id)
    row = tx.execute(wanted).first()
    if row is None:
        raise NotFound("Conversation not found")
    return _as_conversation(row)


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
    answers = _with_citations(tx, owner, rows)
    return [
        QueryHistoryEntry(**{k: v for k, v in dict(one).items() if k != "citations"}, user_id=owner) for one in answers
    ]


def _conversations() -> Any:
    fork = conversation.alias("fork")
    mine = fork.c.user_id == conversation.c.user_id
    forks = select(func.count()).where(mine, fork.c.parent_conversation_id == conversation.c.id).scalar_subquery()
    return select(conversation, forks.label("fork_count"))


def _as_conversation(row: Row[Any]) -> ConversationResponse:
    return ConversationResponse(
        id=row.id,
        title=row.title,
        created_at=row.created_at,
        updated_at=row.updated_at,
        filed_article_id=row.filed_article_id,
        parent_conversation_id=row.parent_conversation_id,
        forked_at_turn_index=row.forked_at_turn_index,
        fork_count=row.fork_count,
    )


def _with_citations(tx: Transaction, owner: str, rows: Sequence[Row[Any]]) -> list[QueryResponse]:
    claims = claim_store.get(tx, owner, [row.id for row in rows])
    evidence = {turn_id: _places(said) for turn_id, said in claims.items()}
    related = {row.id: json.loads(row.related_sources) for row in rows}
    ids = {one.source_id for places in evidence.values() for one in places} | {i for r in related.values() for i in r}
    articles = articles_of_sources(tx, owner, sorted(ids))
    sources = brief(tx, owner, ids)
    answers = []
    for row in rows:
        cited = [one for one in evidence[row.id] if one.source_id in articles and one.source_id in sources]
        titles = dict.fromkeys(articles[one.source_id].title for one in cited)
        others = dict.fromkeys(articles[one].title for one in related[row.id] if one in articles)
        answers.append(
            QueryResponse(
                id=row.id,
                question=row.question,
                answer=row.answer,
                confidence=row.confidence,
                source_article_ids=json.dumps(list(titles), ensure_ascii=False),
                related_article_ids=json.dumps([one for one in others if one not in titles], ensure_ascii=False),
                filed_back=row.filed_article_id is not None,
                filed_article_id=row.filed_article_id,
                created_at=row.created_at,
                conversation_id=row.conversation_id,
                turn_index=row.turn_index,
                citations=[
                    CitationResponse(
                        article=CitationArticleRef(
                            slug=articles[one.source_id].slug, title=articles[one.source_id].title
                        ),
                        sources=[sources[one.source_id]],
                        quote=one.quote,
                        start=one.start,
                        end=one.end,
                        page=one.page,
                        start_s=one.start_s,
                        link=link_to(sources[one.source_id].source_url, one.start_s),
                    )
                    for one in cited
                ],
            )
        )
    return answers


def _places(claims: Sequence[Claim]) -> list[Evidence]:
    """Each cited place once, in the order of the answer: the n-th is what `[n]` points at."""
    found: dict[tuple[str, int, int], Evidence] = {}
    for one in claims:
        for evidence in one.evidence if one.confidence is Confidence.SOURCED else ():
            found.setdefault((evidence.source_id, evidence.start, evidence.end), evidence)
    return list(found.values())
