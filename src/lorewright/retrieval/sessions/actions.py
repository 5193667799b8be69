"""Keeping sessions, asking in them, and taking back what their answers rested on a document that is gone."""

import asyncio
import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy import delete, insert, select, update

from lorewright.core.errors import Conflict, NotFound
from lorewright.core.ids import new_id
from lorewright.core.threads import unless_left
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.claims import NewClaim
from lorewright.knowledge.engine import Asking, Earlier
from lorewright.knowledge.passages import estimate_tokens
from lorewright.knowledge.retrieve import Hit
from lorewright.knowledge.tables import Holder
from lorewright.platform.engines import engine_of
from lorewright.retrieval.documents.actions import lock_rows
from lorewright.retrieval.search import actions as searching
from lorewright.retrieval.search.actions import Outcome
from lorewright.retrieval.sessions import queries, rules
from lorewright.retrieval.sessions.schemas import (
    Message,
    MessageCreate,
    Session,
    SessionAnswer,
    SessionCreate,
    SessionQuestion,
    SessionUpdate,
)
from lorewright.retrieval.sessions.tables import MessageType, Role, message, message_source, session
from lorewright.world import World


def create(tx: Transaction, world: World, owner: str, new: SessionCreate) -> Session:
    now = world.clock.now()
    row = {
        "id": new_id(),
        "user_id": owner,
        "title": new.title,
        "metadata": json.dumps(new.metadata, ensure_ascii=False),
        "message_count": 0,
        "created_at": now,
        "updated_at": now,
    }
    tx.execute(insert(session), row)
    return queries.get_session(tx, owner, str(row["id"]))


def change(tx: Transaction, world: World, owner: str, session_id: str, new: SessionUpdate) -> Session:
    """Raises `NotFound`, `NotAllowed`."""
    queries.get_row(tx, owner, session_id)
    given: dict[str, Any] = new.model_dump(exclude_unset=True)
    if "metadata" in given:
        given["metadata"] = json.dumps(new.metadata, ensure_ascii=False)
    mine = (session.c.user_id == owner) & (session.c.id == session_id)
    tx.execute(update(session).where(mine).values(**given, updated_at=world.clock.now()))
    return queries.get_session(tx, owner, session_id)


def remove(tx: Transaction, owner: str, session_id: str) -> None:
    """With its messages. Raises `NotFound`, `NotAllowed`."""
    queries.get_row(tx, owner, session_id)
    mine = (message.c.user_id == owner) & (message.c.session_id == session_id)
    claim_store.forget(tx, owner, tx.execute(select(message.c.id).where(mine)).scalars().all())
    tx.execute(delete(session).where(session.c.user_id == owner, session.c.id == session_id))


def say(tx: Transaction, world: World, owner: str, new: MessageCreate) -> Message:
    """Raises `NotFound`, `NotAllowed`."""
    session_id = str(new.session_id)
    queries.get_row(tx, owner, session_id)
    tokens = new.token_count if "token_count" in new.model_fields_set else estimate_tokens(new.content)
    return _put(tx, world, owner, session_id, new.role, new.message_type, new.content, tokens)


async def ask(world: World, owner: str, session_id: str, new: SessionQuestion) -> SessionAnswer:
    """Answers from a collection, as the questions before help to understand it, and keeps question and answer.

    Raises `NotFound`, `NotAllowed`, `Conflict`, `Unavailable`, and as a model does; nothing is kept then.
    """
    before = await asyncio.to_thread(_earlier, world, owner, session_id)
    question = new.question
    if before:
        engine = await asyncio.to_thread(engine_of, world, owner, lock_rows)
        sources = dict.fromkeys(one for each in before for one in each.source_ids)
        question = await engine.understand(question, before, Asking(owner, tuple(sources)))
    found = await searching.search(world, owner, str(new.collection_id), question, new.config_metadata)
    return await unless_left(partial(keep, world, owner, session_id, new.question, found))


def forget(tx: Transaction, owner: str, *document_ids: str) -> int:
    """Takes these documents, and the sentences that rest on them, out of every answer; how many answers changed."""
    mine = (message_source.c.user_id == owner) & among(message_source.c.document_id, document_ids)
    listing = set(tx.execute(select(message_source.c.message_id).where(mine)).scalars())
    resting = set(claim_store.holders_resting_on(tx, owner, Holder.MESSAGE, *document_ids))
    tx.execute(delete(message_source).where(mine))
    changed = sorted(listing | resting)
    claims = claim_store.get(tx, owner, changed)
    places = queries.places(tx, owner, changed)
    for message_id in changed:
        if not claims[message_id]:
            continue  # it says that there is no answer
        rest = rules.without(claims[message_id], frozenset(document_ids))
        claim_store.put(tx, owner, Holder.MESSAGE, message_id, rest)
        content = rules.text_of(rest, places.get(message_id, ()))
        mine = (message.c.user_id == owner) & (message.c.id == message_id)
        tx.execute(update(message).where(mine).values(content=content, token_count=estimate_tokens(content)))
    return len(changed)


def _earlier(world: World, owner: str, session_id: str) -> list[Earlier]:
    with world.db.reading() as tx:
        return queries.earlier(tx, owner, session_id)


def keep(
    world: World, owner: str, session_id: str, question: str, found: Outcome, check_wanted: Callable[[], None]
) -> SessionAnswer:
    """Question and answer, in one transaction. `check_wanted` raises where nothing is to be kept after all."""
    cited = {support.source_id for one in found.sentences for support in one.support}
    listed = {hit.source_id for hit in found.hits}
    with world.db.writing() as tx:
        if lock_rows(tx, owner, listed | cited) != listed | cited:
            raise Conflict("A document of this answer was deleted meanwhile; ask again.")
        queries.get_row(tx, owner, session_id)
        tokens = estimate_tokens(question)
        asked = _put(tx, world, owner, session_id, Role.USER, MessageType.QUESTION, question, tokens)
        answer = found.response.answer
        tokens = estimate_tokens(answer)
        said = _put(tx, world, owner, session_id, Role.ASSISTANT, MessageType.ANSWER, answer, tokens, found.hits)
        claims = [NewClaim("Answer", one.text, one.confidence, one.support) for one in found.sentences]
        claim_store.put(tx, owner, Holder.MESSAGE, said.id, claims)
        check_wanted()
    return SessionAnswer(
        **dict(found.response), session_id=UUID(session_id), question_message=asked, answer_message=said
    )


def _put(
    tx: Transaction,
    world: World,
    owner: str,
    session_id: str,
    role: Role,
    message_type: MessageType,
    content: str,
    token_count: int,
    sources: Sequence[Hit] = (),
) -> Message:
    """The next message. Raises `NotFound` where the session is gone."""
    now = world.clock.now()
    mine = (session.c.user_id == owner) & (session.c.id == session_id)
    counted = update(session).where(mine).values(message_count=session.c.message_count + 1, updated_at=now)
    ordinal = tx.execute(counted.returning(session.c.message_count - 1)).scalar()
    if ordinal is None:
        raise NotFound("Session not found")
    row = {
        "id": new_id(),
        "user_id": owner,
        "session_id": session_id,
        "ordinal": ordinal,
        "role": role.value,
        "message_type": message_type.value,
        "content": content,
        "token_count": token_count,
        "created_at": now,
    }
    tx.execute(insert(message), row)
    if sources:
        tx.execute(insert(message_source), [_source(owner, str(row["id"]), *one) for one in enumerate(sources)])
    return queries.get_message(tx, owner, str(row["id"]))


def _source(owner: str, message_id: str, ordinal: int, hit: Hit) -> dict[str, Any]:
    return {
        "message_id": message_id,
        "ordinal": ordinal,
        "user_id": owner,
        "document_id": hit.source_id,
        "text_id": hit.passage.text_id,
        "passage": hit.passage.ordinal,
        "start_char": hit.passage.start,
        "end_char": hit.passage.end,
        "page": hit.passage.page,
        "score": hit.score,
    }
