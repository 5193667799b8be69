"""The wiki: articles, search; and asking for a compilation."""

from typing import Annotated

from fastapi import APIRouter, Query

from lorewright.gateway.articles import queries
from lorewright.gateway.articles.schemas import ArticleHit, ArticleResponse, ArticleSummaryResponse
from lorewright.gateway.sources.actions import request_compile
from lorewright.http.dependencies import Limit, Offset, PathId, Reading, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import Me
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


@router.get("/wiki/search", tags=["wiki"], summary="Search the wiki by words and by meaning")
def search(
    tx: Reading,
    world: TheWorld,
    me: Me,
    q: Annotated[str, Query(min_length=2, max_length=10_000)],
    limit: Limit = 20,
) -> list[ArticleHit]:
    return queries.search(tx, world, me.id, q, limit)


@router.post("/jobs/compile/{source_id}", tags=["jobs"], summary="Compile a source again", responses=may_answer(404))
def compile_source(tx: Writing, world: TheWorld, me: Me, source_id: PathId) -> JobTriggerResponse:
    return request_compile(tx, world, me.id, source_id)
