"""Making collections, and looking at them."""

from uuid import UUID

from fastapi import APIRouter, Request, Response

from lorewright.http.dependencies import JsonOnly, Reading, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.http.paging import Paging, tell
from lorewright.platform.accounts.me import ApiMe
from lorewright.retrieval.collections import actions, queries
from lorewright.retrieval.collections.rules import check_own
from lorewright.retrieval.collections.schemas import Collection, CollectionCreate

router = APIRouter(prefix="/api/collections", tags=["collections"])


@router.get("", summary="List one's collections, newest first")
def list_collections(request: Request, response: Response, tx: Reading, me: ApiMe, page: Paging) -> list[Collection]:
    found, total = queries.list_collections(tx, me.id, limit=page.size, offset=page.offset)
    tell(request, response, page, total)
    return found


@router.post(
    "",
    summary="Make a collection",
    status_code=201,
    dependencies=[JsonOnly],
    responses=may_answer(408, 409, 413, 415),
)
def create_collection(tx: Writing, world: TheWorld, me: ApiMe, new: CollectionCreate) -> Collection:
    check_own(me.id, new.user_id)
    return actions.create(tx, world, me.id, new.name, new.description)


@router.get("/{collection_id}", summary="Show a collection", responses=may_answer(404))
def get_collection(tx: Reading, me: ApiMe, collection_id: UUID) -> Collection:
    return queries.get_collection(tx, me.id, str(collection_id))
