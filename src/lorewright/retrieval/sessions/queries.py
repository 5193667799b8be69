"""Reading sessions and their messages."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Row, bindparam, func, select

from lorewright.core.errors import NotFound
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.http.paging import Page
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.engine import Earlier
from lorewright.retrieval.collections.rules import own
from lorewright.retrieval.search.rules import Place, chunk_id
from lorewright.retrieval.sessions.schemas import Message, MessageSource, Session, SessionMessages
from lorewright.retrieval.sessions.tables import MessageType, message, message_source, session

EARLIER = 10
"""Messages back from the last that a follow-up may go on with."""

_ONE = select(session).where(session.c.id == bindparam("one"))


def list_sessions(tx: Transaction, owner: str, page: Page) -> tuple[list[Session], int]:
    """The most recently updated first, and how many there are in all."""
    mine = session.c.user_id == owner
    total = int(tx.execute(select(func.count()).select_from(session).where(mine)).scalar_one())
    wanted = select(session).where(mine).order_by(session.c.updated_at.desc(), session.c.id)
    rows = tx.execute(wanted.limit(page.size).offset(page.offset))
    return [as_session(row) for row in rows], total


def get_session(tx: Transaction, owner: str, session_id: str) -> Session:
    """Raises `NotFound`, `NotAllowed`."""
    return as_session(get_row(tx, owner, session_id))


def get_row(tx: Transaction, owner: str, session_id: str) -> Row[Any]:
    """Raises `NotFound`, `NotAllowed`."""
    return own(tx.execute(_ONE, {"one": session_id}).first(), owner, NotFound("Session not found"))


def get_messages(tx: Transaction, owner: str, session_id: str) -> SessionMessages:
    """In the order in which they came. Raises `NotFound`, `NotAllowed`."""
    get_row(tx, owner, session_id)
    wanted = select(message).where(message.c.user_id == owner, message.c.session_id == session_id)
    rows = tx.execute(wanted.order_by(message.c.ordinal)).all()
    return SessionMessages(session_id=UUID(session_id), messages=_messages(tx, owner, rows))


def get_message(tx: Transaction, owner: str, message_id: str) -> Message:
    row = tx.execute(select(message).where(message.c.user_id == owner, message.c.id == message_id)).one()
    return _messages(tx, owner, [row])[0]


def earlier(tx: Transaction, owner: str, session_id: str) -> list[Earlier]:
    """The questions before, the first of them first, each with its answer. Raises `NotFound`, `NotAllowed`."""
    get_row(tx, owner, session_id)
    wanted = select(message).where(message.c.user_id == owner, message.c.session_id == session_id)
    rows = tx.execute(wanted.order_by(message.c.ordinal.desc()).limit(2 * EARLIER)).all()[::-1]
    answers = _answers(rows)
    claims = claim_store.get(tx, owner, [answer.id for answer in answers.values()])
    return [
        Earlier(
            row.content,
            answers[row.id].content if row.id in answers else "",
            tuple(
                {e.source_id: None for one in claims[answers[row.id].id] for e in one.evidence}
                if row.id in answers
                else ()
            ),
        )
        for row in rows
        if row.message_type == MessageType.QUESTION
    ]


def _answers(rows: Sequence[Row[Any]]) -> dict[str, Row[Any]]:
    """By the question before each."""
    found: dict[str, Row[Any]] = {}
    asked: str | None = None
    for row in rows:
        if row.message_type == MessageType.QUESTION:
            asked = row.id
        elif row.message_type == MessageType.ANSWER and asked is not None:
            found.setdefault(asked, row)
    return found


def as_session(row: Row[Any]) -> Session:
    return Session(
        id=row.id,
        user_id=row.user_id,
        title=row.title,
        metadata=json.loads(row.metadata),
        created_at=row.created_at,
        updated_at=row.updated_at,
        message_count=row.message_count,
    )


def places(tx: Transaction, owner: str, message_ids: Sequence[str]) -> dict[str, list[Place]]:
    """What `[n]` points at in each of these answers, in order."""
    found: dict[str, list[Place]] = {}
    for row in _sources(tx, owner, message_ids):
        found.setdefault(row.message_id, []).append(Place(row.text_id, row.start_char, row.end_char))
    return found


def _sources(tx: Transaction, owner: str, message_ids: Sequence[str]) -> Sequence[Row[Any]]:
    mine = (message_source.c.user_id == owner) & among(message_source.c.message_id, message_ids)
    return tx.execute(select(message_source).where(mine).order_by(message_source.c.ordinal)).all()


def _messages(tx: Transaction, owner: str, rows: Sequence[Row[Any]]) -> list[Message]:
    sources: dict[str, list[MessageSource]] = {}
    for row in _sources(tx, owner, [row.id for row in rows if row.message_type == MessageType.ANSWER]):
        shown = MessageSource(
            document_id=row.document_id,
            chunk_id=chunk_id(row.document_id, row.passage),
            page=row.page,
            score=row.score,
        )
        sources.setdefault(row.message_id, []).append(shown)
    return [
        Message(
            id=row.id,
            session_id=row.session_id,
            role=row.role,
            message_type=row.message_type,
            content=row.content,
            token_count=row.token_count,
            sources=sources.get(row.id, []),
            created_at=row.created_at,
        )
        for row in rows
    ]
