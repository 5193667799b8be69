"""Where concepts stand by a language model: for what rules place nowhere, and never in a circle."""

import json
from collections.abc import Callable
from typing import Any

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.llm.base import Provider
from tests.conftest import Gateway
from tests.gateway.prompted import prompted
from tests.gateway.test_concept_pages import _concepts, _rebuild
from tests.makers.models import Fails, Received, model_stub
from tests.makers.models.answers import Answer
from tests.makers.models.minds import enclosed, faithful

SALMON = "The salmon swims up the river of {place} in {year}. A salmon leaves the sea in autumn. Each salmon of {place} is counted."
FISH = "Every fish of {place} was weighed in {year}. A fish has gills. No fish of {place} sleeps with its eyes shut."
NAMES = "concepts"


def mind(places: Callable[[dict[str, int]], list[dict[str, int]]]) -> Callable[[Received], str]:
    """Compiles faithfully, and places concepts as it is told, by name -> number."""

    def answer(received: Received) -> str:
        parts = enclosed(received)
        if NAMES in parts:
            return json.dumps({"places": places({one["name"]: one["number"] for one in json.loads(parts[NAMES])})})
        about = "salmon" if "salmon" in parts["section"] else "fish"
        return json.dumps({**json.loads(faithful(received)), "concepts": [about]})

    return answer


def fed(gateway: Gateway) -> None:
    for content in (SALMON, FISH):
        for place, year in (("Nordvik", 1931), ("Hovden", 1947)):
            gateway.feed(content.format(place=place, year=year))


def salmon_below_fish(named: dict[str, int]) -> list[dict[str, int]]:
    return [{"number": named["salmon"], "above": named["fish"]}]


def test_a_model_tells_where_a_concept_belongs(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(salmon_below_fish))
        fed(gateway)
        _rebuild(gateway)
        found = _concepts(gateway)
        assert found["salmon"]["parent_id"] == found["fish"]["id"]
        assert found["fish"]["parent_id"] is None
        asked = sum(NAMES in enclosed(one) for one in stub.requests)
        stub.answer_by(mind(lambda _named: []))
        _rebuild(gateway)
        assert _concepts(gateway)["salmon"]["parent_id"] == found["fish"]["id"]
        assert sum(NAMES in enclosed(one) for one in stub.requests) <= asked + 1
        assert "concepts" in gateway.http.get("/settings/llm/cost/breakdown").json()["by_task_type"]
        assert list(violations(gateway.world)) == []


def test_what_makes_no_tree_is_left_out(settings: Settings) -> None:
    def circle(named: dict[str, int]) -> list[dict[str, int]]:
        told: list[dict[str, Any]] = salmon_below_fish(named)
        told += [{"number": named["fish"], "above": named["salmon"]}, {"number": 999, "above": 1}]
        return [*told, {"number": named["fish"], "above": named["fish"]}, {"number": named["fish"], "above": 0}]

    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(circle))
        fed(gateway)
        _rebuild(gateway)
        parents = [one["parent_id"] for one in _concepts(gateway).values()]
        assert sum(one is not None for one in parents) == 1 < len(parents)
        assert list(violations(gateway.world)) == []


def test_where_a_model_fails_concepts_are_placed_by_rule(settings: Settings) -> None:
    well = mind(salmon_below_fish)

    def failing(received: Received) -> Answer | str:
        return Fails(500) if NAMES in enclosed(received) else well(received)

    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub, tries=1) as gateway:
        stub.answer_by(failing)
        fed(gateway)
        _rebuild(gateway)
        assert {one["parent_id"] for one in _concepts(gateway).values()} == {None}
