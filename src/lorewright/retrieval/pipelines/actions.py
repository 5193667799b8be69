"""Making and changing pipelines. Who has any has one default."""

import json

from sqlalchemy import delete, insert, select, update

from lorewright.core.errors import Conflict
from lorewright.core.ids import new_id
from lorewright.db.transaction import Transaction
from lorewright.retrieval.pipelines.queries import get_pipeline, get_row
from lorewright.retrieval.pipelines.schemas import Pipeline, PipelineCreate, PipelineUpdate
from lorewright.retrieval.pipelines.tables import pipeline
from lorewright.world import World


def create(tx: Transaction, world: World, owner: str, new: PipelineCreate) -> Pipeline:
    """The first is the default."""
    tx.lock("pipelines", owner)
    is_first = tx.execute(select(pipeline.c.id).where(pipeline.c.user_id == owner).limit(1)).first() is None
    row = {
        "id": new_id(),
        "user_id": owner,
        "name": new.name,
        "stages": json.dumps(new.stages),
        "is_default": int(is_first),
        "created_at": world.clock.now(),
    }
    tx.execute(insert(pipeline), row)
    return get_pipeline(tx, owner, str(row["id"]))


def change(tx: Transaction, owner: str, pipeline_id: str, new: PipelineUpdate) -> Pipeline:
    """Raises `NoPipeline`, `NotAllowed`, and `Conflict` where it would leave no default."""
    tx.lock("pipelines", owner)
    row = get_row(tx, owner, pipeline_id)
    given = new.model_dump(exclude_unset=True)
    if "is_default" in given:
        if row.is_default and not new.is_default:
            raise Conflict("It is the default pipeline; make another one the default instead.")
        if new.is_default:
            tx.execute(update(pipeline).where(pipeline.c.user_id == owner).values(is_default=0))
        given["is_default"] = int(new.is_default)
    if "stages" in given:
        given["stages"] = json.dumps(new.stages)
    if given:
        mine = (pipeline.c.user_id == owner) & (pipeline.c.id == pipeline_id)
        tx.execute(update(pipeline).where(mine).values(given))
    return get_pipeline(tx, owner, pipeline_id)


def remove(tx: Transaction, owner: str, pipeline_id: str) -> None:
    """Where it was the default, the oldest that is left becomes it. Raises `NoPipeline`, `NotAllowed`."""
    tx.lock("pipelines", owner)
    row = get_row(tx, owner, pipeline_id)
    mine = pipeline.c.user_id == owner
    tx.execute(delete(pipeline).where(mine, pipeline.c.id == pipeline_id))
    if row.is_default:
        oldest = select(pipeline.c.id).where(mine).order_by(pipeline.c.created_at, pipeline.c.id).limit(1)
        tx.execute(update(pipeline).where(mine, pipeline.c.id == oldest.scalar_subquery()).values(is_default=1))
