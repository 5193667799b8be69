"""Whether everything works, in milliseconds and without a model."""

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel
from sqlalchemy import select, text

from lorewright import __version__
from lorewright.core.errors import AppError
from lorewright.http.dependencies import TheWorld
from lorewright.world import World

router = APIRouter(tags=["health"])


class Services(BaseModel):
    """Each `up`, or `down: <reason>`."""

    database: str
    vector_db: str
    llm_provider: str


class Health(BaseModel):
    status: Literal["ok", "degraded"]
    version: str
    services: Services


@router.get("/health", summary="Whether everything works")
def health(world: TheWorld) -> Health:
    services = Services(
        database=_database(world),
        vector_db="up" if world.embedder.ready() else "down: the embedding model is not set up; run make setup",
        llm_provider="up",
    )
    well = services.database == services.vector_db == services.llm_provider == "up"
    return Health(status="ok" if well else "degraded", version=__version__, services=services)


def _database(world: World) -> str:
    try:
        with world.db.reading() as tx:
            tx.execute(select(text("1")))
    except AppError as error:
        return f"down: {error.detail}"
    return "up"
