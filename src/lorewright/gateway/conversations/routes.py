"""Asking questions, and the conversations they make."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import structlog
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from lorewright.core.errors import AppError
from lorewright.gateway.conversations import actions, queries
from lorewright.gateway.conversations.schemas import (
    AskResponse,
    ConversationDetail,
    ConversationSummary,
    QueryHistoryEntry,
    QueryRequest,
)
from lorewright.http.connection import while_connected
from lorewright.http.dependencies import JsonOnly, Limit, PathId, Reading, TheWorld
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import Me

log = structlog.get_logger()

router = APIRouter(prefix="/query", tags=["query"])


@router.post(
    "", summary="Ask the wiki", dependencies=[JsonOnly], responses=may_answer(402, 404, 408, 409, 413, 415, 502, 504)
)
async def ask(request: Request, world: TheWorld, me: Me, new: QueryRequest) -> AskResponse:
    return await while_connected(request, actions.ask(world, me.id, new))


@router.post(
    "/stream",
    summary="Ask the wiki, and get the answer as it is made",
    response_class=StreamingResponse,
    dependencies=[JsonOnly],
    responses=may_answer(404, 408, 413, 415),
)
def ask_streamed(tx: Reading, world: TheWorld, me: Me, new: QueryRequest) -> StreamingResponse:
    actions.check_question(tx, me.id, new)
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    events = _events(actions.ask_in_pieces(world, me.id, new))
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


@router.get("/conversations", summary="List conversations, the most recently updated first")
def list_conversations(tx: Reading, me: Me, limit: Limit = 50) -> list[ConversationSummary]:
    return queries.list_conversations(tx, me.id, limit)


@router.get("/conversations/{conversation_id}", summary="Show a conversation", responses=may_answer(404))
def get_conversation(tx: Reading, me: Me, conversation_id: PathId) -> ConversationDetail:
    return queries.get_conversation(tx, me.id, conversation_id)


@router.get("/history", summary="All questions, newest first")
def history(tx: Reading, me: Me, limit: Limit = 50) -> list[QueryHistoryEntry]:
    return queries.history(tx, me.id, limit)


async def _events(pieces: AsyncGenerator[actions.Delta | AskResponse]) -> AsyncIterator[str]:
    """Server-sent events: `chunk` for each piece, then `done`; `error` where the answer broke off."""
    try:
        async with aclosing(pieces):
            async for piece in pieces:
                if isinstance(piece, AskResponse):
                    yield f"event: done\ndata: {piece.model_dump_json()}\n\n"
                else:
                    yield f"event: chunk\ndata: {json.dumps({'text': piece.text}, ensure_ascii=False)}\n\n"
    except AppError as error:
        log.warning("stream failed", detail=error.detail)
        yield _broken_off(error.detail)
    except Exception:  # the answer has begun: only an event can still say that it broke off
        log.exception("stream failed unexpectedly")
        yield _broken_off("Something went wrong inside Lorewright; its log has the details.")


def _broken_off(sentence: str) -> str:
    body = {"code": "stream_failed", "message": sentence}
    return f"event: error\ndata: {json.dumps(body, ensure_ascii=False)}\n\n"
