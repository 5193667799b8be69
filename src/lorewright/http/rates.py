"""How often each user may ask, before login each address; told in the headers of every answer that is counted."""

import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lorewright.core.access import RateSettings, plain_address
from lorewright.core.errors import AppError, TooMany
from lorewright.core.threads import Threads
from lorewright.http.errors import answer_error
from lorewright.rates.base import Hit, Rate, Windows

MINUTE_S, HOUR_S = 60, 60 * 60
UNDER = "/api"
"""What is counted lies there."""


class Rule(NamedTuple):
    """Which requests are counted together, and how many of them there may be."""

    name: str
    rate: Rate
    method: str
    path: re.Pattern[str]
    of_peer: bool = False
    """Whether each address is counted, whoever the user."""


def rules_of(settings: RateSettings) -> Sequence[Rule]:
    """The first that fits counts."""

    def rule(name: str, amount: int, seconds: int, method: str, path: str, *, of_peer: bool = False) -> Rule:
        return Rule(name, Rate(amount, seconds), method, re.compile(path, re.DOTALL), of_peer)

    return (
        rule("login", settings.login_peer_per_minute, MINUTE_S, "POST", "/api/auth/login", of_peer=True),
        rule(
            "search", settings.search_per_minute, MINUTE_S, "POST", "/api/search|/api/conversations/sessions/[^/]+/ask"
        ),
        rule("upload", settings.upload_per_minute, MINUTE_S, "POST", "/api/documents/upload"),
        rule("voice upload", settings.voice_upload_per_hour, HOUR_S, "POST", "/api/voices/upload"),
        rule("voice process", settings.voice_process_per_hour, HOUR_S, "POST", "/api/voices/[^/]+/process"),
        rule("voice list", settings.voice_list_per_hour, HOUR_S, "GET|HEAD", "/api/voices"),
        rule("default", settings.default_per_minute, MINUTE_S, ".*", ".*"),
    )


class Rates:
    """Counts before anything else is looked at; what is one too many is answered 429.

    `user_of`: whose credential a request shows, if it is one. `peer_of`: which address it comes from. `threads`: in which the first is
    asked and the request is counted where it `may_wait`.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        windows: Windows,
        rules: Sequence[Rule],
        user_of: Callable[[Scope], str | None],
        peer_of: Callable[[Scope], str],
        may_wait: Callable[[Scope], bool],
        threads: Threads,
    ) -> None:
        self._app = app
        self._windows = windows
        self._rules = rules
        self._user_of = user_of
        self._peer_of = peer_of
        self._may_wait = may_wait
        self._threads = threads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] != "http" or not (path == UNDER or path.startswith(f"{UNDER}/")):
            await self._app(scope, receive, send)
            return
        headers: dict[str, str] = {}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                for name, value in headers.items():
                    answered.setdefault(name, value)
            await send(message)

        rule = self._rule(scope)
        try:
            count = partial(self._count, rule, scope)
            hit = await self._threads.run(count) if self._may_wait(scope) else count()
            headers.update(headers_of(hit))
            scope.setdefault("state", {})["rate_headers"] = headers
            check(hit)
        except AppError as error:
            if not headers:  # nobody can count for now
                headers.update(headers_of(Hit(False, rule.rate, 0, time.time() + rule.rate.seconds, 0)))
            await answer_error(error)(scope, receive, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)

    def _rule(self, scope: Scope) -> Rule:
        method, path = scope["method"], scope["path"].rstrip("/")
        return next(one for one in self._rules if re.fullmatch(one.method, method) and one.path.fullmatch(path))

    def _count(self, rule: Rule, scope: Scope) -> Hit:
        """Raises `Unavailable`."""
        user = None if rule.of_peer else self._user_of(scope)
        who = f"peer:{network_of(self._peer_of(scope))}" if user is None else f"user:{user}"
        return self._windows.hit(f"{rule.name}:{who}", rule.rate)


def check(hit: Hit) -> None:
    """Raises `TooMany`."""
    if not hit.is_allowed:
        per = "a minute" if hit.rate.seconds == MINUTE_S else "an hour"
        sentence = (
            f"More than {hit.rate.amount} requests of this kind in {per}; try again in {hit.retry_after_s} seconds."
        )
        raise TooMany(sentence, headers_of(hit), hit.retry_after_s)


def tell(scope: Scope, hit: Hit) -> None:
    """In the answer's headers, where this count leaves less room than the one of the request. Raises `TooMany`."""
    check(hit)
    headers: dict[str, str] = scope["state"]["rate_headers"]
    if hit.remaining < int(headers["X-RateLimit-Remaining"]):
        headers.update(headers_of(hit))


def headers_of(hit: Hit) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(hit.rate.amount),
        "X-RateLimit-Remaining": str(hit.remaining),
        "X-RateLimit-Reset": str(int(hit.reset_at) + 1),
    }


def network_of(peer: str) -> str:
    """The address itself; of IPv6 the network, of which one household has all addresses."""
    peer = plain_address(peer)
    try:
        address = ip_address(peer)
    except ValueError:
        return peer
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else peer
