"""Making podcasts of collections, hearing and reading them."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from lorewright.core.names import content_disposition
from lorewright.http.dependencies import JsonOnly, Reading, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.http.paging import Paging, tell
from lorewright.http.ranges import MAY_ANSWER, ranged
from lorewright.platform.accounts.me import ApiMe
from lorewright.retrieval.podcasts import actions, queries, rules
from lorewright.retrieval.podcasts.rules import Format
from lorewright.retrieval.podcasts.schemas import Podcast, PodcastRequest, Transcript
from lorewright.speech.episode import MEDIA_TYPE

router = APIRouter(prefix="/api/podcasts", tags=["podcasts"])

_MEDIA_TYPES = {Format.SRT: "application/x-subrip", Format.VTT: "text/vtt", Format.MARKDOWN: "text/markdown"}


@router.post(
    "/generate",
    summary="Have an episode made of a collection",
    status_code=202,
    dependencies=[JsonOnly],
    responses=may_answer(404, 408, 409, 413, 415),
)
def generate(world: TheWorld, me: ApiMe, new: PodcastRequest) -> Podcast:
    return actions.generate(world, me.id, new)


@router.get("", summary="List one's podcasts, newest first; without their transcripts")
def list_podcasts(request: Request, response: Response, tx: Reading, me: ApiMe, page: Paging) -> list[Podcast]:
    found, total = queries.list_podcasts(tx, me.id, limit=page.size, offset=page.offset)
    tell(request, response, page, total)
    return found


@router.get("/{podcast_id}", summary="Show a podcast, with chapters and transcript", responses=may_answer(404))
def get_podcast(tx: Reading, me: ApiMe, podcast_id: UUID) -> Podcast:
    return queries.get_podcast(tx, me.id, str(podcast_id))


@router.get(
    "/{podcast_id}/audio",
    summary="Hear an episode: MP3, or the part of it that `Range` asks for",
    response_class=Response,
    responses={**MAY_ANSWER, **may_answer(409)},
)
def get_audio(request: Request, world: TheWorld, me: ApiMe, podcast_id: UUID) -> Response:
    with world.db.reading() as tx:  # closed before the bytes are read, which may lie elsewhere
        row = queries.completed(tx, me.id, str(podcast_id))
    return ranged(
        request,
        row.size_bytes,
        lambda start, end: world.podcasts.part(me.id, row.blob, start, end),
        etag=row.blob,
        media_type=MEDIA_TYPE,
        headers={"Content-Disposition": content_disposition("inline", f"{row.title}.mp3")},
    )


@router.get(
    "/{podcast_id}/transcript",
    summary="Read what is said, with times and sources: JSON, or as SubRip, WebVTT or Markdown",
    response_model=Transcript,
    responses={
        200: {"content": {media_type: {"schema": {"type": "string"}} for media_type in _MEDIA_TYPES.values()}},
        **may_answer(404, 409),
    },
)
def get_transcript(
    tx: Reading,
    me: ApiMe,
    podcast_id: UUID,
    format: Annotated[Format, Query()] = Format.JSON,  # noqa: A002 - its name in the interface
) -> Response:
    if format is Format.JSON:
        return JSONResponse(queries.transcript(tx, me.id, str(podcast_id)).model_dump(mode="json"))
    title, lines = queries.said(tx, me.id, str(podcast_id))
    content = rules.written(format, title, lines)
    return Response(content, media_type=f"{_MEDIA_TYPES[format]}; charset=utf-8")


@router.post("/{podcast_id}/cancel", summary="Give up a podcast that is under way", responses=may_answer(404, 409))
def cancel(tx: Writing, world: TheWorld, me: ApiMe, podcast_id: UUID) -> Podcast:
    return actions.cancel(tx, world, me.id, str(podcast_id))


@router.delete(
    "/{podcast_id}",
    summary="Delete a podcast; one that is under way is given up",
    status_code=204,
    responses=may_answer(404),
)
def delete_podcast(tx: Writing, world: TheWorld, me: ApiMe, podcast_id: UUID) -> None:
    actions.remove(tx, world, me.id, str(podcast_id))
