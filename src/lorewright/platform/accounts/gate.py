"""Lets in whom a credential names, before anything of the request is read: a token in the header, else the session's cookie."""

from dataclasses import dataclass
from functools import partial

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from lorewright.core.errors import AppError, NotSignedIn, TokenExpired, Unavailable
from lorewright.core.threads import Threads
from lorewright.http.access import Access, writes
from lorewright.http.errors import answer_error
from lorewright.identity.tokens import BadTokenError, Token, Tokens
from lorewright.platform.accounts import queries, rules
from lorewright.platform.accounts.queries import User
from lorewright.platform.accounts.rules import Audience
from lorewright.world import World

NO_CREDENTIAL = "Log in first: send a token as Authorization: Bearer, or the session's cookie."
BAD_CREDENTIAL = "The token does not count; log in again."
EXPIRED = "The token has expired; log in again."


@dataclass(frozen=True, slots=True)
class Credential:
    """What a request shows."""

    token: Token | None
    fault: NotSignedIn | None
    """Why the token does not count, or that there is none."""
    comes_by_itself: bool
    """A browser sends it along, whichever page asks for the request."""


def shown_tokens(headers: Headers) -> list[str]:
    """What the header holds, and the cookie."""
    return [token for token in (_bearer(headers), cookie(headers, rules.COOKIE)) if token]


def shows_token(scope: Scope) -> bool:
    """Whether there is one to be looked at, for which a file or the database may have to be read."""
    return bool(shown_tokens(Headers(scope=scope)))


def cookie(headers: Headers, name: str) -> str | None:
    return cookie_parser("; ".join(headers.getlist("cookie"))).get(name)


def credential(scope: Scope, tokens: Tokens) -> Credential:
    """Looked at once for each request. Raises `Unavailable` where no token can be read."""
    state = scope.setdefault("state", {})
    if "credential" not in state:
        state["credential"] = _credential(Headers(scope=scope), tokens)
    found: Credential = state["credential"]
    return found


def named_user(scope: Scope, tokens: Tokens) -> str | None:
    """Whose token a request shows, as far as the token tells. Raises `Unavailable`."""
    token = credential(scope, tokens).token
    return token.subject if token is not None and rules.counts_for(token.audience, "api") else None


class Gate:
    def __init__(self, app: ASGIApp, *, world: World, access: Access, threads: Threads) -> None:
        """`threads`: in which tokens are looked at, however busy all others are."""
        self._app = app
        self._world = world
        self._access = access
        self._threads = threads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            settings = self._world.settings
            wanted = rules.needed(scope["path"], login=settings.auth.enabled, only=settings.only)
            if wanted is not None:
                state = scope.setdefault("state", {})
                try:
                    find = partial(self._caller, scope, wanted)
                    state["me"] = await self._threads.run(find) if shows_token(scope) else find()
                    state["still_in"] = partial(self._still_in, scope, wanted)
                except AppError as error:
                    await answer_error(error)(scope, receive, send)
                    return
        await self._app(scope, receive, send)

    async def _still_in(self, scope: Scope, wanted: Audience) -> bool:
        """Whether who was let in would be again. While that cannot be told nobody is put out."""
        try:
            await self._threads.run(partial(self._caller, {**scope, "state": {}}, wanted))
        except NotSignedIn:
            return False
        except Unavailable:
            return True
        return True

    def _caller(self, scope: Scope, wanted: Audience) -> User:
        """Raises `NotSignedIn`, and `Unwelcome` where a page asks in the name of a person who did not."""
        shown = credential(scope, self._world.identity.tokens)
        user = self._skipped(scope, wanted, shown)
        if user is None:
            if shown.fault is not None or shown.token is None:
                raise shown.fault or NotSignedIn(NO_CREDENTIAL)
            if not rules.counts_for(shown.token.audience, wanted):
                raise NotSignedIn(BAD_CREDENTIAL)
            user = self._user(shown.token)
            if user is None:
                raise NotSignedIn(BAD_CREDENTIAL)
        if shown.comes_by_itself and writes(scope):
            self._access.check_origin(scope)
        return user

    def _skipped(self, scope: Scope, wanted: Audience, shown: Credential) -> User | None:
        """Who SKIP_AUTH lets in without a token: somebody at this machine, and nobody that a proxy lets through."""
        skips = self._world.settings.skip_auth and wanted == "api" and shown.token is None
        return queries.SKIPPED if skips and self._access.is_local(scope) else None

    def _user(self, token: Token) -> User | None:
        with self._world.db.reading() as tx:
            return queries.caller(tx, token.id, token.subject, self._world.settings.auth.named_owners)


def _credential(headers: Headers, tokens: Tokens) -> Credential:
    in_header = "authorization" in headers
    token = _bearer(headers) if in_header else cookie(headers, rules.COOKIE)
    by_itself = not (in_header and token)  # any page can have a browser send a name and password: http://a:b@localhost
    if not token:
        return Credential(None, NotSignedIn(NO_CREDENTIAL), by_itself)
    try:
        return Credential(tokens.read(token), None, by_itself)
    except BadTokenError as bad:
        return Credential(None, TokenExpired(EXPIRED) if bad.expired else NotSignedIn(BAD_CREDENTIAL), by_itself)


def _bearer(headers: Headers) -> str | None:
    given = headers.getlist("authorization")
    scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
    return token.strip() if scheme.lower() == "bearer" else None
