"""Asking the wiki, and taking back what answers rested on a source that is gone."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import NamedTuple

from sqlalchemy import insert, select, update

from lorewright.core.errors import AppError, BadInput, Conflict, NotFound
from lorewright.core.ids import new_id
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.queries import articles_of_sources, retrieved
from lorewright.gateway.conversations import rules
from lorewright.gateway.conversations.queries import get_response, get_turn
from lorewright.gateway.conversations.rules import Sentence
from lorewright.gateway.conversations.schemas import AskResponse, QueryRequest
from lorewright.gateway.conversations.tables import conversation, turn
from lorewright.gateway.engines import engine_of
from lorewright.gateway.sources.actions import lock_rows
from lorewright.index.terms import BY_SCRIPT, Analyser
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.claims import NewClaim, Support
from lorewright.knowledge.engine import AnswerSentence, Asking, Engine, Passage, Span
from lorewright.knowledge.evidence import check, whole
from lorewright.knowledge.retrieve import Found
from lorewright.knowledge.tables import Confidence, Holder
from lorewright.reading.base import page_at, second_at
from lorewright.world import World

TEXTS_READ = 8
PASSAGES_READ = 12


class Delta(NamedTuple):
    """A piece of the answer's text."""

    text: str


class _Read(NamedTuple):
    """What an answer is made from."""

    passages: Sequence[tuple[Found, Passage]]
    """The best first."""
    titles: Mapping[str, str]
    """Of the articles found, by the source each is of."""


async def ask(world: World, owner: str, new: QueryRequest) -> AskResponse:
    """Answers and stores the turn. Raises `BadInput`, `NotFound`, `Conflict`, `Unavailable`."""
    async with aclosing(ask_in_pieces(world, owner, new)) as events:
        async for event in events:
            if isinstance(event, AskResponse):
                return event
    raise AppError("an answer that ends well ends with its turn")


def check_question(tx: Transaction, owner: str, new: QueryRequest) -> None:
    """Raises `BadInput` or `NotFound` where the question cannot be taken, before anything is answered."""
    if new.file_back:
        raise BadInput("Filing an answer back into the wiki is not possible yet; ask without file_back.")
    if new.conversation_id is not None:
        get_response(tx, owner, new.conversation_id)


async def ask_in_pieces(world: World, owner: str, new: QueryRequest) -> AsyncGenerator[Delta | AskResponse]:
    """The answer piece by piece, then the stored turn; whoever stops listening before the end leaves nothing behind."""
    read = await asyncio.to_thread(_read, world, owner, new)
    engine = await asyncio.to_thread(engine_of, world, owner)
    said: list[Sentence] = []
    async with aclosing(_answer(engine, owner, new.question, read.passages)) as sentences:
        async for sentence in sentences:
            if sentence.confidence is Confidence.SOURCED or world.settings.answers.unproved == "mark":
                said.append(sentence)
                yield Delta(rules.pieces(said)[-1])
    if not said:
        yield Delta(rules.NO_ANSWER)
    yield await asyncio.to_thread(_stored, world, owner, new, said, read.titles)


def _read(world: World, owner: str, new: QueryRequest) -> _Read:
    with world.db.reading() as tx:
        check_question(tx, owner, new)
    with world.db.reading() as tx:
        hits = retrieved(tx, world, owner, new.question, TEXTS_READ, passages_each=PASSAGES_READ)
    scored = [(score, one, piece) for one, _ in hits for score, piece in zip(one.scores, one.passages, strict=True)]
    best = sorted(scored, key=lambda each: -each[0])[:PASSAGES_READ]
    return _Read([(one, piece) for _, one, piece in best], {one.source_id: row.title for one, row in hits})


def _stored(
    world: World, owner: str, new: QueryRequest, said: Sequence[Sentence], titles: Mapping[str, str]
) -> AskResponse:
    answer = "".join(rules.pieces(said)) or rules.NO_ANSWER
    with world.db.writing() as tx:
        return _store(tx, world, owner, new, answer, said, titles)


def forget(tx: Transaction, owner: str, source_id: str) -> int:
    """Takes out of every answer the sentences that rest on this source; how many answers changed."""
    turns = claim_store.get(tx, owner, claim_store.holders_resting_on(tx, owner, Holder.ANSWER, source_id))
    cited = {evidence.source_id for claims in turns.values() for one in claims for evidence in one.evidence}
    titles = {one: row.title for one, row in articles_of_sources(tx, owner, sorted(cited - {source_id})).items()}
    for turn_id, claims in turns.items():
        rest = [
            NewClaim(
                one.section,
                one.content,
                one.confidence,
                tuple(
                    Support(e.source_id, e.text_id, e.page, Span(e.start, e.end, e.quote), e.start_s)
                    for e in one.evidence
                ),
            )
            for one in claims
            if all(evidence.source_id != source_id for evidence in one.evidence)
        ]
        claim_store.put(tx, owner, Holder.ANSWER, turn_id, rest)
        left = [Sentence(one.content, one.support, one.confidence) for one in rest]
        answer = "".join(rules.pieces(left)) or rules.ANSWER_REMOVED
        mine = (turn.c.user_id == owner) & (turn.c.id == turn_id)
        question = tx.execute(select(turn.c.question).where(mine)).scalar_one()
        values = {"answer": answer, "confidence": _confidence(question, left, titles)}
        tx.execute(update(turn).where(mine).values(values))
    return len(turns)


def _confidence(question: str, sentences: Sequence[Sentence], titles: Mapping[str, str]) -> str:
    """`titles` of articles, by the source each is of."""
    terms = Analyser([BY_SCRIPT])
    proved = [one for one in sentences if one.confidence is Confidence.SOURCED]
    cited = {one.source_id for each in proved for one in each.support} & titles.keys()
    said = [terms.every(one.text) for one in proved]
    return rules.confidence(set(terms.query(question)), said, terms.every(" ".join(titles[one] for one in cited)))


async def _answer(
    engine: Engine, owner: str, question: str, read: Sequence[tuple[Found, Passage]]
) -> AsyncGenerator[Sentence]:
    """The engine's sentences: what is said to be borne by its evidence and is not is left out."""
    asking = Asking(owner, tuple(dict.fromkeys(one.source_id for one, _ in read)))
    async with aclosing(engine.answer(question, [piece for _, piece in read], asking)) as sentences:
        async for sentence in sentences:
            is_borne = await asyncio.to_thread(_is_borne, sentence, read)
            if is_borne or sentence.inferred:
                confidence = Confidence.SOURCED if is_borne else Confidence.INFERRED
                yield Sentence(sentence.text, _support(sentence, read), confidence)


def _is_borne(sentence: AnswerSentence, read: Sequence[tuple[Found, Passage]]) -> bool:
    quotes = [span.quote for _, span in sentence.support]
    places = [
        (piece.content, span.start - piece.start, span.end - piece.start)
        for index, span in sentence.support
        for _, piece in [read[index]]
    ]
    slices, wholes = [text[start:end] for text, start, end in places], [whole(*place) for place in places]
    return check(sentence.text, quotes, slices, sentence.language, wholes).passed


def _support(sentence: AnswerSentence, read: Sequence[tuple[Found, Passage]]) -> tuple[Support, ...]:
    return tuple(
        Support(
            one.source_id, one.text_id, page_at(one.page_starts, span.start), span, second_at(piece.moments, span.start)
        )
        for index in dict.fromkeys(index for index, _ in sentence.support)
        for one, piece in [read[index]]
        for span in rules.joined([span for where, span in sentence.support if where == index], piece)
    )


def _store(
    tx: Transaction,
    world: World,
    owner: str,
    new: QueryRequest,
    answer: str,
    sentences: Sequence[Sentence],
    titles: Mapping[str, str],
) -> AskResponse:
    """`titles` of the articles found, by the source each is of."""
    cited = {one.source_id for sentence in sentences for one in sentence.support}
    if lock_rows(tx, owner, cited) != cited:
        raise Conflict("A source of this answer was deleted meanwhile; ask again.")
    now = world.clock.now()
    conversation_id = new.conversation_id or new_id()
    if new.conversation_id is None:
        row = {
            "id": conversation_id,
            "user_id": owner,
            "title": rules.title_of(new.question),
            "created_at": now,
            "updated_at": now,
            "turn_count": 0,
        }
        tx.execute(insert(conversation), row)
    mine = (conversation.c.user_id == owner) & (conversation.c.id == conversation_id)
    counted = update(conversation).where(mine).values(turn_count=conversation.c.turn_count + 1, updated_at=now)
    if tx.execute(counted).rowcount != 1:
        raise NotFound("Conversation not found")
    index = tx.execute(select(conversation.c.turn_count).where(mine)).scalar_one() - 1
    turn_id = new_id()
    tx.execute(
        insert(turn),
        {
            "id": turn_id,
            "user_id": owner,
            "conversation_id": conversation_id,
            "turn_index": index,
            "question": new.question,
            "answer": answer,
            "confidence": _confidence(new.question, sentences, titles),
            "related_sources": json.dumps([one for one in titles if one not in cited]),
            "created_at": now,
        },
    )
    claims = [NewClaim("Answer", one.text, one.confidence, one.support) for one in sentences]
    claim_store.put(tx, owner, Holder.ANSWER, turn_id, claims)
    return AskResponse(query=get_turn(tx, owner, turn_id), conversation=get_response(tx, owner, conversation_id))
