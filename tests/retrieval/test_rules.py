"""Every rule of the interface, through the front door."""

import io
import time
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest

from lorewright.core.ids import new_id
from lorewright.retrieval.collections import actions as collections
from lorewright.retrieval.documents import actions as documents
from lorewright.retrieval.pipelines import actions as pipelines
from lorewright.retrieval.pipelines.schemas import PipelineCreate
from lorewright.retrieval.pipelines.tables import Stage
from lorewright.retrieval.sessions import actions as sessions
from lorewright.retrieval.sessions.schemas import SessionCreate
from tests.retrieval.conftest import ME, OTHER, Api

GULL = "The herring gull of Skarholm eats fish and breeds on cliffs by the sea."


def test_a_collection_is_made_listed_shown_and_deleted(api: Api) -> None:
    made = api.http.post("/api/collections", json={"name": "Birds", "description": None, "user_id": ME})
    assert made.status_code == 201
    collection = made.json()
    assert collection["document_count"] == 0
    assert collection["description"] is None
    assert collection["created_at"].endswith("Z")
    assert api.http.get("/api/collections").json() == [collection]
    assert api.http.get(f"/api/collections/{collection['id'].upper()}").json() == collection
    assert api.http.delete(f"/api/collections/{collection['id']}").status_code == 204
    gone = api.http.get(f"/api/collections/{collection['id']}")
    assert gone.status_code == 404
    assert gone.json() == {
        "detail": "Collection not found",
        "error_code": "COLLECTION_NOT_FOUND",
        "collection_id": collection["id"],
    }


def test_names_are_unique_to_their_owner_also_where_two_come_at_once(api: Api) -> None:
    def make(_: int) -> int:
        return api.http.post("/api/collections", json={"name": "Birds", "user_id": ME}).status_code

    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(make, range(8)))
    assert statuses == [201] + [409] * 7
    refused = api.http.post("/api/collections", json={"name": "Birds", "user_id": ME}).json()
    assert refused["error_code"] == "DUPLICATE_COLLECTION"
    with api.world.db.writing() as tx:
        collections.create(tx, api.world, OTHER, "Birds")


def test_what_is_anothers_is_refused_and_what_nobody_has_is_not_found(api: Api) -> None:
    with api.world.db.writing() as tx:
        collection = str(collections.create(tx, api.world, OTHER, "Theirs").id)
        stages = PipelineCreate(name="Theirs", user_id=UUID(OTHER), stages=[Stage.RETRIEVAL])
        pipeline = pipelines.create(tx, api.world, OTHER, stages).id
        session = str(sessions.create(tx, api.world, OTHER, SessionCreate(user_id=UUID(OTHER), title="Theirs")).id)
    document = str(documents.add(api.world, OTHER, collection, io.BytesIO(GULL.encode()), name="a.txt").id)
    api.settle()
    mine = api.collection()
    for path, id_, code in (
        ("/api/collections/{}", collection, "COLLECTION_NOT_FOUND"),
        ("/api/documents/{}", document, "DOCUMENT_NOT_FOUND"),
        ("/api/documents?collection_id={}", collection, "COLLECTION_NOT_FOUND"),
        ("/api/documents/{}/original", document, "DOCUMENT_NOT_FOUND"),
        ("/api/pipelines/{}", pipeline, "PIPELINE_NOT_FOUND"),
        ("/api/conversations/sessions/{}", session, "NOT_FOUND"),
        ("/api/conversations/sessions/{}/messages", session, "NOT_FOUND"),
    ):
        methods = ["GET"] if path.endswith(("original", "messages")) or "?" in path else ["GET", "DELETE"]
        for method in methods:
            theirs = api.http.request(method, path.format(id_))
            assert (theirs.status_code, theirs.json()["error_code"]) == (403, "INSUFFICIENT_PERMISSIONS"), path
            nobodys = api.http.request(method, path.format(new_id()))
            assert (nobodys.status_code, nobodys.json()["error_code"]) == (404, code), path
            assert api.http.request(method, path.format("x")).status_code == 422
    ask = {"question": "What does the gull eat?", "collection_id": mine, "user_id": ME}
    for path, body in (
        ("/api/search", {**ask, "collection_id": collection}),
        ("/api/search", {**ask, "config_metadata": {"pipeline_id": pipeline}}),
        ("/api/search", {**ask, "user_id": OTHER}),
        (f"/api/conversations/sessions/{session}/ask", ask),
        ("/api/collections", {"name": "Mine", "user_id": OTHER}),
        ("/api/pipelines", {"name": "Mine", "user_id": OTHER, "stages": ["retrieval"]}),
        ("/api/conversations/sessions", {"title": "Mine", "user_id": OTHER}),
        (
            "/api/conversations/messages",
            {"session_id": session, "role": "user", "message_type": "question", "content": "Hello"},
        ),
    ):
        assert api.http.post(path, json=body).status_code == 403, path
    assert api.http.get(f"/api/pipelines?user_id={OTHER}").status_code == 403
    assert api.upload(collection, GULL).status_code == 403
    for path in ("/api/collections", "/api/pipelines", "/api/conversations/sessions"):
        assert all(one["id"] == mine for one in api.http.get(path).json()), path


def test_what_a_request_names_and_nobody_has_is_not_found(api: Api) -> None:
    collection, nobodys = api.collection(), new_id()
    session = api.http.post("/api/conversations/sessions", json={"user_id": ME, "title": "x"}).json()["id"]
    ask = {"question": "Who?", "collection_id": collection, "user_id": ME}
    for method, path, body, code in (
        ("POST", "/api/search", {**ask, "config_metadata": {"pipeline_id": nobodys}}, "PIPELINE_NOT_FOUND"),
        ("POST", "/api/search", {**ask, "collection_id": nobodys}, "COLLECTION_NOT_FOUND"),
        ("PATCH", f"/api/pipelines/{nobodys}", {"name": "x"}, "PIPELINE_NOT_FOUND"),
        ("PATCH", f"/api/conversations/sessions/{nobodys}", {"title": "x"}, "NOT_FOUND"),
        ("POST", f"/api/conversations/sessions/{nobodys}/ask", ask, "NOT_FOUND"),
        (
            "POST",
            f"/api/conversations/sessions/{session}/ask",
            {**ask, "collection_id": nobodys},
            "COLLECTION_NOT_FOUND",
        ),
    ):
        answer = api.http.request(method, path, json=body)
        assert (answer.status_code, answer.json()["error_code"]) == (404, code), path
    refused = api.upload(nobodys, GULL)
    assert (refused.status_code, refused.json()["error_code"]) == (404, "COLLECTION_NOT_FOUND")
    assert list(api.world.documents.all()) == []
    messages = api.http.get(f"/api/conversations/sessions/{session}/messages").json()["messages"]
    assert messages == []


def test_lists_come_in_pages_and_tell_of_the_others(api: Api) -> None:
    ids = [api.collection(f"Number {number}") for number in range(5)]
    page = api.http.get("/api/collections?page=2&page_size=2")
    assert [one["id"] for one in page.json()] == [ids[2], ids[1]]
    assert {name: page.headers[name] for name in ("X-Total-Count", "X-Page", "X-Page-Size")} == {
        "X-Total-Count": "5",
        "X-Page": "2",
        "X-Page-Size": "2",
    }
    assert set(page.links) == {"first", "prev", "next", "last"}
    assert [one["id"] for one in api.http.get(page.links["next"]["url"]).json()] == [ids[0]]
    assert set(api.http.get(page.links["last"]["url"]).links) == {"first", "prev", "last"}
    beyond = api.http.get("/api/collections?page=2000000000&page_size=100")
    assert beyond.json() == []
    assert api.http.get(beyond.links["prev"]["url"]).headers["X-Page"] == "1"
    for wrong in ("page=0", "page_size=0", "page_size=101", "page=x", "page=99999999999999999999"):
        assert api.http.get(f"/api/collections?{wrong}").status_code == 422, wrong
    made: dict[str, list[str]] = {"/api/documents": [], "/api/pipelines": [], "/api/conversations/sessions": []}
    for number in range(3):
        uploaded = api.upload(ids[0], f"{GULL} It was number {number}.", f"{number}.txt")
        assert uploaded.status_code == 201
        made["/api/documents"].insert(0, uploaded.json()["id"])
        for path, new in (("/api/pipelines", {"stages": ["retrieval"]}), ("/api/conversations/sessions", {})):
            named = {"name": f"Number {number}", "title": f"Number {number}", "user_id": ME}
            answer = api.http.post(path, json={**named, **new})
            assert answer.status_code == 201
            made[path].insert(0, answer.json()["id"])
    api.settle()
    lists: list[tuple[str, dict[str, str | int]]] = [
        ("/api/documents", {"collection_id": ids[0]}),
        ("/api/pipelines", {"user_id": ME}),
        ("/api/conversations/sessions", {}),
    ]
    for path, query in lists:
        whole = api.http.get(path, params=query)
        assert [one["id"] for one in whole.json()] == made[path]
        assert {name: whole.headers[name] for name in ("X-Total-Count", "X-Page", "X-Page-Size")} == {
            "X-Total-Count": "3",
            "X-Page": "1",
            "X-Page-Size": "20",
        }, path
        first = api.http.get(path, params={**query, "page_size": 2})
        second = api.http.get(first.links["next"]["url"])
        assert (len(first.json()), first.json() + second.json()) == (2, whole.json()), path
        assert set(second.links) == {"first", "prev", "last"}, path
        for name, value in (("page", 0), ("page_size", 0), ("page_size", 101)):
            assert api.http.get(path, params={**query, name: value}).status_code == 422, (path, name)
        assert api.http.get(path, params={**query, "page_size": 100}).json() == whole.json()
    assert api.http.get("/api/documents", params={"collection_id": ids[1]}).headers["X-Total-Count"] == "0"


def test_the_session_that_was_changed_last_comes_first(api: Api) -> None:
    first, second, third = (
        api.http.post("/api/conversations/sessions", json={"user_id": ME, "title": title}).json()["id"]
        for title in ("One", "Two", "Three")
    )

    def listed() -> list[str]:
        return [one["id"] for one in api.http.get("/api/conversations/sessions").json()]

    assert listed() == [third, second, first]
    assert api.http.patch(f"/api/conversations/sessions/{second}", json={"title": "Second"}).status_code == 200
    assert listed() == [second, third, first]
    said = {"session_id": first, "role": "user", "message_type": "question", "content": "Hello"}
    assert api.http.post("/api/conversations/messages", json=said).status_code == 201
    assert listed() == [first, second, third]


def test_the_same_bytes_are_one_document_of_a_collection(api: Api) -> None:
    first, second = api.collection("One"), api.collection("Two")
    made = api.upload(first, GULL, "gull.txt").json()
    assert made["status"] == "processing"
    assert made["duplicate"] is False
    again = api.upload(first, GULL, "other.txt")
    assert again.status_code == 201
    assert (again.json()["id"], again.json()["duplicate"]) == (made["id"], True)
    assert again.json()["filename"] == "gull.txt"
    assert api.upload(second, GULL).json()["duplicate"] is False
    assert api.upload(first, GULL + " It is grey.", "gull.txt").json()["duplicate"] is False
    assert api.http.get(f"/api/collections/{first}").json()["document_count"] == 2
    api.settle()
    assert api.http.delete(f"/api/documents/{made['id']}").status_code == 204
    api.settle()
    [kept] = api.http.get(f"/api/documents?collection_id={second}").json()
    assert api.http.get(f"/api/documents/{kept['id']}/original").content == GULL.encode()
    assert len(list(api.world.documents.all())) == 2


def test_many_uploads_of_the_same_bytes_at_once_are_one_document(api: Api) -> None:
    collection = api.collection()
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: api.upload(collection, GULL).json(), range(6)))
    assert len({one["id"] for one in answers}) == 1
    assert sorted(one["duplicate"] for one in answers) == [False] + [True] * 5
    assert api.http.get(f"/api/collections/{collection}").json()["document_count"] == 1


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR broken", "picture.txt"),
        (b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00", "program.md"),
        (b"plain\x00text\x00with\x00nothing", "note.txt"),
    ],
)
def test_what_no_reader_reads_is_refused_by_its_content(api: Api, data: bytes, name: str) -> None:
    collection = api.collection()
    refused = api.upload(collection, data, name)
    if refused.status_code == 201:  # an image may be read by then, and says of itself that it is broken
        api.settle()
        document = api.http.get(f"/api/documents/{refused.json()['id']}").json()
        assert document["status"] == "failed"
        assert document["error_message"]
        return
    assert (refused.status_code, refused.json()["error_code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")
    assert api.http.get(f"/api/collections/{collection}").json()["document_count"] == 0
    assert list(api.world.documents.all()) == []


def test_what_is_too_large_is_refused_and_leaves_nothing(api: Api) -> None:
    collection = api.collection()
    limit = api.world.settings.limits.upload_bytes
    refused = api.upload(collection, b"a" * (limit + 1))
    assert (refused.status_code, refused.json()["error_code"]) == (413, "PAYLOAD_TOO_LARGE")
    assert list(api.world.documents.all()) == []


def test_a_broken_document_fails_with_a_reason_and_may_be_tried_again(api: Api) -> None:
    collection = api.collection()
    data = b"%PDF-1.4\nthis is no PDF at all"
    document = api.feed(collection, data, "report.pdf")
    assert document["status"] == "failed"
    assert document["error_message"]
    again = api.upload(collection, data, "report.pdf").json()
    assert (again["status"], again["duplicate"]) == ("processing", True)
    api.settle()
    found = api.search(collection, "What is in the report?")
    assert "could be read" in found["answer"]
    assert found["sources"] == []


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\notes.md", "notes.md"),
        ("gull\u202etxt.exe", "gull txt.exe"),
        ("x" * 4_000 + ".txt", "x" * 200),
        ("..", "document"),
    ],
)
def test_a_file_is_called_by_the_last_part_of_its_path(api: Api, sent: str, kept: str) -> None:
    assert api.upload(api.collection(), GULL, sent).json()["filename"] == kept


def test_deleting_takes_all_that_was_in_it(api: Api) -> None:
    collection, other = api.collection("One"), api.collection("Two")
    document = api.feed(collection, GULL)
    api.feed(other, GULL)
    assert api.search(collection, "What does the gull eat?")["sources"]
    assert api.http.delete(f"/api/documents/{document['id']}").status_code == 204
    assert "empty" in api.search(collection, "What does the gull eat?")["answer"]
    assert api.http.get(f"/api/documents/{document['id']}").status_code == 404
    api.settle()
    assert api.http.delete(f"/api/collections/{other}").status_code == 204
    api.settle()
    assert list(api.world.documents.all()) == []
    assert api.http.get("/api/collections").json()[0]["id"] == collection
    body = {"question": "Where?", "collection_id": other, "user_id": ME}
    assert api.http.post("/api/search", json=body).json()["error_code"] == "COLLECTION_NOT_FOUND"


def test_one_default_pipeline_stays(api: Api) -> None:
    first, second, third = (
        api.http.post("/api/pipelines", json={"name": name, "user_id": ME, "stages": ["retrieval"]}).json()
        for name in ("One", "Two", "Three")
    )
    changed = api.http.patch(f"/api/pipelines/{second['id']}", json={"is_default": True, "name": "Second"}).json()
    assert (changed["is_default"], changed["name"], changed["stages"]) == (True, "Second", ["retrieval"])
    assert api.http.patch(f"/api/pipelines/{second['id']}", json={"is_default": False}).status_code == 409
    assert api.http.patch(f"/api/pipelines/{second['id']}", json={"stages": ["generation"]}).status_code == 422
    assert api.http.delete(f"/api/pipelines/{second['id']}").status_code == 204
    left = {one["id"]: one["is_default"] for one in api.http.get("/api/pipelines").json()}
    assert left == {first["id"]: True, third["id"]: False}


def test_messages_are_kept_in_the_order_in_which_they_came(api: Api) -> None:
    session = api.http.post(
        "/api/conversations/sessions", json={"user_id": ME, "title": "Gulls", "metadata": {"tags": ["sea", 1]}}
    ).json()
    assert session["metadata"] == {"tags": ["sea", 1]}
    for role, kind in (("system", "system"), ("user", "question"), ("assistant", "answer")):
        body = {"session_id": session["id"], "role": role, "message_type": kind, "content": f"I am {role} here."}
        made = api.http.post("/api/conversations/messages", json=body)
        assert made.status_code == 201
        assert made.json()["token_count"] > 0
    body["token_count"] = 7
    assert api.http.post("/api/conversations/messages", json=body).json()["token_count"] == 7
    said = api.http.get(f"/api/conversations/sessions/{session['id']}/messages").json()
    assert said["session_id"] == session["id"]
    assert [one["role"] for one in said["messages"]] == ["system", "user", "assistant", "assistant"]
    for wrong in ({"role": "robot"}, {"message_type": "poem"}, {"content": " "}, {"token_count": -1}):
        assert api.http.post("/api/conversations/messages", json={**body, **wrong}).status_code == 422
    unknown = api.http.post("/api/conversations/messages", json={**body, "session_id": str(uuid4())})
    assert unknown.status_code == 404
    changed = api.http.patch(f"/api/conversations/sessions/{session['id']}", json={"title": "Sea birds"}).json()
    assert (changed["title"], changed["metadata"], changed["message_count"]) == ("Sea birds", {"tags": ["sea", 1]}, 4)
    assert api.http.delete(f"/api/conversations/sessions/{session['id']}").status_code == 204
    assert api.http.get(f"/api/conversations/sessions/{session['id']}").status_code == 404


def test_a_question_may_have_10_000_letters_without_a_space(api: Api) -> None:
    """What may have been meant by so long a word is not looked for: it would take gigabytes."""
    collection = api.collection()
    api.feed(collection, GULL)
    began = time.monotonic()
    assert api.search(collection, "x" * 10_000)["answer"] == "The collection holds nothing that answers this question."
    assert time.monotonic() - began < 20
    body = {"question": "x" * 10_001, "collection_id": collection, "user_id": ME}
    assert api.http.post("/api/search", json=body).status_code == 422


def test_the_gateways_lists_tell_nothing_of_documents(api: Api) -> None:
    api.feed(api.collection(), GULL)
    assert api.http.get("/jobs").json() == []
    assert api.http.get("/ingest/sources").json() == []
    assert api.http.get("/wiki/search?q=gull").json() == []
