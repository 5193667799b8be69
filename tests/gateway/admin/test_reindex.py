"""The index is made again while it serves: words by other rules, vectors of another embedder; on both databases."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, func, select, update

from lorewright.core.servers import EmbeddingSettings
from lorewright.core.settings import Settings
from lorewright.embeddings.minilm import MiniLM
from lorewright.gateway.admin.queries import violations
from lorewright.index import shelves
from lorewright.index.tables import State, index_scope, index_shelf, index_vector, posting
from lorewright.knowledge.tables import passage
from lorewright.platform.jobs.queries import count_live
from lorewright.platform.jobs.tables import Kind, job
from lorewright.platform.jobs.tasks import run_next
from lorewright.worker import TASKS, look_after
from lorewright.world import World
from tests.conftest import serving
from tests.makers.embedding_server import EmbeddingServer, embedding_server, gives, silent
from tests.makers.lean import open_lean

WIKI = 1
BIRDS = {
    "gulls": "The herring gull eats fish. It breeds in large colonies on cliffs by the sea.",
    "owls": "The barn owl hunts voles at night. It nests in barns and hollow trees.",
    "swifts": "The common swift sleeps on the wing. It nests under roofs and feeds on flying insects.",
    "herons": "The grey heron waits for fish in shallow water. Its colonies stand in tall trees by the river.",
}
LATE = ("larks", "The skylark sings high over open fields. It nests on the ground among grasses.")
LONG = "\n\n".join(
    f"In the year {year} the ringers of Fair Isle caught {year - 1800} wheatears, {year - 1790} storm petrels and a single "
    f"corncrake. The log of {year} tells of westerly gales in May, of a late autumn, and of a warden who counted eiders."
    for year in range(1930, 1960)
)
NEW = "openai_compatible:letters@26"
QUESTIONS = ("fish", "nests in trees", "who sings over fields", "colonies by the sea", "storm petrels in 1947")


class Step(threading.Event):
    """Asks a job to stop before its second transaction; it then goes back to those that wait."""

    def __init__(self) -> None:
        super().__init__()
        self._looks = 0

    def is_set(self) -> bool:
        self._looks += 1
        return self._looks > 1


class Watch(threading.Event):
    """Never asks a job to stop, and looks at what there is before each of its transactions."""

    def __init__(self, look: Callable[[], None]) -> None:
        super().__init__()
        self._look = look

    def is_set(self) -> bool:
        self._look()
        return False


class Store:
    """A server without a worker, and a worker that takes a step when it is told to."""

    def __init__(self, http: httpx.Client, world: World) -> None:
        self.http = http
        self.world = world

    def feed(self, title: str, content: str) -> str:
        answer = self.http.post("/ingest/text", json={"content": content, "title": title})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    def work_beside(self) -> None:
        """Runs all jobs but those that make the index again."""
        self.work(*(kind for kind in TASKS if kind is not Kind.REINDEX))

    def work(self, *kinds: Kind) -> None:
        """Runs jobs of these kinds until none is left; of all where none are named."""
        chosen = kinds or tuple(TASKS)
        while True:
            with self.world.db.writing() as tx:
                tx.execute(update(job).values(run_after=self.world.clock.now()))
            while run_next(self.world, TASKS, threading.Event(), kinds=chosen):
                pass
            with self.world.db.reading() as tx:
                if kinds or not count_live(tx):
                    return

    def step(self) -> None:
        """One step of making the words again."""
        assert run_next(self.world, TASKS, Step(), kinds=[Kind.REINDEX])

    def make_again(self, look: Callable[[], None]) -> None:
        """The whole job; looks before each of its steps, and when it is done."""
        while run_next(self.world, TASKS, Watch(look), kinds=[Kind.REINDEX]):
            look()

    def is_made(self) -> bool:
        """Whether there is nothing of the words to be made again, or to be erased."""
        with self.world.db.reading() as tx:
            wanted = tx.execute(select(index_scope.c.rebuild)).scalar_one()
        return not wanted and len(self.shelves().all) == 1

    def found(self) -> dict[str, list[tuple[str, float, str]]]:
        """What each question finds, how near it is and why."""
        answers = {question: self.http.get("/wiki/search", params={"q": question}) for question in QUESTIONS}
        return {
            question: [(one["slug"], round(one["why"]["score"], 5), one["passage"][:20]) for one in answer.json()]
            for question, answer in answers.items()
        }

    def slugs(self, question: str) -> list[str]:
        return [one["slug"] for one in self.http.get("/wiki/search", params={"q": question}).json()]

    def shelves(self) -> shelves.Shelves:
        with self.world.db.reading() as tx:
            return shelves.of_scope(tx, WIKI)

    def count(self, table: Any, *conditions: Any) -> int:
        with self.world.db.reading() as tx:
            return int(tx.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one())

    def embedders(self) -> dict[str, int]:
        """How many vectors each has made, with the one that serves first."""
        each = select(index_vector.c.embedder, func.count()).group_by(index_vector.c.embedder)
        with self.world.db.reading() as tx:
            first = tx.execute(select(index_scope.c.embedder)).scalar_one()
            counted: dict[str, int] = dict(tx.execute(each).all())  # type: ignore[arg-type]  # rows are pairs
        return {first: counted.pop(first, 0), **counted}

    def change(self, *statements: Any) -> None:
        with self.world.db.writing() as tx:
            for statement in statements:
                tx.execute(statement)

    def look_after(self) -> None:
        """As a worker does when it starts."""
        look_after(self.world, thoroughly=True)

    def wrong(self) -> list[str]:
        return list(violations(self.world))


@contextmanager
def opened(settings: Settings, embeddings: EmbeddingSettings | None = None) -> Iterator[Store]:
    chosen = settings.model_copy(update={"embeddings": embeddings or EmbeddingSettings()})
    with serving(chosen) as http:
        world = open_lean(chosen)
        yield Store(http, world)
        world.close()


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as made:
        yield made


@pytest.fixture
def store(settings: Settings, server: EmbeddingServer) -> Iterator[Store]:
    """Four short sources and a long one."""
    with opened(settings, server.settings()) as store:
        fed(store)
        yield store


def fed(store: Store) -> None:
    for title, content in BIRDS.items():
        store.feed(title, content)
    store.feed("Fair Isle", LONG)
    store.work()


def test_searches_find_the_same_at_every_step(store: Store) -> None:
    before = store.found()
    assert all(before.values())
    for _ in range(2):  # there and back again
        old = store.shelves().serving
        assert old is not None
        answer = store.http.post("/admin/reindex").json()
        assert (answer["action"], answer["status"]) == ("reindex", "scheduled")
        states: set[Any] = set()

        def look(states: set[Any] = states) -> None:
            states.add(tuple(shelf.state for shelf in store.shelves().all))
            assert store.found() == before
            assert store.wrong() == []

        store.make_again(look)
        assert states == {("serving", "building"), ("serving", "erasing"), ("serving",)}
        new = store.shelves()
        assert new.serving is not None
        assert new.serving.number == -old.number
        assert new.serving.statistics == old.statistics
        assert new.all == [new.serving]
        assert store.count(posting, posting.c.scope_id == old.number) == 0
        ended = store.http.get(f"/jobs/{answer['job_id']}").json()
        assert (ended["job_type"], ended["status"], ended["progress_pct"]) == ("reindex", "complete", 100)


def test_whoever_asks_twice_joins_what_waits(store: Store) -> None:
    first = store.http.post("/jobs/reindex").json()
    assert first == {"status": "queued", "job_id": first["job_id"], "message": "Reindex job enqueued"}
    assert store.http.post("/admin/reindex").json()["job_id"] == first["job_id"]
    store.step()
    again = store.http.post("/jobs/reindex").json()
    store.work()
    assert store.http.get(f"/jobs/{again['job_id']}").json()["status"] == "complete"
    assert store.wrong() == []


def test_an_empty_wiki_has_an_index_soon(settings: Settings, server: EmbeddingServer) -> None:
    with opened(settings, server.settings()) as store:
        job_id = store.http.post("/admin/reindex").json()["job_id"]
        store.work()
        assert store.http.get(f"/jobs/{job_id}").json()["status"] == "complete"
        assert server.asked == []


@pytest.mark.parametrize("gone", ["gulls", "Fair Isle"])
def test_what_comes_and_goes_meanwhile_is_in_what_is_built(store: Store, gone: str) -> None:
    """When they go the gulls stand on the new shelf; Fair Isle stands there in part."""
    source = {one["title"]: one["id"] for one in store.http.get("/ingest/sources").json()}[gone]
    store.http.post("/admin/reindex")
    store.step()
    store.step()
    built = store.shelves().building
    assert built is not None
    assert 4 < built.built_to < built.built_until
    store.feed(*LATE)
    assert store.http.delete(f"/ingest/sources/{source}").status_code == 200
    store.work_beside()
    assert store.shelves().building is not None
    found = store.found()
    assert slugs_of(found) >= {"larks"}
    assert not slugs_of(found) & {"fair-isle" if gone == "Fair Isle" else gone}

    def look() -> None:
        assert store.found() == found
        assert store.wrong() == []

    store.make_again(look)


def slugs_of(found: dict[str, list[tuple[str, float, str]]]) -> set[str]:
    return {slug for hits in found.values() for slug, _, _ in hits}


def test_words_cut_by_older_rules_serve_until_they_are_cut_anew(store: Store) -> None:
    before = store.found()
    store.change(update(index_shelf).values(tokenizer="words-0"))
    store.look_after()
    store.look_after()
    assert store.count(job, job.c.kind == Kind.REINDEX) == 1
    store.step()
    store.change(update(index_shelf).where(index_shelf.c.state == State.BUILDING).values(tokenizer="words-½"))

    def look() -> None:
        assert store.found() == before
        assert store.wrong() == []

    store.make_again(look)
    [serving] = store.shelves().all
    assert serving.tokenizer.startswith("words-1")
    store.look_after()
    assert store.count(job, job.c.kind == Kind.REINDEX) == 1


DAMAGES: dict[str, Callable[[Store], list[Any]]] = {
    "a word is lost": lambda _store: [delete(posting).where(posting.c.term == "vole")],
    "the statistics": lambda _store: [update(index_shelf).values(words=4)],
    "the shelf": lambda _store: [delete(index_shelf)],
    "the scope": lambda _store: [delete(index_scope)],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_is_whole_when_it_is_made_again(store: Store, damage: str) -> None:
    before = store.found()
    store.change(*DAMAGES[damage](store))
    assert store.wrong()
    store.http.post("/admin/reindex")
    store.work()
    assert store.wrong() == []
    assert store.found() == before


def test_half_of_it_and_nobody_at_work_is_told_and_taken_up(store: Store) -> None:
    before = store.found()
    store.http.post("/admin/reindex")
    told = []
    while not store.is_made():
        store.change(update(job).where(job.c.kind == Kind.REINDEX).values(status="failed"))
        told += [one for one in store.wrong() if one not in told]
        assert store.found() == before
        store.look_after()
        store.step()
    assert [one for one in told if "is to be made again, but no job does it" in one]
    assert [one for one in told if "and no job goes on with it" in one]
    assert [one for one in told if "is to be erased, but no job does it" in one]
    store.work()
    assert store.wrong() == []
    assert store.found() == before


def test_another_embedder_takes_the_place_of_the_old_one_at_once(settings: Settings, server: EmbeddingServer) -> None:
    with opened(settings) as store:
        fed(store)
        passages = store.count(passage)
        assert store.embedders() == {MiniLM.name: passages}
        before = store.found()
    with opened(settings, server.settings()) as store:
        store.look_after()
        assert store.found() == before
        late = store.feed(*LATE)
        store.work_beside()
        assert store.embedders() == {MiniLM.name: passages + 1, NEW: 1}
        before_and_after = watched(store, MiniLM.name)
        assert before_and_after[0] != before_and_after[1]
        assert store.embedders() == {NEW: passages + 1}
        assert store.http.get("/health").json()["services"]["vector_db"] == "up"
        assert store.http.delete(f"/ingest/sources/{late}").status_code == 200
        store.work()
        assert store.embedders() == {NEW: passages}
        assert store.wrong() == []
    with opened(settings) as store:  # and back: the server is not named any more
        told = store.http.get("/health").json()
        assert told["status"] == "degraded"
        assert "searches find by words alone" in told["services"]["vector_db"]
        store.look_after()
        _, after = watched(store, NEW)
        assert after == before
        assert store.embedders() == {MiniLM.name: passages}
        assert store.http.get("/health").json()["status"] == "ok"


def watched(store: Store, old: str) -> tuple[Any, Any]:
    """What is found before and after another embedder takes the place of the old one, which no search sees half done."""
    found: dict[bool, list[Any]] = {True: [], False: []}

    def look() -> None:
        found[next(iter(store.embedders())) == old].append(store.found())
        assert store.wrong() == []

    store.make_again(look)
    for each in found.values():
        assert len(each) > 1
        assert all(one == each[0] for one in each)
    return found[True][0], found[False][0]


def test_a_server_that_is_away_leaves_the_words_and_is_asked_again(store: Store, server: EmbeddingServer) -> None:
    server.answer = gives(401)
    assert store.slugs("skylark") == []
    assert store.slugs("voles at night")[0] == "owls"
    assert "LOREWRIGHT_EMBEDDINGS__API_KEY" in store.http.get("/health").json()["services"]["vector_db"]
    store.feed(*LATE)
    store.work()
    assert store.slugs("skylark") == ["larks"]
    failed = store.http.get("/jobs", params={"status": "failed"}).json()
    assert [one["job_type"] for one in failed] == ["embed_chunks"]
    assert any("has 1 passages without a vector" in one for one in store.wrong())


def test_a_server_that_serves_another_model_under_the_old_name_is_another_embedder(
    settings: Settings, server: EmbeddingServer
) -> None:
    with opened(settings, server.settings()) as store:
        fed(store)
        passages = store.count(passage)
    server.dimensions = 40
    with opened(settings, server.settings()) as store:
        store.feed(*LATE)
        store.work_beside()
    with opened(settings, server.settings()) as store:
        store.work()
        assert store.embedders() == {"openai_compatible:letters@40": passages + 1}
        assert store.wrong() == []
        assert store.slugs("skylark")[0] == "larks"


def test_nobody_waits_long_for_a_server_that_is_silent(settings: Settings, server: EmbeddingServer) -> None:
    with opened(settings, server.settings(question_timeout_s=0.2)) as store:
        fed(store)
        server.answer = silent
        assert store.slugs("voles at night")[0] == "owls"
