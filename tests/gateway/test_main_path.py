"""Feed it, and ask it: the one path that matters most."""

from tests.conftest import Gateway

HARBOUR = """# The harbour of Nordvik

The harbour of Nordvik was deepened in 1931. The work cost 4.2 million kroner and took three years.

## Trade

Timber made up two thirds of the exports of Nordvik in 1950. Fish followed with 20 percent.
"""
MORE = """
## Ships

The largest ship of Nordvik carried 900 tonnes of timber in 1938. Forty fishing boats of Nordvik sailed to Lofoten each January.
The shipyard of Nordvik built eleven steamers before 1914. Its slipway was destroyed by a storm in 1952.

## Railway

The railway from Hovden reached the harbour in 1896. A steam crane loaded its wagons until 1961. The station burnt down in 1970.
The line was closed in 1974, and the town bought its quay for one krone.

## Open questions

Who will pay for the next deepening of the harbour?
"""


def test_a_text_becomes_an_article_whose_every_claim_points_at_its_evidence(gateway: Gateway) -> None:
    source = gateway.feed(HARBOUR)
    assert source["status"] == "compiled"
    [listed] = gateway.http.get("/wiki/articles").json()
    article = gateway.http.get(f"/wiki/articles/{listed['slug']}").json()
    assert article["title"] == "The harbour of Nordvik"
    assert article["claims"]
    for claim in article["claims"]:
        assert claim["confidence"] == "sourced"
        assert claim["evidence"]
        for evidence in claim["evidence"]:
            assert evidence["source_id"] == source["id"]
            assert evidence["stands"]
            assert evidence["quote"] in " ".join(HARBOUR.split())
    for heading in ("## Summary", "## Sources"):
        assert heading in article["content"]


def test_the_wiki_file_is_the_content_that_is_answered(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    [listed] = gateway.http.get("/wiki/articles").json()
    content = gateway.http.get(f"/wiki/articles/{listed['id']}").json()["content"]
    assert (gateway.data_dir / "wiki" / f"{listed['slug']}.md").read_text() == content


def test_the_parts_of_a_wiki_file_are_in_their_order(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    gateway.feed(f"{HARBOUR}{MORE}", "Again")
    content = gateway.http.get("/wiki/articles/again").json()["content"]
    _, matter, body = content.split("---\n", 2)
    keys = [line.partition(":")[0] for line in matter.splitlines() if not line.startswith(" ")]
    assert keys == [
        *("title", "slug", "page_type", "source_id", "source_url", "source_type"),
        *("compiled", "concepts", "confidence", "provider"),
    ]
    headings = [line.removeprefix("## ") for line in body.splitlines() if line.startswith("## ")]
    assert headings == ["Summary", "Key Claims", "Analysis", "Open Questions", "Related", "Sources"]


def test_search_finds_the_article_by_words_and_says_why(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    gateway.feed("Otters of lake Mirefall eat trout. Forty-two of them were counted there in the spring of 2019.")
    hits = gateway.http.get("/wiki/search", params={"q": "exports of timber"}).json()
    assert hits[0]["title"] == "The harbour of Nordvik"
    assert hits[0]["why"]["words_rank"] == 1
    assert hits[0]["why"]["vector_rank"] == 1
    assert "Timber made up two thirds" in hits[0]["passage"]


def test_search_does_not_list_what_has_nothing_to_do_with_the_question(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    gateway.feed(
        "Let the dough rest overnight in a cool place. Bake the loaf in a very hot oven until its crust is dark."
    )
    hits = gateway.http.get("/wiki/search", params={"q": "sourdough baking instructions"}).json()
    assert ["dough" in one["passage"] for one in hits] == [True]
    assert gateway.http.get("/wiki/search", params={"q": "quantum chromodynamics"}).json() == []


def test_a_question_is_answered_with_citations(gateway: Gateway) -> None:
    source = gateway.feed(HARBOUR)
    answer = gateway.http.post("/query", json={"question": "When was the harbour of Nordvik deepened?"}).json()
    assert "1931" in answer["query"]["answer"]
    assert "[1]" in answer["query"]["answer"]
    [citation] = answer["query"]["citations"]
    assert citation["sources"][0]["id"] == source["id"]
    assert "deepened in 1931" in citation["quote"]


def test_a_question_that_nothing_answers_is_refused(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    answer = gateway.http.post("/query", json={"question": "Who won the chess olympiad of 1958?"}).json()["query"]
    assert answer["confidence"] == "low"
    assert answer["citations"] == []
    assert answer["answer"]
