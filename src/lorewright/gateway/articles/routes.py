"""The wiki: articles, what became of them, search; and asking for a compilation."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query

from lorewright.gateway.articles import actions, computed, edits, queries
from lorewright.gateway.articles.schemas import (
    ActionResponse,
    ArticleHit,
    ArticleResponse,
    ArticleSummaryResponse,
    ComputedPage,
    ConflictResponse,
    DiffResponse,
    EditRequest,
    RecompileResponse,
    RestoreRequest,
    VersionNumber,
    VersionResponse,
    VersionSummary,
)
from lorewright.gateway.sources.actions import request_compile
from lorewright.http.dependencies import JsonOnly, Limit, Offset, PathId, Reading, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import Me, OwnerOnly
from lorewright.platform.jobs.schemas import JobTriggerResponse

router = APIRouter()


@router.get("/wiki/articles", tags=["wiki"], summary="List articles, newest change first")
def list_articles(
    tx: Reading,
    me: Me,
    concept: str | None = None,
    confidence: str | None = None,
    page_type: str | None = None,
    limit: Limit = 50,
    offset: Offset = 0,
) -> list[ArticleSummaryResponse]:
    return queries.list_articles(
        tx, me.id, concept=concept, confidence=confidence, page_type=page_type, limit=limit, offset=offset
    )


@router.get("/wiki/articles/{id_or_slug}", tags=["wiki"], summary="Show an article", responses=may_answer(404))
def get_article(tx: Reading, me: Me, id_or_slug: PathId) -> ArticleResponse:
    return queries.get_article(tx, me.id, id_or_slug)


@router.patch(
    "/wiki/articles/{id_or_slug}",
    tags=["wiki"],
    summary="Edit an article",
    dependencies=[JsonOnly],
    responses=may_answer(404, 408, 409, 413, 415),
)
def edit_article(tx: Writing, world: TheWorld, me: Me, id_or_slug: PathId, new: EditRequest) -> ArticleResponse:
    id_ = queries.id_of(tx, me.id, id_or_slug)
    edits.edit(tx, world, me.id, id_, new)
    return queries.get_article(tx, me.id, id_)


@router.get(
    "/wiki/articles/{article_id}/versions",
    tags=["wiki"],
    summary="List an article's versions, newest first",
    responses=may_answer(404),
)
def list_versions(
    tx: Reading, me: Me, article_id: PathId, limit: Limit = 50, offset: Offset = 0
) -> list[VersionSummary]:
    return queries.list_versions(tx, me.id, article_id, limit, offset)


@router.get(
    "/wiki/articles/{article_id}/versions/{version}",
    tags=["wiki"],
    summary="Show a version of an article",
    responses=may_answer(404),
)
def get_version(tx: Reading, me: Me, article_id: PathId, version: Annotated[VersionNumber, Path()]) -> VersionResponse:
    return queries.get_version(tx, me.id, article_id, version)


@router.get(
    "/wiki/articles/{article_id}/diff",
    tags=["wiki"],
    summary="Compare two versions of an article, sentence by sentence",
    responses=may_answer(404),
)
def diff(
    tx: Reading,
    me: Me,
    article_id: PathId,
    from_version: Annotated[VersionNumber | None, Query(alias="from")] = None,
    to_version: Annotated[VersionNumber | None, Query(alias="to")] = None,
) -> DiffResponse:
    return queries.diff(tx, me.id, article_id, from_version, to_version)


@router.get(
    "/wiki/articles/{article_id}/conflicts",
    tags=["wiki"],
    summary="List where a person's edit and the compilation disagree",
    responses=may_answer(404),
)
def list_conflicts(tx: Reading, me: Me, article_id: PathId) -> list[ConflictResponse]:
    return queries.list_conflicts(tx, me.id, article_id)


@router.post(
    "/wiki/articles/{article_id}/restore",
    tags=["wiki"],
    summary="Make an older version the one that is shown, as a new version",
    dependencies=[JsonOnly],
    responses=may_answer(404, 408, 409, 413, 415),
)
def restore(tx: Writing, world: TheWorld, me: Me, article_id: PathId, wanted: RestoreRequest) -> ArticleResponse:
    edits.restore(tx, world, me.id, article_id, wanted)
    return queries.get_article(tx, me.id, article_id)


@router.post(
    "/wiki/articles/{article_id}/recompile",
    tags=["wiki"],
    summary="Compile an article again",
    responses=may_answer(400, 404),
)
def recompile(tx: Writing, world: TheWorld, me: Me, article_id: PathId, mode: str | None = None) -> RecompileResponse:
    return actions.recompile(tx, world, me.id, article_id, mode)


@router.get("/wiki/index", tags=["wiki"], summary="Compute an index of the wiki, by the letters of its titles")
def index(tx: Reading, me: Me, limit: Limit = 1_000, offset: Offset = 0) -> ComputedPage:
    return computed.index(tx, me.id, limit, offset)


@router.get("/wiki/overview", tags=["wiki"], summary="Compute an overview of the wiki")
def overview(tx: Reading, me: Me) -> ComputedPage:
    return computed.overview(tx, me.id)


@router.get("/wiki/search", tags=["wiki"], summary="Search the wiki by words and by meaning")
async def search(
    world: TheWorld,
    me: Me,
    q: Annotated[str, Query(min_length=2, max_length=10_000)],
    limit: Limit = 20,
) -> list[ArticleHit]:
    def found() -> list[ArticleHit]:
        with world.db.reading() as tx:
            return queries.search(tx, world, me.id, q, limit)

    return await asyncio.to_thread(found)  # where questions are answered: few compute at once


@router.post("/jobs/compile/{source_id}", tags=["jobs"], summary="Compile a source again", responses=may_answer(404))
def compile_source(tx: Writing, world: TheWorld, me: Me, source_id: PathId) -> JobTriggerResponse:
    return request_compile(tx, world, me.id, source_id)


@router.post(
    "/admin/sweep",
    tags=["admin"],
    summary="Have links lead to the articles that there are by now",
    dependencies=[OwnerOnly],
)
def sweep(tx: Writing, world: TheWorld, me: Me) -> ActionResponse:
    return actions.sweep(tx, world, me.id)
