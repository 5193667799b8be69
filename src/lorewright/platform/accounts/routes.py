"""Signing in and out: to the gateway by others' word, to the retrieval service also by name and password."""

from functools import partial
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from lorewright.core.access import is_loopback
from lorewright.core.threads import BusyThreads
from lorewright.http.access import host_name
from lorewright.http.dependencies import JsonOnly, PathId, TheWorld
from lorewright.http.errors import may_answer
from lorewright.http.rates import tell
from lorewright.identity.providers import SINGLE_SIGN_ON
from lorewright.platform.accounts import actions, rules
from lorewright.platform.accounts.gate import cookie, shown_tokens
from lorewright.platform.accounts.me import BEARER, ApiMe, Me
from lorewright.platform.accounts.rules import Audience
from lorewright.platform.accounts.schemas import (
    Account,
    LoggedOut,
    LoginRequest,
    Profile,
    RegisterRequest,
    RegisterResponse,
    TokenResponse,
)
from lorewright.world import World

APPLICATION = "/app/"

gateway = APIRouter(prefix="/auth", tags=["auth"])
api = APIRouter(prefix="/api/auth", tags=["accounts"])

Code = Annotated[str | None, Query(max_length=4_000, description="None where the provider lets nobody in")]
HiddenCode = Annotated[str | None, Query(max_length=4_000, include_in_schema=False)]
CODE = {"name": "code", "in": "query", "required": True, "schema": {"type": "string", "maxLength": 4_000}}
"""As clients know it, for whom it is required: only a provider that lets nobody in comes without."""
State = Annotated[str, Query(max_length=200)]
Issuer = Annotated[str | None, Query(max_length=1_000, description="Who the code is of, where the provider says it")]
NO_STORE = {"Cache-Control": "no-store"}
"""For answers that hold a credential (RFC 6749, section 5.1)."""
AWAY: dict[int | str, dict[str, Any]] = {307: {"description": "To the provider"}}
BACK: dict[int | str, dict[str, Any]] = {
    200: {"model": TokenResponse, "description": "For a client that prefers JSON"},
    302: {"description": "Into the application, with the session's cookie"},
}


@gateway.get("/login/{provider}", summary="Log in with a provider", status_code=307, responses=AWAY)
async def log_in_with(request: Request, world: TheWorld, provider: PathId) -> Response:
    return await _leave(request, world, "gateway", provider, f"{_own_address(request, world)}/auth/callback")


@gateway.get("/callback", summary="Come back from a provider", responses=BACK, openapi_extra={"parameters": [CODE]})
async def come_back(
    request: Request, world: TheWorld, state: State, code: HiddenCode = None, iss: Issuer = None
) -> Response:
    return await _come_back(request, world, "gateway", code, state, iss)


@gateway.get("/me", summary="Who is logged in")
async def get_me(me: Me) -> Profile:
    return Profile(id=me.id, email=me.email, name=me.name, avatar_url=me.avatar_url)


@gateway.post("/logout", summary="Log out: the token counts no more")
@api.post("/logout", summary="Log out: the token counts no more")
def log_out(request: Request, world: TheWorld, response: Response) -> LoggedOut:
    actions.log_out(world, shown_tokens(request.headers))
    response.delete_cookie(rules.COOKIE, path="/", secure=_is_secure(request, world), httponly=True, samesite="lax")
    return LoggedOut(status="ok")


@api.post(
    "/register",
    summary="Register",
    status_code=201,
    dependencies=[JsonOnly],
    responses=may_answer(408, 409, 413, 415),
)
def register(world: TheWorld, new: RegisterRequest) -> RegisterResponse:
    return actions.register(world, new)


@api.post("/login", summary="Log in by name and password", dependencies=[JsonOnly], responses=may_answer(408, 413, 415))
def log_in(request: Request, response: Response, world: TheWorld, who: LoginRequest) -> TokenResponse:
    response.headers.update(NO_STORE)
    tell(request.scope, actions.count_login(world, who.username))
    return actions.log_in(world, who)


@api.get("/me", summary="Who the token is of", dependencies=[BEARER])
async def get_account(me: ApiMe) -> Account:
    return Account(user_id=UUID(me.id), username=me.username, email=me.email)


@api.get("/oidc/login", summary="Log in by single sign-on", status_code=307, responses=AWAY)
async def sign_on(request: Request, world: TheWorld) -> Response:
    redirect_url = world.settings.oidc.redirect_url or f"{_own_address(request, world)}/api/auth/oidc/callback"
    return await _leave(request, world, "api", SINGLE_SIGN_ON, redirect_url)


@api.get("/oidc/callback", summary="Come back from single sign-on", responses=BACK)
async def signed_on(request: Request, world: TheWorld, state: State, code: Code = None, iss: Issuer = None) -> Response:
    return await _come_back(request, world, "api", code, state, iss)


async def _leave(request: Request, world: World, service: Audience, provider: str, redirect_url: str) -> Response:
    sign_ins: BusyThreads = request.app.state.sign_ins
    address, kept = await sign_ins.run(partial(actions.begin_sign_in, world, service, provider, redirect_url))
    response = RedirectResponse(address, 307, NO_STORE)
    _set_cookie(response, rules.LOGIN_COOKIE, kept, rules.LOGIN_S, secure=_is_secure(request, world))
    return response


async def _come_back(
    request: Request, world: World, service: Audience, code: str | None, state: str, iss: str | None
) -> Response:
    sign_ins: BusyThreads = request.app.state.sign_ins
    kept = cookie(request.headers, rules.LOGIN_COOKIE)
    user = await sign_ins.run(partial(actions.complete_sign_in, world, service, kept, state, code, iss))
    secure = _is_secure(request, world)
    response: Response
    if rules.prefers_json(request.headers.get("accept", "")):
        token = actions.token_for(world, service, user, world.settings.token_s)
        response = JSONResponse(token.model_dump(), headers=NO_STORE)
    else:
        token = actions.token_for(world, service, user, rules.COOKIE_S)
        response = RedirectResponse(APPLICATION, 302, NO_STORE)
        _set_cookie(response, rules.COOKIE, token.access_token, rules.COOKIE_S, secure=secure)
    response.delete_cookie(rules.LOGIN_COOKIE, path="/", secure=secure, httponly=True, samesite="lax")
    return response


def _set_cookie(response: Response, name: str, value: str, lifetime_s: int, *, secure: bool) -> None:
    response.set_cookie(name, value, max_age=lifetime_s, path="/", secure=secure, httponly=True, samesite="lax")


def _own_address(request: Request, world: World) -> str:
    """As the browser knows it: as it is set, else as it has asked for it, which was checked."""
    return world.settings.public_url or f"{request.url.scheme}://{request.headers['host']}"


def _is_secure(request: Request, world: World) -> bool:
    """Only on this machine may a cookie travel without TLS."""
    own = _own_address(request, world)
    name = host_name(own.partition("://")[2])
    return not (own.startswith("http://") and name is not None and is_loopback(name))
