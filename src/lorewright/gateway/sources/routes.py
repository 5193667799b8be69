"""Taking sources in, and looking at them."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, File, Query, Request, Response, UploadFile

from lorewright.core.names import content_disposition
from lorewright.core.threads import BusyThreads
from lorewright.gateway.sources import actions, queries, rules
from lorewright.gateway.sources.schemas import IngestTextRequest, IngestURLRequest, Source
from lorewright.http.dependencies import JsonOnly, Limit, Offset, PathId, Reading, TheWorld
from lorewright.http.errors import may_answer
from lorewright.http.files import as_it_came
from lorewright.platform.accounts.me import Me

router = APIRouter(prefix="/ingest", tags=["ingest"])


@router.post("/text", summary="Take a text in", dependencies=[JsonOnly], responses=may_answer(408, 413, 415))
def ingest_text(world: TheWorld, me: Me, new: IngestTextRequest) -> Source:
    # Not `Writing`: of many at once each would wait for one thread to open it and another to commit it.
    with world.db.writing() as tx:
        return actions.add_text(tx, world, me.id, new)


@router.post(
    "/url",
    summary="Fetch a page, a PDF or a video's transcript and take it in",
    dependencies=[JsonOnly],
    responses=may_answer(408, 413, 415),
)
async def ingest_url(request: Request, world: TheWorld, me: Me, new: IngestURLRequest) -> Source:
    fetching: BusyThreads = request.app.state.fetching
    return await fetching.run_for(
        me.id, partial(actions.add_url, world, me.id, new.url, wants_compile=new.auto_compile)
    )


@router.post("/pdf", summary="Take a PDF in", responses=may_answer(408, 413))
async def ingest_pdf(
    request: Request,
    world: TheWorld,
    me: Me,
    file: Annotated[UploadFile, File(description="The PDF itself")],
    auto_compile: Annotated[bool, Query(description="Compile it right after the upload")] = True,
) -> Source:
    def take_in() -> Source:
        with world.db.writing() as tx:
            return actions.add_pdf(tx, world, me.id, file.file, name=file.filename, wants_compile=auto_compile)

    uploads: BusyThreads = request.app.state.uploads
    return await uploads.run_for(me.id, take_in)


@router.get("/sources", summary="List sources, newest first")
def list_sources(tx: Reading, me: Me, status: str | None = None, limit: Limit = 50, offset: Offset = 0) -> list[Source]:
    return queries.list_sources(tx, me.id, status=status, limit=limit, offset=offset)


@router.get("/sources/{source_id}", summary="Show a source", responses=may_answer(404))
def get_source(tx: Reading, me: Me, source_id: PathId) -> Source:
    return queries.get_source(tx, me.id, source_id)


@router.get(
    "/sources/{source_id}/original",
    summary="The bytes as they came in",
    response_class=Response,
    responses=may_answer(404),
)
def get_original(world: TheWorld, me: Me, source_id: PathId) -> Response:
    row, file = queries.get_original(world, me.id, source_id)
    name = rules.original_name(row.file_name, row.title, row.media_type)
    return as_it_came(file, row.media_type, content_disposition("inline", name))
