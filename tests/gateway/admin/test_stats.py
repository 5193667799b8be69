"""What there is, counted; articles without their file, and files without an article."""

from tests.conftest import Gateway, serving
from tests.gateway.threads import DEEPENED, HARBOUR, file, thread

LOOMS = "# The Jacquard loom\n\nThe Jacquard loom was shown in Lyon in 1801. Punched cards of the Jacquard loom choose the threads."


def test_an_empty_store_has_nothing(gateway: Gateway) -> None:
    stats = gateway.http.get("/admin/stats").json()
    assert stats.pop("articles_by_type") == stats.pop("sources_by_status") == {}
    assert set(stats.values()) == {0}
    assert gateway.http.get("/admin/orphans").json() == []


def test_what_there_is_is_counted(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    file(gateway, thread(gateway, DEEPENED))
    gateway.settle()
    stats = gateway.http.get("/admin/stats").json()
    assert stats["articles_by_type"] == {"answer": 1, "source": 1}
    assert (stats["article_count"], stats["source_count"], stats["conversation_count"]) == (2, 1, 1)
    assert stats["backlink_count"] == 1
    assert stats["concept_count"] == len(gateway.http.get("/wiki/articles/the-harbour-of-nordvik").json()["concepts"])
    assert (stats["orphan_count"], stats["sources_by_status"]) == (0, {"compiled": 1})
    articles = [
        gateway.http.get(f"/wiki/articles/{one['id']}").json() for one in gateway.http.get("/wiki/articles").json()
    ]
    assert stats["claim_count"] == sum(len(one["claims"]) for one in articles) > 0  # those of answers are no article's


def test_nothing_is_counted_that_a_deletion_took_away(gateway: Gateway) -> None:
    kept, gone = gateway.feed(LOOMS), gateway.feed(HARBOUR)
    before = gateway.http.get("/admin/stats").json()
    assert gateway.http.delete(f"/ingest/sources/{gone['id']}").status_code == 200
    gateway.settle()
    after = gateway.http.get("/admin/stats").json()
    [left] = gateway.http.get("/wiki/articles").json()
    assert (after["articles_by_type"], after["sources_by_status"]) == ({"source": 1}, {"compiled": 1})
    assert after["claim_count"] == len(gateway.http.get(f"/wiki/articles/{left['id']}").json()["claims"])
    assert after["concept_count"] == len(left["concepts"]) < before["concept_count"]
    assert left["source_ids"] == [kept["id"]]


def test_orphans_are_articles_without_a_file_and_files_without_an_article(gateway: Gateway) -> None:
    gateway.feed(LOOMS)
    [one] = gateway.http.get("/wiki/articles").json()
    path = gateway.data_dir / "wiki/the-jacquard-loom.md"
    path.unlink()
    (gateway.data_dir / "wiki/shopping.md").write_text("Milk\n")
    for no_page in ("shopping.txt", ".shopping.md", "shopping.md~"):
        (gateway.data_dir / "wiki" / no_page).write_text("Milk\n")
    with serving(gateway.world.settings) as http:
        assert http.get("/admin/orphans").json() == [
            {"id": one["id"], "slug": "the-jacquard-loom", "title": "The Jacquard loom", "file_path": str(path)},
            {
                "id": None,
                "slug": "shopping",
                "title": "shopping",
                "file_path": str(gateway.data_dir / "wiki/shopping.md"),
            },
        ]
        assert http.get("/admin/stats").json()["orphan_count"] == 2


def test_a_folder_that_cannot_be_read_is_said(gateway: Gateway) -> None:
    wiki = gateway.data_dir / "wiki"
    if wiki.exists():
        wiki.rmdir()
    wiki.write_text("no folder")
    for path in ("/admin/orphans", "/admin/stats"):
        answer = gateway.http.get(path)
        assert (answer.status_code, "wiki's folder cannot be read" in answer.json()["detail"]) == (503, True)
