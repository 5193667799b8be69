"""Concepts as a person sees them: where they stand, their pages, and what is decided about their names."""

import json
from typing import Any

import pytest

from lorewright.gateway.admin.queries import violations
from tests.conftest import Gateway
from tests.gateway.left_behind import traces

MILL = """# The tidal mill of {place}

A tidal mill is a mill that is driven by the ebb. The tidal mill of {place} ground {grain} for {count} farms.
The tidal mill of {place} was closed in {year}. The wheel of {place} turned twice a day.
"""
NORDVIK = MILL.format(place="Nordvik", grain="rye", count="forty", year=1931)
HOVDEN = MILL.format(place="Hovden", grain="barley", count="twelve", year=1947)
SECRET = MILL.format(place="Quorvexium", grain="spelt", count="nine", year=1922)
SEPARATE = "The organ of Kestrel has 2,000 pipes. The organ was built by two brothers in 1780. It was tuned in 1931."
NAME = "tidal-mill"


def _rebuild(gateway: Gateway) -> None:
    answer = gateway.http.post("/wiki/concepts/rebuild")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    gateway.settle()
    failed = [one for one in gateway.http.get("/jobs").json() if one["status"] == "failed"]
    assert failed == []


def _page(gateway: Gateway, slug: str = NAME) -> dict[str, Any]:
    answer = gateway.http.get(f"/wiki/articles/{slug}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert found["page_type"] == "concept"
    assert (gateway.data_dir / "wiki" / f"{slug}.md").read_text() == found["content"]
    return found


def _page_of_mills(gateway: Gateway) -> dict[str, Any]:
    """Made of two articles, beside one that has nothing to do with it."""
    gateway.feed(NORDVIK)
    gateway.feed(HOVDEN)
    gateway.feed(SEPARATE, "The organ")
    _rebuild(gateway)
    return _page(gateway)


def _concepts(gateway: Gateway) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in gateway.http.get("/wiki/concepts").json()}


def test_concepts_are_listed_and_shown_with_their_articles(gateway: Gateway) -> None:
    assert gateway.http.get("/wiki/concepts").json() == []
    gateway.feed(NORDVIK)
    gateway.feed(HOVDEN)
    gateway.feed(SEPARATE, "The organ")
    found = _concepts(gateway)
    assert found[NAME]["article_count"] == 2
    assert set(found[NAME]) >= {
        *("id", "user_id", "name", "parent_id", "article_count", "description", "created_at", "concept_kind"),
    }
    assert (found[NAME]["user_id"], found[NAME]["parent_id"], found[NAME]["concept_kind"]) == (
        "anonymous",
        None,
        "topic",
    )
    one = gateway.http.get(f"/wiki/concepts/{NAME}").json()
    assert {key: value for key, value in one.items() if key != "articles"} == found[NAME]
    assert {each["slug"] for each in one["articles"]} == {"the-tidal-mill-of-nordvik", "the-tidal-mill-of-hovden"}
    path = f"/wiki/concepts/{NAME}/articles"
    assert gateway.http.get(path).json() == one["articles"]
    assert len(gateway.http.get(path, params={"limit": 1, "offset": 1}).json()) == 1
    assert gateway.http.get(path, params={"limit": 1_000, "offset": 0}).json() == one["articles"]
    assert gateway.http.get(path, params={"offset": 2**31 - 1}).json() == []
    for wrong in ({"offset": -1}, {"offset": 2**31}, {"limit": 0}, {"limit": 1_001}):
        assert gateway.http.get(path, params=wrong).status_code == 422, wrong
    for missing in ("/wiki/concepts/nothing", "/wiki/concepts/nothing/articles"):
        answer = gateway.http.get(missing)
        assert (answer.status_code, answer.json()["detail"]) == (404, "Concept not found: nothing")
    eligible = {one["name"]: one for one in gateway.http.get("/admin/concepts/eligible").json()}
    assert eligible[NAME] == {"id": found[NAME]["id"], "name": NAME, "article_count": 2, "has_existing_page": False}
    assert set(eligible) == {name for name, one in found.items() if one["article_count"] > 1} < set(found)


def test_a_page_brings_together_what_the_articles_say(gateway: Gateway) -> None:
    page = _page_of_mills(gateway)
    assert page["title"] == "Tidal mill"
    assert page["id"] == _concepts(gateway)[NAME]["id"]
    assert page["confidence"] == "sourced"
    assert page["summary"] == _concepts(gateway)[NAME]["description"]
    assert "A tidal mill is a mill that is driven by the ebb." in page["summary"]
    assert "([The tidal mill of Hovden](/wiki/the-tidal-mill-of-hovden))" in page["content"]
    assert "\nconcept_kind: topic\nsynthesized_from:\n  - " in page["content"]
    assert len(page["sources"]) == 2
    for claim in page["claims"]:
        assert claim["evidence"], claim
        assert all(one["stands"] for one in claim["evidence"])
    members = {(one["slug"], one["relation_type"]) for one in page["backlinks_out"]}
    assert members == {("the-tidal-mill-of-nordvik", "synthesizes"), ("the-tidal-mill-of-hovden", "synthesizes")}
    assert all("tidal mill" in one["context"].lower() for one in page["backlinks_out"])
    article = gateway.http.get("/wiki/articles/the-tidal-mill-of-hovden").json()
    assert ("tidal-mill", "synthesizes") in {(one["slug"], one["relation_type"]) for one in article["backlinks_in"]}
    listed = gateway.http.get("/wiki/articles", params={"page_type": "concept"}).json()
    assert page["id"] in {one["id"] for one in listed}
    graph = gateway.http.get("/wiki/graph").json()
    assert sum(one["source"] == page["id"] for one in graph["edges"]) == 2
    eligible = {one["name"]: one for one in gateway.http.get("/admin/concepts/eligible").json()}
    assert eligible[NAME] == {"id": page["id"], "name": NAME, "article_count": 2, "has_existing_page": True}
    assert list(violations(gateway.world)) == []


def test_a_page_is_found_by_what_its_concept_is_called(gateway: Gateway) -> None:
    page = _page_of_mills(gateway)
    for question in ("Tidal mill", "tidal mills", "  TIDAL MILL "):
        first, *others = gateway.http.get("/wiki/search", params={"q": question}).json()
        assert (first["id"], first["page_type"], first["passage"]) == (page["id"], "concept", page["summary"]), question
        assert (first["by_person"], first["page"], first["why"]["words_rank"]) == (False, None, None)
        assert {one["page_type"] for one in others} == {"source"}
        assert len(others) >= 2, question
    [only] = gateway.http.get("/wiki/search", params={"q": "tidal mill", "limit": 1}).json()
    assert only["id"] == page["id"]
    asked = gateway.http.get("/wiki/search", params={"q": "When was the tidal mill of Hovden closed?"}).json()
    assert {one["page_type"] for one in asked} == {"source"}


IN_OTHER_LANGUAGES = {
    "maree-haute": (
        "La marée haute est le moment où la mer est le plus haut. La marée haute de {0} remplit un bassin de retenue. À {0}, "
        "les meuniers attendaient la marée haute pendant six heures. Les marées hautes de {0} durent longtemps.",
        "La marée haute est le moment où la mer est le plus haut.",
    ),
    "gezeitenmuhle": (
        "Die Gezeitenmühle von {0} wurde im Jahr 1632 gebaut. Eine Gezeitenmühle ist eine Mühle, die von der Ebbe bewegt wird. Im "
        "Jahr 1931 brannte die Gezeitenmühle von {0} ab. Jedes Jahr kommen viele nach {0}, um die Gezeitenmühle zu sehen.",
        "Eine Gezeitenmühle ist eine Mühle, die von der Ebbe bewegt wird.",
    ),
    "farbige-laterne": (
        "Die farbige Laterne ist ein Zeichen für die Lotsen. In {0} brennt die farbige Laterne die ganze Nacht. Wer im Winter "
        "nach {0} kommt, sieht von weitem die farbigen Laternen. Die Lotsen von {0} putzen sie an jedem Morgen.",
        "Die farbige Laterne ist ein Zeichen für die Lotsen.",
    ),
}


@pytest.mark.parametrize("name", IN_OTHER_LANGUAGES)
def test_a_concept_of_articles_in_another_language_has_a_page(gateway: Gateway, name: str) -> None:
    text, definition = IN_OTHER_LANGUAGES[name]
    for place in ("Nordvik", "Hovden"):
        gateway.feed(text.format(place), place)
    assert _concepts(gateway)[name]["article_count"] == 2
    _rebuild(gateway)
    page = _page(gateway, name)
    assert definition in page["summary"]
    assert {one["slug"] for one in page["backlinks_out"]} == {"nordvik", "hovden"}
    assert list(violations(gateway.world)) == []


def test_a_page_follows_its_articles_and_nothing_else(gateway: Gateway) -> None:
    gateway.feed(NORDVIK)
    gateway.feed(HOVDEN)
    _rebuild(gateway)
    before = _page(gateway)
    gateway.feed(SEPARATE, "The organ")
    _rebuild(gateway)
    assert _page(gateway) == before
    secret = gateway.feed(SECRET)
    grown = _page(gateway)
    assert grown["version"] == before["version"] + 1
    assert "Quorvexium" in grown["content"]
    assert gateway.http.delete(f"/ingest/sources/{secret['id']}").status_code == 200
    gateway.settle()
    assert "Quorvexium" not in _page(gateway)["content"]
    for version in gateway.http.get(f"/wiki/articles/{before['id']}/versions").json():
        said = gateway.http.get(f"/wiki/articles/{before['id']}/versions/{version['number']}").json()
        assert "Quorvexium" not in json.dumps(said)
    assert traces(gateway, "Quorvexium") == []
    assert list(violations(gateway.world)) == []


def test_a_page_goes_with_its_articles(gateway: Gateway) -> None:
    first = gateway.feed(NORDVIK)
    gateway.feed(HOVDEN)
    _rebuild(gateway)
    assert _page(gateway)
    assert gateway.http.delete(f"/ingest/sources/{first['id']}").status_code == 200
    gateway.settle()
    assert gateway.http.get(f"/wiki/articles/{NAME}").status_code == 404
    assert not (gateway.data_dir / "wiki" / f"{NAME}.md").exists()
    assert traces(gateway, "Nordvik") == []
    assert list(violations(gateway.world)) == []


def test_a_page_is_compiled_again_and_keeps_an_edit(gateway: Gateway) -> None:
    gateway.feed(NORDVIK)
    gateway.feed(HOVDEN)
    _rebuild(gateway)
    page = _page(gateway)
    path = f"/wiki/articles/{page['id']}"
    mine = "My uncle kept the keys of one."
    edited = page["content"].replace("\n## Key Claims", f"\n{mine}\n\n## Key Claims")
    assert gateway.http.patch(path, json={"base_version": page["version"], "content": edited}).status_code == 200
    gateway.settle()
    gateway.feed(SECRET)
    for mode in ("concept", None, "source"):
        answer = gateway.http.post(f"{path}/recompile", params={} if mode is None else {"mode": mode})
        assert (answer.status_code, answer.json()["status"]) == (200, "scheduled")
        gateway.settle()
        job = gateway.http.get(f"/jobs/{answer.json()['job_id']}").json()
        assert (job["job_type"], job["status"]) == ("compile_concept", "complete")
    shown = _page(gateway)
    assert mine in shown["content"]
    assert "Quorvexium" in shown["content"]


def test_what_means_one_thing_is_one_concept_until_a_person_says_otherwise(gateway: Gateway) -> None:
    gateway.feed("The city centre of Nordvik is old. The city centre burnt in 1931. A city centre has shops.", "A")
    gateway.feed("The city centre of Hovden is new. The city centre was built in 1947. No city centre is quiet.", "B")
    gateway.feed("The city center of Kestrel is small. The city center has 12 shops. That city center is loud.", "C")
    before = _concepts(gateway)
    assert {"city-centre", "city-center"} <= set(before)
    _rebuild(gateway)
    [merge] = gateway.http.get("/wiki/concept-merges").json()
    assert (merge["written"], merge["called"], merge["revoked_at"]) == ("city-center", "city-centre", None)
    assert "two spellings" in merge["evidence"]
    after = _concepts(gateway)
    assert after["city-centre"]["article_count"] == 3
    assert after["city-centre"]["id"] == before["city-centre"]["id"]
    assert "city-center" not in after
    assert '"city-centre"' in (gateway.data_dir / "wiki" / "c.md").read_text()

    answer = gateway.http.post(f"/wiki/concept-merges/{merge['id']}/undo")
    assert answer.status_code == 200
    assert answer.json()[0]["revoked_at"] is not None
    gateway.settle()
    for _ in range(2):
        found = _concepts(gateway)
        assert (found["city-centre"]["article_count"], found["city-center"]["article_count"]) == (2, 1)
        _rebuild(gateway)
    for title in ("D", "E"):  # of the two the other one is wider now
        gateway.feed(
            f"The city center of {title} is small. The city center has shops. That city center is loud.", title
        )
    _rebuild(gateway)
    found = _concepts(gateway)
    assert (found["city-centre"]["article_count"], found["city-center"]["article_count"]) == (2, 3)
    assert gateway.http.post("/wiki/concept-merges/nothing/undo").status_code == 404
    assert list(violations(gateway.world)) == []


CENTRE = "The city {1} of {0} is small. The city {1} of {0} has 12 shops. Each city {1} is loud. Nobody in {0} sleeps in the city {1}."
MINE = "My uncle has the oldest shop in ours."


def _edited(gateway: Gateway, slug: str) -> dict[str, Any]:
    """The page with a sentence of a person's own."""
    page = _page(gateway, slug)
    edited = page["content"].replace("\n## Key Claims", f"\n{MINE}\n\n## Key Claims")
    path = f"/wiki/articles/{page['id']}"
    assert gateway.http.patch(path, json={"base_version": page["version"], "content": edited}).status_code == 200
    gateway.settle()
    return _page(gateway, slug)


def _feed_centres(gateway: Gateway, spelling: str, *places: str) -> list[dict[str, Any]]:
    return [gateway.feed(CENTRE.format(place, spelling), place) for place in places]


def test_a_merge_takes_nothing_from_a_page_that_a_person_edited(gateway: Gateway) -> None:
    _feed_centres(gateway, "center", "Nordvik", "Hovden")
    _rebuild(gateway)
    before = _edited(gateway, "city-center")
    versions = gateway.http.get(f"/wiki/articles/{before['id']}/versions").json()
    _feed_centres(gateway, "centre", "Kestrel", "Mirefall", "Quern")
    _rebuild(gateway)
    [merge] = gateway.http.get("/wiki/concept-merges").json()
    assert (merge["written"], merge["called"]) == ("city-center", "city-centre")
    # Its articles are the other concept's; it is there for its page.
    assert _concepts(gateway)["city-center"]["article_count"] == 0
    having = gateway.http.get("/wiki/concepts", params={"include_empty": False}).json()
    assert set(_concepts(gateway)) - {one["name"] for one in having} == {"city-center"}
    assert gateway.http.get("/wiki/concepts/city-center").json()["articles"] == []
    kept = _page(gateway, "city-center")
    assert (kept["id"], kept["version"]) == (before["id"], before["version"])
    assert MINE in kept["content"]
    assert gateway.http.get(f"/wiki/articles/{kept['id']}/versions").json() == versions
    assert len(_page(gateway, "city-centre")["backlinks_out"]) == 5
    assert list(violations(gateway.world)) == []

    assert gateway.http.post(f"/wiki/concept-merges/{merge['id']}/undo").status_code == 200
    gateway.settle()
    _feed_centres(gateway, "center", "Ostby")
    concept = _concepts(gateway)["city-center"]
    assert (concept["id"], concept["article_count"]) == (before["id"], 3)
    shown = _page(gateway, "city-center")
    assert shown["id"] == before["id"]
    assert MINE in shown["content"]
    assert {one["slug"] for one in shown["backlinks_out"]} == {"nordvik", "hovden", "ostby"}
    assert {one["slug"] for one in _page(gateway, "city-centre")["backlinks_out"]} == {"kestrel", "mirefall", "quern"}
    assert list(violations(gateway.world)) == []


def test_undoing_a_merge_gives_a_concept_its_id_back(gateway: Gateway) -> None:
    _feed_centres(gateway, "center", "Nordvik")
    before = _concepts(gateway)["city-center"]["id"]
    _feed_centres(gateway, "centre", "Kestrel", "Mirefall")
    _rebuild(gateway)
    assert "city-center" not in _concepts(gateway)
    [merge] = gateway.http.get("/wiki/concept-merges").json()
    gateway.http.post(f"/wiki/concept-merges/{merge['id']}/undo")
    assert _concepts(gateway)["city-center"]["id"] == before


def test_an_edited_page_that_was_merged_goes_with_the_last_source_it_rests_on(gateway: Gateway) -> None:
    sources = _feed_centres(gateway, "center", "Quorvexium", "Hovden")
    _rebuild(gateway)
    page = _edited(gateway, "city-center")
    _feed_centres(gateway, "centre", "Kestrel", "Mirefall", "Quern")
    _rebuild(gateway)
    for source, is_left in zip(sources, (True, False), strict=True):
        assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
        gateway.settle()
        assert (gateway.http.get(f"/wiki/articles/{page['id']}").status_code == 200) == is_left
        assert ("city-center" in _concepts(gateway)) == is_left
        assert traces(gateway, "Quorvexium") == []
        assert list(violations(gateway.world)) == []
    assert traces(gateway, "uncle") == []


def test_what_a_page_said_of_a_source_before_goes_with_it(gateway: Gateway) -> None:
    [source] = _feed_centres(gateway, "center", "Quorvexium")
    _feed_centres(gateway, "centre", "Kestrel", "Mirefall")
    _rebuild(gateway)
    before = _page(gateway, "city-centre")
    assert "Quorvexium" in before["content"]
    [merge] = gateway.http.get("/wiki/concept-merges").json()
    gateway.http.post(f"/wiki/concept-merges/{merge['id']}/undo")
    gateway.settle()
    after = _page(gateway, "city-centre")
    assert (after["id"], "Quorvexium" in after["content"]) == (before["id"], False)
    assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
    gateway.settle()
    assert traces(gateway, "Quorvexium") == []
    assert _page(gateway, "city-centre")["claims"] == after["claims"]
    assert list(violations(gateway.world)) == []


def test_an_edited_page_stays_when_one_article_is_left(gateway: Gateway) -> None:
    sources = [gateway.feed(NORDVIK), gateway.feed(SECRET)]
    _rebuild(gateway)
    before = _edited(gateway, NAME)
    assert gateway.http.delete(f"/ingest/sources/{sources[1]['id']}").status_code == 200
    gateway.settle()
    kept = _page(gateway)
    assert kept["id"] == before["id"]
    assert MINE in kept["content"]
    assert {one["slug"] for one in kept["backlinks_out"]} == {"the-tidal-mill-of-nordvik"}
    assert traces(gateway, "Quorvexium") == []
    gateway.feed(HOVDEN)
    grown = _page(gateway)
    assert MINE in grown["content"]
    assert len(grown["backlinks_out"]) == 2
    assert list(violations(gateway.world)) == []
    for source in gateway.http.get("/ingest/sources").json():
        gateway.http.delete(f"/ingest/sources/{source['id']}")
    gateway.settle()
    assert gateway.http.get(f"/wiki/articles/{NAME}").status_code == 404
    assert traces(gateway, "uncle") == []


GLACIER = """# {kind} of {place}

The {kind} of {place} melts. A {kind} fills a valley. The {kind} of {place} was measured in {year}. Every {kind} moves slowly.
"""


def test_concepts_stand_below_each_other_and_stay_where_they_are(gateway: Gateway) -> None:
    gateway.feed(GLACIER.format(kind="valley glacier", place="Hovden", year=1931))
    gateway.feed(GLACIER.format(kind="valley glacier", place="Nordvik", year=1947))
    gateway.feed(GLACIER.format(kind="alpine valley glacier", place="Kestrel", year=1958))
    gateway.feed(GLACIER.format(kind="alpine valley glacier", place="Mirefall", year=1962))
    _rebuild(gateway)
    first = _concepts(gateway)
    assert first["alpine-valley-glacier"]["parent_id"] == first["valley-glacier"]["id"]
    assert first["valley-glacier"]["parent_id"] is None
    _rebuild(gateway)
    assert {**_concepts(gateway)} == first
    gateway.feed(SEPARATE, "The organ")
    _rebuild(gateway)
    places = {name: one["parent_id"] for name, one in _concepts(gateway).items()}
    assert {name: places[name] for name in first} == {name: one["parent_id"] for name, one in first.items()}
