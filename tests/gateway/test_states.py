"""From state to state: sources and their jobs, what is refused for money, and what comes first in a list afterwards."""

import threading
from collections.abc import Callable
from typing import Any

from lorewright.core.settings import Settings
from lorewright.llm.base import Provider
from tests.conftest import PATIENCE_S, Gateway, open_gateway, serving, working
from tests.gateway.prompted import asking
from tests.gateway.threads import BUILT, DEEPENED, HARBOUR, LIGHTHOUSE, UNKNOWN, ask, file, fork, thread
from tests.makers.models import Fails, Received, model_stub
from tests.makers.models.minds import faithful


def _states(gateway: Gateway, source_id: str, job_id: str) -> tuple[str, str]:
    """Of the source and of the job, which the lists of these states hold and no other."""
    source = gateway.http.get(f"/ingest/sources/{source_id}").json()
    job = gateway.http.get(f"/jobs/{job_id}").json()
    for path, found, states in (
        ("/ingest/sources", source, ("pending", "processing", "compiled", "failed")),
        ("/jobs", job, ("queued", "running", "complete", "failed")),
    ):
        lists = {one: [row["id"] for row in gateway.http.get(path, params={"status": one}).json()] for one in states}
        assert [one for one, ids in lists.items() if found["id"] in ids] == [found["status"]]
    assert (job["started_at"] is None) == (job["status"] == "queued")
    assert (job["completed_at"] is None) == (job["status"] in ("queued", "running"))
    assert (job["error"] is None) == (job["status"] != "failed")
    assert (source["error_message"] is None) == (source["status"] != "failed")
    return source["status"], job["status"]


class Slow:
    """Answers as told once it may go on, and tells that it was asked."""

    def __init__(self, answer: Callable[[Received], Any]) -> None:
        self.asked, self.go_on = threading.Event(), threading.Event()
        self._answer = answer

    def __call__(self, received: Received) -> Any:
        self.asked.set()
        assert self.go_on.wait(PATIENCE_S)
        return self._answer(received)


def test_a_source_and_its_job_go_from_state_to_state(settings: Settings) -> None:
    reading, failing = Slow(faithful), Slow(lambda _: Fails(400))
    with model_stub(Provider.OPENAI) as stub, model_stub(Provider.ANTHROPIC) as other:
        stub.answer_by(reading)
        other.answer_by(failing)
        chosen = asking(settings, stub, other, tries=1)
        with serving(chosen) as http, open_gateway(chosen, http) as gateway:
            taken = http.post("/ingest/text", json={"content": HARBOUR, "auto_compile": False}).json()
            source, compile_it = taken["id"], f"/jobs/compile/{taken['id']}"
            assert (taken["status"], http.get("/jobs").json()) == ("pending", [])
            job = http.post(compile_it).json()["job_id"]
            assert http.post(compile_it).json()["job_id"] == job, "who asks again joins the job that waits"
            assert _states(gateway, source, job) == ("pending", "queued")
            with working(chosen):
                assert reading.asked.wait(PATIENCE_S)
                assert _states(gateway, source, job) == ("processing", "running")
                reading.go_on.set()
                gateway.settle()
                assert _states(gateway, source, job) == ("compiled", "complete")
                compiled_at = http.get(f"/ingest/sources/{source}").json()["compiled_at"]

                # By another model, which is asked anew: back through `processing`, and what was there stays.
                assert http.patch("/settings", json={"default_provider": "anthropic"}).status_code == 200
                [article] = http.get("/wiki/articles").json()
                again = http.post(f"/wiki/articles/{article['id']}/recompile").json()
                assert again == {"status": "scheduled", "job_id": again["job_id"]}
                assert failing.asked.wait(PATIENCE_S)
                assert _states(gateway, source, again["job_id"]) == ("processing", "running")
                failing.go_on.set()
                gateway.settle()
                assert _states(gateway, source, again["job_id"]) == ("failed", "failed")
                assert http.get("/wiki/articles").json() == [article]

                other.answer_by(faithful)
                last = http.post(compile_it).json()["job_id"]
                gateway.settle()
                assert _states(gateway, source, last) == ("compiled", "complete")
                assert http.get(f"/ingest/sources/{source}").json()["compiled_at"] > compiled_at


def test_what_the_budget_does_not_bear_is_refused_and_fails_with_the_same_words(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub:
        stub.answer_by(faithful)
        chosen = asking(settings, stub)
        with serving(chosen) as http, working(chosen), open_gateway(chosen, http) as gateway:
            gateway.feed(HARBOUR)
            conversation = thread(gateway, DEEPENED)
            asked = len(stub.requests)
            assert http.patch("/settings", json={"monthly_budget_usd": 0.00001}).status_code == 200
            new = {"question": BUILT, "conversation_id": conversation}
            refused = [
                http.post("/query", json=new),
                http.post("/query/stream", json=new),
                http.post(f"/query/conversations/{conversation}/fork", json={"turn_index": 1, "new_question": BUILT}),
            ]
            assert {(one.status_code, one.json()["error_code"]) for one in refused} == {(402, "BUDGET_EXCEEDED")}
            [sentence] = {one.json()["detail"].partition("up to")[0] for one in refused}
            failed = gateway.feed(LIGHTHOUSE)
            assert failed["status"] == "failed"
            assert failed["error_message"].partition("up to")[0] == sentence != ""
            [job] = http.get("/jobs", params={"status": "failed"}).json()
            assert (job["source_id"], job["error"]) == (failed["id"], failed["error_message"])
            assert len(stub.requests) == asked
            assert len(http.get("/query/history").json()) == 1
            costs = http.get("/settings/llm/cost").json()
            assert costs["budget_remaining_usd"] == 0
            assert http.get("/settings/llm/cost/breakdown").json()["budget_pct"] > 100

            # The built-in engine costs nothing.
            assert http.patch("/settings", json={"default_provider": "builtin"}).status_code == 200
            assert http.post(f"/jobs/compile/{failed['id']}").status_code == 200
            gateway.settle()
            assert http.get(f"/ingest/sources/{failed['id']}").json()["status"] == "compiled"
            assert "Anna Berg" in ask(gateway, BUILT)["query"]["answer"]


def test_what_changed_last_comes_first(gateway: Gateway) -> None:
    def slugs() -> list[str]:
        return [one["slug"] for one in gateway.http.get("/wiki/articles").json()]

    def conversations(**query: int) -> list[tuple[str, int, int]]:
        listed = gateway.http.get("/query/conversations", params=query).json()
        return [(one["id"], one["turn_count"], one["fork_count"]) for one in listed]

    gateway.feed(HARBOUR)
    gateway.feed(LIGHTHOUSE)
    assert slugs() == ["the-lighthouse-of-nordvik", "the-harbour-of-nordvik"]
    older, newer = thread(gateway, DEEPENED), thread(gateway, BUILT)
    assert conversations() == [(newer, 1, 0), (older, 1, 0)]
    ask(gateway, UNKNOWN, older)
    assert conversations() == [(older, 2, 0), (newer, 1, 0)]
    child = fork(gateway, newer, 1, DEEPENED)["conversation"]["id"]
    assert conversations() == [(child, 2, 0), (older, 2, 0), (newer, 1, 1)]
    assert conversations(limit=1) == [(child, 2, 0)]
    filed = file(gateway, newer)["article"]["slug"]
    assert slugs()[0] == filed
    harbour = gateway.http.get("/wiki/articles/the-harbour-of-nordvik").json()
    edit = {"base_version": harbour["version"], "title": "Nordvik's harbour"}
    assert gateway.http.patch(f"/wiki/articles/{harbour['id']}", json=edit).status_code == 200
    assert slugs() == ["the-harbour-of-nordvik", filed, "the-lighthouse-of-nordvik"]
    moments = [one["updated_at"] for one in gateway.http.get("/wiki/articles").json()]
    assert moments == sorted(moments, reverse=True)
