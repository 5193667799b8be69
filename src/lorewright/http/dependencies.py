"""What a route is handed: the world, and a transaction that the request's end commits.

`scope="function"`: the commit happens before the answer is sent, so that a commit that fails is not answered 200.
"""

from collections.abc import Iterator
from typing import Annotated

from fastapi import Depends, Path, Query
from starlette.requests import HTTPConnection

from lorewright.core.errors import Unsupported
from lorewright.db.transaction import Transaction
from lorewright.world import World


async def get_world(connection: HTTPConnection) -> World:
    world: World = connection.app.state.world
    return world


TheWorld = Annotated[World, Depends(get_world)]


def _reading(world: TheWorld) -> Iterator[Transaction]:
    with world.db.reading() as tx:
        yield tx


def _writing(world: TheWorld) -> Iterator[Transaction]:
    with world.db.writing() as tx:
        yield tx


Reading = Annotated[Transaction, Depends(_reading, scope="function")]
Writing = Annotated[Transaction, Depends(_writing, scope="function")]


async def _json_only(connection: HTTPConnection) -> None:
    """Any page may send a form or plain text here without asking first; JSON it may not."""
    media_type = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Unsupported("Send JSON, with the header Content-Type: application/json.")


JsonOnly = Depends(_json_only)
"""For `dependencies` of every route that takes JSON."""

Limit = Annotated[int, Query(ge=1, le=1_000)]
Offset = Annotated[int, Query(ge=0, le=2**31 - 1)]
PathId = Annotated[str, Path(max_length=1_000)]
