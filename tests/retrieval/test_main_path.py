"""From a file to a cited answer."""

from typing import Any

from lorewright.gateway.admin.queries import violations as wiki_violations
from lorewright.retrieval.removal.queries import violations
from lorewright.retrieval.sessions.actions import keep
from tests.conftest import Gateway
from tests.gateway.left_behind import traces
from tests.gateway.test_database_locked import is_at_work, leave_while, locked
from tests.retrieval.conftest import ME, Api
from tests.test_processes import wait_until

LIGHTHOUSE = """# The lighthouse of Skarholm

The lighthouse of Skarholm was built in 1874 by the engineer Ada Brenner. It is 41 metres high.

Its lamp burned whale oil until 1902. Since then it has been lit by electricity.
"""
HARBOUR = """# The harbour of Skarholm

The harbour of Skarholm was dredged in 1931. It holds sixty fishing boats.

A storm destroyed its southern pier in 1953, and the town rebuilt it in granite.
"""


def test_a_document_is_read_found_and_cited(api: Api) -> None:
    collection = api.collection()
    document = api.feed(collection, LIGHTHOUSE, "lighthouse.md")
    api.feed(collection, HARBOUR, "harbour.md")
    assert document["status"] == "indexed"
    assert document["kind"] == "md"
    assert document["chunk_count"] >= 1
    assert document["coverage"]["characters"] > 100
    assert api.http.get(f"/api/collections/{collection}").json()["document_count"] == 2

    found = api.search(collection, "Who built the lighthouse of Skarholm?")
    assert "Ada Brenner" in found["answer"]
    first = found["sources"][0]
    assert first["document_id"] == document["id"]
    assert first["filename"] == "lighthouse.md"
    assert "Ada Brenner" in first["content"]
    assert "[1]" in found["answer"]
    scores = [one["score"] for one in found["sources"]]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= one <= 1 for one in scores)
    assert found["reasoning_steps"] == []
    assert found["metadata"]["cot_used"] is False
    assert found["metadata"]["total_tokens"] > 0
    stages = [one["stage"] for one in found["metadata"]["stages"]]
    assert stages == ["query_rewriting", "retrieval", "reranking", "generation"]


def test_a_question_that_the_collection_cannot_answer_is_told_so(api: Api) -> None:
    collection = api.collection()
    api.feed(collection, LIGHTHOUSE)
    found = api.search(collection, "What does a kilogram of saffron cost in Madrid?")
    assert found["answer"] == "The collection holds nothing that answers this question."


def test_an_empty_collection_says_so(api: Api) -> None:
    """Whatever the stages: also where none makes an answer."""
    collection = api.collection()
    for stages in (["retrieval"], ["query_rewriting", "retrieval", "reasoning", "generation"]):
        body = {"name": "x", "user_id": ME, "stages": stages}
        pipeline = api.http.post("/api/pipelines", json=body).json()["id"]
        found = api.search(collection, "Who built the lighthouse?", pipeline_id=pipeline)
        assert "empty" in found["answer"]
        assert found["sources"] == []


def test_sources_are_as_many_as_were_asked_for(api: Api) -> None:
    collection = api.collection()
    for number in range(8):
        api.upload(collection, f"Gull number {number} was ringed at Skarholm in {1990 + number}.", f"{number}.txt")
    api.settle()
    assert len(api.search(collection, "Which gull was ringed at Skarholm?")["sources"]) == 5
    assert len(api.search(collection, "Which gull was ringed at Skarholm?", max_results=2)["sources"]) == 2
    assert len(api.search(collection, "Which gull was ringed at Skarholm?", max_results=50)["sources"]) == 8


def test_a_slip_of_the_pen_is_put_right(api: Api) -> None:
    collection = api.collection()
    api.feed(collection, LIGHTHOUSE)
    found = api.search(collection, "Who built the lighthuose of Skarholm?")
    assert found["metadata"]["asked"] == "Who built the lighthouse of Skarholm?"
    assert "Ada Brenner" in found["answer"]


def test_a_word_is_no_slip_only_because_the_collection_lacks_it(api: Api) -> None:
    collection = api.collection()
    api.feed(
        collection,
        "Ada Brenner keeps the lighthouse of Skarholm. Its margin of safety grows each year, by no omissions.",
    )
    question = "Who keeps the gross margin of emissions at Skarholm?"
    assert api.search(collection, question)["metadata"]["asked"] == question


def test_the_spelling_of_the_collection_is_followed(api: Api) -> None:
    collection = api.collection()
    api.feed(collection, "Ada Brenner realized 40 crowns from the sale of the lamp of Skarholm. Its colour was red.")
    found = api.search(collection, "How much was realised from the sale of the lamp, and what was its color?")
    assert found["metadata"]["asked"] == "How much was realized from the sale of the lamp, and what was its colour?"


def test_the_pipeline_decides_which_stages_work(api: Api) -> None:
    collection = api.collection()
    api.feed(collection, LIGHTHOUSE)
    made = api.http.post("/api/pipelines", json={"name": "Bare", "user_id": ME, "stages": ["retrieval"]}).json()
    assert made["is_default"] is True
    found = api.search(collection, "Who built the lighthouse?")
    assert [one["stage"] for one in found["metadata"]["stages"]] == ["retrieval"]
    assert found["answer"] == ""
    assert found["sources"]
    whole = ["query_rewriting", "retrieval", "reranking", "reasoning", "generation"]
    other = api.http.post("/api/pipelines", json={"name": "Whole", "user_id": ME, "stages": whole}).json()
    assert other["is_default"] is False
    found = api.search(collection, "Who built the lighthouse?", pipeline_id=other["id"])
    assert "Ada Brenner" in found["answer"]


def test_a_question_of_two_parts_is_answered_part_by_part(api: Api) -> None:
    collection = api.collection()
    lighthouse = api.feed(collection, LIGHTHOUSE, "lighthouse.md")
    harbour = api.feed(collection, HARBOUR, "harbour.md")
    question = "Who built the lighthouse of Skarholm, and when was the harbour of Skarholm dredged?"
    found = api.search(collection, question, cot_enabled=True)
    assert found["metadata"]["cot_used"] is True
    steps = found["reasoning_steps"]
    assert [one["sub_question"] for one in steps] == [
        "Who built the lighthouse of Skarholm?",
        "When was the harbour of Skarholm dredged?",
    ]
    assert "Ada Brenner" in steps[0]["answer"]
    assert steps[0]["sources"][0]["document_id"] == lighthouse["id"]
    assert "1931" in steps[1]["answer"]
    assert steps[1]["sources"][0]["document_id"] == harbour["id"]
    assert "Ada Brenner" in found["answer"]
    assert "1931" in found["answer"]
    hidden = api.search(collection, question, cot_enabled=True, show_cot_steps=False)
    assert hidden["reasoning_steps"] == []
    assert hidden["metadata"]["cot_used"] is True
    assert hidden["answer"] == found["answer"]


def test_a_session_keeps_what_was_asked_and_understands_what_follows(api: Api) -> None:
    collection = api.collection()
    document = api.feed(collection, LIGHTHOUSE)
    session = api.http.post("/api/conversations/sessions", json={"user_id": ME, "title": "Towers"}).json()
    assert session["metadata"] == {}

    def ask(question: str) -> dict[str, Any]:
        body = {"question": question, "collection_id": collection, "user_id": ME}
        answer = api.http.post(f"/api/conversations/sessions/{session['id']}/ask", json=body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    assert "1874" in ask("When was the lighthouse of Skarholm built?")["answer"]
    assert "41 metres" in ask("How high is it?")["answer"]
    said = api.http.get(f"/api/conversations/sessions/{session['id']}/messages").json()["messages"]
    assert [one["role"] for one in said] == ["user", "assistant", "user", "assistant"]
    assert said[2]["content"] == "How high is it?"
    assert said[3]["sources"][0]["document_id"] == document["id"]
    assert api.http.get(f"/api/conversations/sessions/{session['id']}").json()["message_count"] == 4
    assert api.http.delete(f"/api/documents/{document['id']}").status_code == 204
    said = api.http.get(f"/api/conversations/sessions/{session['id']}/messages").json()["messages"]
    assert [one["sources"] for one in said] == [[], [], [], []]
    assert said[1]["content"] == said[3]["content"] == "What this answer rested on was deleted."


def test_who_leaves_a_session_while_the_answer_waits_to_be_kept_leaves_nothing(api: Api) -> None:
    collection = api.collection()
    api.feed(collection, LIGHTHOUSE)
    session = api.http.post("/api/conversations/sessions", json={"user_id": ME, "title": "Towers"}).json()
    body = {"question": "When was the lighthouse of Skarholm built?", "collection_id": collection, "user_id": ME}
    with locked(api.world.settings.database_url):
        leave_while(api.http, keep, f"/api/conversations/sessions/{session['id']}/ask", body)
    wait_until(lambda: not is_at_work(keep))
    assert api.http.get(f"/api/conversations/sessions/{session['id']}").json() == session


def test_nothing_of_a_deleted_document_is_found_anywhere(api: Api) -> None:
    collection = api.collection()
    api.feed(collection, HARBOUR, "harbour.md")
    document = api.feed(collection, LIGHTHOUSE.replace("Brenner", "Quorvexium"), "lighthouse.md")
    session = api.http.post("/api/conversations/sessions", json={"user_id": ME, "title": "Towers"}).json()
    body = {"question": "Who built the lighthouse of Skarholm?", "collection_id": collection, "user_id": ME}
    asked = api.http.post(f"/api/conversations/sessions/{session['id']}/ask", json=body).json()
    assert "Quorvexium" in asked["answer"]
    assert api.http.delete(f"/api/documents/{document['id']}").status_code == 204
    api.settle()
    behind = Gateway(api.http, api.world, api.world.settings.data_dir)
    assert traces(behind, "Quorvexium") == []
    assert "1931" in api.search(collection, "When was the harbour of Skarholm dredged?")["answer"]
    assert list(wiki_violations(api.world)) == []
    assert list(violations(api.world)) == []
