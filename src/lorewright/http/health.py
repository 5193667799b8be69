"""Whether everything works, in milliseconds and without a model."""

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

    @router.get("/health", summary="Whether everything works")
    def health(world: TheWorld, request: Request) -> Health:
        services = Services(
            database=_state(world, _database_trouble),
            vector_db=_state(world, vector_trouble),
            llm_provider=_state(world, partial(llm_trouble, request=request)),
        )
        well = services.database == services.vector_db == services.llm_provider == "up"
        return Health(status="ok" if well else "degraded", version=__version__, services=services)

    return router


def _state(world: World, trouble: Trouble) -> str:
    try:
        with world.db.reading() as tx:
            reason = trouble(tx, world)
    except AppError as error:
        reason = error.detail
    return f"down: {reason}" if reason else "up"


def _database_trouble(tx: Transaction, _world: World) -> None:
    tx.execute(select(text("1")))
