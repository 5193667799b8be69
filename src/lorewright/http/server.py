"""The HTTP server: uvicorn, with an end to how long and how large the head of a request may become.

Its parser keeps whatever comes until a head is complete, and waits for it without an end. What is wrong before there is a request
is answered here, in the shape of every other error.
"""

from asyncio import BaseTransport, Protocol, TimerHandle
from math import ceil
from typing import Any
from uuid import uuid4

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from lorewright.http import headers
from lorewright.http.errors import CODES, answer

MAX_HEAD = 64 * 1024
"""Bytes of the address and the headers of a request."""

MAX_MESSAGE = 64 * 1024
"""Bytes of what a client says over a WebSocket: no more than that it is still there."""

SENTENCES = {
    400: "Invalid HTTP request received.",
    408: "The request did not come to its end in time.",
    431: f"The address and the headers of the request are over the limit of {MAX_HEAD:,} bytes.",
}


def make_server(app: ASGIApp, *, stall_s: float, shutdown_s: int) -> uvicorn.Server:
    """`stall_s`: so long may the head of a request take, and nothing be asked on a connection; `shutdown_s`: so long may what was begun take at the end."""
    bounded = type("Bounded", (BoundedHttp,), {"stall_s": stall_s})
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=bounded,
            log_config=None,
            access_log=False,
            proxy_headers=False,  # whose word counts, the settings say, not whoever asks from this machine
            ws=WebSocketWhenAsked,
            ws_max_size=MAX_MESSAGE,
            ws_per_message_deflate=False,
            # Clients keep a connection for 4 to 15 s. Who closes it first must be they: a request that comes just then has no answer.
            timeout_keep_alive=ceil(stall_s),
            timeout_graceful_shutdown=shutdown_s,
        )
    )


class WebSocketWhenAsked(Protocol):
    """Loads the protocol with the first connection that asks for it, not at the start."""

    def __new__(cls, *arguments: Any, **named: Any) -> Any:
        from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

        return WebSocketsSansIOProtocol(*arguments, **named)


class HeadTooLargeError(Exception):
    """Ends the parsing of a request."""


class BoundedHttp(HttpToolsProtocol):
    stall_s: float
    _in_head = True
    _received = 0
    """Bytes since the head began; of a head that comes in one piece the parser's own count says more."""
    _parsed = 0
    _timer: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]  # as uvicorn itself narrows it
        self._begin_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._received += len(data)
        super().data_received(data)
        if self._in_head and self._received > MAX_HEAD and not self.transport.is_closing():
            self._refuse(431)

    def on_url(self, url: bytes) -> None:
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(name + value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._received = self._parsed = 0
        self._end_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_head = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._begin_waiting()  # for the next head, or the rest of a body that nobody reads

    def send_400_response(self, msg: str) -> None:
        self._refuse(431 if self._parsed > MAX_HEAD else 400)

    def _count(self, part: bytes) -> None:
        self._parsed += len(part)
        if self._parsed > MAX_HEAD:
            raise HeadTooLargeError

    def _begin_waiting(self) -> None:
        self._end_waiting()
        self._timer = self.loop.call_later(self.stall_s, self._give_up)

    def _end_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self.transport.is_closing():
            return
        if self._in_head and self._received:
            self._refuse(408)
        else:
            self.transport.close()

    def _refuse(self, status: int) -> None:
        response = answer(status, SENTENCES[status], CODES[status])
        headers.complete(response.headers, str(uuid4()))
        response.headers["Connection"] = "close"
        lines = [b"%s: %s\r\n" % line for line in response.raw_headers]
        self.transport.write(b"".join([STATUS_LINE[status], *lines, b"\r\n", bytes(response.body)]))
        self.transport.close()
