"""Two things of one name as a person sees them: two concepts, until a source that told them apart goes or she says otherwise."""

import json
from typing import Any

import pytest

from lorewright.gateway.admin.queries import violations
from lorewright.gateway.taxonomy import actions, queries
from lorewright.knowledge.homonyms import candidates
from lorewright.knowledge.taxonomy import merges
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from tests.conftest import Gateway
from tests.gateway.left_behind import traces
from tests.gateway.test_concept_pages import _concepts, _page, _rebuild

JAGUARS = {
    "The jaguar in the forest": "The jaguar is a large cat of the rain forest. A jaguar hunts in the rain forest at night. "
    "Each jaguar of the rain forest has its own spots.",
    "Jaguars of the river": "A jaguar of the rain forest eats caimans. The jaguar swims in the rain forest. "
    "The jaguar leaves the rain forest in floods.",
    "The jaguar of Coventry": "A Jaguar is a sports car with a long bonnet. The Jaguar was driven as a sports car in 1961. "
    "Every Jaguar is a fast sports car.",
    "Jaguars on the road": "A Jaguar is a sports car with six cylinders. The Jaguar won races as a sports car. "
    "No Jaguar is a cheap sports car.",
}


SPOKEN_OF = {"jaguar-rain-forest": "rain forest", "jaguar-sports": "sports car"}
"""What the one may be called that is not called a jaguar alone, and what its articles say: which that is follows from their ids."""


def _titles(subject: str) -> set[str]:
    return {title for title, content in JAGUARS.items() if subject in content}


@pytest.fixture
def jaguars(gateway: Gateway) -> dict[str, dict[str, Any]]:
    """Sources by their titles."""
    return {title: gateway.feed(content, title) for title, content in JAGUARS.items()}


def _articles_of(gateway: Gateway, name: str) -> set[str]:
    return {one["title"] for one in gateway.http.get(f"/wiki/concepts/{name}/articles").json()}


def test_two_things_of_one_name_are_two_concepts(gateway: Gateway, jaguars: dict[str, dict[str, Any]]) -> None:
    assert _concepts(gateway)["jaguar"]["article_count"] == 4
    assert gateway.http.get("/wiki/concept-splits").json() == []
    _rebuild(gateway)
    [split] = gateway.http.get("/wiki/concept-splits").json()
    assert (split["written"], split["revoked_at"]) == ("jaguar", None)
    plain, other = split["called"]
    assert plain == "jaguar"
    assert other in SPOKEN_OF
    assert "none speaks of both" in split["evidence"]
    assert _articles_of(gateway, other) == _titles(SPOKEN_OF[other])
    assert _articles_of(gateway, plain) == set(JAGUARS) - _titles(SPOKEN_OF[other])
    found = _concepts(gateway)
    assert found[other]["label"].lower() == f"jaguar ({other.removeprefix('jaguar-').replace('-', ' ')})"
    page = _page(gateway, other)
    assert len(page["sources"]) == 2
    assert json.dumps(other) in json.dumps(gateway.http.get("/wiki/graph").json()["nodes"])
    assert list(violations(gateway.world)) == []
    _rebuild(gateway)
    assert _concepts(gateway) == found
    [again] = gateway.http.get("/wiki/concept-splits").json()
    assert again == split
    for source in jaguars.values():
        assert gateway.http.post(f"/jobs/compile/{source['id']}").status_code == 200
    gateway.settle()
    assert {name: one["article_count"] for name, one in _concepts(gateway).items()} == {
        name: one["article_count"] for name, one in found.items()
    }


def test_what_comes_later_finds_its_place(gateway: Gateway, jaguars: dict[str, dict[str, Any]]) -> None:
    _rebuild(gateway)
    [split] = gateway.http.get("/wiki/concept-splits").json()
    other = split["called"][1]
    like_it = next(one for one in JAGUARS.values() if SPOKEN_OF[other] in one)
    gateway.feed(f"{like_it} Nobody knows more.", "One more")
    assert "One more" in _articles_of(gateway, "jaguar")
    _rebuild(gateway)
    assert "One more" in _articles_of(gateway, other)
    assert _concepts(gateway)["jaguar"]["article_count"] == 2
    assert list(violations(gateway.world)) == []


def test_a_person_has_them_be_one_again(gateway: Gateway, jaguars: dict[str, dict[str, Any]]) -> None:
    before = _concepts(gateway)
    _rebuild(gateway)
    [split] = gateway.http.get("/wiki/concept-splits").json()
    answer = gateway.http.post(f"/wiki/concept-splits/{split['id']}/undo")
    assert (answer.status_code, answer.json()[0]["called"]) == (200, ["jaguar"])
    assert answer.json()[0]["revoked_at"] is not None
    gateway.settle()
    for _ in range(2):
        found = _concepts(gateway)
        assert found.keys() == before.keys()
        assert (found["jaguar"]["id"], found["jaguar"]["article_count"]) == (before["jaguar"]["id"], 4)
        _rebuild(gateway)
    assert gateway.http.get(f"/wiki/articles/{split['called'][1]}").status_code == 404
    assert gateway.http.post("/wiki/concept-splits/nothing/undo").status_code == 404
    assert list(violations(gateway.world)) == []


def test_a_source_that_told_them_apart_goes(gateway: Gateway, jaguars: dict[str, dict[str, Any]]) -> None:
    _rebuild(gateway)
    [split] = gateway.http.get("/wiki/concept-splits").json()
    subject = SPOKEN_OF[split["called"][1]]
    titles = sorted(_titles(subject))
    assert gateway.http.delete(f"/ingest/sources/{jaguars[titles[0]]['id']}").status_code == 200
    gateway.settle()
    _rebuild(gateway)
    assert gateway.http.get("/wiki/concept-splits").json() == []
    assert _concepts(gateway)["jaguar"]["article_count"] == 3
    assert gateway.http.delete(f"/ingest/sources/{jaguars[titles[1]]['id']}").status_code == 200
    gateway.settle()
    assert traces(gateway, subject) == traces(gateway, subject.replace(" ", "-")) == []
    assert list(violations(gateway.world)) == []


def test_nothing_is_decided_on_the_word_of_a_source_that_is_gone_meanwhile(gateway: Gateway) -> None:
    sources = [gateway.feed(content, title) for title, content in JAGUARS.items()]
    for town, spelt in (("Nordvik", "centre"), ("Hovden", "center")):
        said = f"The city {spelt} of {town} is old. A city {spelt} has shops. No city {spelt} is quiet."
        sources.append(gateway.feed(said, town))
    with gateway.world.db.reading() as tx:
        known, found = queries.known(tx, LOCAL_USER_ID), queries.names(tx, LOCAL_USER_ID)
    for source in sources[3:5]:
        assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
    with gateway.world.db.writing() as tx:
        now = gateway.world.clock.now()
        assert [one.other for one in merges(known.concepts)]
        assert not actions.decide(tx, LOCAL_USER_ID, known, merges(known.concepts), now)
        assert [one.concept for one in candidates(found.concepts)] == ["jaguar"]
        assert not actions.divide(tx, LOCAL_USER_ID, found, candidates(found.concepts), now)
    gateway.settle()
    assert gateway.http.get("/wiki/concept-splits").json() == gateway.http.get("/wiki/concept-merges").json() == []
    assert list(violations(gateway.world)) == []
