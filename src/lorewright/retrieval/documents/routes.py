"""Putting documents into collections, and looking at them."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile

from lorewright.core.names import content_disposition
from lorewright.http.dependencies import Reading, TheWorld
from lorewright.http.errors import may_answer
from lorewright.http.files import as_it_came
from lorewright.http.paging import Paging, tell
from lorewright.platform.accounts.me import ApiMe
from lorewright.retrieval.documents import actions, queries, rules
from lorewright.retrieval.documents.schemas import Document, UploadedDocument

router = APIRouter(prefix="/api/documents", tags=["documents"])


@router.post(
    "/upload",
    summary="Put a document into a collection",
    status_code=201,
    responses=may_answer(404, 408, 413, 415),
)
def upload(
    world: TheWorld,
    me: ApiMe,
    file: Annotated[UploadFile, File(description="The document itself; what it is, is told from its content")],
    collection_id: Annotated[UUID, Form()],
) -> UploadedDocument:
    return actions.add(world, me.id, str(collection_id), file.file, name=file.filename)


@router.get("", summary="List the documents of a collection, newest first", responses=may_answer(404))
def list_documents(
    request: Request, response: Response, tx: Reading, me: ApiMe, collection_id: Annotated[UUID, Query()], page: Paging
) -> list[Document]:
    found, total = queries.list_documents(tx, me.id, str(collection_id), limit=page.size, offset=page.offset)
    tell(request, response, page, total)
    return found


@router.get("/{document_id}", summary="Show a document", responses=may_answer(404))
def get_document(tx: Reading, me: ApiMe, document_id: UUID) -> Document:
    return queries.get_document(tx, me.id, str(document_id))


@router.get(
    "/{document_id}/original",
    summary="The bytes as they came in",
    response_class=Response,
    responses=may_answer(404),
)
def get_original(world: TheWorld, me: ApiMe, document_id: UUID) -> Response:
    row, file = queries.get_original(world, me.id, str(document_id))
    media_type = rules.MEDIA_TYPES.get(row.kind, "application/octet-stream")
    return as_it_came(file, media_type, content_disposition("attachment", row.filename))
