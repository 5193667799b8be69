"""Concepts, where they stand, what was decided about their names, and which may have pages."""

from fastapi import APIRouter

from lorewright.gateway.articles.schemas import ArticleSummaryResponse
from lorewright.gateway.taxonomy import actions, queries
from lorewright.gateway.taxonomy.schemas import (
    ConceptDetail,
    ConceptResponse,
    EligibleConcept,
    MergeResponse,
    RebuildConceptsResponse,
    SplitResponse,
)
from lorewright.http.dependencies import Limit, Offset, PathId, Reading, TheWorld, Writing
from lorewright.http.encoded import Encoded
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import Me, OwnerOnly

router = APIRouter()


@router.get(
    "/wiki/concepts",
    tags=["wiki"],
    summary="List the concepts, each with the one it stands below",
    response_model=list[ConceptResponse],
)
def list_concepts(tx: Reading, me: Me, include_empty: bool = True) -> Encoded:
    return Encoded(queries.list_concepts(tx, me.id, include_empty=include_empty))


@router.post("/wiki/concepts/rebuild", tags=["wiki"], summary="Place the concepts anew and make the pages they lack")
def rebuild(tx: Writing, world: TheWorld, me: Me) -> RebuildConceptsResponse:
    return actions.rebuild(tx, world, me.id)


@router.get("/wiki/concepts/{name}", tags=["wiki"], summary="Show a concept", responses=may_answer(404))
def get_concept(tx: Reading, me: Me, name: PathId) -> ConceptDetail:
    return queries.get_concept(tx, me.id, name)


@router.get(
    "/wiki/concepts/{name}/articles",
    tags=["wiki"],
    summary="List the articles of a concept, newest change first",
    responses=may_answer(404),
)
def articles_of(
    tx: Reading, me: Me, name: PathId, limit: Limit = 50, offset: Offset = 0
) -> list[ArticleSummaryResponse]:
    return queries.articles_of(tx, me.id, name, limit, offset)


@router.get("/wiki/concept-merges", tags=["wiki"], summary="List which names were decided to be one concept, and why")
def list_merges(tx: Reading, me: Me) -> list[MergeResponse]:
    return queries.list_merges(tx, me.id)


@router.post(
    "/wiki/concept-merges/{merge_id}/undo",
    tags=["wiki"],
    summary="Have two names be two concepts again",
    responses=may_answer(404),
)
def undo_merge(tx: Writing, world: TheWorld, me: Me, merge_id: PathId) -> list[MergeResponse]:
    actions.undo_merge(tx, world, me.id, merge_id)
    return queries.list_merges(tx, me.id)


@router.get(
    "/wiki/concept-splits", tags=["wiki"], summary="List which names were decided to mean several things, and why"
)
def list_splits(tx: Reading, me: Me) -> list[SplitResponse]:
    return queries.list_splits(tx, me.id)


@router.post(
    "/wiki/concept-splits/{split_id}/undo",
    tags=["wiki"],
    summary="Have a name mean one thing again",
    responses=may_answer(404),
)
def undo_split(tx: Writing, world: TheWorld, me: Me, split_id: PathId) -> list[SplitResponse]:
    actions.undo_split(tx, world, me.id, split_id)
    return queries.list_splits(tx, me.id)


@router.get(
    "/admin/concepts/eligible",
    tags=["admin"],
    summary="List the concepts that may have a page",
    response_model=list[EligibleConcept],
    dependencies=[OwnerOnly],
)
def eligible(tx: Reading, me: Me) -> Encoded:
    return Encoded(queries.eligible(tx, me.id))
