"""Live events over a WebSocket."""

import asyncio
import json
from contextlib import suppress

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from lorewright.platform.accounts.me import Me
from lorewright.platform.events.feed import Feed, Listener

KEEPALIVE_S = 30.0
TRY_AGAIN_LATER = 1013
"""The code that closes a connection which does not keep up (RFC 6455, and IANA's registry beside it)."""

router = APIRouter(tags=["events"])


@router.websocket("/ws")
async def live(socket: WebSocket, me: Me) -> None:
    """`{"event": ..., ...}` as things happen; `{"type": "ping"}` is answered, anything else is ignored."""
    feed: Feed = socket.app.state.feed
    await socket.accept()
    async with feed.listening(me.id) as listener:
        await socket.send_json({"event": "connected", "message": "Connected to Lorewright"})
        tasks = [asyncio.create_task(_send(socket, listener)), asyncio.create_task(_hear(socket))]
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
