"""Asking a collection."""

from fastapi import APIRouter, Request

from lorewright.http.connection import while_connected
from lorewright.http.dependencies import JsonOnly, TheWorld
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import ApiMe
from lorewright.retrieval.collections.rules import check_own
from lorewright.retrieval.search import actions
from lorewright.retrieval.search.schemas import SearchRequest, SearchResponse

router = APIRouter(prefix="/api", tags=["search"])


@router.post(
    "/search",
    summary="Ask a collection",
    dependencies=[JsonOnly],
    responses=may_answer(402, 404, 408, 413, 415, 502, 504),
)
async def search(request: Request, world: TheWorld, me: ApiMe, new: SearchRequest) -> SearchResponse:
    check_own(me.id, new.user_id)
    asked = actions.search(world, me.id, str(new.collection_id), new.question, new.config_metadata)
    return (await while_connected(request, asked)).response
