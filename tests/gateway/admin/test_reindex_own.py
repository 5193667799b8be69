"""What a person wrote into an article, and answers filed as one, are made again with the index; on both databases."""

from lorewright.core.settings import Settings
from lorewright.index.tables import index_vector
from lorewright.knowledge.tables import passage
from tests.gateway.admin.test_reindex import NEW, Store, opened
from tests.makers.embedding_server import embedding_server, gives, wrapped

SOURCE = "The barn owl hunts voles at night. It nests in barns and hollow trees."
REMARK = "My grandmother fed a lame quollfeather behind the boathouse."


def _fed(store: Store) -> None:
    """A source, what a person wrote into its article, and an answer that was filed."""
    store.feed("owls", SOURCE)
    store.work()
    article = store.http.get("/wiki/articles/owls").json()
    written = article["content"].replace("\n## Sources", f"\n{REMARK}\n\n## Sources", 1)
    changed = {"base_version": article["version"], "content": written}
    assert store.http.patch(f"/wiki/articles/{article['id']}", json=changed).status_code == 200
    asked = store.http.post("/query", json={"question": "What does the barn owl hunt at night?"}).json()
    filed = store.http.post(f"/query/conversations/{asked['query']['conversation_id']}/file-back")
    assert filed.status_code == 200, filed.text
    store.work()


def test_remarks_and_filed_answers_are_found_by_the_new_index(settings: Settings) -> None:
    with embedding_server() as server:
        with opened(settings) as store:
            _fed(store)
            passages = store.count(passage)
            assert passages == 3
            assert store.count(index_vector) == passages
        with opened(settings, server.settings()) as store:
            store.http.post("/admin/reindex")

            def look() -> None:
                assert store.slugs("quollfeather")[0] == "owls"
                assert len(store.slugs("voles at night")) == 2
                assert store.wrong() == []

            store.make_again(look)
            assert store.embedders() == {NEW: passages}


def test_vectors_that_were_given_up_are_asked_for_again(settings: Settings) -> None:
    with embedding_server() as server:
        server.answer = gives(401)
        with opened(settings, server.settings()) as store:
            _fed(store)
            assert store.count(index_vector) == 0
        server.answer = wrapped
        with opened(settings, server.settings()) as store:
            store.look_after()
            store.work()
            assert store.embedders() == {NEW: store.count(passage)}
            assert store.wrong() == []
