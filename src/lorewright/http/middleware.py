"""What every request passes: a request id, limits on its size, and the rules on where it may come from."""

import asyncio
import re
from collections.abc import Collection
from ipaddress import ip_address
from uuid import uuid4

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lorewright.http import headers as answer_headers
from lorewright.http.errors import answer

_HOST = re.compile(r"(?:\[(?P<bracketed>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9.-]+))(?::\d{1,5})?")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_PROXY_HEADERS = ("forwarded", "x-real-ip", "via")
_EXTENSIONS = ("chrome-extension", "moz-extension")
_SAFE_METHODS = ("GET", "HEAD")


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


class LocalOnly:
    """Without login only programs of this machine may ask, and pages of this machine or browser extensions may write.

    A foreign `Host` is a page that resolves its own name to this machine; a forwarding header, a proxy that lets others in.
    """

    def __init__(self, app: ASGIApp, *, origins: Collection[str]) -> None:
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            status, sentence = refusal
            code = "BAD_REQUEST" if status == 400 else "FORBIDDEN"
            await answer(status, sentence, code)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not is_loopback_host(hosts[0]):
            return 400, "This server answers only to a loopback name such as localhost or 127.0.0.1."
        if any(name in _PROXY_HEADERS or name.startswith("x-forwarded-") for name in headers):
            return 403, "This request came through a proxy; switch login on (LOREWRIGHT_AUTH__ENABLED) to serve others."
        if scope["type"] == "http" and scope["method"] in _SAFE_METHODS:
            return None
        origin = headers.get("origin")
        foreign = headers.get("sec-fetch-site") == "cross-site" if origin is None else not self._welcomes(origin)
        return (403, "Pages of other origins may not write here.") if foreign else None

    def _welcomes(self, origin: str) -> bool:
        return is_own_origin(origin) or origin in self._origins


class Cors(CORSMiddleware):
    """Lets pages read the answers whose origin may write: of this machine, browser extensions, and those that are named."""

    def __init__(self, app: ASGIApp, *, origins: Collection[str]) -> None:
        super().__init__(
            app,
            allow_origins=tuple(origins),
            allow_methods=("*",),
            allow_headers=("*",),
            expose_headers=("X-Request-ID",),
        )

    def preflight_response(self, request_headers: Headers) -> Response:
        """A refusal in the shape of every other error, with the headers that tell caches and pages apart."""
        response = super().preflight_response(request_headers)
        if response.status_code < 400:
            return response
        refused = answer(response.status_code, "Pages may not ask for this here.", "BAD_REQUEST")
        about_body = ("content-length", "content-type")
        refused.headers.update({name: value for name, value in response.headers.items() if name not in about_body})
        return refused

    def is_allowed_origin(self, origin: str) -> bool:
        return is_own_origin(origin) or super().is_allowed_origin(origin)


class PlainAddress:
    """Refuses an address that holds a NUL: nothing is called so, and PostgreSQL cannot even look for it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and ("\x00" in scope["path"] or b"%00" in scope["query_string"]):
            await answer(400, "The address holds a NUL character.", "BAD_REQUEST")(scope, receive, send)
            return
        await self._app(scope, receive, send)


def is_loopback_host(host: str) -> bool:
    """`host` as in the header, with or without a port."""
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = (found["bracketed"] or found["name"]).lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def is_own_origin(origin: str) -> bool:
    scheme, separator, host = origin.partition("://")
    if not separator:
        return False
    return scheme in _EXTENSIONS or (scheme in ("http", "https") and is_loopback_host(host))


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

    def __init__(
        self, app: ASGIApp, *, default_bytes: int, upload_bytes: int, upload_paths: tuple[str, ...], stall_s: float
    ) -> None:
        self._app = app
        self._stall_s = stall_s
        self._default = default_bytes
        self._upload = upload_bytes
        self._paths = upload_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._upload if scope["path"] in self._paths else self._default
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
