"""Pipelines as they come in and leave."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BaseModel

from lorewright.http.fields import Title
from lorewright.retrieval.pipelines.tables import Stage


def _checked(stages: list[Stage]) -> list[Stage]:
    """Raises `ValueError` with what is wrong."""
    if Stage.RETRIEVAL not in stages:
        raise ValueError("must hold retrieval")
    if len(set(stages)) < len(stages):
        raise ValueError("must hold no stage twice")
    if list(stages) != [one for one in Stage if one in stages]:
        raise ValueError(f"must be in the order {', '.join(Stage)}")
    return stages


Stages = Annotated[list[Stage], AfterValidator(_checked)]


class PipelineCreate(BaseModel):
    name: Title
    user_id: UUID
    stages: Stages


class PipelineUpdate(BaseModel):
    """What is left out stays; `is_default` makes it the caller's default in the place of the one that is."""

    name: Title = ""
    stages: Stages = []
    is_default: bool = False


class Pipeline(BaseModel):
    id: str
    name: str
    user_id: UUID
    is_default: bool
    stages: list[Stage]
    created_at: datetime
