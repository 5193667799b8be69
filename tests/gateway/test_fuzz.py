"""Whatever is sent that the description of the interface allows or forbids: never a 5xx, no status that it does not tell of, and
errors have their shape. Half of what is allowed names things that are there, so that it comes past the question whose they are."""

import logging
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as thoroughness
from hypothesis.errors import Unsatisfiable
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from lorewright.core.access import RateSettings
from lorewright.core.settings import Settings
from tests.conftest import open_gateway, serving, working
from tests.retrieval.conftest import ME, Api

EXAMPLES = {GenerationMode.POSITIVE: 8, GenerationMode.NEGATIVE: 6}
MANY = 1_000_000
TEXT = "The harbour of Nordvik was deepened in 1931. It holds 400 boats."

SAY_WHICH_VALUES = ("/resolve", "/recompile")
"""Operations of which a value that there is not is told in a sentence."""
OF_A_SERVER = {"405", "431"}
"""What is no operation, and headers that are too long: the description tells of operations."""


@pytest.mark.timeout(1_200)  # on a busy machine
def test_no_operation_breaks(settings: Settings) -> None:
    logging.getLogger("urllib3").setLevel(logging.ERROR)
    rate = RateSettings.model_validate({name: MANY for name in RateSettings.model_fields if "_per_" in name})
    settings = settings.model_copy(update={"rate": rate, "skip_auth": True})
    with serving(settings) as http, open_gateway(settings, http) as gateway, requests.Session() as session:
        session.trust_env = False
        with working(settings):
            known = _known(Api(http, gateway.world))
        schema = schemathesis.openapi.from_dict(http.get("/openapi.json").json())
        statuses: set[tuple[str, int]] = set()
        for result in schema.get_all_operations():
            assert isinstance(result, Ok), result
            operation = result.ok()
            for mode in EXAMPLES:
                statuses |= {
                    (operation.label, one) for one in _try(operation, mode, session, str(http.base_url), known)
                }
    went_well = {label for label, status in statuses if status < 300}
    assert len({label for label, _ in statuses}) > 80
    assert went_well >= {
        "POST /api/search",
        "POST /api/conversations/messages",
        "POST /api/conversations/sessions/{session_id}/ask",
        "PATCH /api/pipelines/{pipeline_id}",
        "GET /api/documents/{document_id}/original",
        "GET /wiki/articles/{id_or_slug}",
        "POST /query",
    }


def _known(api: Api) -> dict[str, str]:
    """Of each kind of thing one that is there, by the names under which it is asked for."""
    source = api.http.post("/ingest/text", json={"content": TEXT}).json()["id"]
    collection = api.collection()
    document = api.feed(collection, TEXT)["id"]
    [article] = api.http.get("/wiki/articles").json()
    conversation = api.http.post("/query", json={"question": "When was the harbour deepened?"}).json()["conversation"]
    about = {"user_id": ME, "title": "Harbours", "name": "Bare", "stages": ["retrieval"]}
    session, pipeline = (
        api.http.post(f"/api/{path}", json=about).json()["id"] for path in ("conversations/sessions", "pipelines")
    )
    return {
        "user_id": ME,
        "source_id": source,
        "collection_id": collection,
        "document_id": document,
        "article_id": article["id"],
        "id_or_slug": article["slug"],
        "conversation_id": conversation["id"],
        "session_id": session,
        "pipeline_id": pipeline,
    }


def _try(
    operation: Any, mode: GenerationMode, session: requests.Session, address: str, known: dict[str, str]
) -> set[int]:
    """The statuses that came."""
    statuses: set[int] = set()
    tried = 0

    @seed(7842)
    @thoroughness(
        max_examples=EXAMPLES[mode],
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: Any) -> None:
        nonlocal tried
        tried += 1
        if mode is GenerationMode.POSITIVE and tried % 2 and case.method != "DELETE":
            for part in (case.path_parameters, case.query, case.body):
                _name(part, known)
        answer = case.call(base_url=address, headers={"Host": "localhost"}, session=session)
        statuses.add(answer.status_code)
        said = (operation.label, answer.status_code, answer.text)
        assert answer.status_code < 500, said
        assert "x-request-id" in answer.headers
        assert str(answer.status_code) in {*operation.definition.raw["responses"], *OF_A_SERVER}, said
        if answer.status_code >= 400 and case.method != "HEAD":
            body = answer.json()
            assert set(body) - {"collection_id"} == {"detail", "error_code"}, said
            if answer.status_code == 422 and not operation.path.endswith(SAY_WHICH_VALUES):
                assert all(set(item) == {"type", "loc", "msg"} for item in body["detail"]), said
            elif answer.status_code != 422:
                assert isinstance(body["detail"], str), said

    try:
        run()
    except Unsatisfiable:
        return set()  # nothing wrong can be sent to an operation that takes nothing
    return statuses


def _name(part: Any, known: dict[str, str]) -> None:
    """Puts what is there in the place of what was made up."""
    if isinstance(part, dict):
        part.update({name: known[name] for name in part.keys() & known.keys()})
