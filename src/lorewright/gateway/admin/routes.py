"""Looking after the store as a whole."""

from fastapi import APIRouter

from lorewright.gateway.admin import actions, queries
from lorewright.gateway.admin.schemas import Orphan, Scheduled, Stats
from lorewright.http.dependencies import Reading, TheWorld, Writing
from lorewright.platform.accounts.me import Me, OwnerOnly
from lorewright.platform.jobs.schemas import JobTriggerResponse

router = APIRouter()


@router.get("/admin/stats", tags=["admin"], summary="Count what there is", dependencies=[OwnerOnly])
def stats(tx: Reading, world: TheWorld, me: Me) -> Stats:
    return queries.stats(tx, world, me.id)


@router.get(
    "/admin/orphans",
    tags=["admin"],
    summary="List articles without their file, and files without an article",
    dependencies=[OwnerOnly],
)
def orphans(tx: Reading, world: TheWorld, me: Me) -> list[Orphan]:
    return queries.orphans(tx, world, me.id)


@router.post(
    "/admin/reindex",
    tags=["admin"],
    summary="Make the search index again, beside the one that serves",
    dependencies=[OwnerOnly],
)
def reindex(tx: Writing, world: TheWorld, me: Me) -> Scheduled:
    return Scheduled(action="reindex", job_id=actions.request_reindex(tx, world, me.id))


@router.post("/jobs/reindex", tags=["jobs"], summary="The same as a job")
def trigger_reindex(tx: Writing, world: TheWorld, me: Me) -> JobTriggerResponse:
    job_id = actions.request_reindex(tx, world, me.id)
    return JobTriggerResponse(status="queued", job_id=job_id, message="Reindex job enqueued")
