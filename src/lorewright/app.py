"""The HTTP entry: mounts the rooms over one world."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Literal

from anyio.to_thread import current_default_thread_limiter
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.routing import BaseRoute

from lorewright.core.threads import BusyThreads, Threads
from lorewright.db.engine import READ_CONNECTIONS
from lorewright.db.transaction import Transaction
from lorewright.gateway.admin.queries import vector_trouble
from lorewright.gateway.admin.routes import router as admin
from lorewright.gateway.articles.routes import router as articles
from lorewright.gateway.contradictions.routes import router as contradictions
from lorewright.gateway.conversations.routes import router as conversations
from lorewright.gateway.graph.routes import router as graph
from lorewright.gateway.lint.routes import router as lint
from lorewright.gateway.removal.routes import router as removal
from lorewright.gateway.sources.routes import router as sources
from lorewright.gateway.taxonomy.routes import router as taxonomy
from lorewright.http import errors, health
from lorewright.http.access import Access, Cors, Guard
from lorewright.http.middleware import BodyLimit, HeadAsGet, PlainAddress, RequestIds
from lorewright.http.rates import Rates, rules_of
from lorewright.platform.accounts import routes as accounts
from lorewright.platform.accounts.gate import Gate, named_user, shows_token
from lorewright.platform.accounts.me import BEARER
from lorewright.platform.accounts.rules import LOCAL_USER_ID, needed
from lorewright.platform.events.feed import Feed
from lorewright.platform.events.routes import router as events
from lorewright.platform.jobs.routes import router as jobs
from lorewright.platform.preferences.queries import default_trouble
from lorewright.platform.preferences.routes import router as preferences
from lorewright.retrieval.collections.routes import router as collections
from lorewright.retrieval.documents.routes import router as documents
from lorewright.retrieval.pipelines.routes import router as pipelines
from lorewright.retrieval.podcasts.routes import router as podcasts
from lorewright.retrieval.removal.routes import router as documents_removal
from lorewright.retrieval.search.routes import router as search
from lorewright.retrieval.sessions.routes import router as sessions
from lorewright.retrieval.voices.routes import router as voices
from lorewright.world import World

API_VERSION = "0.1.0"
GATE_THREADS = 4
"""Who comes in waits for nobody who is in."""
COUNTING_THREADS = 4
"""Of requests; somebody else's server may do it, which may be slow."""
ASKING_THREADS = 10
"""For stages of searches and answers, where each may wait for somebody else's server to embed its question."""
COMPUTING_THREADS = 2
"""For the same where none is asked: more would only take the interpreter from each other (with 16 clients a third fewer searches a second
by 10 threads), and hold what each needs at once."""
UPLOADS, UPLOAD_SHARE = 4, 2
"""Files that are looked at at once before they are taken in, and of one user: who made one decides how long that takes."""
UPLOAD_PATIENCE_S = 30.0
"""So long another file waits for its turn: it has come here already."""
ROUTE_THREADS = READ_CONNECTIONS - GATE_THREADS - ASKING_THREADS - UPLOADS - 2
"""For all else. Each of these may read the database, and so may the one that follows events and the one that looks how it is."""
FETCHES, FETCH_SHARE = 8, 3
"""Addresses that are fetched at once, and for one user where several log in: who owns one decides how long that takes."""
FETCH_PATIENCE_S = 10.0
"""So long another address waits for its turn."""
SIGN_INS = 4
"""Logins for which a provider is asked at once, which may be slow."""
SIGN_IN_PATIENCE_S = 10.0
"""So long another login waits for its turn."""
MULTIPART_ROOM = 64 * 1024
"""Bytes that the wrapping of an upload may take beside the file."""
MOST_FIELDS, MOST_FIELD_BYTES = 20, 64 * 1024
"""Of a form that brings a file: these are held in memory, while the file is not."""

MAY_ANSWER = errors.may_answer(400, 401, 403, 500)
"""Every operation."""

APPLICATION = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Lorewright</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:38rem;margin:4rem auto;padding:0 1rem}</style>
<h1>Lorewright</h1>
<p>The browser application is not built yet. Until then <code>lorewright --help</code> shows the commands, programs use
<a href="/openapi.json">the interface described here</a>, and the wiki is a folder of Markdown files.</p>
</html>
"""


def create_app(world: World) -> FastAPI:
    """The application over a world whose database has the newest schema; closes the world when it ends."""

    busy = "Too many addresses are being fetched just now"
    share = FETCH_SHARE if world.settings.auth.enabled else FETCHES
    fetching = BusyThreads("fetching", FETCHES, each=share, patience_s=FETCH_PATIENCE_S, busy=busy)
    busy = "Too many files are being looked at just now"
    uploads = BusyThreads("uploads", UPLOADS, each=UPLOAD_SHARE, patience_s=UPLOAD_PATIENCE_S, busy=busy)
    busy = "Too many logins wait for their provider just now"
    sign_ins = BusyThreads("sign-in", SIGN_INS, patience_s=SIGN_IN_PATIENCE_S, busy=busy)
    gate, counting, looking = Threads("gate", GATE_THREADS), Threads("counting", COUNTING_THREADS), Threads("health", 1)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        most = COMPUTING_THREADS if world.settings.embeddings.provider == "builtin" else ASKING_THREADS
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(most, "asking"))
        current_default_thread_limiter().total_tokens = ROUTE_THREADS
        yield
        for threads in (fetching, uploads, sign_ins, gate, counting, looking):
            threads.close()
        app.state.world.close()

    app = FastAPI(
        title="Lorewright",
        version=API_VERSION,
        description="Turns sources into knowledge that can be checked.",
        lifespan=lifespan,
        docs_url=None,  # its page loads its scripts from a public server
        redoc_url=None,
        responses=MAY_ANSWER,
        form_limits={"max_files": 1, "max_fields": MOST_FIELDS, "max_part_size": MOST_FIELD_BYTES},
    )
    app.state.world = world
    app.state.feed = Feed(world)
    app.state.fetching = fetching
    app.state.uploads = uploads
    app.state.sign_ins = sign_ins
    app.include_router(health.routes(looking, _who_asks, _llm_trouble, vector_trouble))
    app.router.routes.extend(_rooms(world.settings.only))
    app.add_api_route("/", _home, include_in_schema=False)
    app.add_api_route("/app/", _application, include_in_schema=False, response_class=HTMLResponse)
    errors.install(app)
    _add_middleware(app, world, gate, counting)
    return app


@cache
def _rooms(only: Literal["gateway", "retrieval"] | None) -> list[BaseRoute]:
    """Of the services that are served, for every application of this process: what a route takes and gives is worked out when it is
    first looked at, which takes milliseconds for each, and is kept with it."""
    rooms = APIRouter(responses=MAY_ANSWER)
    of_retrieval = errors.may_answer(422, 429, 503)
    if only != "gateway":
        # Addresses are tried one after the other: behind all others, that of what is asked for most would take 0.2 ms more to find.
        rooms.include_router(search, dependencies=[BEARER], responses=of_retrieval)
    if only != "retrieval":
        for router in (
            accounts.gateway, sources, removal, articles, taxonomy, graph, contradictions, conversations, lint, admin, jobs, preferences,
        ):  # fmt: skip
            rooms.include_router(router, responses=errors.may_answer(422, 503))
        rooms.include_router(events)
    if only != "gateway":
        rooms.include_router(accounts.api, responses=of_retrieval)
        for router in (collections, documents, documents_removal, sessions, pipelines, voices, podcasts):
            rooms.include_router(router, dependencies=[BEARER], responses=of_retrieval)
    return rooms.routes


def _add_middleware(app: FastAPI, world: World, gate: Threads, counting: Threads) -> None:
    """The last one added comes first."""
    settings, access = world.settings, Access(world.settings)

    def wants_credential(path: str) -> bool:
        return needed(path, login=settings.auth.enabled, only=settings.only) is not None

    app.add_middleware(
        BodyLimit,
        default_bytes=settings.limits.body_bytes,
        upload_bytes={
            "/ingest/pdf": settings.limits.upload_bytes + MULTIPART_ROOM,
            "/api/documents/upload": settings.limits.upload_bytes + MULTIPART_ROOM,
            "/api/voices/upload": settings.limits.voice_bytes + MULTIPART_ROOM,
        },
        stall_s=settings.limits.stall_s,
    )
    app.add_middleware(HeadAsGet)
    app.add_middleware(PlainAddress)
    app.add_middleware(Gate, world=world, access=access, threads=gate)
    app.add_middleware(Cors, access=access)
    app.add_middleware(Guard, access=access, judged_later=wants_credential)
    app.add_middleware(
        Rates,
        windows=world.windows,
        rules=rules_of(settings.rate),
        user_of=partial(named_user, tokens=world.identity.tokens),
        peer_of=access.peer,
        may_wait=lambda scope: world.windows.waits or shows_token(scope),
        threads=counting,
    )
    app.add_middleware(RequestIds)


def _who_asks(request: Request, world: World) -> str:
    """Who does not say is the local user, for whom the provider works that the start names."""
    asks = named_user(request.scope, world.identity.tokens) if world.settings.auth.enabled else None
    return asks or LOCAL_USER_ID


def _llm_trouble(user: str, tx: Transaction, world: World) -> str | None:
    """Of the provider that works for the user."""
    return default_trouble(tx, user, world.settings.llm, world.models)


def _home() -> RedirectResponse:
    return RedirectResponse("/app/")


def _application() -> HTMLResponse:
    return HTMLResponse(APPLICATION)
