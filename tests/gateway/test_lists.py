"""Lists of articles and single ones: what is in them, in which order, and how much they ask of the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, event, insert, select, update

from lorewright.core.ids import new_id
from lorewright.core.settings import Settings
from lorewright.gateway.articles.tables import article
from lorewright.gateway.concepts.tables import article_concept, concept
from tests.conftest import Gateway, open_gateway, serving, working

NOTES = [
    f"The tidal mill of {place} ground {grain}. A tidal mill turns with the ebb. The tidal mill was closed in {year}."
    for place, grain, year in (
        ("Nordvik", "rye", 1931),
        ("Hovden", "barley", 1947),
        ("Mirefall", "oats", 1958),
        ("Kestrel", "wheat", 1962),
    )
]
MOST = 3
"""Statements of a list or of an article, BEGIN and COMMIT aside."""


@contextmanager
def _counted() -> Iterator[list[str]]:
    found: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith(("BEGIN", "COMMIT")):
            found.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


@pytest.fixture
def wiki(settings: Settings) -> Iterator[Gateway]:
    """A wiki of four articles, and no worker that asks the database for jobs beside us."""
    with serving(settings) as client, open_gateway(settings, client) as gateway:
        with working(settings):
            for number, note in enumerate(NOTES):
                gateway.feed(note, f"Mill {number}")
        yield gateway


@pytest.fixture
def http(wiki: Gateway) -> httpx.Client:
    return wiki.http


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?limit=1",
        "?limit=2&offset=2",
        "?offset=2147483647",
        "?concept=tidal-mill",
        "?confidence=sourced",
        "?page_type=source",
        "?concept=nothing-of-the-kind&confidence=sourced&page_type=source&limit=1000&offset=1",
    ],
)
def test_a_list_takes_few_statements(http: httpx.Client, query: str) -> None:
    with _counted() as statements:
        assert http.get(f"/wiki/articles{query}").status_code == 200
    assert 1 <= len(statements) <= MOST, statements


def test_an_article_takes_few_statements_by_id_and_by_slug(http: httpx.Client) -> None:
    for listed in http.get("/wiki/articles").json():
        for name in (listed["id"], listed["slug"]):
            with _counted() as statements:
                assert http.get(f"/wiki/articles/{name}").status_code == 200
            assert 1 <= len(statements) <= MOST, statements


def test_pages_of_a_list_follow_each_other_newest_first(http: httpx.Client) -> None:
    whole = http.get("/wiki/articles").json()
    assert [one["title"] for one in whole] == ["Mill 3", "Mill 2", "Mill 1", "Mill 0"]
    pages = [http.get(f"/wiki/articles?limit=1&offset={at}").json() for at in range(5)]
    assert [one for page in pages for one in page] == whole


def test_filters_hold_alone_and_together(wiki: Gateway) -> None:
    _mark(wiki, ("sourced", "source"), ("sourced", "answer"), ("mixed", "source"), ("inferred", "answer"))
    whole = wiki.http.get("/wiki/articles").json()

    def listed(**query: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = wiki.http.get("/wiki/articles", params=query).json()
        return found

    for one in whole:
        confidence, page_type = one["confidence"], one["page_type"]
        alike = [w for w in whole if w["confidence"] == confidence]
        assert listed(confidence=confidence) == alike != whole
        assert listed(page_type=page_type) == [w for w in whole if w["page_type"] == page_type] != whole
        for name in one["concepts"]:
            assert listed(concept=name) == [w for w in whole if name in w["concepts"]]
            assert listed(concept=name, confidence=confidence, page_type=page_type) == [
                w for w in alike if w["page_type"] == page_type and name in w["concepts"]
            ]
    assert listed(confidence="mixed", page_type="answer") == listed(confidence="opinion") == []


def _mark(wiki: Gateway, *marks: tuple[str, str]) -> None:
    """Has the rows of the articles say that they are of this confidence and page type."""
    with wiki.world.db.writing() as tx:
        for number, (confidence, page_type) in enumerate(marks):
            said = {"confidence": confidence, "page_type": page_type}
            assert tx.execute(update(article).where(article.c.slug == f"mill-{number}").values(said)).rowcount == 1


def test_a_filter_that_is_not_known_gives_nothing_of_what_there_is(http: httpx.Client) -> None:
    for path, filters in (
        ("/wiki/articles", ("confidence", "page_type", "concept")),
        ("/jobs", ("status",)),
        ("/ingest/sources", ("status",)),
    ):
        assert http.get(path).json()
        for query in (f"{name}={unknown}" for name in filters for unknown in ("lost", "SOURCED", "%ED%A0%80%FF", "")):
            answer = http.get(f"{path}?{query}")
            assert (answer.status_code, answer.json()) == (200, []), (path, query)


def test_a_list_has_so_many_unless_another_number_is_wanted(gateway: Gateway) -> None:
    for number in range(21):
        note = NOTES[0].replace("1931", str(1900 + number))
        assert gateway.http.post("/ingest/text", json={"content": note, "title": f"Mill {number}"}).is_success
    gateway.settle()
    _copy(gateway, "tidal-mill", 32)

    def counts(path: str, **query: str) -> list[int]:
        return [
            len(gateway.http.get(path, params={**query, **limit}).json())
            for limit in ({}, {"limit": 1}, {"limit": 1_000})
        ]

    assert counts("/wiki/search", q="tidal mill") == [20, 1, 21]
    assert counts("/wiki/articles") == [50, 1, 53]
    assert counts("/wiki/concepts/tidal-mill/articles") == [50, 1, 53]
    shown = gateway.http.get("/wiki/concepts/tidal-mill").json()
    assert shown["article_count"] == 53
    assert shown["articles"] == gateway.http.get("/wiki/concepts/tidal-mill/articles").json()


def _copy(gateway: Gateway, name: str, times: int) -> None:
    """More articles of a concept that one has: rows alone, of which lists are made."""
    with gateway.world.db.writing() as tx:
        has_it = tx.execute(select(article_concept).where(article_concept.c.concept == name)).first()
        assert has_it is not None
        one = tx.execute(select(article).where(article.c.id == has_it.article_id)).one()
        ids = [new_id() for _ in range(times)]
        tx.execute(insert(article), [{**one._mapping, "id": id_, "slug": id_} for id_ in ids])
        tx.execute(insert(article_concept), [{**has_it._mapping, "article_id": id_} for id_ in ids])
        more = concept.c.article_count + times
        tx.execute(update(concept).where(concept.c.name == name).values(article_count=more))


def test_a_list_says_what_each_article_says(http: httpx.Client) -> None:
    for listed in http.get("/wiki/articles").json():
        shown = http.get(f"/wiki/articles/{listed['slug']}").json()
        assert listed["concepts"]
        assert {name: shown[name] for name in shown.keys() & listed.keys() - {"sources"}} == {
            name: listed[name] for name in shown.keys() & listed.keys() - {"sources"}
        }
        assert (
            listed["source_ids"] == [one["id"] for one in listed["sources"]] == [one["id"] for one in shown["sources"]]
        )
        assert listed["source_count"] == 1
        assert listed["backlink_count"] == len(shown["backlinks_in"]) + len(shown["backlinks_out"])


def test_neighbours_see_each_other_from_both_ends(http: httpx.Client) -> None:
    shown = [http.get(f"/wiki/articles/{one['slug']}").json() for one in http.get("/wiki/articles").json()]
    out = {(one["slug"], to["slug"], to["relation_type"]) for one in shown for to in one["backlinks_out"]}
    into = {(of["slug"], one["slug"], of["relation_type"]) for one in shown for of in one["backlinks_in"]}
    assert out
    assert out == into
    for one in shown:
        related = one["content"].partition("## Related")[2].partition("## Sources")[0]
        assert [to["slug"] in related for to in one["backlinks_out"]] == [True] * len(one["backlinks_out"])


def test_the_index_has_every_article_by_its_letter(http: httpx.Client) -> None:
    page = http.get("/wiki/index").json()
    assert (page["title"], page["page_type"], page["articles"]) == ("Index", "index", len(NOTES))
    for one in http.get("/wiki/articles").json():
        letter = page["content"].partition(f"\n## {one['title'][0].upper()}\n")[2].partition("\n## ")[0]
        assert f"- [{one['title']}](/wiki/{one['slug']}): {', '.join(one['concepts'])}\n" in letter
    assert http.get("/wiki/index", params={"limit": 1, "offset": 3}).json()["articles"] == 1
    assert "## " not in http.get("/wiki/index", params={"offset": 4}).json()["content"]


def test_the_overview_follows_what_there_is(http: httpx.Client) -> None:
    page = http.get("/wiki/overview").json()
    assert (page["page_type"], page["articles"]) == ("meta", len(NOTES))
    assert "- 4 articles from 4 sources\n" in page["content"]
    assert "\n- tidal-mill: 4 articles\n" in page["content"]
    for source in http.get("/ingest/sources").json()[1:]:
        assert http.delete(f"/ingest/sources/{source['id']}").is_success
    left = http.get("/wiki/overview").json()["content"]
    assert "- 1 article from 1 source\n" in left
    assert left.count("](/wiki/") == 1
