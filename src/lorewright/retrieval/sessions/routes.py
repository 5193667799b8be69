"""Sessions, what is said in them, and asking in them."""

from uuid import UUID

from fastapi import APIRouter, Request, Response

from lorewright.http.connection import while_connected
from lorewright.http.dependencies import JsonOnly, Reading, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.http.paging import Paging, tell
from lorewright.platform.accounts.me import ApiMe
from lorewright.retrieval.collections.rules import check_own
from lorewright.retrieval.sessions import actions, queries
from lorewright.retrieval.sessions.schemas import (
    Message,
    MessageCreate,
    Session,
    SessionAnswer,
    SessionCreate,
    SessionMessages,
    SessionQuestion,
    SessionUpdate,
)

router = APIRouter(prefix="/api/conversations", tags=["sessions"])


@router.post(
    "/sessions",
    summary="Begin a session",
    status_code=201,
    dependencies=[JsonOnly],
    responses=may_answer(408, 413, 415),
)
def create_session(tx: Writing, world: TheWorld, me: ApiMe, new: SessionCreate) -> Session:
    check_own(me.id, new.user_id)
    return actions.create(tx, world, me.id, new)


@router.get("/sessions", summary="List one's sessions, the most recently updated first")
def list_sessions(request: Request, response: Response, tx: Reading, me: ApiMe, page: Paging) -> list[Session]:
    found, total = queries.list_sessions(tx, me.id, page)
    tell(request, response, page, total)
    return found


@router.get("/sessions/{session_id}", summary="Show a session", responses=may_answer(404))
def get_session(tx: Reading, me: ApiMe, session_id: UUID) -> Session:
    return queries.get_session(tx, me.id, str(session_id))


@router.patch(
    "/sessions/{session_id}",
    summary="Change the title or the metadata of a session",
    dependencies=[JsonOnly],
    responses=may_answer(404, 408, 413, 415),
)
def change_session(tx: Writing, world: TheWorld, me: ApiMe, session_id: UUID, new: SessionUpdate) -> Session:
    return actions.change(tx, world, me.id, str(session_id), new)


@router.delete(
    "/sessions/{session_id}",
    summary="Delete a session with its messages",
    status_code=204,
    responses=may_answer(404),
)
def delete_session(tx: Writing, me: ApiMe, session_id: UUID) -> None:
    actions.remove(tx, me.id, str(session_id))


@router.get("/sessions/{session_id}/messages", summary="All that was said in a session", responses=may_answer(404))
def get_messages(tx: Reading, me: ApiMe, session_id: UUID) -> SessionMessages:
    return queries.get_messages(tx, me.id, str(session_id))


@router.post(
    "/messages",
    summary="Add a message to a session",
    status_code=201,
    dependencies=[JsonOnly],
    responses=may_answer(404, 408, 413, 415),
)
def create_message(tx: Writing, world: TheWorld, me: ApiMe, new: MessageCreate) -> Message:
    return actions.say(tx, world, me.id, new)


@router.post(
    "/sessions/{session_id}/ask",
    summary="Ask a collection within a session, whose earlier questions help to understand this one",
    dependencies=[JsonOnly],
    responses=may_answer(402, 404, 408, 409, 413, 415, 502, 504),
)
async def ask(request: Request, world: TheWorld, me: ApiMe, session_id: UUID, new: SessionQuestion) -> SessionAnswer:
    check_own(me.id, new.user_id)
    return await while_connected(request, actions.ask(world, me.id, str(session_id), new))
