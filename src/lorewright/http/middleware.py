"""What every request passes: a request id, and limits on its size."""

import asyncio
import re
from collections.abc import Mapping
from uuid import uuid4

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lorewright.http import headers as answer_headers
from lorewright.http.errors import answer

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")


class RequestIds:
    """Gives every request an id, on its log lines and in `X-Request-ID`; adds the headers that every answer carries."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        theirs = Headers(scope=scope).get("x-request-id", "")
        request_id = theirs if _REQUEST_ID.match(theirs) else str(uuid4())
        scope.setdefault("state", {})["request_id"] = request_id

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer_headers.complete(MutableHeaders(scope=message), request_id)
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=request_id):
            await self._app(scope, receive, send_with_headers)


class PlainAddress:
    """Refuses an address that holds a NUL: nothing is called so, and PostgreSQL cannot even look for it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and ("\x00" in scope["path"] or b"%00" in scope["query_string"]):
            await answer(400, "The address holds a NUL character.", "BAD_REQUEST")(scope, receive, send)
            return
        await self._app(scope, receive, send)


class HeadAsGet:
    """Answers HEAD as GET, of which the server then sends the head alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_head = scope["type"] == "http" and scope["method"] == "HEAD"
        await self._app({**scope, "method": "GET"} if is_head else scope, receive, send)


class BodyLimit:
    """Refuses a body over its limit with 413 before it is read whole: by its announced length, or while it streams.

    One of which no byte comes for `stall_s` seconds is given up with 408.
    """

    def __init__(self, app: ASGIApp, *, default_bytes: int, upload_bytes: Mapping[str, int], stall_s: float) -> None:
        """`upload_bytes`: of the paths that take files."""
        self._app = app
        self._stall_s = stall_s
        self._default = default_bytes
        self._uploads = upload_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._uploads.get(scope["path"], self._default)
        sentence = f"The request is over the limit of {limit:,} bytes."
        announced = Headers(scope=scope).get("content-length", "0")
        if not (announced.isascii() and announced.isdecimal()):
            await answer(400, "The Content-Length is not a number of bytes.", "BAD_REQUEST")(scope, receive, send)
            return
        if int(announced) > limit:
            await answer(413, sentence, "PAYLOAD_TOO_LARGE")(scope, receive, send)
            return
        received = 0
        is_whole = False  # from then on the application waits for the client to go

        async def limited() -> Message:
            nonlocal received, is_whole
            try:
                async with asyncio.timeout(None if is_whole else self._stall_s):
                    message = await receive()
            except TimeoutError:
                stalled = f"No byte of the body came for {self._stall_s:g} seconds."
                raise HTTPException(408, stalled, {"Connection": "close"}) from None
            received += len(message.get("body", b""))
            is_whole = not message.get("more_body", False)
            if received > limit:
                raise HTTPException(413, sentence)
            return message

        await self._app(scope, limited, send)
