"""The way to a provider and back: one question over HTTP, and the JSON documents of its answer.

A question has a connection of its own, which ends with it: nothing is left between two calls that an idle proxy could
have closed or that belongs to another event loop, and to end the call is to end the connection. Redirects are not
followed, and nothing of the environment counts but a proxy, where that is switched on.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable
from contextlib import aclosing
from functools import cached_property
from ssl import SSLContext
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast
from urllib.parse import urlsplit

import msgspec

from lorewright import __version__
from lorewright.core.exchanges import is_untrusted, never_reached
from lorewright.core.proxy import proxy_for
from lorewright.core.tls import trusting
from lorewright.llm import failures
from lorewright.llm.documents import EVENTS, LINES, WHOLE, documents_of
from lorewright.llm.failures import Party, Told
from lorewright.llm.wire import Asked

if TYPE_CHECKING:
    import httpcore

T = TypeVar("T")

LEAST_ROOM = 8 * 1024 * 1024
"""Bytes that any answer may have on the wire."""
_ERROR_ROOM = 64 * 1024
"""Bytes of an error's body that are looked into."""
_HEADERS = (
    ("Content-Type", WHOLE),
    ("Accept", f"{EVENTS}, {LINES}, {WHOLE}"),
    ("Accept-Encoding", "identity"),
    ("User-Agent", f"Lorewright/{__version__}"),
)


class Bounds(NamedTuple):
    """How long a call may take, and how often it is tried."""

    connect_s: float = 10.0
    silence_s: float = 60.0
    """Between two bytes, and before the first."""
    call_s: float = 600.0
    """In all, with every try."""
    tries: int = 3
    backoff_s: float = 1.0
    """About how long before the second try; before the third twice as long."""


class NotGiven(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, retry_after: str, told: Told) -> None:
        super().__init__(status)
        self.status = status
        self.retry_after = retry_after
        self.told = told


class Connector:
    """How connections are made. One serves all models of a process."""

    def __init__(self, *, by_proxy: bool = False) -> None:
        """`by_proxy`: as the environment names one."""
        self._by_proxy = by_proxy

    @cached_property
    def _context(self) -> SSLContext:
        return trusting()

    def pool(self, address: str) -> "httpcore.AsyncConnectionPool":
        import httpcore

        scheme, host = urlsplit(address).scheme, urlsplit(address).hostname or ""
        context = self._context if scheme == "https" else None
        proxy = proxy_for(scheme, host) if self._by_proxy else None
        if proxy:
            secured = self._context if proxy.address.startswith("https:") else None
            return httpcore.AsyncHTTPProxy(proxy.address, proxy.auth, ssl_context=context, proxy_ssl_context=secured)
        return httpcore.AsyncConnectionPool(ssl_context=context)


class Channel:
    def __init__(self, party: Party, base_url: str, bounds: Bounds, connector: Connector) -> None:
        """`base_url`: without a slash at its end."""
        self._party = party
        self._base_url = base_url
        self._bounds = bounds
        self._connector = connector

    async def documents(
        self, asked: Asked, headers: dict[str, str], room: int, deadline: float
    ) -> AsyncGenerator[bytes]:
        """At most `room` bytes in all. Raises `NotGiven`, `MayPass`, `ProviderFailed`, `ProviderTimeout`."""
        import httpcore

        address = self._base_url + asked.path
        content = msgspec.json.encode(asked.body)
        length = ("Content-Length", str(len(content)))
        sent = [("Host", urlsplit(address).netloc), length, *_HEADERS, *headers.items()]
        connect = {"timeout": {"connect": self._bounds.connect_s}}
        request = httpcore.Request("POST", address, headers=sent, content=content, extensions=connect)
        try:
            async with self._connector.pool(address) as pool:
                response = await self._within(pool.handle_async_request(request), deadline)
                if response.status != 200:
                    told = await self._told(response, deadline)
                    raise NotGiven(response.status, _header(response, b"retry-after"), told)
                documents = documents_of(_header(response, b"content-type"))
                if documents is None:
                    raise failures.not_understood(self._party)
                async with aclosing(self._chunks(response, room, deadline)) as chunks:
                    async for chunk in chunks:
                        for document in documents.feed(chunk):
                            yield document
                for document in documents.end():
                    yield document
        except never_reached() as error:
            if is_untrusted(error):
                raise failures.not_trusted(self._party) from None
            raise failures.not_reached(self._party) from None
        except (httpcore.NetworkError, httpcore.RemoteProtocolError):
            raise failures.broken_off(self._party) from None

    async def _chunks(self, response: "httpcore.Response", room: int, deadline: float) -> AsyncGenerator[bytes]:
        # A generator it is in truth, and closed with this one, not when it happens to be cleared away.
        stream = cast("AsyncGenerator[bytes]", response.aiter_stream())
        size = 0
        async with aclosing(stream):
            while (chunk := await self._within(anext(stream, None), deadline)) is not None:
                size += len(chunk)
                if size > room:
                    raise failures.too_much(self._party)
                yield chunk

    async def _told(self, response: "httpcore.Response", deadline: float) -> Told:
        """What the body of an error says, where it says anything."""
        body = b""
        async with aclosing(self._chunks(response, LEAST_ROOM, deadline)) as chunks:
            async for chunk in chunks:
                body += chunk
                if len(body) > _ERROR_ROOM:
                    return Told()
        return failures.told_by(body)

    async def _within(self, step: Awaitable[T], deadline: float) -> T:
        left = deadline - time.monotonic()
        try:
            async with asyncio.timeout(min(self._bounds.silence_s, left)):
                return await step
        except TimeoutError:
            if left <= self._bounds.silence_s:
                raise failures.too_slow(self._party, self._bounds.call_s) from None
            raise failures.silent(self._party, self._bounds.silence_s) from None


def _header(response: "httpcore.Response", name: bytes) -> str:
    """Empty where there is none."""
    return next((value.decode("latin-1") for key, value in response.headers if key.lower() == name), "")
