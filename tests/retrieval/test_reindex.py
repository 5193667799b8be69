"""The index of a collection is made again as the wiki's is: by another embedder, while searches find what they found."""

from lorewright.core.settings import Settings
from lorewright.embeddings.minilm import MiniLM
from lorewright.gateway.admin.queries import violations
from lorewright.platform.accounts.rules import SKIPPED_USER_ID
from lorewright.platform.jobs.tables import Kind
from lorewright.retrieval.removal.queries import violations as document_violations
from lorewright.worker import TASKS
from tests.gateway.admin.test_reindex import NEW, Store, opened
from tests.makers.embedding_server import embedding_server, gives, wrapped

GULL = "The herring gull eats fish. It breeds in large colonies on cliffs by the sea."
OWL = "The barn owl hunts voles at night. It nests in barns and hollow trees."


def _fed(store: Store) -> str:
    """The collection's id."""
    made = store.http.post("/api/collections", json={"name": "Birds", "user_id": SKIPPED_USER_ID})
    collection = str(made.json()["id"])
    _upload(store, collection, GULL)
    return collection


def _upload(store: Store, collection: str, content: str) -> None:
    answer = store.http.post(
        "/api/documents/upload", data={"collection_id": collection}, files={"file": ("note.txt", content.encode())}
    )
    assert answer.status_code == 201, answer.text


def _found(store: Store, collection: str, question: str) -> list[str]:
    body = {"question": question, "collection_id": collection, "user_id": SKIPPED_USER_ID}
    return [one["content"] for one in store.http.post("/api/search", json=body).json()["sources"]]


def _wrong(store: Store) -> list[str]:
    return [*violations(store.world), *document_violations(store.world)]


def test_a_collection_is_searched_by_either_embedder(settings: Settings) -> None:
    with embedding_server() as server:
        with opened(settings) as store:
            collection = _fed(store)
            store.work()
            assert store.embedders() == {MiniLM.name: 1}
            assert _found(store, collection, "What does the gull eat?") == [GULL]
        with opened(settings, server.settings()) as store:
            _upload(store, collection, OWL)
            store.work(*(kind for kind in TASKS if kind is not Kind.REINDEX))
            assert store.embedders() == {MiniLM.name: 2, NEW: 1}

            def look() -> None:
                assert _found(store, collection, "What does the gull eat?")[0] == GULL
                assert _found(store, collection, "What does the owl hunt?")[0] == OWL
                assert _wrong(store) == []

            store.make_again(look)
            assert store.embedders() == {NEW: 2}


def test_vectors_of_documents_that_were_given_up_are_asked_for_again(settings: Settings) -> None:
    with embedding_server() as server:
        server.answer = gives(401)
        with opened(settings, server.settings()) as store:
            collection = _fed(store)
            store.work()
            assert _found(store, collection, "What does the gull eat?") == [GULL]
            assert any("has 1 passages without a vector" in one for one in _wrong(store))
        server.answer = wrapped
        with opened(settings, server.settings()) as store:
            store.look_after()
            store.work()
            assert store.embedders() == {NEW: 1}
            assert _wrong(store) == []


def test_a_server_is_asked_once_for_each_question(settings: Settings) -> None:
    """Its answers cost money: it is not asked before it is known how the question is spelt."""
    with embedding_server() as server, opened(settings, server.settings()) as store:
        collection = _fed(store)
        store.work()
        before = len(server.asked)
        assert _found(store, collection, "What does the hering gull eat?") == [GULL]
        assert [one.texts for one in server.asked[before:]] == [["What does the herring gull eat?"]]
