"""What articles say that their subjects are: where these stand, what the page of a kind says, and what they are not about."""

from lorewright.gateway.taxonomy import queries
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from tests.conftest import Gateway

FILMS = {
    "Glass Harbour": "Glass Harbour is a 1986 horror film directed by Ann Orle. The film was shot in Varn in nine weeks.",
    "Red Tide": "Red Tide is a 1991 film about a lighthouse. The film was shot in Lisk in eleven weeks.",
    "The Last Ferry": "The Last Ferry is a 2003 horror film that was never shown. The film was shot in Orle in two weeks.",
}


def test_what_is_of_one_kind_stands_together(gateway: Gateway) -> None:
    for title, text in FILMS.items():
        gateway.feed(text, title)
    gateway.http.post("/wiki/concepts/rebuild").raise_for_status()
    gateway.settle()
    found = {one["name"]: one for one in gateway.http.get("/wiki/concepts").json()}
    parents = {name: found[name]["parent_id"] for name in ("glass-harbour", "red-tide", "last-ferry", "horror-film")}
    film, horror = found["film"], found["horror-film"]
    assert parents == {
        "glass-harbour": horror["id"],
        "last-ferry": horror["id"],
        "red-tide": film["id"],
        "horror-film": film["id"],
    }
    assert (film["parent_id"], film["article_count"], horror["article_count"]) == (None, 3, 2)
    assert (film["concept_kind"], found["glass-harbour"]["concept_kind"]) == ("topic", "entity")
    content = gateway.http.get("/wiki/articles/film").json()["content"]
    for text in FILMS.values():
        first, then = text.split(". ")
        assert first in content
        assert then not in content  # of which film?


def test_the_film_of_one_is_not_that_of_another(gateway: Gateway) -> None:
    for title, text in FILMS.items():
        gateway.feed(text, title)
    gateway.http.post("/lint/run").raise_for_status()
    gateway.settle()
    assert gateway.http.get("/lint/reports/latest").json()["contradictions"] == []


def test_a_kind_is_never_one_name_of_several_things(gateway: Gateway) -> None:
    for title, text in FILMS.items():
        gateway.feed(text, title)
    with gateway.world.db.reading() as tx:
        names = queries.names(tx, LOCAL_USER_ID)
    assert "film" in names.taken
    assert "red-tide" in names.keys
    assert "film" not in names.keys
