"""Asking the wiki, forking and filing what was asked, and taking back what answers rested on a source that is gone."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Row, Update, insert, or_, select, update

from lorewright.core.errors import AppError, BadInput, Conflict, NotFound
from lorewright.core.ids import derived_id, new_id
from lorewright.core.threads import unless_left
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.queries import articles_of_sources
from lorewright.gateway.conversations import answering, queries, rules
from lorewright.gateway.conversations.schemas import (
    AskResponse,
    FileBackSelectionRequest,
    FiledArticle,
    FiledConversation,
    FiledSelection,
    ForkRequest,
    QueryRequest,
)
from lorewright.gateway.conversations.tables import conversation, turn
from lorewright.gateway.filing import actions as filing
from lorewright.gateway.filing.rules import Answer
from lorewright.gateway.sources.actions import lock_rows
from lorewright.index.terms import BY_SCRIPT, Analyser
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.answers import Sentence, pieces
from lorewright.knowledge.claims import NewClaim
from lorewright.knowledge.engine import Asking, Earlier
from lorewright.knowledge.tables import Confidence, Holder
from lorewright.platform.engines import engine_of
from lorewright.world import World

MOST_FILED = 200
"""Turns in one article."""
TOO_MANY = f"At most {MOST_FILED} turns can be filed as one article; select fewer."


async def ask(world: World, owner: str, new: QueryRequest) -> AskResponse:
    """Answers and stores the turn. Raises `BadInput`, `NotFound`, `Conflict`, `Unavailable`, and as a model does."""
    return await _last(ask_in_pieces(world, owner, new))


async def fork(world: World, owner: str, conversation_id: str, new: ForkRequest) -> AskResponse:
    """Answers in a new conversation, which shares the turns before `turn_index` with this one. Raises as `ask`."""
    question = QueryRequest(question=new.new_question, conversation_id=conversation_id)
    return await _last(ask_in_pieces(world, owner, question, fork_at=new.turn_index))


async def ask_in_pieces(
    world: World, owner: str, new: QueryRequest, *, fork_at: int | None = None
) -> AsyncGenerator[rules.Delta | AskResponse]:
    """The answer piece by piece, then the stored turn; whoever stops listening before the end leaves nothing behind.

    `fork_at`: the turn takes this place in a fork of the conversation.
    """
    earlier = await asyncio.to_thread(_earlier, world, owner, new, fork_at)
    engine = await asyncio.to_thread(engine_of, world, owner, lock_rows)
    question = new.question
    if earlier:
        sources = dict.fromkeys(one for each in earlier for one in each.source_ids)
        question = await engine.understand(question, earlier, Asking(owner, tuple(sources)))
    reading = await asyncio.to_thread(_read, world, owner, question)
    said: list[Sentence] = []
    unproved = world.settings.answers.unproved == "mark"
    async with aclosing(answering.said(engine, owner, question, reading, unproved=unproved)) as sentences:
        async for sentence in sentences:
            said.append(sentence)
            yield rules.Delta(pieces(said)[-1])
    if not said:
        yield rules.Delta(rules.NO_ANSWER)
    confidence = _confidence(question, said, reading.titles)
    found = list(reading.titles)
    yield await unless_left(partial(store, world, owner, new, fork_at, said, confidence, found))


def store(
    world: World,
    owner: str,
    new: QueryRequest,
    fork_at: int | None,
    said: Sequence[Sentence],
    confidence: str,
    found: Sequence[str],
    check_wanted: Callable[[], None],
) -> AskResponse:
    """A turn with its sentences, in one transaction; with `new.file_back` its conversation is filed in it too.

    `found`: of whom there was something to read, by the ids that `turn.related_sources` keeps. `check_wanted` raises where nothing is
    to be stored after all.
    """
    cited = {one.source_id for sentence in said for one in sentence.support}
    led_there = {one.via for sentence in said for one in sentence.support}
    with world.db.writing() as tx:
        if lock_rows(tx, owner, cited) != cited:
            raise Conflict("A source of this answer was deleted meanwhile; ask again.")
        now = world.clock.now()
        conversation_id, index = _place(tx, owner, new, fork_at, now)
        turn_id = new_id()
        row = {
            "id": turn_id,
            "user_id": owner,
            "conversation_id": conversation_id,
            "turn_index": index,
            "question": new.question,
            "answer": "".join(pieces(said)) or rules.NO_ANSWER,
            "confidence": confidence,
            "related_sources": json.dumps([one for one in found if one not in cited | led_there]),
            "created_at": now,
        }
        tx.execute(insert(turn), row)
        claims = [NewClaim("Answer", one.text, one.confidence, one.support) for one in said]
        claim_store.put(tx, owner, Holder.ANSWER, turn_id, claims)
        if new.file_back and said:
            file_conversation(tx, world, owner, conversation_id)
        response = queries.get_response(tx, owner, conversation_id)
        stored = AskResponse(query=queries.get_turn(tx, owner, turn_id), conversation=response)
        check_wanted()
    return stored


def file_conversation(tx: Transaction, world: World, owner: str, conversation_id: str) -> FiledConversation:
    """All its turns as one article, which is that of the conversation from then on. Raises `BadInput`, `NotFound`."""
    found = queries.get_row(tx, owner, conversation_id)
    if found is None:
        raise NotFound(f"Conversation not found: {conversation_id}")
    rows = queries.thread(tx, owner, conversation_id)
    article_id = derived_id("article", owner, "conversation", conversation_id)
    mine = (conversation.c.user_id == owner) & (conversation.c.id == conversation_id)
    new_or_own = or_(turn.c.filed_article_id.is_(None), turn.c.conversation_id == conversation_id)
    filed = [
        update(conversation).where(mine),
        update(turn).where(turn.c.user_id == owner, among(turn.c.id, [row.id for row in rows]), new_or_own),
    ]
    article, was_update = _file(tx, world, owner, article_id, found.title, rows, filed)
    return FiledConversation(article=article, was_update=was_update)


def file_selection(tx: Transaction, world: World, owner: str, new: FileBackSelectionRequest) -> FiledSelection:
    """The turns selected as one article, which the same selection later replaces. Raises `BadInput`, `NotFound`."""
    if not new.selections:
        raise BadInput("No selections provided")
    if not any(one.turn_indices for one in new.selections):
        raise BadInput("No turns selected")
    chosen: dict[str, Row[Any]] = {}
    for one in new.selections:
        if queries.get_row(tx, owner, one.conversation_id) is None:
            raise NotFound(f"Conversation not found: {one.conversation_id}")
        there = {row.turn_index: row for row in queries.thread(tx, owner, one.conversation_id)}
        wanted = sorted(set(one.turn_indices))
        if missing := [index for index in wanted if index not in there]:
            raise BadInput(f"Turn indices {missing} not found in conversation {one.conversation_id}")
        chosen |= {there[index].id: there[index] for index in wanted}
    article_id = derived_id("article", owner, "selection", *sorted(chosen))
    mine = (turn.c.user_id == owner) & among(turn.c.id, list(chosen))
    rows = list(chosen.values())
    title = " ".join(new.title.split()) if new.title else rules.title_of(rows[0].question)
    return FiledSelection(article=_file(tx, world, owner, article_id, title, rows, [update(turn).where(mine)])[0])


def forget(tx: Transaction, owner: str, source_id: str) -> int:
    """Takes out of every answer the sentences that rest on this source; how many answers changed."""
    turns = claim_store.get(tx, owner, claim_store.holders_resting_on(tx, owner, Holder.ANSWER, source_id))
    cited = {evidence.source_id for claims in turns.values() for one in claims for evidence in one.evidence}
    titles = {one: row.title for one, row in articles_of_sources(tx, owner, sorted(cited - {source_id})).items()}
    for turn_id, claims in turns.items():
        rest = [one for one in claims if all(evidence.source_id != source_id for evidence in one.evidence)]
        claim_store.put(tx, owner, Holder.ANSWER, turn_id, [one.as_new() for one in rest])
        left = [Sentence(one.content, tuple(each.support for each in one.evidence), one.confidence) for one in rest]
        answer = "".join(pieces(left)) or rules.ANSWER_REMOVED
        mine = (turn.c.user_id == owner) & (turn.c.id == turn_id)
        question = tx.execute(select(turn.c.question).where(mine)).scalar_one()
        values = {"answer": answer, "confidence": _confidence(question, left, titles)}
        tx.execute(update(turn).where(mine).values(values))
    return len(turns)


async def _last(answer: AsyncGenerator[rules.Delta | AskResponse]) -> AskResponse:
    async with aclosing(answer):
        async for piece in answer:
            if isinstance(piece, AskResponse):
                return piece
    raise AppError("an answer that ends well ends with its turn")


def _earlier(world: World, owner: str, new: QueryRequest, fork_at: int | None) -> list[Earlier]:
    """The turns before the new one. Raises `NotFound`, `BadInput`."""
    with world.db.reading() as tx:
        turns = _check(tx, owner, new)
        if fork_at is not None and not 0 <= fork_at <= turns:
            raise BadInput(f"turn_index must be 0 to {turns}: the conversation has that many turns.")
        if new.conversation_id is None:
            return []
        return queries.earlier(tx, owner, new.conversation_id, turns if fork_at is None else fork_at)


def _check(tx: Transaction, owner: str, new: QueryRequest) -> int:
    """How many turns there are before it. Raises `NotFound` or `BadInput` where it cannot be taken."""
    if new.conversation_id is None:
        return 0
    found = queries.get_row(tx, owner, new.conversation_id)
    if found is None:
        raise NotFound("Conversation not found")
    if new.file_back and found.turn_count >= MOST_FILED:
        raise BadInput(TOO_MANY)
    return int(found.turn_count)


def _read(world: World, owner: str, question: str) -> answering.Reading:
    with world.db.reading() as tx:
        return answering.read(tx, world, owner, question)


def _confidence(question: str, sentences: Sequence[Sentence], titles: Mapping[str, str]) -> str:
    """`titles` of articles, by the source each is of."""
    terms = Analyser([BY_SCRIPT])
    proved = [one for one in sentences if one.confidence is Confidence.SOURCED]
    cited = {one.source_id for each in proved for one in each.support} & titles.keys()
    said = [terms.every(one.text) for one in proved]
    return rules.confidence(set(terms.query(question)), said, terms.every(" ".join(titles[one] for one in cited)))


def _place(tx: Transaction, owner: str, new: QueryRequest, fork_at: int | None, now: datetime) -> tuple[str, int]:
    """(conversation, turn index) of a new turn: the next of its conversation, or the first of its own of a new one."""
    if new.conversation_id is not None and fork_at is None:
        mine = (conversation.c.user_id == owner) & (conversation.c.id == new.conversation_id)
        counted = update(conversation).where(mine).values(turn_count=conversation.c.turn_count + 1, updated_at=now)
        index = tx.execute(counted.returning(conversation.c.turn_count - 1)).scalar()
        if index is None:
            raise NotFound("Conversation not found")
        return new.conversation_id, index
    index = fork_at or 0
    row = {
        "id": new_id(),
        "user_id": owner,
        "title": rules.title_of(new.question),
        "created_at": now,
        "updated_at": now,
        "parent_conversation_id": new.conversation_id,
        "forked_at_turn_index": fork_at,
        "turn_count": index + 1,
    }
    tx.execute(insert(conversation), row)
    return str(row["id"]), index


def _file(
    tx: Transaction,
    world: World,
    owner: str,
    article_id: str,
    title: str,
    rows: Sequence[Row[Any]],
    filed: Sequence[Update],
) -> tuple[FiledArticle, bool]:
    """The article and whether there was one; of what rests on a source that is deleted meanwhile nothing comes in.

    `filed`: of the rows that are to name the article.
    """
    if len(rows) > MOST_FILED:
        raise BadInput(TOO_MANY)
    claims = claim_store.get(tx, owner, [row.id for row in rows])
    held = lock_rows(tx, owner, {each.source_id for some in claims.values() for one in some for each in one.evidence})
    for each in filed:  # after the sources, as a deletion does, which changes turns too
        tx.execute(each.values(filed_article_id=article_id))
    answers = [
        Answer(
            rules.title_of(row.question),
            [one.as_new() for one in claims[row.id] if all(each.source_id in held for each in one.evidence)],
        )
        for row in rows
    ]
    put = filing.file(tx, world, owner, article_id, title, answers, world.clock.now())
    return FiledArticle(id=article_id, slug=put.slug, title=title), put.was_update
