"""Whether everything works, in milliseconds and without a model."""

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Literal, Protocol

from fastapi import APIRouter
from pydantic import BaseModel
from sqlalchemy import select, text
from starlette.requests import Request

from lorewright import __version__
from lorewright.core.errors import AppError
from lorewright.db.transaction import Transaction
from lorewright.http.dependencies import TheWorld
from lorewright.world import World

KNOWN_S = 1.0
"""So long what was seen of the database counts."""
UP = "up"

Trouble = Callable[[Transaction, World], str | None]
"""What is wrong, or None."""


class TroubleOfCaller(Protocol):
    def __call__(self, tx: Transaction, world: World, *, request: Request) -> str | None:
        """As of who asks."""
        ...


class Services(BaseModel):
    """Each `up`, or `down: <reason>`."""

    database: str
    vector_db: str
    llm_provider: str


class Health(BaseModel):
    status: Literal["ok", "degraded"]
    version: str
    services: Services


def routes(llm_trouble: TroubleOfCaller, vector_trouble: Trouble) -> APIRouter:
    """`llm_trouble` knows of the provider that works for who asks, `vector_trouble` of the embedders; neither asks anybody."""
    router = APIRouter(tags=["health"])
    store = _Known(lambda world: _store_states(world, vector_trouble))

    @router.get("/health", summary="Whether everything works")
    def health(world: TheWorld, request: Request) -> Health:
        database, vectors = store.now(world)
        # What is set lies in the database: while that is away nobody else waits for it.
        model = _state(world, partial(llm_trouble, request=request)) if database == UP else database
        well = database == vectors == model == UP
        services = Services(database=database, vector_db=vectors, llm_provider=model)
        return Health(status="ok" if well else "degraded", version=__version__, services=services)

    return router


class _Known:
    """What was seen a moment ago. One looks at a time: a database that does not answer is not asked by everybody who asks how
    it is, each with a thread that waits."""

    def __init__(self, look: Callable[[World], tuple[str, str]]) -> None:
        self._look = look
        self._lock = threading.Lock()
        self._seen: tuple[float, tuple[str, str]] | None = None

    def now(self, world: World) -> tuple[str, str]:
        seen = self._seen
        if seen is not None and (time.monotonic() - seen[0] < KNOWN_S or self._lock.locked()):
            return seen[1]
        with self._lock:
            if self._seen is None or self._seen is seen:  # else somebody has looked while this one waited
                states = self._look(world)
                self._seen = (time.monotonic(), states)
                return states
            return self._seen[1]


def _store_states(world: World, vector_trouble: Trouble) -> tuple[str, str]:
    """Of the database and of the vectors in it."""
    database = _state(world, _database_trouble)
    return database, _state(world, vector_trouble) if database == UP else database


def _state(world: World, trouble: Trouble) -> str:
    try:
        with world.db.reading() as tx:
            reason = trouble(tx, world)
    except AppError as error:
        reason = error.detail
    return f"down: {reason}" if reason else UP


def _database_trouble(tx: Transaction, _world: World) -> None:
    tx.execute(select(text("1")))
