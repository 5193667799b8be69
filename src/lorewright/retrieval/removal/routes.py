"""Deleting documents and collections."""

from uuid import UUID

from fastapi import APIRouter

from lorewright.http.dependencies import TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import ApiMe
from lorewright.retrieval.removal import actions

router = APIRouter(prefix="/api")


@router.delete(
    "/documents/{document_id}",
    summary="Delete a document",
    status_code=204,
    tags=["documents"],
    responses=may_answer(404),
)
def delete_document(tx: Writing, world: TheWorld, me: ApiMe, document_id: UUID) -> None:
    actions.delete_document(tx, world, me.id, str(document_id))


@router.delete(
    "/collections/{collection_id}",
    summary="Delete a collection with all documents in it",
    status_code=204,
    tags=["collections"],
    responses=may_answer(404),
)
def delete_collection(tx: Writing, world: TheWorld, me: ApiMe, collection_id: UUID) -> None:
    actions.delete_collection(tx, world, me.id, str(collection_id))
