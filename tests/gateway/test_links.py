"""Links between articles through the front door: written by a person, resolved once there is something to link to, and in the graph."""

from typing import Any

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from tests.conftest import Gateway, open_gateway, serving, working
from tests.gateway.left_behind import traces

DAM = "The granite dam of Nordvik holds the water of Nordvik. The granite dam was built in 1931. A granite dam leaks in winter."
MILL = "The tidal mill of Hovden ground rye. A tidal mill turns with the ebb. The tidal mill was closed in 1947."
LOOM = "# The Jacquard loom\n\nThe Jacquard loom was shown in Lyon in 1801. Punched cards of the Jacquard loom choose the threads."
WEAVING = "# Weaving in Lyon\n\nThe Jacquard loom made the weavers of Lyon rich. The weavers of Lyon broke the Jacquard loom in 1806."
LINKING = "The mill got its stones from the builders of [[The dam|that dam]], and extends:: [[the lighthouse]] in size."


def _edit(gateway: Gateway, slug: str, added: str) -> dict[str, Any]:
    article = gateway.http.get(f"/wiki/articles/{slug}").json()
    content = article["content"].split("\n## Related")[0].split("\n## Sources")[0]
    body = {"base_version": article["version"], "content": f"{content}\n\n{added}\n"}
    answer = gateway.http.patch(f"/wiki/articles/{slug}", json=body)
    assert answer.status_code == 200, answer.text
    gateway.settle()
    return _shown(gateway, slug)


def _shown(gateway: Gateway, slug: str) -> dict[str, Any]:
    found: dict[str, Any] = gateway.http.get(f"/wiki/articles/{slug}").json()
    assert (gateway.data_dir / "wiki" / f"{slug}.md").read_text() == found["content"]
    return found


def _out(article: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    return [
        (one["slug"], one["relation_type"], one["context"])
        for one in article["backlinks_out"]
        if one["relation_type"] != "related_to"
    ]


def test_a_link_leads_to_its_article_while_there_is_one(gateway: Gateway) -> None:
    gateway.feed(MILL, "The mill")
    before = _edit(gateway, "the-mill", LINKING)
    assert "[[The dam|that dam]]" in before["content"]
    assert _out(before) == []

    dam = gateway.feed(DAM, "The dam")
    linked = _shown(gateway, "the-mill")
    assert "builders of [that dam](/wiki/the-dam), and extends:: [[the lighthouse]]" in linked["content"]
    sentence = "The mill got its stones from the builders of that dam, and the lighthouse in size."
    assert [(slug, relation) for slug, relation, _ in _out(linked)] == [("the-dam", "references")]
    assert linked["version"] == before["version"]
    [back] = [one for one in _shown(gateway, "the-dam")["backlinks_in"] if one["relation_type"] == "references"]
    assert (back["slug"], back["resolution"]) == ("the-mill", None)
    assert back["context"] == sentence

    gateway.feed("The lighthouse of Hovden burns oil. It was built in 1844.", "The Lighthouse")
    assert {(slug, relation) for slug, relation, _ in _out(_shown(gateway, "the-mill"))} == {
        ("the-dam", "references"),
        ("the-lighthouse", "extends"),
    }
    assert list(violations(gateway.world)) == []

    assert gateway.http.delete(f"/ingest/sources/{dam['id']}").status_code == 200
    gateway.settle()
    left = _shown(gateway, "the-mill")
    assert "[[The dam|that dam]]" in left["content"]
    assert [slug for slug, _, _ in _out(left)] == ["the-lighthouse"]
    assert traces(gateway, "granite") == []
    assert list(violations(gateway.world)) == []


def test_what_is_shown_resolved_is_no_edit(gateway: Gateway) -> None:
    gateway.feed(DAM, "The dam")
    gateway.feed(MILL, "The mill")
    linked = _edit(gateway, "the-mill", LINKING)
    assert "[that dam](/wiki/the-dam)" in linked["content"]
    same = gateway.http.patch("/wiki/articles/the-mill", json={"base_version": 2, "content": linked["content"]})
    assert same.json()["version"] == 2
    path = gateway.data_dir / "wiki" / "the-mill.md"
    path.write_text(path.read_text().replace("got its stones", "has its stones"))
    gateway.http.post(f"/jobs/compile/{linked['sources'][0]['id']}")
    gateway.settle()
    edited = _shown(gateway, "the-mill")
    assert "The mill has its stones from the builders of [that dam](/wiki/the-dam)" in edited["content"]
    version = gateway.http.get(f"/wiki/articles/{edited['id']}/versions/{edited['version']}").json()
    assert "[[The dam|that dam]]" in version["content"]


def test_a_link_by_another_name_and_by_address(gateway: Gateway) -> None:
    gateway.feed(DAM, "The dam")
    gateway.feed(MILL, "The mill")
    dam = gateway.http.get("/wiki/articles/the-dam").json()
    named = dam["content"].replace("\n---\n", '\naliases:\n  - "Nordvik\'s wall"\n  - Old wall\n---\n', 1)
    assert gateway.http.patch("/wiki/articles/the-dam", json={"base_version": 1, "content": named}).status_code == 200
    linked = _edit(gateway, "the-mill", "It is below [[old wall]]. See [the dam](/wiki/the-dam). See [[The mill]].")
    assert "below [old wall](/wiki/the-dam)." in linked["content"]
    assert len(_out(linked)) == 1
    titled = gateway.http.patch("/wiki/articles/the-dam", json={"base_version": 2, "title": "The great dam"})
    assert titled.status_code == 200
    gateway.settle()
    assert _edit(gateway, "the-mill", "Behind [[The great dam]] is a lake.")["content"].count("](/wiki/the-dam)") >= 3


def test_a_search_lists_as_many_articles_as_are_wanted_though_one_was_edited(gateway: Gateway) -> None:
    gateway.feed(DAM, "The dam")
    gateway.feed("The lighthouse of Nordvik burns oil. It was built in 1844.", "The lighthouse")
    _edit(gateway, "the-dam", "The granite dam of Nordvik is grey.")
    for limit in (2, 20):
        hits = gateway.http.get("/wiki/search", params={"q": "granite dam of Nordvik", "limit": limit}).json()
        assert [one["slug"] for one in hits] == ["the-dam", "the-lighthouse"]


def test_sweeping_by_hand(settings: Settings) -> None:
    with serving(settings) as client, open_gateway(settings, client) as gateway:
        with working(settings):
            gateway.feed(DAM, "The dam")
            gateway.feed(MILL, "The mill")
            _edit(gateway, "the-mill", LINKING)
        dam = gateway.http.get("/wiki/articles/the-dam").json()
        named = dam["content"].replace("\n---\n", "\naliases: [The lighthouse]\n---\n", 1)
        edited = {"base_version": dam["version"], "content": named}
        assert gateway.http.patch("/wiki/articles/the-dam", json=edited).status_code == 200
        waiting = gateway.http.get("/wiki/articles/the-mill").json()
        assert [(slug, relation) for slug, relation, _ in _out(waiting)] == [("the-dam", "references")]
        answer = gateway.http.post("/admin/sweep").json()
        assert (answer["action"], answer["status"]) == ("sweep", "scheduled")
        with working(settings):
            gateway.settle()
        job = gateway.http.get(f"/jobs/{answer['job_id']}").json()
        assert (job["job_type"], job["status"]) == ("sweep_wikilinks", "complete")
        assert ("the-dam", "extends") in {(slug, relation) for slug, relation, _ in _out(_shown(gateway, "the-mill"))}


def test_many_links_are_swept_whoever_has_them(gateway: Gateway) -> None:
    gateway.feed(MILL, "The mill")
    gateway.feed(DAM, "The wall")
    _edit(gateway, "the-mill", " ".join(f"See [[page {number}]]." for number in range(250)))
    _edit(gateway, "the-wall", " ".join(f"See [[page {number}]]." for number in range(5)))
    gateway.feed("The lighthouse of Hovden burns oil. It was built in 1844.", "Page 4")
    for slug in ("the-mill", "the-wall"):
        assert "[page 4](/wiki/page-4)" in _shown(gateway, slug)["content"]
        assert "[[page 3]]" in _shown(gateway, slug)["content"]


def test_the_graph(gateway: Gateway) -> None:
    assert gateway.http.get("/wiki/graph").json() == {"nodes": [], "edges": []}
    gateway.feed(DAM, "The dam")
    gateway.feed(MILL, "The mill")
    gateway.feed(MILL.replace("Hovden", "Kestrel"), "Another mill")
    gateway.feed("The lighthouse of Skagen burns oil. It was built in 1844.", "The lighthouse")
    mill = _edit(gateway, "the-mill", LINKING)
    graph = gateway.http.get("/wiki/graph").json()
    nodes = {one["label"]: one for one in graph["nodes"]}
    ids = {label: one["id"] for label, one in nodes.items()}
    light = ids.pop("The lighthouse")
    del nodes["The lighthouse"]
    assert set(nodes) == {"The dam", "The mill", "Another mill"}
    for one in nodes.values():
        assert set(one) == {"id", "label", "concept_cluster", "connection_count", "confidence"}
        assert one["confidence"] == "sourced"
    assert nodes["The mill"]["id"] == mill["id"]
    assert (nodes["The mill"]["concept_cluster"], nodes["The dam"]["concept_cluster"]) == ("tidal-mill", None)
    assert {label: one["connection_count"] for label, one in nodes.items()} == {
        "The dam": 1,
        "The mill": 3,
        "Another mill": 1,
    }
    found = {(one["source"], one["target"], one["relation_type"]) for one in graph["edges"]}
    related = (*sorted((ids["The mill"], ids["Another mill"])), "related_to")
    assert found == {(ids["The mill"], ids["The dam"], "references"), (ids["The mill"], light, "extends"), related}
    [extends] = [one for one in graph["edges"] if one["relation_type"] == "extends"]
    assert extends["context"].endswith("and the lighthouse in size.")
    [reference] = [one for one in graph["edges"] if one["relation_type"] == "references"]
    assert reference["context"].startswith("The mill got its stones")
    assert reference["resolution"] is None


def test_articles_near_each_other_tell_the_sentence_in_which_one_names_the_other(gateway: Gateway) -> None:
    made, broke = (
        "The Jacquard loom made the weavers of Lyon rich.",
        "The weavers of Lyon broke the Jacquard loom in 1806.",
    )

    def near(slug: str, way: str) -> str | None:
        [found] = [one for one in _shown(gateway, slug)[way] if one["relation_type"] == "related_to"]
        return str(found["context"]) if found["context"] is not None else None

    def told() -> list[str | None]:
        [edge] = [
            one for one in gateway.http.get("/wiki/graph").json()["edges"] if one["relation_type"] == "related_to"
        ]
        assert near("weaving-in-lyon", "backlinks_in") == near("the-jacquard-loom", "backlinks_out")
        return [near("the-jacquard-loom", "backlinks_out"), near("weaving-in-lyon", "backlinks_out"), edge["context"]]

    for first, second in ((LOOM, WEAVING), (WEAVING, LOOM)):  # whichever comes later
        sources = [gateway.feed(text) for text in (first, second)]
        assert told() == [None, made, made]
        _replace(gateway, "weaving-in-lyon", made, broke)
        assert told() == [None, broke, broke]
        _edit(gateway, "the-jacquard-loom", "Read on in *Weaving in Lyon*.")
        assert told()[:2] == ["Read on in *Weaving in Lyon*.", broke]
        for one in sources:
            assert gateway.http.delete(f"/ingest/sources/{one['id']}").status_code == 200
        gateway.settle()
    assert list(violations(gateway.world)) == []


def _replace(gateway: Gateway, slug: str, old: str, new: str) -> None:
    one = gateway.http.get(f"/wiki/articles/{slug}").json()
    body = {"base_version": one["version"], "content": one["content"].replace(old, new)}
    assert gateway.http.patch(f"/wiki/articles/{slug}", json=body).status_code == 200
    gateway.settle()


def _slugs(gateway: Gateway) -> set[str]:
    return {one["slug"] for one in gateway.http.get("/wiki/articles").json()}


def test_of_several_with_one_long_title_each_is_found_by_its_own_address(gateway: Gateway) -> None:
    for title in ("D" + "a" * 90, "水" * 66 + "ab"):
        known = _slugs(gateway)
        for number in (1, 2):
            gateway.feed(f"{DAM} It is number {number} of {len(title)}.", title)
        second, first = sorted(_slugs(gateway) - known, key=lambda slug: not slug.endswith("-2"))
        assert second.endswith("-2")
        assert len(second) <= 80
        assert len(second.encode()) <= 200
        _edit(gateway, first, f"Beside it stands [another](/wiki/{second}).")
        linked = gateway.http.get(f"/wiki/articles/{first}").json()
        assert [slug for slug, relation, _ in _out(linked) if relation == "references"] == [second]
    assert list(violations(gateway.world)) == []
