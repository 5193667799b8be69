"""Deleting a source and all that rests on it: afterwards nothing of it is found, in any table or file."""

import asyncio
import os
import sqlite3
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text, update

from lorewright.core.errors import Conflict
from lorewright.core.settings import Settings
from lorewright.db import maintenance
from lorewright.db.transaction import Transaction
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.articles.tasks import compile_source
from lorewright.gateway.conversations.actions import ask_in_pieces
from lorewright.gateway.conversations.schemas import QueryRequest
from lorewright.platform.jobs.queries import count_live
from lorewright.platform.jobs.tables import Kind, Status, job
from lorewright.platform.jobs.tasks import Task, Work, run_next
from lorewright.world import World, open_world
from tests.conftest import Gateway, open_gateway, serving, working
from tests.gateway.left_behind import kept_files, rows, traces
from tests.test_processes import wait_until

WORD = "Quorvexium"
SECRET = f"""# The {WORD} of Nordvik

The {WORD} of Nordvik was found in 1931. It weighed 4.2 kilograms and was sold to a museum of Oslo.

## {WORD} and trade

Traders of Nordvik sold {WORD} to Scotland until 1950. The {WORD} mine of Nordvik closed in 1952.
"""
NEIGHBOUR = """# The mine of Nordvik

The mine of Nordvik was opened in 1920. Traders of Nordvik sold its ore to Scotland until 1950.

## People

Forty people of Nordvik worked in the mine in 1925.
"""


def test_nothing_of_a_deleted_source_is_found_anywhere(gateway: Gateway) -> None:
    http = gateway.http
    gateway.feed(NEIGHBOUR)
    source = gateway.feed(SECRET, title=f"{WORD} of Nordvik")
    if gateway.world.db.dialect == "sqlite":
        maintenance.snapshot(gateway.world.db, gateway.data_dir, gateway.world.clock.now())
    asked = http.post(
        "/query", json={"question": "What was sold to a museum of Oslo, and what was opened in 1920?"}
    ).json()
    assert WORD in asked["query"]["answer"]
    conversation = asked["conversation"]["id"]
    more = {"question": "What weighed 4.2 kilograms?", "conversation_id": conversation}
    assert "4.2 kilograms" in http.post("/query", json=more).json()["query"]["answer"]
    neighbour = http.get("/wiki/articles/the-mine-of-nordvik").json()
    assert WORD in neighbour["content"], "its Related section names the other"
    held = traces(gateway, WORD)
    assert len(held) > 10, held

    answer = http.delete(f"/ingest/sources/{source['id']}")
    assert answer.status_code == 200
    body = answer.json()
    assert set(body) == {"deleted", "receipt"}
    assert body["deleted"] == source["id"]
    receipt = body["receipt"]
    assert (receipt["articles"], receipt["answers"]) == (1, 2)
    assert receipt["passages"] >= 1
    assert receipt["claims"] >= 3
    assert all(isinstance(one, str) for one in receipt["outside"])

    # Gone from every query at once, before any job.
    for path in (
        "/ingest/sources",
        "/wiki/articles",
        "/wiki/articles/the-mine-of-nordvik",
        f"/wiki/search?q={WORD}",
        "/wiki/search?q=museum+of+Oslo",
        "/query/history",
        f"/query/conversations/{conversation}",
        "/query/conversations",
        "/jobs?limit=1000",
    ):
        assert WORD.lower() not in http.get(path).text.lower(), path
    for path in (f"/ingest/sources/{source['id']}", f"/wiki/articles/the-{WORD.lower()}-of-nordvik"):
        assert http.get(path).status_code == 404
    assert http.delete(f"/ingest/sources/{source['id']}").status_code == 404
    again = http.post("/query", json={"question": "What was sold to a museum of Oslo?"}).json()["query"]
    assert WORD not in again["answer"]

    gateway.settle()
    assert traces(gateway, WORD) == []
    assert list(violations(gateway.world)) == []
    assert http.get("/wiki/articles").json()[0]["title"] == "The mine of Nordvik"
    kept = http.get(f"/query/conversations/{conversation}").json()["queries"]
    assert [one["question"] for one in kept] == [asked["query"]["question"], more["question"]]


def test_the_question_is_the_askers_and_stays(gateway: Gateway) -> None:
    source = gateway.feed(SECRET)
    question = f"What did the {WORD} of Nordvik weigh?"
    asked = gateway.http.post("/query", json={"question": question}).json()["query"]
    assert "4.2" in asked["answer"]
    gateway.http.delete(f"/ingest/sources/{source['id']}")
    gateway.settle()
    [kept] = gateway.http.get("/query/history").json()
    assert kept["question"] == question
    assert "4.2" not in kept["answer"]
    assert kept["confidence"] == "low"
    assert traces(gateway, "4.2 kilograms") == []


def test_an_answer_that_lost_a_sentence_is_as_sure_as_what_is_left_of_it(gateway: Gateway) -> None:
    gateway.feed(NEIGHBOUR)
    source = gateway.feed(SECRET)
    question = "What was sold to a museum of Oslo, and what was opened in 1920?"
    asked = gateway.http.post("/query", json={"question": question}).json()["query"]
    assert len({one["article"]["slug"] for one in asked["citations"]}) == 2
    with gateway.world.db.writing() as tx:
        tx.execute(text("UPDATE turn SET confidence = 'high'"))  # as where the sentence that goes has said all
    gateway.http.delete(f"/ingest/sources/{source['id']}")
    [kept] = gateway.http.get("/query/history").json()
    assert "1920" in kept["answer"]
    assert "Oslo" not in kept["answer"]
    assert kept["confidence"] == "low"  # of what was asked it leaves out most


def _run_all(world: World, tasks: dict[Kind, Task]) -> None:
    """Until no job waits; files are made a moment after the commit that wants them."""

    def live() -> int:
        with world.db.reading() as tx:
            return count_live(tx)

    def step() -> bool:
        run_next(world, tasks, threading.Event())
        return live() == 0

    wait_until(step)


def test_a_source_deleted_while_it_waits_or_is_compiled_leaves_nothing(settings: Settings) -> None:
    from lorewright.worker import TASKS

    with serving(settings) as http, open_gateway(settings, http) as gateway:
        world = open_world(settings)
        waiting = http.post("/ingest/text", json={"content": SECRET}).json()
        assert http.delete(f"/ingest/sources/{waiting['id']}").status_code == 200
        _run_all(world, TASKS)
        assert traces(gateway, WORD) == []

        # Deleted at each step of its compilation: whenever the job looks whether it is still wanted.
        for step in range(1, 5):
            taken = http.post("/ingest/text", json={"content": SECRET * 4}).json()
            _run_all(world, {**TASKS, Kind.COMPILE_SOURCE: Task(_interrupted(gateway, taken["id"], step))})
            assert http.get("/ingest/sources").json() == [], step
            assert traces(gateway, WORD) == [], step
        assert list(violations(world)) == []
        assert set(rows(gateway)) <= {"job", "event", "scope", "index_scope", "index_shelf"}
        assert kept_files(gateway) == []
        world.close()


def _interrupted(gateway: Gateway, source_id: str, step: int) -> Any:
    """The compilation, with the source deleted over HTTP at its `step`-th look at the lease, or right after its end."""

    class Interrupted(Work):
        looks = 0

        def check(self) -> None:
            self.looks += 1
            if self.looks == step:
                assert gateway.http.delete(f"/ingest/sources/{source_id}").status_code == 200
            super().check()

    def run(world: World, work: Work) -> None:
        watched = Interrupted(world, work.held, threading.Event())
        compile_source(world, watched)
        if watched.looks < step:
            assert gateway.http.delete(f"/ingest/sources/{source_id}").status_code == 200

    return run


def test_a_source_deleted_while_its_compilation_commits_leaves_nothing(settings: Settings) -> None:
    """Whoever deletes waits for that commit, which asks for vectors of the passages that go."""
    from lorewright.worker import TASKS

    with serving(settings) as http, open_gateway(settings, http) as gateway, ThreadPoolExecutor(1) as pool:
        world = open_world(settings)
        source = http.post("/ingest/text", json={"content": SECRET}).json()
        gone: list[Future[httpx.Response]] = []

        class Overtaken(Work):
            def finish(self, tx: Transaction, summary: str) -> None:
                super().finish(tx, summary)
                gone.append(pool.submit(http.delete, f"/ingest/sources/{source['id']}"))
                wait_until_blocked(world)

        def compile_overtaken(world: World, work: Work) -> None:
            compile_source(world, Overtaken(world, work.held, threading.Event()))

        tasks = {**TASKS, Kind.COMPILE_SOURCE: Task(compile_overtaken)}
        assert run_next(world, tasks, threading.Event(), kinds=[Kind.COMPILE_SOURCE])
        assert [one.result().status_code for one in gone] == [200]
        assert not run_next(world, TASKS, threading.Event(), kinds=[Kind.EMBED_CHUNKS])
        _run_all(world, TASKS)
        assert traces(gateway, WORD) == []
        assert list(violations(world)) == []
        assert set(rows(gateway)) <= {"job", "event", "scope", "index_scope", "index_shelf"}
        world.close()


def wait_until_blocked(world: World) -> None:
    """Until somebody waits for what the transaction at hand holds; SQLite does not tell, so there for a moment."""
    if world.db.dialect == "sqlite":
        time.sleep(0.3)
        return

    def is_blocked() -> bool:
        with world.db.reading() as tx:
            return bool(tx.execute(select(text("count(*) FROM pg_locks WHERE NOT granted"))).scalar_one())

    wait_until(is_blocked)


def test_the_same_bytes_taken_in_while_they_are_erased_are_kept_whole(settings: Settings) -> None:
    from lorewright.worker import TASKS

    with serving(settings) as http:
        world = open_world(settings)
        first = http.post("/ingest/text", json={"content": SECRET}).json()
        _run_all(world, TASKS)
        http.delete(f"/ingest/sources/{first['id']}")
        second = http.post("/ingest/text", json={"content": SECRET}).json()
        assert second["id"] != first["id"]
        _run_all(world, TASKS)
        source = http.get(f"/ingest/sources/{second['id']}").json()
        assert source["status"] == "compiled"
        [article] = http.get("/wiki/articles").json()
        content = http.get(f"/wiki/articles/{article['id']}").json()["content"]
        assert (settings.wiki_dir / f"{article['slug']}.md").read_text() == content
        assert second["id"] in content
        assert first["id"] not in content
        assert http.get("/wiki/search", params={"q": WORD}).json()[0]["id"] == article["id"]
        assert list(violations(world)) == []
        world.close()


def test_a_new_article_of_an_old_name_does_not_take_the_old_file_for_an_edit(settings: Settings) -> None:
    from lorewright.worker import TASKS

    with serving(settings) as http, open_gateway(settings, http) as gateway:
        world = open_world(settings)
        first = http.post("/ingest/text", json={"content": SECRET, "title": "Ore"}).json()
        _run_all(world, TASKS)
        http.post("/ingest/text", json={"content": NEIGHBOUR, "title": "Ore"})
        held: list[Work] = []

        def compile_after_deletion(world: World, work: Work) -> None:
            held.append(work)
            http.delete(f"/ingest/sources/{first['id']}")
            compile_source(world, work)

        _run_all(world, {**TASKS, Kind.COMPILE_SOURCE: Task(compile_after_deletion)})
        assert held
        assert traces(gateway, WORD) == []
        [article] = http.get("/wiki/articles").json()
        assert article["slug"] == "ore"
        assert "opened in 1920" in (settings.wiki_dir / "ore.md").read_text()
        assert list(violations(world)) == []
        world.close()


def test_an_answer_is_not_stored_when_its_source_goes_while_it_is_given(gateway: Gateway) -> None:
    source = gateway.feed(SECRET)
    before = rows(gateway)

    async def ask() -> None:
        pieces = ask_in_pieces(gateway.world, "anonymous", QueryRequest(question="What weighed 4.2 kilograms?"))
        assert "4.2" in str(await anext(pieces))
        assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
        async for _ in pieces:
            pass

    with pytest.raises(Conflict, match="deleted"):
        asyncio.run(ask())
    gateway.settle()
    assert before
    assert gateway.http.get("/query/history").json() == []
    assert traces(gateway, WORD) == []


def test_asking_feeding_and_deleting_at_once_breaks_nothing(gateway: Gateway) -> None:
    http = gateway.http
    texts = [
        f"{SECRET}\n\nThe {WORD} number {number} of Nordvik weighed {number + 10} kilograms." for number in range(4)
    ]
    statuses: set[int] = set()

    def feed_and_delete(content: str) -> None:
        for _ in range(3):
            taken = http.post("/ingest/text", json={"content": content})
            asked = http.post("/query", json={"question": "What was found in Nordvik, and what did it weigh?"})
            gone = http.delete(f"/ingest/sources/{taken.json()['id']}")
            statuses.update((taken.status_code, asked.status_code, gone.status_code))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(feed_and_delete, texts * 2))
    assert statuses <= {200, 404, 409}
    gateway.settle()
    for source in http.get("/ingest/sources").json():
        http.delete(f"/ingest/sources/{source['id']}")
    gateway.settle()
    assert traces(gateway, WORD) == []
    assert list(violations(gateway.world)) == []


def test_a_source_taken_in_twice_is_deleted_once_and_whole(gateway: Gateway) -> None:
    source = gateway.feed(SECRET)
    assert gateway.feed(SECRET, title="Under another name")["id"] == source["id"]
    gateway.http.post("/query", json={"question": "What weighed 4.2 kilograms?"})
    receipt = gateway.http.delete(f"/ingest/sources/{source['id']}").json()["receipt"]
    assert (receipt["articles"], receipt["answers"]) == (1, 1)
    gateway.settle()
    assert gateway.http.get("/ingest/sources").json() == []
    assert traces(gateway, WORD) == []
    assert list(violations(gateway.world)) == []


def test_what_a_killed_process_left_half_written_goes_too(gateway: Gateway) -> None:
    source = gateway.feed(SECRET)
    long_ago = time.time() - 60
    for folder in (gateway.data_dir / "blobs" / "anonymous", gateway.data_dir / "wiki"):
        left = folder / ".new-half"
        left.write_text(SECRET[:90])
        os.utime(left, (long_ago, long_ago))
    assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
    gateway.settle()
    assert traces(gateway, WORD) == []


def test_two_deletions_at_once_are_one(gateway: Gateway) -> None:
    source = gateway.feed(SECRET)
    together = threading.Barrier(6)
    answers: list[int] = []

    def delete() -> None:
        together.wait()
        answers.append(gateway.http.delete(f"/ingest/sources/{source['id']}").status_code)

    threads = [threading.Thread(target=delete) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(answers) == [200] + [404] * 5
    gateway.settle()
    assert traces(gateway, WORD) == []
    if gateway.world.db.dialect == "sqlite":
        with closing(sqlite3.connect(gateway.data_dir / "lorewright.db")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_an_erasure_that_was_given_up_is_taken_up_by_the_next_worker(settings: Settings) -> None:
    with serving(settings) as client, open_gateway(settings, client) as gateway:
        with working(settings):
            source = gateway.feed(SECRET)
        assert client.delete(f"/ingest/sources/{source['id']}").status_code == 200
        with gateway.world.db.writing() as tx:
            tx.execute(update(job).where(job.c.kind == Kind.ERASE_REMAINS).values(status=Status.FAILED))
        assert traces(gateway, WORD) != []
        with working(settings):
            wait_until(lambda: traces(gateway, WORD) == [])
            gateway.settle()
        assert list(violations(gateway.world)) == []
