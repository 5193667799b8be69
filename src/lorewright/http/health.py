"""Whether everything works, in milliseconds and without a model."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel
from sqlalchemy import select, text
from starlette.requests import Request

from lorewright import __version__
from lorewright.core.errors import AppError
from lorewright.core.threads import Threads
from lorewright.db.transaction import Transaction
from lorewright.db.watch import AWAY
from lorewright.http.dependencies import TheWorld
from lorewright.world import World

KNOWN_S = 1.0
"""So long what was seen of the database counts."""
PATIENCE_S = 2.0
"""So long whoever asks waits for what is being looked at."""
UP = "up"
SILENT = f"down: {AWAY}"

Trouble = Callable[[Transaction, World], str | None]
"""What is wrong, or None."""
TroubleOfUser = Callable[[str, Transaction, World], str | None]
"""The same, for this user."""


class Services(BaseModel):
    """Each `up`, or `down: <reason>`."""

    database: str
    vector_db: str
    llm_provider: str


class Health(BaseModel):
    status: Literal["ok", "degraded"]
    version: str
    services: Services


def routes(
    threads: Threads, user_of: Callable[[Request, World], str], llm_trouble: TroubleOfUser, vector_trouble: Trouble
) -> APIRouter:
    """`user_of` tells who asks, `llm_trouble` knows of the provider that works for this user, `vector_trouble` of the embedders;
    none of them asks anybody. `threads`: in which it is looked."""
    router = APIRouter(tags=["health"])
    looks = _Looks(threads, llm_trouble, vector_trouble)

    @router.get("/health", summary="Whether everything works")
    async def health(world: TheWorld, request: Request) -> Health:
        services = await looks.services(world, user_of(request, world))
        well = services.database == services.vector_db == services.llm_provider == UP
        return Health(status="ok" if well else "degraded", version=__version__, services=services)

    return router


class _Looks:
    """One look for all who ask at once as the same user, and nobody waits long for it: a database that does not answer holds up the
    thread that looks, and no other."""

    def __init__(self, threads: Threads, llm_trouble: TroubleOfUser, vector_trouble: Trouble) -> None:
        self._threads = threads
        self._llm_trouble = llm_trouble
        self._vector_trouble = vector_trouble
        self._under_way: dict[str, tuple[float, asyncio.Task[Services]]] = {}
        self._seen: tuple[float, tuple[str, str]] | None = None
        """What the last look saw of the database and of the vectors in it, and when."""

    async def services(self, world: World, user: str) -> Services:
        if user not in self._under_way:
            look = asyncio.create_task(self._threads.run(partial(self._look, world, user)))
            self._under_way[user] = (time.monotonic(), look)
            look.add_done_callback(lambda _: self._under_way.pop(user))
        began, look = self._under_way[user]
        done, _ = await asyncio.wait([look], timeout=max(0.0, began + PATIENCE_S - time.monotonic()))
        return look.result() if done else Services(database=SILENT, vector_db=SILENT, llm_provider=SILENT)

    def _look(self, world: World, user: str) -> Services:
        if self._seen is None or time.monotonic() - self._seen[0] >= KNOWN_S:
            states = _store_states(world, self._vector_trouble)
            self._seen = (time.monotonic(), states)
        database, vectors = self._seen[1]
        # What is set lies in the database: while that is away it is not asked again for each user.
        model = _state(world, partial(self._llm_trouble, user)) if database == UP else database
        return Services(database=database, vector_db=vectors, llm_provider=model)


def _store_states(world: World, vector_trouble: Trouble) -> tuple[str, str]:
    """Of the database and of the vectors in it."""
    database = _state(world, _database_trouble)
    return database, _state(world, vector_trouble) if database == UP else database


def _state(world: World, trouble: Trouble) -> str:
    try:
        with world.db.reading() as tx:
            if tx.dialect == "postgresql":
                tx.execute(_BOUNDED)
            reason = trouble(tx, world)
    except AppError as error:
        reason = error.detail
    return f"down: {reason}" if reason else UP


_BOUNDED = text(f"SET LOCAL statement_timeout = {round(1_000 * PATIENCE_S)}")


def _database_trouble(tx: Transaction, _world: World) -> None:
    tx.execute(select(text("1")))
