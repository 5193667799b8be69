"""Jobs as they leave the building."""

from datetime import datetime

from pydantic import BaseModel

from lorewright.platform.jobs.tables import Kind, Status


class Job(BaseModel):
    id: str
    user_id: str | None
    job_type: Kind
    status: Status = Status.QUEUED
    source_id: str | None
    article_id: str | None
    priority: int = 5
    queued_at: datetime
    started_at: datetime | None
    completed_at: datetime | None
    error: str | None
    result_summary: str | None
    progress_pct: int
    progress_message: str | None


class JobTriggerResponse(BaseModel):
    status: str
    job_id: str | None = None
    message: str | None = None
