"""Making, changing and listing pipelines."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from lorewright.http.dependencies import JsonOnly, Reading, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.http.paging import Paging, tell
from lorewright.platform.accounts.me import ApiMe
from lorewright.retrieval.collections.rules import check_own
from lorewright.retrieval.pipelines import actions, queries
from lorewright.retrieval.pipelines.schemas import Pipeline, PipelineCreate, PipelineUpdate

router = APIRouter(prefix="/api/pipelines", tags=["pipelines"])


@router.get("", summary="List one's pipelines, newest first")
def list_pipelines(
    request: Request,
    response: Response,
    tx: Reading,
    me: ApiMe,
    page: Paging,
    user_id: Annotated[UUID | None, Query(description="One's own, where it is given")] = None,
) -> list[Pipeline]:
    if user_id is not None:
        check_own(me.id, user_id)
    found, total = queries.list_pipelines(tx, me.id, page)
    tell(request, response, page, total)
    return found


@router.post(
    "",
    summary="Make a pipeline; the first is the default",
    status_code=201,
    dependencies=[JsonOnly],
    responses=may_answer(408, 413, 415),
)
def create_pipeline(tx: Writing, world: TheWorld, me: ApiMe, new: PipelineCreate) -> Pipeline:
    check_own(me.id, new.user_id)
    return actions.create(tx, world, me.id, new)


@router.get("/{pipeline_id}", summary="Show a pipeline", responses=may_answer(404))
def get_pipeline(tx: Reading, me: ApiMe, pipeline_id: UUID) -> Pipeline:
    return queries.get_pipeline(tx, me.id, str(pipeline_id))


@router.patch(
    "/{pipeline_id}",
    summary="Change a pipeline, or make it the default",
    dependencies=[JsonOnly],
    responses=may_answer(404, 408, 409, 413, 415),
)
def change_pipeline(tx: Writing, me: ApiMe, pipeline_id: UUID, new: PipelineUpdate) -> Pipeline:
    return actions.change(tx, me.id, str(pipeline_id), new)


@router.delete("/{pipeline_id}", summary="Delete a pipeline", status_code=204, responses=may_answer(404))
def delete_pipeline(tx: Writing, me: ApiMe, pipeline_id: UUID) -> None:
    actions.remove(tx, me.id, str(pipeline_id))
