"""Which errors each operation says that it may answer."""

import httpx

ALWAYS = {"400", "401", "403", "500"}
ROOM = {*ALWAYS, "422", "503"}
COUNTED = ROOM | {"429"}
BODY = {"408", "413"}
DECLARED = {
    "GET /health": ALWAYS,
    "GET /ingest/sources": ROOM,
    "GET /ingest/sources/{source_id}": ROOM | {"404"},
    "GET /ingest/sources/{source_id}/original": ROOM | {"404"},
    "DELETE /ingest/sources/{source_id}": ROOM | {"404"},
    "POST /ingest/text": ROOM | BODY | {"415"},
    "POST /ingest/url": ROOM | BODY | {"415"},
    "POST /ingest/pdf": ROOM | BODY,
    "GET /wiki/articles": ROOM,
    "GET /wiki/articles/{id_or_slug}": ROOM | {"404"},
    "PATCH /wiki/articles/{id_or_slug}": ROOM | BODY | {"404", "409", "415"},
    "GET /wiki/articles/{article_id}/versions": ROOM | {"404"},
    "GET /wiki/articles/{article_id}/versions/{version}": ROOM | {"404"},
    "GET /wiki/articles/{article_id}/diff": ROOM | {"404"},
    "GET /wiki/articles/{article_id}/conflicts": ROOM | {"404"},
    "POST /wiki/articles/{article_id}/restore": ROOM | BODY | {"404", "409", "415"},
    "POST /wiki/articles/{article_id}/recompile": ROOM | {"404"},
    "GET /wiki/index": ROOM,
    "GET /wiki/overview": ROOM,
    "GET /wiki/search": ROOM,
    "POST /jobs/compile/{source_id}": ROOM | {"404"},
    "GET /jobs": ROOM,
    "GET /jobs/{job_id}": ROOM,
    "POST /query": ROOM | BODY | {"402", "404", "409", "415", "502", "504"},
    "POST /query/stream": ROOM | BODY | {"402", "404", "415", "502", "504"},
    "GET /query/conversations": ROOM,
    "GET /query/conversations/{conversation_id}": ROOM | {"404"},
    "GET /query/conversations/{conversation_id}/export": ROOM | {"404"},
    "POST /query/conversations/file-back": ROOM | BODY | {"404", "415"},
    "POST /query/conversations/{conversation_id}/file-back": ROOM | {"404"},
    "POST /query/conversations/{conversation_id}/fork": ROOM | BODY | {"402", "404", "409", "415", "502", "504"},
    "GET /query/history": ROOM,
    "GET /settings": ROOM,
    "PATCH /settings": ROOM | BODY | {"415"},
    "POST /settings/llm/default-provider": ROOM | BODY | {"415"},
    "POST /settings/llm/api-key": ROOM | BODY | {"415"},
    "POST /settings/llm/test": ROOM,
    "GET /settings/llm/cost": ROOM,
    "GET /settings/llm/cost/breakdown": ROOM,
    "GET /auth/login/{provider}": ROOM,
    "GET /auth/callback": ROOM,
    "GET /auth/me": ROOM,
    "POST /auth/logout": ROOM,
    "POST /api/auth/register": COUNTED | BODY | {"409", "415"},
    "POST /api/auth/login": COUNTED | BODY | {"415"},
    "POST /api/auth/logout": COUNTED,
    "GET /api/auth/me": COUNTED,
    "GET /api/auth/oidc/login": COUNTED,
    "GET /api/auth/oidc/callback": COUNTED,
    "POST /admin/sweep": ROOM,
    "GET /wiki/concepts": ROOM,
    "POST /wiki/concepts/rebuild": ROOM,
    "GET /wiki/concepts/{name}": ROOM | {"404"},
    "GET /wiki/concepts/{name}/articles": ROOM | {"404"},
    "GET /wiki/concept-merges": ROOM,
    "GET /wiki/concept-splits": ROOM,
    "POST /wiki/concept-merges/{merge_id}/undo": ROOM | {"404"},
    "POST /wiki/concept-splits/{split_id}/undo": ROOM | {"404"},
    "GET /admin/concepts/eligible": ROOM,
    "GET /wiki/graph": ROOM,
    "GET /wiki/contradiction-resolutions": ROOM,
    "POST /wiki/backlinks/{source_id}/{target_id}/resolve": ROOM | BODY | {"404", "415"},
    "POST /lint/run": ROOM,
    "GET /lint/reports": ROOM,
    "GET /lint/reports/latest": ROOM | {"404"},
    "GET /lint/reports/{report_id}": ROOM | {"404"},
    "POST /lint/findings/{kind}/{finding_id}/dismiss": ROOM | {"404"},
    "GET /wiki/health": ROOM,
    "POST /jobs/lint": ROOM,
    "GET /admin/stats": ROOM,
    "GET /admin/orphans": ROOM,
    "POST /admin/reindex": ROOM,
    "POST /jobs/reindex": ROOM,
    "GET /api/collections": COUNTED,
    "POST /api/collections": COUNTED | BODY | {"409", "415"},
    "GET /api/collections/{collection_id}": COUNTED | {"404"},
    "DELETE /api/collections/{collection_id}": COUNTED | {"404"},
    "POST /api/documents/upload": COUNTED | BODY | {"404", "415"},
    "GET /api/documents": COUNTED | {"404"},
    "GET /api/documents/{document_id}": COUNTED | {"404"},
    "DELETE /api/documents/{document_id}": COUNTED | {"404"},
    "GET /api/documents/{document_id}/original": COUNTED | {"404"},
    "POST /api/search": COUNTED | BODY | {"402", "404", "415", "502", "504"},
    "POST /api/conversations/sessions": COUNTED | BODY | {"415"},
    "GET /api/conversations/sessions": COUNTED,
    "GET /api/conversations/sessions/{session_id}": COUNTED | {"404"},
    "PATCH /api/conversations/sessions/{session_id}": COUNTED | BODY | {"404", "415"},
    "DELETE /api/conversations/sessions/{session_id}": COUNTED | {"404"},
    "GET /api/conversations/sessions/{session_id}/messages": COUNTED | {"404"},
    "POST /api/conversations/messages": COUNTED | BODY | {"404", "415"},
    "POST /api/conversations/sessions/{session_id}/ask": COUNTED | BODY | {"402", "404", "409", "415", "502", "504"},
    "POST /api/voices/upload": COUNTED | BODY | {"415"},
    "POST /api/voices/{voice_id}/process": COUNTED | BODY | {"404", "409", "415"},
    "GET /api/voices": COUNTED,
    "GET /api/voices/{voice_id}": COUNTED | {"404"},
    "PATCH /api/voices/{voice_id}": COUNTED | BODY | {"404", "415"},
    "DELETE /api/voices/{voice_id}": COUNTED | {"404", "409"},
    "GET /api/voices/{voice_id}/sample": COUNTED | {"404", "416"},
    "POST /api/podcasts/generate": COUNTED | BODY | {"404", "409", "415"},
    "GET /api/podcasts": COUNTED,
    "GET /api/podcasts/{podcast_id}": COUNTED | {"404"},
    "GET /api/podcasts/{podcast_id}/audio": COUNTED | {"404", "409", "416"},
    "GET /api/podcasts/{podcast_id}/transcript": COUNTED | {"404", "409"},
    "POST /api/podcasts/{podcast_id}/cancel": COUNTED | {"404", "409"},
    "DELETE /api/podcasts/{podcast_id}": COUNTED | {"404"},
    "GET /api/pipelines": COUNTED,
    "POST /api/pipelines": COUNTED | BODY | {"415"},
    "GET /api/pipelines/{pipeline_id}": COUNTED | {"404"},
    "PATCH /api/pipelines/{pipeline_id}": COUNTED | BODY | {"404", "409", "415"},
    "DELETE /api/pipelines/{pipeline_id}": COUNTED | {"404"},
}


def test_every_operation_declares_the_errors_it_may_answer(server: httpx.Client) -> None:
    described = server.get("/openapi.json").json()
    found = {
        f"{method.upper()} {path}": {status for status in operation["responses"] if status >= "400"}
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    }
    assert found == DECLARED
    assert not {"HTTPValidationError", "ValidationError"} & set(described["components"]["schemas"])


def test_what_is_replaced_says_so_and_the_interface_has_its_own_version(server: httpx.Client) -> None:
    described = server.get("/openapi.json").json()
    assert described["openapi"].startswith("3.1.")
    assert described["info"]["version"] == "0.1.0"
    marked = {
        f"{method.upper()} {path}"
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
        if operation.get("deprecated")
    }
    assert marked == {"GET /wiki/health", "POST /jobs/lint"}
