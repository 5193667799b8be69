"""Custom voices: taking in samples, having them processed, and looking at them."""

from functools import partial
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile
from pydantic import WithJsonSchema

from lorewright.core.names import content_disposition
from lorewright.core.threads import BusyThreads
from lorewright.http.dependencies import JsonOnly, Offset, Reading, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.http.ranges import MAY_ANSWER, ranged
from lorewright.platform.accounts.me import ApiMe
from lorewright.retrieval.voices import actions, queries, rules
from lorewright.retrieval.voices.schemas import (
    Voice,
    VoiceList,
    VoiceProcessRequest,
    VoiceProcessResponse,
    VoiceUpdate,
)

router = APIRouter(prefix="/api/voices", tags=["voices"])

FormText = Annotated[list[str], Form(min_length=1, max_length=1), WithJsonSchema({"type": "string"})]
"""One text of a form. A field of no characters is missing for FastAPI, which is another error, unless it may come several times."""


@router.post(
    "/upload",
    summary="Upload the sample of a voice",
    status_code=201,
    responses=may_answer(408, 413, 415),
)
async def upload(
    request: Request,
    world: TheWorld,
    me: ApiMe,
    name: FormText,
    gender: FormText,
    audio_file: Annotated[UploadFile, File(description="mp3, wav, m4a, flac or ogg, told by its content; 5 to 300 s")],
    description: Annotated[str | None, Form()] = None,
) -> Voice:
    uploads: BusyThreads = request.app.state.uploads
    file = audio_file.file
    return await uploads.run_for(
        me.id, partial(actions.add, world, me.id, file, name=name[0], description=description, gender=gender[0])
    )


@router.post(
    "/{voice_id}/process",
    summary="Have a provider make the voice of its sample",
    status_code=202,
    dependencies=[JsonOnly],
    responses=may_answer(404, 408, 409, 413, 415),
)
def process(
    tx: Writing, world: TheWorld, me: ApiMe, voice_id: UUID, wanted: VoiceProcessRequest
) -> VoiceProcessResponse:
    return actions.process(tx, world, me.id, str(voice_id), wanted.provider_name)


@router.get("", summary="List one's voices, newest first")
def list_voices(
    tx: Reading, me: ApiMe, limit: Annotated[int, Query(ge=1, le=100)] = 100, offset: Offset = 0
) -> VoiceList:
    return queries.list_voices(tx, me.id, limit=limit, offset=offset)


@router.get("/{voice_id}", summary="Show a voice", responses=may_answer(404))
def get_voice(tx: Reading, me: ApiMe, voice_id: UUID) -> Voice:
    return queries.get_voice(tx, me.id, str(voice_id))


@router.patch(
    "/{voice_id}",
    summary="Change the name, the description or the gender of a voice",
    dependencies=[JsonOnly],
    responses=may_answer(404, 408, 413, 415),
)
def change_voice(tx: Writing, world: TheWorld, me: ApiMe, voice_id: UUID, new: VoiceUpdate) -> Voice:
    return actions.change(tx, world, me.id, str(voice_id), new)


@router.delete(
    "/{voice_id}",
    summary="Delete a voice, its sample, and what the provider has of it",
    status_code=204,
    responses=may_answer(404, 409),
)
def delete_voice(tx: Writing, world: TheWorld, me: ApiMe, voice_id: UUID) -> None:
    actions.remove(tx, world, me.id, str(voice_id))


@router.get(
    "/{voice_id}/sample",
    summary="The sample as it came in, or a part of it",
    response_class=Response,
    responses=MAY_ANSWER,
)
def get_sample(request: Request, world: TheWorld, me: ApiMe, voice_id: UUID) -> Response:
    with world.db.reading() as tx:  # closed before the bytes are read, which may lie elsewhere
        row = queries.get_row(tx, me.id, str(voice_id))
    return ranged(
        request,
        row.size_bytes,
        lambda start, end: world.voices.part(me.id, row.blob, start, end),
        etag=row.blob,
        media_type=rules.MEDIA_TYPES[row.kind],
        headers={
            "Content-Disposition": content_disposition("inline", f"{row.name}.{row.kind}"),
            "Content-Security-Policy": "default-src 'none'; sandbox",
        },
    )
