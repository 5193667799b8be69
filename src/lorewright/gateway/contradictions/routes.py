"""Deciding what contradicts each other."""

from fastapi import APIRouter

from lorewright.gateway.contradictions import actions, rules
from lorewright.gateway.contradictions.schemas import (
    ContradictionResolutionOption,
    ResolveContradictionRequest,
    ResolveContradictionResponse,
)
from lorewright.http.dependencies import JsonOnly, PathId, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import Me

router = APIRouter(prefix="/wiki", tags=["wiki"])


@router.get("/contradiction-resolutions", summary="List what can be decided of a contradiction")
def list_resolutions() -> list[ContradictionResolutionOption]:
    return [ContradictionResolutionOption(value=value, label=label) for value, label in rules.LABELS.items()]


@router.post(
    "/backlinks/{source_id}/{target_id}/resolve",
    summary="Decide what two articles contradict each other in",
    dependencies=[JsonOnly],
    responses=may_answer(404, 408, 413, 415),
)
def resolve(
    tx: Writing, world: TheWorld, me: Me, source_id: PathId, target_id: PathId, new: ResolveContradictionRequest
) -> ResolveContradictionResponse:
    return actions.resolve(tx, world, me.id, source_id, target_id, new)
