"""The wiki as a graph."""

import msgspec
from fastapi import APIRouter, Response

from lorewright.gateway.graph import queries
from lorewright.gateway.graph.schemas import GraphResponse
from lorewright.http.dependencies import Reading
from lorewright.platform.accounts.me import Me

router = APIRouter()


@router.get(
    "/wiki/graph", tags=["wiki"], summary="Show all articles and how they hang together", response_model=GraphResponse
)
def get_graph(tx: Reading, me: Me) -> Response:
    # Thousands of rows of our own: encoded as they are, which looking at each field again would make three times as slow.
    return Response(msgspec.json.encode(queries.get_graph(tx, me.id)), media_type="application/json")
