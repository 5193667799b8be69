"""What contradicts what among articles, what a person decides of it, and how that lasts."""

import re
from typing import Any

import pytest
from sqlalchemy import update

from lorewright.gateway.admin.queries import violations
from lorewright.gateway.contradictions.tables import contradiction
from tests.conftest import Gateway
from tests.gateway.left_behind import traces

LONG = (
    "# Harlow Bridge\n\nHarlow Bridge is 503 metres long. Harlow Bridge was opened in 1932. The bridge is painted red."
)
LONGER = "# Harlow Bridge again\n\nHarlow Bridge has a length of 530 metres. Harlow Bridge has six lanes of traffic."
OLD = "# Harlow Bridge of old\n\nIn 1950 Harlow Bridge carried 4,000 cars a day. Harlow Bridge is made of steel."
KINDS = ("contradictions", "orphans", "structurals")


def lint(gateway: Gateway, *, include_dismissed: bool = False) -> dict[str, Any]:
    """The report of a run that is over."""
    answer = gateway.http.post("/lint/run")
    assert answer.json() == {"status": "in_progress"}
    gateway.settle()
    latest = gateway.http.get("/lint/reports/latest").json()
    assert latest["report"]["status"] == "complete", latest
    address = f"/lint/reports/{latest['report']['id']}"
    found: dict[str, Any] = gateway.http.get(address, params={"include_dismissed": include_dismissed}).json()
    assert include_dismissed or found == latest
    return found


def articles(gateway: Gateway) -> dict[str, str]:
    """Slug -> id."""
    return {one["slug"]: one["id"] for one in gateway.http.get("/wiki/articles").json()}


def resolve(gateway: Gateway, source: str, target: str, resolution: str, note: str | None = None) -> Any:
    body = {"resolution": resolution, "resolution_note": note}
    return gateway.http.post(f"/wiki/backlinks/{source}/{target}/resolve", json=body)


def decided(gateway: Gateway, a: str, b: str) -> str | None:
    """The article that was decided to be right, or what else was decided, as either of the two and the graph tell it alike."""
    edges = gateway.http.get("/wiki/graph").json()["edges"]
    told = {(one["source"], one["target"], one["resolution"]) for one in edges if one["relation_type"] == "contradicts"}
    for id_ in (a, b):
        one = gateway.http.get(f"/wiki/articles/{id_}").json()
        out, into = (
            [each for each in one[links] if each["relation_type"] == "contradicts"]
            for links in ("backlinks_out", "backlinks_in")
        )
        ends = [(id_, each["id"], each["resolution"]) for each in out]
        assert told == {*ends, *((each["id"], id_, each["resolution"]) for each in into)}
    [(source, target, resolution)] = told
    assert {source, target} == {a, b}
    right: str | None = {"source_a_wins": source, "source_b_wins": target}.get(resolution, resolution)
    return right


@pytest.fixture
def disputed(gateway: Gateway) -> Gateway:
    gateway.feed(LONG)
    gateway.feed(LONGER)
    return gateway


def test_values_that_are_told_in_other_words_are_found(gateway: Gateway) -> None:
    """With all in which two claims differ, and what the one article tells of something else left alone."""
    gateway.feed(
        "# The cable car of Varn\n\nThe cable car climbs 820 metres and has 24 cabins. A return ticket costs 28 euros. "
        "A night in the hotel at the top costs 140 euros."
    )
    gateway.feed(
        "# A ride on the cable car of Varn\n\nWe liked it. The cable car has 31 cabins and climbs 960 metres. "
        "For a return ticket you pay 35 euros. We came down at noon."
    )
    told = {one["description"].partition(": ")[2] for one in lint(gateway)["contradictions"]}
    assert len(told) == 2, told
    [ticket] = [one for one in told if "euros" in one]
    assert {"“28 euros”", "“35 euros”"} <= set(re.findall("“[^”]*”", ticket))
    [car] = told - {ticket}
    assert {"24", "31", "820 metres", "960 metres"} <= {one.strip("“”") for one in re.findall("“[^”]*”", car)}, car
    gateway.http.delete(f"/ingest/sources/{gateway.http.get('/ingest/sources').json()[0]['id']}").raise_for_status()
    gateway.settle()
    assert lint(gateway)["contradictions"] == []
    assert list(violations(gateway.world)) == []


def test_it_and_the_airline_mean_what_the_sentence_before_names(gateway: Gateway) -> None:
    """Whether that belongs to the same claim or to the one before."""
    gateway.feed("# Airlines of Varn\n\nAir Orle has its hub in Lisk. The airline was established in 1979.")
    gateway.feed("# Air Orle\n\nAir Orle Limited is an airline of Varn. It was established as Orle Flights in 1977.")
    [found] = lint(gateway)["contradictions"]
    assert {found["article_a_claim"], found["article_b_claim"]} == {
        "The airline was established in 1979.",
        "Air Orle Limited is an airline of Varn. It was established as Orle Flights in 1977.",
    }


def test_she_is_who_the_paragraph_names_whatever_else_stands_between(gateway: Gateway) -> None:
    gateway.feed("# Notes on painters\n\nWe began with Ada Voss. Everybody likes bridges. She was born in 1884.")
    gateway.feed(
        "# Ada Voss\n\nAda Voss (June 13, 1877 – November 5, 1946) was a painter of Lisk. She painted bridges."
    )
    [found] = lint(gateway)["contradictions"]
    assert "1884" in found["description"]
    assert "June 13, 1877" in found["description"]


def test_a_contradiction_is_found_and_linked(disputed: Gateway) -> None:
    report = lint(disputed)
    ids = articles(disputed)
    [found] = report["contradictions"]
    assert {found["article_a_id"], found["article_b_id"]} == set(ids.values())
    assert {found["article_a_claim"], found["article_b_claim"]} == {
        "Harlow Bridge is 503 metres long.",
        "Harlow Bridge has a length of 530 metres.",
    }
    assert (found["kind"], found["llm_confidence"]) == ("contradiction", "high")
    [concept] = [one for one in disputed.http.get("/wiki/concepts").json() if one["name"] == "harlow-bridge"]
    assert found["shared_concept_id"] == concept["id"]
    assert (found["severity"], found["user_id"], found["report_id"]) == ("error", "anonymous", report["report"]["id"])
    assert (found["dismissed"], found["dismissed_at"]) == (False, None)
    assert "503 metres" in found["description"]
    assert (report["report"]["contradictions_count"], report["resolutions"]) == (1, {})
    one = disputed.http.get("/wiki/articles/harlow-bridge").json()
    links = [each for each in (*one["backlinks_in"], *one["backlinks_out"]) if each["relation_type"] == "contradicts"]
    assert [(each["slug"], each["resolution"]) for each in links] == [("harlow-bridge-again", None)]
    claims = {found["article_a_claim"], found["article_b_claim"]}
    assert {link["context"] for link in links} <= {" / ".join(claims), " / ".join(reversed(list(claims)))}
    [edge] = [
        each for each in disputed.http.get("/wiki/graph").json()["edges"] if each["relation_type"] == "contradicts"
    ]
    assert edge["context"] == links[0]["context"]
    assert list(violations(disputed.world)) == []


def test_what_can_be_decided_is_listed(gateway: Gateway) -> None:
    assert gateway.http.get("/wiki/contradiction-resolutions").json() == [
        {"value": "source_a_wins", "label": "Source A Wins"},
        {"value": "source_b_wins", "label": "Source B Wins"},
        {"value": "both_valid", "label": "Both Valid"},
        {"value": "superseded", "label": "Superseded"},
    ]


def test_a_decision_silences_the_finding_and_survives_recompiling(disputed: Gateway) -> None:
    [found] = lint(disputed)["contradictions"]
    a, b = found["article_a_id"], found["article_b_id"]
    assert decided(disputed, a, b) is None
    answer = resolve(disputed, b, a, "source_a_wins", note="measured it")
    assert answer.json() == {"resolved": True, "source_id": b, "target_id": a, "resolution": "source_a_wins"}
    latest = disputed.http.get("/lint/reports/latest").json()
    assert (latest["contradictions"], latest["resolutions"]) == ([], {f"{a}|{b}": "source_b_wins"})
    for id_ in (a, b):
        assert disputed.http.post(f"/wiki/articles/{id_}/recompile").status_code == 200
        disputed.settle()
    again = lint(disputed, include_dismissed=True)
    assert (again["contradictions"], again["resolutions"]) == ([], {f"{a}|{b}": "source_b_wins"})
    assert decided(disputed, a, b) == b
    for resolution, shown in (("source_a_wins", a), ("both_valid", "both_valid"), ("superseded", "superseded")):
        assert resolve(disputed, a, b, resolution).status_code == 200
        assert disputed.http.get("/lint/reports/latest").json()["resolutions"] == {f"{a}|{b}": resolution}
        assert decided(disputed, a, b) == shown
    _turn(disputed)
    for resolution, shown in (("source_a_wins", a), ("source_b_wins", b)):
        assert resolve(disputed, a, b, resolution).status_code == 200
        assert decided(disputed, a, b) == shown


def _turn(gateway: Gateway) -> None:
    """Has what is found come the other way round; which way it does is chance."""
    pairs = (("article_a_id", "article_b_id"), ("claim_a_id", "claim_b_id"), ("claim_a", "claim_b"))
    turned = {one: contradiction.c[other] for pair in pairs for one, other in (pair, pair[::-1])}
    with gateway.world.db.writing() as tx:
        assert tx.execute(update(contradiction).values(turned)).rowcount == 1


def test_what_is_decided_is_counted_no_more_and_shown_as_decided(disputed: Gateway) -> None:
    def counts() -> dict[str, list[int]]:
        report = disputed.http.get("/lint/reports/latest").json()["report"]
        health = disputed.http.get("/wiki/health").json()
        [listed] = disputed.http.get("/lint/reports").json()
        assert listed == report
        names = ("contradictions_count", "total_findings")
        return {name: [report[name], health[name]] for name in names} | {"dismissed": [report["dismissed_count"]]}

    [found] = lint(disputed)["contradictions"]
    a, b = found["article_a_id"], found["article_b_id"]
    assert found["resolution"] is None
    assert disputed.http.post(f"/lint/findings/contradiction/{found['id']}/dismiss").status_code == 200
    assert counts() == {"contradictions_count": [1, 1], "total_findings": [1, 1], "dismissed": [1]}
    assert resolve(disputed, b, a, "source_a_wins").status_code == 200
    assert counts() == {"contradictions_count": [0, 0], "total_findings": [0, 0], "dismissed": [0]}
    address = f"/lint/reports/{found['report_id']}"
    [told] = disputed.http.get(address, params={"include_dismissed": True}).json()["contradictions"]
    assert (told["id"], told["resolution"]) == (found["id"], "source_b_wins")


def test_a_decision_shows_in_articles_and_answers(disputed: Gateway) -> None:
    lint(disputed)
    ids = articles(disputed)
    question = {"question": "How long is Harlow Bridge?"}
    asked = disputed.http.post("/query", json=question).json()["query"]
    [claim] = asked["contradictions"]
    assert {claim["claim_a"], claim["claim_b"]} == {
        "Harlow Bridge is 503 metres long.",
        "Harlow Bridge has a length of 530 metres.",
    }
    assert (claim["relation"], claim["resolution"]) == ("contradicts", None)
    content = disputed.http.get("/wiki/articles/harlow-bridge").json()["content"]
    assert "(/wiki/harlow-bridge-again) (contradicts this; open)" in content
    resolve(disputed, ids["harlow-bridge"], ids["harlow-bridge-again"], "source_a_wins")
    content = disputed.http.get("/wiki/articles/harlow-bridge").json()["content"]
    assert "(/wiki/harlow-bridge-again) (contradicts this; this is right)" in content
    content = disputed.http.get("/wiki/articles/harlow-bridge-again").json()["content"]
    assert "(/wiki/harlow-bridge) (contradicts this; that is right)" in content
    disputed.settle()
    written = (disputed.data_dir / "wiki/harlow-bridge-again.md").read_text()
    assert "(contradicts this; that is right)" in written
    thread = disputed.http.get(f"/query/conversations/{asked['conversation_id']}").json()["queries"][0]
    winner = "a" if thread["contradictions"][0]["article_a"]["slug"] == "harlow-bridge" else "b"
    assert thread["contradictions"][0]["resolution"] == f"source_{winner}_wins"


def test_an_answer_prefers_what_was_decided_to_be_right(disputed: Gateway) -> None:
    def ask() -> str:
        return str(
            disputed.http.post("/query", json={"question": "How long is Harlow Bridge?"}).json()["query"]["answer"]
        )

    lint(disputed)
    ids = articles(disputed)
    one, other = ids["harlow-bridge"], ids["harlow-bridge-again"]
    assert any(length in ask() for length in ("503", "530"))
    for right, wrong, resolution in (("503", "530", "source_a_wins"), ("530", "503", "source_b_wins")):
        assert resolve(disputed, one, other, resolution).status_code == 200
        assert right in ask()
        assert wrong not in ask()
    article = disputed.http.get("/wiki/articles/harlow-bridge-again").json()
    assert resolve(disputed, one, other, "source_b_wins").status_code == 200
    assert disputed.http.delete(f"/ingest/sources/{article['sources'][0]['id']}").status_code == 200
    assert "503" in ask()


def test_what_cannot_be_decided_is_said(disputed: Gateway) -> None:
    [found] = lint(disputed)["contradictions"]
    a, b = found["article_a_id"], found["article_b_id"]
    wrong = resolve(disputed, a, b, "maybe")
    assert wrong.status_code == 422
    for one in ("source_a_wins", "source_b_wins", "both_valid", "superseded"):
        assert one in wrong.json()["detail"]
    for source, target in ((a, a), (a, "none"), ("none", "none")):
        answer = resolve(disputed, source, target, "both_valid")
        assert (answer.status_code, answer.json()["detail"]) == (404, "Contradiction backlink not found")
    assert disputed.http.post(f"/wiki/backlinks/{a}/{b}/resolve", json={"resolution": 7}).status_code == 422
    assert resolve(disputed, a, b, "both_valid", note="\x00").status_code == 422


def test_a_sign_that_only_looks_like_a_number_ends_no_report(disputed: Gateway) -> None:
    disputed.feed("# Starting the mill\n\n❶ Press the red button to begin. ➁ The mill starts at once with 12 wheels.")
    said = {one["title"] for one in disputed.http.get("/wiki/articles").json()}
    assert "Starting the mill" in said
    assert len(lint(disputed)["contradictions"]) == 1


def test_what_was_so_before_is_no_contradiction(disputed: Gateway) -> None:
    disputed.feed("# Port Ellery\n\nIn 1950 Port Ellery had 4,000 inhabitants. Port Ellery lies on the coast.")
    disputed.feed("# Port Ellery today\n\nIn 2020 Port Ellery had 9,000 inhabitants. Port Ellery has two harbours.")
    report = lint(disputed)
    assert report["report"]["contradictions_count"] == 1
    [stale] = [one for one in report["structurals"] if one["violation_type"] == "stale_source"]
    ids = articles(disputed)
    assert (stale["article_id"], stale["severity"]) == (ids["port-ellery"], "info")
    newer = disputed.http.get("/wiki/articles/port-ellery-today").json()
    supersedes = [one["slug"] for one in newer["backlinks_out"] if one["relation_type"] == "supersedes"]
    assert supersedes == ["port-ellery"]
    said = "In 2020 Port Ellery had 9,000 inhabitants. / In 1950 Port Ellery had 4,000 inhabitants."
    assert [one["context"] for one in newer["backlinks_out"] if one["relation_type"] == "supersedes"] == [said]
    edges = [one for one in disputed.http.get("/wiki/graph").json()["edges"] if one["relation_type"] == "supersedes"]
    ends = {"source": ids["port-ellery-today"], "target": ids["port-ellery"]}
    assert edges == [{**ends, "context": said, "relation_type": "supersedes", "resolution": None}]
    assert resolve(disputed, ids["port-ellery"], ids["port-ellery-today"], "both_valid").status_code == 404


def test_an_edit_that_takes_the_claim_out_ends_the_contradiction(disputed: Gateway) -> None:
    assert len(lint(disputed)["contradictions"]) == 1
    one = disputed.http.get("/wiki/articles/harlow-bridge").json()
    content = one["content"].replace("Harlow Bridge is 503 metres long.", "It is long.")
    edited = {"base_version": one["version"], "content": content}
    assert disputed.http.patch("/wiki/articles/harlow-bridge", json=edited).status_code == 200
    disputed.settle()
    assert lint(disputed)["contradictions"] == []
    assert disputed.http.post(f"/wiki/articles/{one['id']}/restore", json={"version": 1}).status_code == 200
    disputed.settle()
    assert len(lint(disputed)["contradictions"]) == 1


def test_nothing_of_a_deleted_source_is_left(disputed: Gateway) -> None:
    source = disputed.feed(
        "# Harlow Bridge measured\n\nHarlow Bridge is 777 metres long. Harlow Bridge is known as the quagga."
    )
    assert lint(disputed)["report"]["contradictions_count"] == 3
    article = articles(disputed)["harlow-bridge-measured"]
    resolve(disputed, article, articles(disputed)["harlow-bridge"], "source_b_wins", note="quagga")
    [finding] = [
        one for one in disputed.http.get("/lint/reports/latest").json()["contradictions"] if article in str(one)
    ]
    assert disputed.http.post(f"/lint/findings/contradiction/{finding['id']}/dismiss").status_code == 200
    assert disputed.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
    disputed.settle()
    assert traces(disputed, "777 metres") == traces(disputed, "quagga") == []
    latest = disputed.http.get("/lint/reports/latest").json()
    assert (latest["report"]["contradictions_count"], latest["report"]["dismissed_count"]) == (1, 0)
    assert len(latest["contradictions"]) == 1
    assert list(violations(disputed.world)) == []


def test_only_what_has_changed_is_compared_again(disputed: Gateway) -> None:
    def summary() -> str:
        [job] = [one for one in disputed.http.get("/jobs").json() if one["job_type"] == "lint_wiki"][:1]
        return str(job["result_summary"])

    assert lint(disputed)["report"]["checked_pairs"] > 0
    assert summary().startswith("2 of 2 articles")
    again = lint(disputed)
    assert (again["report"]["total_pairs"], again["report"]["checked_articles"]) == (0, 2)
    assert summary().startswith("0 of 2 articles")
    assert len(again["contradictions"]) == 1
    disputed.feed(OLD)
    assert len(lint(disputed)["contradictions"]) == 1
    assert summary().startswith("1 of 3 articles")


ELING = "# The tide mill of Eling\n\nThe dam is 90 metres long. At each tide a pond fills behind it, whose water drives two wheels."
MILLS = (
    "# Mills of the coast\n\nMany mills stood along this coast. The dam of the tide mill of Eling is 120 metres long. "
    "The dam of the tide mill of Woodbridge is 70 metres long."
)
IBM = (
    "# IBM\n\nIBM was founded in 1911 in Endicott, New York, as the Computing-Tabulating-Recording Company (CTR), a holding company of "
    "manufacturers of record-keeping and measuring systems."
)
ENDICOTT = "# Endicott\n\nEndicott is a village in the state of New York. IBM was founded in 1924 in Endicott."


def test_a_part_named_alone_is_that_of_its_article_and_what_else_is_told_of_an_event_hides_nothing(
    gateway: Gateway,
) -> None:
    woodbridge = "# The tide mill of Woodbridge\n\nThe dam is 70 metres long. The mill ground corn until 1957."
    for one in (ELING, MILLS, woodbridge, IBM, ENDICOTT):
        gateway.feed(one)
    contradictions = lint(gateway)["contradictions"]
    sure = sorted((one["llm_confidence"], one["severity"]) for one in contradictions)
    assert sure == [("high", "error"), ("medium", "warn")]
    told = [{one["article_a_claim"], one["article_b_claim"]} for one in contradictions]
    ibm = next(pair for pair in told if "IBM was founded in 1924 in Endicott." in pair)
    assert any("1911" in claim for claim in ibm)
    assert [pair for pair in told if pair != ibm] == [
        {"The dam is 90 metres long.", "The dam of the tide mill of Eling is 120 metres long."}
    ]
