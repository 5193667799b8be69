"""Reports with a language model: what it tells of claims that no rule can compare, and what is left where it fails or invents."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.llm.base import Provider
from tests.conftest import Gateway
from tests.gateway.prompted import prompted
from tests.gateway.test_contradictions import lint
from tests.makers.models import Fails, Received, model_stub
from tests.makers.models.answers import Answer
from tests.makers.models.minds import enclosed, faithful

BERG = (
    "# The lighthouse of Nordvik\n\nThe lighthouse of Nordvik was designed by Anna Berg. The lighthouse is painted red."
)
DAHL = "# Nordvik at sea\n\nThe lighthouse of Nordvik was designed by Erik Dahl. Fog hides the lighthouse in autumn."
PAIRS = "pairs"


def mind(verdict: Callable[[dict[str, Any]], dict[str, Any] | None]) -> Callable[[Received], str]:
    """Compiles faithfully, and says of each pair of claims what it is told."""

    def answer(received: Received) -> str:
        parts = enclosed(received)
        if PAIRS in parts:
            said = [verdict(pair) for pair in json.loads(parts[PAIRS])]
            return json.dumps({"disputed": [one for one in said if one is not None]})
        drafted = json.loads(faithful(received))
        return json.dumps({**drafted, "concepts": ["lighthouse"]})

    return answer


def designers(pair: dict[str, Any]) -> dict[str, Any] | None:
    names = [next((name for name in ("Anna Berg", "Erik Dahl") if name in pair[side]), None) for side in "ab"]
    if None in names or names[0] == names[1]:
        return None
    return {"number": pair["number"], "relation": "contradicts", "a": names[0], "b": names[1]}


def fed(gateway: Gateway) -> None:
    gateway.feed(BERG)
    gateway.feed(DAHL)


def test_a_model_tells_what_no_rule_can(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(designers))
        fed(gateway)
        [found] = lint(gateway)["contradictions"]
        assert found["llm_confidence"] == "medium"
        assert {found["article_a_claim"], found["article_b_claim"]} == {
            "The lighthouse of Nordvik was designed by Anna Berg.",
            "The lighthouse of Nordvik was designed by Erik Dahl.",
        }
        assert "a model says" in found["description"]
        assert "lint" in gateway.http.get("/settings/llm/cost/breakdown").json()["by_task_type"]
        asked = len(stub.requests)
        assert len(lint(gateway)["contradictions"]) == 1
        assert len(stub.requests) == asked  # nothing has changed since
        assert list(violations(gateway.world)) == []


def inventing(pair: dict[str, Any]) -> dict[str, Any]:
    return {"number": pair["number"], "relation": "contradicts", "a": "designed by nobody", "b": "Erik Dahl"}


def misnumbering(pair: dict[str, Any]) -> dict[str, Any]:
    return {"number": pair["number"] + 1_000, "relation": "contradicts", "a": "Anna Berg", "b": "Erik Dahl"}


def agreeing(pair: dict[str, Any]) -> dict[str, Any]:
    return {"number": pair["number"], "relation": "contradicts", "a": "The lighthouse", "b": "the lighthouse"}


@pytest.mark.parametrize("verdict", [inventing, misnumbering, agreeing])
def test_what_does_not_show_in_both_claims_is_no_contradiction(settings: Settings, verdict: Any) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(verdict))
        fed(gateway)
        assert lint(gateway)["contradictions"] == []
        assert any(PAIRS in enclosed(one) for one in stub.requests)


def test_where_a_model_fails_a_report_is_made_by_rule(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub, tries=1) as gateway:
        well = mind(designers)

        def failing(received: Received) -> Answer | str:
            return Fails(500) if PAIRS in enclosed(received) else well(received)

        stub.answer_by(failing)
        fed(gateway)
        gateway.feed(BERG.replace("painted red", "31 metres high").replace("# The", "# An old"))
        gateway.feed(DAHL.replace("Fog hides the lighthouse in autumn", "The lighthouse of Nordvik is 45 metres high"))
        report = lint(gateway)
        assert report["report"]["status"] == "complete"
        assert all("a model says" not in one["description"] for one in report["contradictions"])
