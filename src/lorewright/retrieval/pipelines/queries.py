"""Reading pipelines."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, bindparam, func, select

from lorewright.core.errors import NoPipeline
from lorewright.db.transaction import Transaction
from lorewright.http.paging import Page
from lorewright.retrieval.collections.rules import own
from lorewright.retrieval.pipelines.schemas import Pipeline
from lorewright.retrieval.pipelines.tables import Stage, pipeline

_ONE = select(pipeline).where(pipeline.c.id == bindparam("one"))
_DEFAULT = select(pipeline).where(pipeline.c.user_id == bindparam("owner"), pipeline.c.is_default == 1)


def list_pipelines(tx: Transaction, owner: str, page: Page) -> tuple[list[Pipeline], int]:
    """Newest first, and how many there are in all."""
    mine = pipeline.c.user_id == owner
    total = int(tx.execute(select(func.count()).select_from(pipeline).where(mine)).scalar_one())
    wanted = select(pipeline).where(mine).order_by(pipeline.c.created_at.desc(), pipeline.c.id)
    rows = tx.execute(wanted.limit(page.size).offset(page.offset))
    return [as_pipeline(row) for row in rows], total


def get_pipeline(tx: Transaction, owner: str, pipeline_id: str) -> Pipeline:
    """Raises `NoPipeline`, `NotAllowed`."""
    return as_pipeline(get_row(tx, owner, pipeline_id))


def get_row(tx: Transaction, owner: str, pipeline_id: str) -> Row[Any]:
    """Raises `NoPipeline`, `NotAllowed`."""
    return own(tx.execute(_ONE, {"one": pipeline_id}).first(), owner, NoPipeline("Pipeline not found"))


def stages_of(tx: Transaction, owner: str, pipeline_id: str | None) -> Sequence[Stage]:
    """Of this pipeline, else of the owner's default; all there are where there is none. Raises `NoPipeline`, `NotAllowed`."""
    if pipeline_id is not None:
        return as_pipeline(get_row(tx, owner, pipeline_id)).stages
    default = tx.execute(_DEFAULT, {"owner": owner}).first()
    return tuple(Stage) if default is None else as_pipeline(default).stages


def as_pipeline(row: Row[Any]) -> Pipeline:
    return Pipeline(
        id=row.id,
        name=row.name,
        user_id=row.user_id,
        is_default=bool(row.is_default),
        stages=json.loads(row.stages),
        created_at=row.created_at,
    )
