"""Compiling and asking with a language model, through the front door, each provider's protocol spoken by a stub."""

import json
from typing import Any

import pytest

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.llm.base import Provider
from tests.conftest import Gateway
from tests.gateway.prompted import prompted
from tests.makers.models import model_stub
from tests.makers.models.minds import faithful

HARBOUR = """# The harbour of Nordvik

The harbour of Nordvik was deepened in 1931. The work cost 4.2 million kroner and took three years.

## Trade

Timber made up two thirds of the exports of Nordvik in 1950. Fish followed with 20 percent.
"""
DEEPENED = "When was the harbour of Nordvik deepened?"


def article_of(gateway: Gateway, source: dict[str, Any]) -> dict[str, Any]:
    [listed] = [one for one in gateway.http.get("/wiki/articles").json()]
    found: dict[str, Any] = gateway.http.get(f"/wiki/articles/{listed['slug']}").json()
    return found


@pytest.mark.parametrize("provider", list(Provider))
def test_the_whole_path_goes_with_each_provider(settings: Settings, provider: Provider) -> None:
    with model_stub(provider) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(faithful)
        source = gateway.feed(HARBOUR)
        assert source["status"] == "compiled"
        found = article_of(gateway, source)
        assert f'provider: "{provider.value}"' in found["content"]
        assert (found["confidence"], found["linter_score"]) == ("sourced", 1.0)
        for line in ("The work cost 4.2 million kroner and took three years. [sourced]", "### Trade"):
            assert line in found["content"]
        answer = gateway.http.post("/query", json={"question": DEEPENED}).json()["query"]
        assert answer["answer"] == "The harbour of Nordvik was deepened in 1931. [1]"
        assert [one["quote"] for one in answer["citations"]] == ["The harbour of Nordvik was deepened in 1931."]
        assert gateway.http.get("/settings/llm/cost/breakdown").json()["by_task_type"].keys() == {"compile", "answer"}
        assert list(violations(gateway.world)) == []
        refused = gateway.http.post("/query", json={"question": "Who sang at the opera of Vienna?"}).json()["query"]
        assert refused["answer"] == "The wiki holds nothing that answers this question."
        assert json.loads(refused["source_article_ids"]) == []
