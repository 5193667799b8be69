"""Looking at one's jobs."""

from fastapi import APIRouter

from lorewright.http.dependencies import Limit, PathId, Reading
from lorewright.platform.accounts.me import Me
from lorewright.platform.jobs import queries
from lorewright.platform.jobs.schemas import Job

router = APIRouter(prefix="/jobs", tags=["jobs"])


@router.get("", summary="List jobs, newest first")
def list_jobs(tx: Reading, me: Me, status: str | None = None, limit: Limit = 20) -> list[Job]:
    return queries.list_jobs(tx, me.id, status=status, limit=limit)


@router.get("/{job_id}", summary="Show a job; null where there is none")
def get_job(tx: Reading, me: Me, job_id: PathId) -> Job | None:
    return queries.get_job(tx, me.id, job_id)
