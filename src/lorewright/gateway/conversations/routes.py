"""Asking questions, and the conversations they make."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import structlog
from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, StreamingResponse

from lorewright.core.errors import AppError
from lorewright.core.names import content_disposition
from lorewright.gateway.conversations import actions, queries
from lorewright.gateway.conversations.rules import Delta, file_name
from lorewright.gateway.conversations.schemas import (
    AskResponse,
    ConversationDetail,
    ConversationSummary,
    FileBackSelectionRequest,
    FiledConversation,
    FiledSelection,
    ForkRequest,
    QueryHistoryEntry,
    QueryRequest,
)
from lorewright.http.connection import while_connected
from lorewright.http.dependencies import JsonOnly, Limit, PathId, Reading, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import Me

log = structlog.get_logger()


class MarkdownResponse(PlainTextResponse):
    media_type = "text/markdown"


router = APIRouter(prefix="/query", tags=["query"])


@router.post(
    "",
    summary="Ask the wiki",
    dependencies=[JsonOnly],
    responses=may_answer(400, 402, 404, 408, 409, 413, 415, 502, 504),
)
async def ask(request: Request, world: TheWorld, me: Me, new: QueryRequest) -> AskResponse:
    return await while_connected(request, actions.ask(world, me.id, new))


@router.post(
    "/stream",
    summary="Ask the wiki, and get the answer as it is made",
    response_class=StreamingResponse,
    dependencies=[JsonOnly],
    responses=may_answer(400, 402, 404, 408, 413, 415, 502, 504),
)
async def ask_streamed(request: Request, world: TheWorld, me: Me, new: QueryRequest) -> StreamingResponse:
    pieces = actions.ask_in_pieces(world, me.id, new)
    first = await while_connected(request, anext(pieces))  # what fails before it is an error like any other
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(first, pieces), media_type="text/event-stream", headers=headers)


@router.get("/conversations", summary="List conversations, the most recently updated first")
def list_conversations(tx: Reading, me: Me, limit: Limit = 50) -> list[ConversationSummary]:
    return queries.list_conversations(tx, me.id, limit)


@router.get("/conversations/{conversation_id}", summary="Show a conversation", responses=may_answer(404))
def get_conversation(tx: Reading, me: Me, conversation_id: PathId) -> ConversationDetail:
    return queries.get_conversation(tx, me.id, conversation_id)


@router.get(
    "/conversations/{conversation_id}/export",
    summary="A conversation as a Markdown file",
    response_class=MarkdownResponse,
    responses=may_answer(404),
)
def export(tx: Reading, me: Me, conversation_id: PathId) -> MarkdownResponse:
    found = queries.export(tx, me.id, conversation_id)
    headers = {"Content-Disposition": content_disposition("attachment", file_name(found.title))}
    return MarkdownResponse(found.markdown, headers=headers)


@router.post(
    "/conversations/file-back",
    summary="File selected turns as one article",
    dependencies=[JsonOnly],
    responses=may_answer(400, 404, 408, 413, 415),
)
def file_selection(tx: Writing, world: TheWorld, me: Me, new: FileBackSelectionRequest) -> FiledSelection:
    return actions.file_selection(tx, world, me.id, new)


@router.post(
    "/conversations/{conversation_id}/file-back",
    summary="File a conversation as one article",
    responses=may_answer(400, 404),
)
def file_conversation(tx: Writing, world: TheWorld, me: Me, conversation_id: PathId) -> FiledConversation:
    return actions.file_conversation(tx, world, me.id, conversation_id)


@router.post(
    "/conversations/{conversation_id}/fork",
    summary="Ask another question from some turn of a conversation on",
    dependencies=[JsonOnly],
    responses=may_answer(400, 402, 404, 408, 409, 413, 415, 502, 504),
)
async def fork(request: Request, world: TheWorld, me: Me, conversation_id: PathId, new: ForkRequest) -> AskResponse:
    return await while_connected(request, actions.fork(world, me.id, conversation_id, new))


@router.get("/history", summary="All questions, newest first")
def history(tx: Reading, me: Me, limit: Limit = 50) -> list[QueryHistoryEntry]:
    return queries.history(tx, me.id, limit)


async def _events(first: Delta | AskResponse, rest: AsyncGenerator[Delta | AskResponse]) -> AsyncIterator[str]:
    """Server-sent events: `chunk` for each piece, then `done`; `error` where the answer broke off."""
    try:
        async with aclosing(rest):
            yield _event(first)
            async for piece in rest:
                yield _event(piece)
    except AppError as error:
        log.warning("stream failed", detail=error.detail)
        yield _broken_off(error.detail)
    except Exception:  # the answer has begun: only an event can still say that it broke off
        log.exception("stream failed unexpectedly")
        yield _broken_off("Something went wrong inside Lorewright; its log has the details.")


def _event(piece: Delta | AskResponse) -> str:
    if isinstance(piece, AskResponse):
        return f"event: done\ndata: {piece.model_dump_json()}\n\n"
    return f"event: chunk\ndata: {json.dumps({'text': piece.text}, ensure_ascii=False)}\n\n"


def _broken_off(sentence: str) -> str:
    body = {"code": "stream_failed", "message": sentence}
    return f"event: error\ndata: {json.dumps(body, ensure_ascii=False)}\n\n"
