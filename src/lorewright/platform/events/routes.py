"""Live events over a WebSocket."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from lorewright.platform.accounts.me import Me, StillIn
from lorewright.platform.events.feed import Feed, Listener

KEEPALIVE_S = 30.0
NOT_LET_IN, TRY_AGAIN_LATER = 1008, 1013
"""The codes that close a connection whose session has ended, and one which does not keep up (RFC 6455, and IANA's registry beside
it)."""

router = APIRouter(tags=["events"])


@router.websocket("/ws")
async def live(socket: WebSocket, me: Me, still_in: StillIn) -> None:
    """`{"event": ..., ...}` as things happen; `{"type": "ping"}` is answered, anything else is ignored."""
    feed: Feed = socket.app.state.feed
    await socket.accept()
    async with feed.listening(me.id) as listener:
        await socket.send_json({"event": "connected", "message": "Connected to Lorewright"})
        tasks = [
            asyncio.create_task(one)
            for one in (_send(socket, listener), _hear(socket), _close_at_end(socket, still_in))
        ]
        ended, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        with suppress(WebSocketDisconnect):
            for task in ended:
                task.result()


async def _send(socket: WebSocket, listener: Listener) -> None:
    while True:
        try:
            async with asyncio.timeout(KEEPALIVE_S):
                message = await listener.next()
        except TimeoutError:
            message = json.dumps({"event": "keepalive"})
        if message is None:
            await socket.close(TRY_AGAIN_LATER)
            return
        await socket.send_text(message)


async def _close_at_end(socket: WebSocket, still_in: Callable[[], Awaitable[bool]]) -> None:
    """Once the session has ended with which it was opened."""
    await asyncio.sleep(KEEPALIVE_S)
    while await still_in():
        await asyncio.sleep(KEEPALIVE_S)
    await socket.close(NOT_LET_IN)


async def _hear(socket: WebSocket) -> None:
    while (heard := await socket.receive())["type"] != "websocket.disconnect":
        if _is_ping(heard.get("text") or ""):
            await socket.send_json({"event": "pong"})


def _is_ping(text: str) -> bool:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and said.get("type") == "ping"
