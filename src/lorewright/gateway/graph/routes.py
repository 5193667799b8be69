"""The wiki as a graph."""

from fastapi import APIRouter

from lorewright.gateway.graph import queries
from lorewright.gateway.graph.schemas import GraphResponse
from lorewright.http.dependencies import Reading
from lorewright.http.encoded import Encoded
from lorewright.platform.accounts.me import Me

router = APIRouter()


@router.get(
    "/wiki/graph", tags=["wiki"], summary="Show all articles and how they hang together", response_model=GraphResponse
)
def get_graph(tx: Reading, me: Me) -> Encoded:
    return Encoded(queries.get_graph(tx, me.id))
