"""The HTTP entry: mounts the rooms over one world."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, RedirectResponse

from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.routes import router as articles
from lorewright.gateway.conversations.routes import router as conversations
from lorewright.gateway.removal.routes import router as removal
from lorewright.gateway.sources.routes import router as sources
from lorewright.http import errors, health
from lorewright.http.middleware import BodyLimit, Cors, HeadAsGet, LocalOnly, PlainAddress, RequestIds
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.events.feed import Feed
from lorewright.platform.events.routes import router as events
from lorewright.platform.jobs.routes import router as jobs
from lorewright.platform.preferences.queries import default_trouble
from lorewright.platform.preferences.routes import router as preferences
from lorewright.world import World

API_VERSION = "0.1.0"
MULTIPART_ROOM = 64 * 1024
"""Bytes that the wrapping of an upload may take beside the file."""

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

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.world.close()

    app = FastAPI(
        title="Lorewright",
        version=API_VERSION,
        description="Turns sources into knowledge that can be checked.",
        lifespan=lifespan,
        docs_url=None,  # its page loads its scripts from a public server
        redoc_url=None,
        responses=errors.may_answer(400, 403, 500),
    )
    app.state.world = world
    app.state.feed = Feed(world)
    app.include_router(health.routes(_llm_trouble))
    for router in (sources, removal, articles, conversations, jobs, preferences):
        app.include_router(router, responses=errors.may_answer(422, 503))
    app.include_router(events)
    app.add_api_route("/", _home, include_in_schema=False)
    app.add_api_route("/app/", _application, include_in_schema=False, response_class=HTMLResponse)
    errors.install(app)
    limits = world.settings.limits
    app.add_middleware(
        BodyLimit,
        default_bytes=limits.body_bytes,
        upload_bytes=limits.upload_bytes + MULTIPART_ROOM,
        upload_paths=("/ingest/pdf",),
        stall_s=limits.stall_s,
    )
    app.add_middleware(HeadAsGet)
    app.add_middleware(PlainAddress)
    app.add_middleware(Cors, origins=world.settings.origins)
    app.add_middleware(LocalOnly, origins=world.settings.origins)
    app.add_middleware(RequestIds)
    return app


def _llm_trouble(tx: Transaction, world: World) -> str | None:
    return default_trouble(tx, LOCAL_USER_ID, world.settings.llm, world.models)


def _home() -> RedirectResponse:
    return RedirectResponse("/app/")


def _application() -> HTMLResponse:
    return HTMLResponse(APPLICATION)
