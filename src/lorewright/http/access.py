"""Where a request may come from: which host it must ask for, through which proxies, and from pages of which origins."""

import re
from collections.abc import Callable
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from lorewright.core.access import is_loopback, listed, plain_address, plain_network
from lorewright.core.errors import AppError, BadInput, Unwelcome
from lorewright.core.settings import Settings
from lorewright.http.errors import answer, answer_error

_HOST = re.compile(r"(?:\[(?P<bracketed>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9.-]+))(?::\d{1,5})?")
_PROXY_HEADERS = ("forwarded", "x-real-ip", "via")
_EXTENSIONS = ("chrome-extension", "moz-extension")
_SAFE_METHODS = ("GET", "HEAD")
Judged = Callable[[str], bool]
_EXPOSED = (
    *("X-Request-ID", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"),
    *("X-Total-Count", "X-Page", "X-Page-Size", "Link", "Content-Disposition"),
)
"""What a page of another origin may read beside the body."""


class Access:
    """The rules, as the settings have them."""

    def __init__(self, settings: Settings) -> None:
        self._is_open = settings.is_open
        self._hosts = {one.lower() for one in listed(settings.allow_hosts)}
        if settings.public_url:
            self._hosts.add(urlsplit(settings.public_url).hostname or "")
        self._proxies = [plain_network(one) for one in listed(settings.trusted_proxies)]
        self.origins = (*settings.origins, *filter(None, [settings.public_url]))

    def check_host(self, scope: Scope) -> None:
        """Raises `BadInput`, and `Unwelcome` for what a proxy lets in where everybody is the owner.

        A foreign `Host` is a page that resolves its own name to this machine.
        """
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        name = host_name(hosts[0]) if len(hosts) == 1 else None
        if self._is_open:
            if name is None or not is_loopback(name):
                raise BadInput("This server answers only to a loopback name such as localhost or 127.0.0.1.")
            if came_by_proxy(headers):
                raise Unwelcome(
                    "This request came through a proxy; switch login on (LOREWRIGHT_AUTH__ENABLED) to serve others."
                )
        elif name is None or not (is_loopback(name) or name in self._hosts or name == _address(scope, "server")):
            raise BadInput("This server does not go by this name; LOREWRIGHT_ALLOW_HOSTS names others it has.")

    def check_origin(self, scope: Scope) -> None:
        """Of a write, or of a WebSocket. Raises `Unwelcome`."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if headers.get("sec-fetch-site") == "cross-site" if origin is None else not self._welcomes(origin, headers):
            raise Unwelcome("Pages of other origins may not write here.")

    def _welcomes(self, origin: str, headers: Headers) -> bool:
        """Whether its pages may write and read. The `Host` has been checked."""
        if is_own_origin(origin) or origin in self.origins:
            return True
        scheme, _, host = origin.partition("://")
        return not self._is_open and scheme in ("http", "https") and host == headers.get("host", "").lower()

    def is_local(self, scope: Scope) -> bool:
        """Whether somebody at this machine asks, and for this machine."""
        headers = Headers(scope=scope)
        name = host_name(headers.get("host", ""))
        peer = _address(scope, "client") or ""
        return is_loopback(peer) and name is not None and is_loopback(name) and not came_by_proxy(headers)

    def peer(self, scope: Scope) -> str:
        """The address that asks: behind a proxy that is trusted, the nearest one that is none."""
        peer = _address(scope, "client") or ""
        said = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
        for one in reversed([plain_address(peer_before.strip()) for peer_before in said.split(",")]):
            if not self._is_trusted(peer) or not _is_address(one):
                break
            peer = one
        return peer

    def _is_trusted(self, peer: str) -> bool:
        return _is_address(peer) and any(ip_address(peer) in network for network in self._proxies)


class Guard:
    """Refuses what comes from where it may not.

    `judged_later`: of which paths the origin counts only where a browser sends the credential along by itself.
    """

    def __init__(self, app: ASGIApp, *, access: Access, judged_later: Judged) -> None:
        self._app = app
        self._access = access
        self._judged_later = judged_later

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            try:
                self._access.check_host(scope)
                is_preflight = scope["type"] == "http" and scope["method"] == "OPTIONS"
                if writes(scope) and (is_preflight or not self._judged_later(scope["path"])):
                    self._access.check_origin(scope)
            except AppError as error:
                await answer_error(error)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class Cors(CORSMiddleware):
    """Lets pages read the answers whose origin may write: of this machine, browser extensions, and those that are named."""

    def __init__(self, app: ASGIApp, *, access: Access) -> None:
        super().__init__(
            app, allow_origins=access.origins, allow_methods=("*",), allow_headers=("*",), expose_headers=_EXPOSED
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


def writes(scope: Scope) -> bool:
    """Whether a page of another origin could do harm with it, though it may not read the answer."""
    return scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS


def came_by_proxy(headers: Headers) -> bool:
    return any(name in _PROXY_HEADERS or name.startswith("x-forwarded-") for name in headers)


def host_name(host: str) -> str | None:
    """`host` as in the header, with or without a port; None where it is none."""
    found = _HOST.fullmatch(host)
    return None if found is None else (found["bracketed"] or found["name"]).lower()


def is_own_origin(origin: str) -> bool:
    """Whether it is of this machine, or a browser extension."""
    scheme, separator, host = origin.partition("://")
    if not separator:
        return False
    name = host_name(host)
    return scheme in _EXTENSIONS or (scheme in ("http", "https") and name is not None and is_loopback(name))


def _address(scope: Scope, end: Literal["client", "server"]) -> str | None:
    """Where the connection comes from, or which address of this machine it goes to."""
    return plain_address(str(scope[end][0]).lower()) if scope.get(end) else None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
