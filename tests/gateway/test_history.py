"""What becomes of an article: edited, compiled again, compared, taken back; what a person wrote survives all of it."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select
from websockets.sync.client import connect

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.index.tables import index_vector
from lorewright.knowledge.tables import claim, passage
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import run_next
from lorewright.worker import TASKS
from tests.conftest import Gateway, open_gateway, serving, working
from tests.gateway.fetching import fetching, letting
from tests.gateway.left_behind import traces
from tests.gateway.test_contradictions import lint
from tests.gateway.test_lint import found
from tests.makers.site import Page, Site, site

HEAD = "<!DOCTYPE html><html lang='en'><head><title>Otters of Mirefall</title></head><body><article><h1>Otters of Mirefall</h1>"
LAKE = "The otters of lake Mirefall eat trout and eels. Forty-two of them were counted there in the spring of 2019."
LAW = "Hunting otters at Mirefall has been forbidden since 1968. The law was passed after a campaign by fishermen."
BRIDGE = "The bridge of Mirefall was built in 1907 with nine arches of granite. Masons came for it from Hovden."
NINE = "The bridge of Mirefall was built in 1907 with nine arches of granite."
TEN = NINE.replace("nine", "ten")
PARTS = {"The lake": LAKE, "The law": LAW, "The bridge": BRIDGE}
REMARK = "My grandmother fed a lame quollfeather behind the boathouse."


def _page(parts: dict[str, str] = PARTS) -> Page:
    """Each part is long enough to be a passage of its own."""
    paragraphs = "".join(
        f"<h2>{name}</h2><p>{said} "
        + " ".join(
            f"In the year {1950 + year} {name.lower()} was described by {year + 3} travellers." for year in range(9)
        )
        + "</p>"
        for name, said in parts.items()
    )
    return Page(f"{HEAD}{paragraphs}</article></body></html>".encode(), "text/html; charset=utf-8")


@pytest.fixture
def pages() -> Iterator[Site]:
    with site() as made:
        made.pages["/otters"] = _page()
        yield made


@pytest.fixture
def gateway(settings: Settings, pages: Site) -> Iterator[Gateway]:
    with fetching(settings, pages) as opened:
        yield opened


def _feed(gateway: Gateway, pages: Site) -> dict[str, Any]:
    """The article of the page as it is now."""
    answer = gateway.http.post("/ingest/url", json={"url": f"{pages.address}/otters"})
    assert answer.status_code == 200, answer.text
    gateway.settle()
    return _shown(gateway)


def _shown(gateway: Gateway) -> dict[str, Any]:
    found: dict[str, Any] = gateway.http.get("/wiki/articles/otters-of-mirefall").json()
    return found


def _edit(gateway: Gateway, old: str, new: str) -> dict[str, Any]:
    article = _shown(gateway)
    assert old in article["content"]
    body = {"base_version": article["version"], "content": article["content"].replace(old, new, 1)}
    answer = gateway.http.patch(f"/wiki/articles/{article['id']}", json=body)
    assert answer.status_code == 200, answer.text
    gateway.settle()
    return _shown(gateway)


def _versions(gateway: Gateway, id_: str) -> list[tuple[int, str]]:
    return [(one["number"], one["made_by"]) for one in gateway.http.get(f"/wiki/articles/{id_}/versions").json()]


def test_an_edit_is_a_version_that_the_file_and_searches_follow(gateway: Gateway, pages: Site) -> None:
    first = _feed(gateway, pages)
    assert first["version"] == 1
    edited = _edit(gateway, "\n## Key Claims", f"\n{REMARK}\n\n## Key Claims")
    assert edited["version"] == 2
    assert edited["updated_at"] > first["updated_at"]
    assert REMARK in edited["content"]
    assert f"{REMARK} [" not in edited["content"]
    assert (gateway.data_dir / "wiki" / "otters-of-mirefall.md").read_text() == edited["content"]
    [hit] = gateway.http.get("/wiki/search", params={"q": "quollfeather"}).json()
    assert (hit["id"], hit["passage"], hit["by_person"]) == (first["id"], REMARK, True)
    [hit] = gateway.http.get("/wiki/search", params={"q": "arches of granite"}).json()
    assert not hit["by_person"]
    answer = gateway.http.post("/query", json={"question": "Who fed a lame quollfeather?"}).json()["query"]
    assert "quollfeather" not in answer["answer"]
    assert answer["citations"] == []
    assert _versions(gateway, first["id"]) == [(2, "person"), (1, "engine")]
    assert list(violations(gateway.world)) == []

    _edit(gateway, REMARK, "")
    assert gateway.http.get("/wiki/search", params={"q": "quollfeather"}).json() == []
    assert list(violations(gateway.world)) == []


def test_an_edit_says_what_it_changes_and_nothing_changes_without_it(gateway: Gateway, pages: Site) -> None:
    article = _feed(gateway, pages)
    path = f"/wiki/articles/{article['id']}"
    same = gateway.http.patch(path, json={"base_version": 1, "content": article["content"]})
    assert same.json()["version"] == 1
    titled = gateway.http.patch(path, json={"base_version": 1, "title": "Otters, a *history*"}).json()
    assert (titled["version"], titled["slug"], titled["title"]) == (2, article["slug"], "Otters, a *history*")
    assert "\n# Otters, a \\*history\\*\n" in titled["content"]
    own = titled["content"].replace("---\n\n# Otters, a \\*history\\*\n", "tags:\n  - lake\n---\n\n# Otters\n")
    both = gateway.http.patch(path, json={"base_version": 2, "content": own}).json()
    assert (both["title"], both["version"]) == ("Otters", 3)
    assert "\ntags:\n  - lake\n---\n\n# Otters\n" in both["content"]
    forged = both["content"].replace('confidence: "sourced"', 'confidence: "opinion"').replace("slug: ", "slug: x")
    assert gateway.http.patch(path, json={"base_version": 3, "content": forged}).json() == both
    bare = gateway.http.patch(path, json={"base_version": 3, "content": "Only this."}).json()
    assert "\n# Otters\n\nOnly this.\n\n## Sources\n" in bare["content"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"base_version": 1}, 200),
        ({"content": "x"}, 422),
        ({"base_version": 1, "content": " "}, 422),
        ({"base_version": 1, "title": ""}, 422),
        ({"base_version": 1, "title": "x" * 201}, 422),
        ({"base_version": 0, "content": "x"}, 422),
        ({"base_version": 2**31, "content": "x"}, 422),
        ({"base_version": 2, "content": "x"}, 409),
        ({"base_version": 1, "content": "x\x00"}, 422),
        ({"base_version": 1, "content": "x" * 500_001}, 413),
    ],
)
def test_an_edit_that_cannot_be_taken_is_refused_and_leaves_nothing(
    gateway: Gateway, pages: Site, body: dict[str, Any], status: int
) -> None:
    article = _feed(gateway, pages)
    answer = gateway.http.patch(f"/wiki/articles/{article['id']}", json=body)
    assert answer.status_code == status, answer.text
    if status == 409:
        assert answer.json()["detail"] == "The article is at version 1 by now, not 2: look at it and try again."
    assert _shown(gateway) == article


def test_what_is_not_there_is_not_found(gateway: Gateway, pages: Site) -> None:
    article = _feed(gateway, pages)
    for method, path, body in [
        ("PATCH", "{}", {"base_version": 1, "title": "x"}),
        ("GET", "{}/versions", None),
        ("GET", "{}/versions/1", None),
        ("GET", "{}/diff", None),
        ("GET", "{}/conflicts", None),
        ("POST", "{}/restore", {"version": 1}),
        ("POST", "{}/recompile", None),
    ]:
        answer = gateway.http.request(method, f"/wiki/articles/{path.format('nothing')}", json=body)
        assert (answer.status_code, answer.json()["detail"]) == (404, "Article not found"), path
    path = f"/wiki/articles/{article['id']}"
    for answer in (
        gateway.http.get(f"{path}/versions/2"),
        gateway.http.get(f"{path}/diff", params={"from": 7}),
        gateway.http.post(f"{path}/restore", json={"version": 2}),
    ):
        assert (answer.status_code, answer.json()["detail"]) == (404, "Version not found")


def test_versions_are_compared_and_restored_and_none_is_lost(gateway: Gateway, pages: Site) -> None:
    first = _feed(gateway, pages)
    path = f"/wiki/articles/{first['id']}"
    edited = _edit(gateway, "nine arches", "ten arches")
    found = gateway.http.get(f"{path}/diff").json()
    assert (found["from_version"], found["to_version"]) == (1, 2)
    assert [(one["before"], one["after"]) for one in found["changes"]] == [(NINE, TEN)]
    back = gateway.http.get(f"{path}/diff", params={"from": 2, "to": 1}).json()
    assert [(one["before"], one["after"]) for one in back["changes"]] == [(TEN, NINE)]

    moved = gateway.http.post(f"{path}/restore", json={"version": 1, "base_version": 1})
    assert moved.status_code == 409
    restored = gateway.http.post(f"{path}/restore", json={"version": 1, "base_version": 2}).json()
    gateway.settle()
    assert restored["version"] == 3
    assert restored["content"] == first["content"]
    assert gateway.http.post(f"{path}/restore", json={"version": 1}).json() == restored
    listed = gateway.http.get(f"{path}/versions").json()
    assert [(one["number"], one["made_by"], one["is_shown"], one["restored_from"]) for one in listed] == [
        (3, "person", True, 1),
        (2, "person", False, None),
        (1, "engine", False, None),
    ]
    assert gateway.http.get(f"{path}/versions", params={"limit": 1, "offset": 1}).json() == listed[1:2]
    second = gateway.http.get(f"{path}/versions/2").json()
    assert second.items() >= listed[1].items()
    assert TEN in second["content"]
    assert f"{TEN} [" not in second["content"]
    assert "ten arches" in edited["content"]
    assert (gateway.data_dir / "wiki" / "otters-of-mirefall.md").read_text() == first["content"]
    assert list(violations(gateway.world)) == []


def test_compiling_again_with_nothing_new_writes_nothing(gateway: Gateway, pages: Site) -> None:
    article = _feed(gateway, pages)
    address = str(gateway.http.base_url).replace("http", "ws", 1).rstrip("/") + "/ws"
    with connect(address) as listening:
        told = gateway.http.post(f"/wiki/articles/{article['slug']}/recompile", params={"mode": "source"})
        assert told.status_code == 200, told.text
        assert set(told.json()) == {"status", "job_id"}
        assert told.json()["status"] == "scheduled"
        gateway.settle()
        job = gateway.http.get(f"/jobs/{told.json()['job_id']}").json()
        assert (job["job_type"], job["status"], job["article_id"]) == ("recompile_article", "complete", article["id"])
        event: dict[str, Any] = {}
        while event.get("event") != "article.recompiled":
            event = json.loads(listening.recv(timeout=60))
    assert event == {
        "event": "article.recompiled",
        "article_id": article["id"],
        "page_type": "source",
        "status": "compiled",
    }
    assert _shown(gateway) == article
    assert _versions(gateway, article["id"]) == [(1, "engine")]


def test_only_a_mode_that_there_is_not_is_refused(gateway: Gateway, pages: Site) -> None:
    article = _feed(gateway, pages)
    path = f"/wiki/articles/{article['id']}/recompile"
    unknown = gateway.http.post(path, params={"mode": "everything"})
    assert (unknown.status_code, unknown.json()) == (
        422,
        {"detail": "mode must be source or concept.", "error_code": "VALIDATION_ERROR"},
    )
    for mode, kind in (("concept", "rebuild_concepts"), ("source", "recompile_article")):
        told = gateway.http.post(path, params={"mode": mode}).json()
        gateway.settle()
        job = gateway.http.get(f"/jobs/{told['job_id']}").json()
        assert (told["status"], job["job_type"], job["status"]) == ("scheduled", kind, "complete")


def test_one_changed_paragraph_leaves_the_rest_as_it_was(gateway: Gateway, pages: Site) -> None:
    _feed(gateway, pages)

    def rows() -> tuple[dict[str, int], dict[int, int], dict[str, str]]:
        with gateway.world.db.reading() as tx:
            passages = {row.content: row.number for row in tx.execute(select(passage))}
            vectors = {row.number: row.generation for row in tx.execute(select(index_vector))}
            return passages, vectors, {row.id: row.content for row in tx.execute(select(claim))}

    passages, vectors, claims = rows()
    assert len(passages) >= 3
    pages.pages["/otters"] = _page({**PARTS, "The law": LAW.replace("1968", "1971")})
    again = _feed(gateway, pages)
    passages_now, vectors_now, claims_now = rows()
    changed = [content for content in passages_now if content not in passages]
    assert len(changed) == 1
    assert "1971" in changed[0]
    kept = {content: number for content, number in passages_now.items() if content not in changed}
    assert kept.items() <= passages.items()
    assert len(kept) == len(passages) - 1
    assert {number: vectors_now[number] for number in kept.values()}.items() <= vectors.items()
    gone = {content for id_, content in claims.items() if id_ not in claims_now}
    assert gone == {LAW.partition(". ")[0] + "."}
    assert all(one["stands"] for said in again["claims"] for one in said["evidence"])
    assert _versions(gateway, again["id"]) == [(2, "engine"), (1, "engine")]
    assert gateway.http.get("/wiki/search", params={"q": "1971"}).json() != []
    assert gateway.http.get("/wiki/search", params={"q": "1968"}).json() == []
    assert list(violations(gateway.world)) == []


def test_an_edit_and_a_changed_page_are_put_together(gateway: Gateway, pages: Site) -> None:
    id_ = _feed(gateway, pages)["id"]
    _edit(gateway, "\n## Key Claims", f"\n{REMARK}\n\n## Key Claims")
    _edit(gateway, "nine arches", "ten arches")
    pages.pages["/otters"] = _page({**PARTS, "The law": LAW.replace("1968", "1971")})
    both = _feed(gateway, pages)
    assert both["version"] == 5
    assert _versions(gateway, id_)[:2] == [(5, "merge"), (4, "engine")]
    for said in (REMARK, "ten arches", "forbidden since 1971. [sourced]"):
        assert said in both["content"]
    for gone in ("nine arches", "1968", f"{TEN} ["):
        assert gone not in both["content"]
    assert gateway.http.get(f"/wiki/articles/{id_}/conflicts").json() == []
    [hit] = gateway.http.get("/wiki/search", params={"q": "quollfeather"}).json()
    assert hit["by_person"]
    assert list(violations(gateway.world)) == []


def test_a_sentence_that_both_change_is_told_until_one_of_the_two_goes(gateway: Gateway, pages: Site) -> None:
    id_ = _feed(gateway, pages)["id"]
    _edit(gateway, "nine arches", "ten arches")
    pages.pages["/otters"] = _page({**PARTS, "The bridge": BRIDGE.replace("nine", "seven")})
    _feed(gateway, pages)

    def told() -> list[tuple[str, str, str]]:
        found = gateway.http.get(f"/wiki/articles/{id_}/conflicts").json()
        return [(one["base"], one["mine"], one["theirs"]) for one in found]

    assert told() == [(NINE, TEN, NINE.replace("nine", "seven"))]
    [finding] = found(lint(gateway), "edit_conflict")
    assert finding["severity"] == "warn"
    assert finding["article_id"] == id_
    assert all(said in finding["description"] for said in (TEN, NINE.replace("nine", "seven")))
    assert gateway.http.post(f"/lint/findings/structural/{finding['id']}/dismiss").status_code == 200
    assert found(lint(gateway), "edit_conflict") == []
    pages.pages["/otters"] = _page({**PARTS, "The bridge": BRIDGE.replace("nine", "eight")})
    both = _feed(gateway, pages)
    assert told() == [(NINE, TEN, NINE.replace("nine", "eight"))]
    assert TEN in both["content"]
    assert f"{TEN} [" not in both["content"]
    assert f"{NINE.replace('nine', 'eight')} [sourced]" in both["content"]
    assert "seven" not in both["content"]
    assert len(found(lint(gateway), "edit_conflict")) == 1  # another one than was dismissed
    _edit(gateway, TEN, "")
    assert told() == []
    assert found(lint(gateway), "edit_conflict") == []
    assert list(violations(gateway.world)) == []


def test_a_file_edited_beside_an_edit_that_was_sent_keeps_both(gateway: Gateway, pages: Site) -> None:
    article = _feed(gateway, pages)
    path = gateway.data_dir / "wiki" / "otters-of-mirefall.md"
    path.write_text(path.read_text().replace("\n## Key Claims", f"\n{REMARK}\n\n## Key Claims"))
    both = _edit(gateway, "nine arches", "ten arches")
    assert "ten arches" in both["content"]
    assert REMARK in both["content"]
    assert path.read_text() == both["content"]
    assert _versions(gateway, article["id"]) == [(3, "person"), (2, "person"), (1, "engine")]


def test_between_rows_and_file_there_is_the_old_file_and_then_the_new(settings: Settings, pages: Site) -> None:
    """As a worker leaves it that is killed when both are put together and the file is not written yet."""
    chosen = letting(settings, pages)
    with serving(chosen) as client, open_gateway(chosen, client) as gateway:
        with working(chosen):
            _feed(gateway, pages)
            before = _edit(gateway, "\n## Key Claims", f"\n{REMARK}\n\n## Key Claims")
        pages.pages["/otters"] = _page({**PARTS, "The law": LAW.replace("1968", "1971")})
        client.post("/ingest/url", json={"url": f"{pages.address}/otters"})
        assert _shown(gateway) == before
        assert run_next(gateway.world, TASKS, threading.Event(), kinds=[Kind.COMPILE_SOURCE])
        path = gateway.data_dir / "wiki" / "otters-of-mirefall.md"
        assert path.read_text() == before["content"]
        after = _shown(gateway)
        assert REMARK in after["content"]
        assert "forbidden since 1971. [sourced]" in after["content"]
        assert list(violations(gateway.world)) == []
        with working(chosen):
            gateway.settle()
        assert path.read_text() == after["content"]
        assert list(violations(gateway.world)) == []


def test_no_word_of_a_persons_is_marked_as_proved(gateway: Gateway, pages: Site) -> None:
    _feed(gateway, pages)
    content = _edit(
        gateway,
        "\n## Key Claims",
        f"\nIt is a myth that {NINE} [sourced] Nobody saw it.[sourced] He lied: {NINE} [sourced]\n\n"
        f"> As I said. [sourced]\n\n[sourced] {REMARK} [mixed] (p. 7)\n\n## Key Claims",
    )["content"]
    start = content.index("It is a myth")
    own = content[start : content.index("## Key Claims", start)]
    assert "[sourced]" not in own
    assert "[mixed]" not in own
    assert f"{NINE} [sourced]" in content


def test_deleting_the_source_takes_edits_and_conflicts_along(gateway: Gateway, pages: Site) -> None:
    article = _feed(gateway, pages)
    _edit(gateway, "\n## Key Claims", f"\n{REMARK}\n\n## Key Claims")
    _edit(gateway, "nine arches", "ten arches")
    pages.pages["/otters"] = _page({**PARTS, "The bridge": BRIDGE.replace("nine", "seven")})
    _feed(gateway, pages)
    receipt = gateway.http.delete(f"/ingest/sources/{article['sources'][0]['id']}").json()["receipt"]
    assert (receipt["articles"], receipt["edits"]) == (1, 2)
    gateway.settle()
    for word in ("quollfeather", "arches", "Mirefall"):
        assert traces(gateway, word) == []
    assert list(violations(gateway.world)) == []
