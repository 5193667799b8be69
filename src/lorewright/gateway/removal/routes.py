"""Deleting sources."""

from fastapi import APIRouter

from lorewright.gateway.removal import actions
from lorewright.gateway.removal.schemas import Deleted
from lorewright.http.dependencies import PathId, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import Me

router = APIRouter(prefix="/ingest", tags=["ingest"])


@router.delete("/sources/{source_id}", summary="Delete a source and all that rests on it", responses=may_answer(404))
def delete_source(tx: Writing, world: TheWorld, me: Me, source_id: PathId) -> Deleted:
    return actions.delete_source(tx, world, me.id, source_id)
