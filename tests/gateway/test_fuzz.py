"""Whatever is sent that the description of the interface allows or forbids: never a 5xx, and errors have their shape."""

import logging
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as thoroughness
from hypothesis.errors import Unsatisfiable
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from lorewright.core.access import RateSettings
from lorewright.core.settings import Settings
from tests.conftest import serving

EXAMPLES = 12
MANY = 1_000_000


def test_no_operation_breaks(settings: Settings) -> None:
    logging.getLogger("urllib3").setLevel(logging.ERROR)
    rate = RateSettings(
        default_per_minute=MANY,
        search_per_minute=MANY,
        upload_per_minute=MANY,
        login_per_minute=MANY,
        login_peer_per_minute=MANY,
    )
    with serving(settings.model_copy(update={"rate": rate, "skip_auth": True})) as http:
        schema = schemathesis.openapi.from_dict(http.get("/openapi.json").json())
        tried = 0
        for result in schema.get_all_operations():
            assert isinstance(result, Ok), result
            operation = result.ok()
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                tried += _try(operation, mode, str(http.base_url))
        assert tried > 200


SAY_WHICH_VALUES = ("/resolve", "/recompile")
"""Operations of which a value that there is not is told in a sentence."""


def _try(operation: Any, mode: GenerationMode, address: str) -> int:
    tried = 0

    @seed(7842)
    @thoroughness(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: Any) -> None:
        nonlocal tried
        tried += 1
        answer = case.call(base_url=address, headers={"Host": "localhost"})
        assert answer.status_code < 500, (operation.label, answer.status_code, answer.text)
        assert "x-request-id" in answer.headers
        assert str(answer.status_code) in {*operation.definition.raw["responses"], "405", "431"}, (
            operation.label,
            answer.text,
        )
        if answer.status_code >= 400 and case.method != "HEAD":
            body = answer.json()
            assert set(body) - {"collection_id"} == {"detail", "error_code"}, body
            if answer.status_code == 422 and not operation.path.endswith(SAY_WHICH_VALUES):
                assert all(set(item) == {"type", "loc", "msg"} for item in body["detail"])
            elif answer.status_code != 422:
                assert isinstance(body["detail"], str)

    try:
        run()
    except Unsatisfiable:
        return 0  # nothing wrong can be sent to an operation that takes nothing
    return tried
