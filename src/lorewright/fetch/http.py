"""Fetching by HTTP: the connection goes to an address that was checked, and time, size and redirects have an end."""

import re
import socket
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Set
from concurrent.futures import Future
from email.message import Message
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

from lorewright import __version__
from lorewright.core.deadlines import Deadline, backend
from lorewright.core.errors import BadInput
from lorewright.core.proxy import proxy_for
from lorewright.core.tls import trusting
from lorewright.fetch.base import Asking, Fetched, NotServed
from lorewright.fetch.rules import Target, check_addresses, target_of

if TYPE_CHECKING:
    import httpcore

MAX_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PDF = "application/pdf"
_TEXTS = frozenset({"", "text/html", "application/xhtml+xml", "text/plain", "text/markdown", "text/x-markdown"})
_UNTOLD = frozenset({"application/octet-stream", "binary/octet-stream", "application/x-pdf"})
"""What servers say of a PDF, among other things."""
_ALWAYS = [("User-Agent", f"Lorewright/{__version__}"), ("Accept-Encoding", "gzip")]
_ACCEPT = ("Accept", "text/html, application/xhtml+xml, application/pdf, text/plain;q=0.8, */*;q=0.1")
_CHARSET = re.compile(r"[a-z0-9._:+-]{1,40}")
_LATE = "The address did not answer in time."


class Bounds(NamedTuple):
    """How much one address may take."""

    seconds: float
    """In all, redirects among it."""
    page_bytes: int
    """As it comes, and unpacked."""
    pdf_bytes: int


class _Request(NamedTuple):
    """What is sent to an address, and to those it leads on to."""

    headers: list[tuple[str, str]]
    limit: Callable[[str], int]
    """The most bytes, by the media type that comes. Raises `BadInput` for one that is not wanted."""
    body: bytes | None = None


class HttpFetcher:
    """Safe to use from several threads: nothing is kept between two addresses, no cookie and no connection."""

    def __init__(self, bounds: Bounds, *, allowed: Iterable[tuple[str, int]] = (), by_proxy: bool = False) -> None:
        """`allowed`: host and port that may be fetched although they are not public. `by_proxy`: as the environment names one."""
        self._bounds = bounds
        self._allowed = frozenset(allowed)
        self._by_proxy = by_proxy

    def fetch(self, url: str) -> Fetched:
        return self._follow(url, _Request([*_ALWAYS, _ACCEPT], self._limit), Deadline(self._bounds.seconds))

    def asking(self) -> Asking:
        return _HttpAsking(self._follow, self._bounds)

    def _follow(self, url: str, request: _Request, deadline: Deadline) -> Fetched:
        target = target_of(url)
        for _ in range(MAX_REDIRECTS + 1):
            answer = self._ask(target, request, deadline)
            if isinstance(answer, Fetched):
                return answer
            target = target_of(answer)
        raise BadInput(f"The address leads on to others more than {MAX_REDIRECTS} times.")

    def _ask(self, target: Target, request: _Request, deadline: Deadline) -> "Fetched | str":
        """What the address gave, or the address it leads on to."""
        import httpcore

        method = "GET" if request.body is None else "POST"
        try:
            with (
                self._pool(target, deadline) as pool,
                pool.stream(method, target.url, headers=request.headers, content=request.body) as response,
            ):
                headers = _headers(response.headers)
                if response.status in _REDIRECTS and headers["location"] and request.body is None:
                    return _joined(target.url, str(headers["location"]))
                if not 200 <= response.status < 300:
                    raise NotServed(response.status)
                media_type = headers.get_content_type() if headers["content-type"] else ""
                limit = request.limit(media_type)
                if (headers["content-length"] or "0").isdecimal() and int(headers["content-length"] or 0) > limit:
                    raise _too_large(limit)
                data = b"".join(_unpacked(response.iter_stream(), headers["content-encoding"] or "", limit))
        except (httpcore.TimeoutException, TimeoutError):
            raise BadInput(_LATE) from None
        except (httpcore.NetworkError, httpcore.ProxyError, OSError) as error:
            if "CERTIFICATE_VERIFY_FAILED" in str(error):
                raise BadInput("The server's certificate is not valid, so nobody knows who answers.") from None
            raise BadInput("No connection to the address could be made, or it broke off.") from None
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol, zlib.error):
            raise BadInput("The server's answer cannot be understood.") from None
        return Fetched(target.url, media_type, _charset(headers), data)

    def _limit(self, media_type: str) -> int:
        """Raises `BadInput` where it is nothing to read."""
        if media_type == _PDF or media_type in _UNTOLD:
            return self._bounds.pdf_bytes
        if media_type in _TEXTS:
            return self._bounds.page_bytes
        raise BadInput(f"The address gives {media_type}, which is no page and no PDF.")

    def _pool(self, target: Target, deadline: Deadline) -> "httpcore.ConnectionPool":
        import httpcore

        context = trusting() if target.scheme == "https" else None
        proxy = proxy_for(target.scheme, target.host) if self._by_proxy else None
        if proxy:
            self._addresses(target, deadline)
            return httpcore.HTTPProxy(
                proxy.address,
                proxy.auth,
                ssl_context=context,
                proxy_ssl_context=trusting() if proxy.address.startswith("https:") else None,
                network_backend=backend(deadline, _resolved),
            )
        checked = backend(deadline, lambda host, port: self._addresses(target, deadline))
        return httpcore.ConnectionPool(ssl_context=context, network_backend=checked)

    def _addresses(self, target: Target, deadline: Deadline) -> list[str]:
        """Where the name leads. Raises `BadInput` unless all of it may be connected to, and `TimeoutError`."""
        found: Future[list[str]] = Future()

        def resolve() -> None:
            try:
                found.set_result(_resolved(target.host, target.port))
            except BadInput as error:
                found.set_exception(error)

        # The resolver knows no time-out of ours, so it is left behind where it hangs.
        threading.Thread(target=resolve, name="resolver", daemon=True).start()
        addresses = found.result(deadline.left())
        if (target.host, target.port) not in self._allowed:
            check_addresses(target, addresses)
        return addresses


class _HttpAsking:
    def __init__(self, follow: Callable[[str, _Request, Deadline], Fetched], bounds: Bounds) -> None:
        self._follow = follow
        self._bytes = bounds.page_bytes
        self._deadline = Deadline(bounds.seconds)

    def ask(self, url: str, media_types: Set[str], body: bytes | None = None) -> Fetched:
        def limit(media_type: str) -> int:
            if media_type not in media_types:
                raise BadInput(
                    f"The address gives {media_type or 'something without a type'}, which was not asked for."
                )
            return self._bytes

        headers = [*_ALWAYS, ("Accept", ", ".join(sorted(filter(None, media_types))))]
        if body is not None:
            headers.append(("Content-Type", "application/json"))
        return self._follow(url, _Request(headers, limit, body), self._deadline)


def _resolved(host: str, port: int) -> list[str]:
    """Raises `BadInput`."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadInput(f"No address is known for the name {host}.") from None
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def _joined(url: str, location: str) -> str:
    """Raises `BadInput`."""
    try:
        return urljoin(url, location)
    except ValueError:
        raise BadInput("The address leads on to something that is no address.") from None


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> Message:
    headers = Message()
    for name, value in raw:
        headers[name.decode("latin-1")] = value.decode("latin-1")
    return headers


def _charset(headers: Message) -> str | None:
    """None too for what can be the name of no encoding: it is kept, and sent on with the original."""
    try:
        named = headers.get_content_charset()
    except (TypeError, ValueError):  # the parser stumbles over parameters in numbered parts (RFC 2231)
        return None
    return named if named is not None and _CHARSET.fullmatch(named) else None


def _unpacked(chunks: Iterable[bytes], packing: str, limit: int) -> Iterator[bytes]:
    """Raises `BadInput` once more than `limit` bytes have come, packed or unpacked; as `_inflated`."""
    packed = size = 0

    def counted() -> Iterator[bytes]:
        nonlocal packed
        for chunk in chunks:
            packed += len(chunk)
            yield chunk

    packing = packing.strip().lower()
    if packing in ("", "identity"):
        pieces = counted()
    elif packing in ("gzip", "x-gzip", "deflate"):
        pieces = _inflated(counted())
    else:
        raise BadInput("The server's answer is packed in a way that was not asked for.")
    for piece in pieces:
        size += len(piece)
        if max(size, packed) > limit:
            raise _too_large(limit)
        yield piece


def _inflated(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """In pieces of bounded size. Raises `BadInput` where it breaks off, and `zlib.error`."""
    inflate = zlib.decompressobj(_GZIP_OR_ZLIB)
    for chunk in chunks:
        rest = chunk
        while rest:
            if inflate.eof:  # another part, or padding after the last
                rest = rest.lstrip(b"\0")
                if not rest:
                    break
                inflate = zlib.decompressobj(_GZIP_OR_ZLIB)
            yield inflate.decompress(rest, _PIECE)
            rest = inflate.unused_data or inflate.unconsumed_tail
    if not inflate.eof:
        raise BadInput("The server's answer broke off.")


_PIECE = 1 << 20
_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32


def _too_large(limit: int) -> BadInput:
    return BadInput(f"The address gives more than {limit // 1_000_000:,} MB, the most that is fetched.")
