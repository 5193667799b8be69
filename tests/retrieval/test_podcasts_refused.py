"""Podcasts that cannot be made, wait, or are at a bound."""

import io
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import delete, func, select

from lorewright.core.settings import LimitSettings, Settings
from lorewright.platform.jobs.tables import Kind, job
from lorewright.platform.jobs.tasks import run_next
from lorewright.retrieval.removal.actions import repair
from lorewright.retrieval.removal.queries import violations
from lorewright.retrieval.voices.tables import voice_use
from lorewright.worker import TASKS
from tests.conftest import open_gateway, serving, working
from tests.makers.lectures import SALT_GARDENS, TIDE_MILL
from tests.retrieval.conftest import ME, OTHER, Api
from tests.retrieval.podcasts import ask, asked_for, made, nothing_is_left, shown


@pytest.fixture
def empty(settings: Settings) -> Iterator[tuple[Api, str]]:
    """A service without a worker, and an empty collection in it."""
    with serving(settings) as client, open_gateway(settings, client) as behind:
        api = Api(client, behind.world)
        yield api, api.collection()


def test_what_cannot_be_made_is_refused_and_leaves_nothing(empty: tuple[Api, str]) -> None:
    api, collection = empty
    refused: list[tuple[dict[str, Any], int]] = [
        ({"duration": 0}, 422),
        ({"duration": 61}, 422),
        ({"duration": "long"}, 422),
        ({"host_voice": "baritone"}, 422),
        ({"expert_voice": "custom:"}, 422),
        ({"expert_voice": "custom:nova"}, 422),
        ({"expert_voice": f"custom:{OTHER}"}, 404),
        ({"title": " "}, 422),
        ({"title": "x" * 201}, 422),
        ({"collection_id": "papers"}, 422),
        ({"collection_id": OTHER}, 404),
    ]
    for fields, status in refused:
        answer = ask(api, collection, **fields)
        assert answer.status_code == status, (fields, answer.text)
    api.upload(collection, TIDE_MILL, "mill.md")  # which nobody reads
    assert ask(api, collection).status_code == 400
    assert api.http.get("/api/podcasts").json() == []
    with api.world.db.reading() as tx:
        assert tx.execute(select(func.count()).select_from(voice_use)).scalar_one() == 0
        assert Kind.MAKE_PODCAST not in tx.execute(select(job.c.kind)).scalars().all()


def test_documents_that_are_not_read_yet_are_told_of(empty: tuple[Api, str], settings: Settings) -> None:
    api, collection = empty
    with working(settings):
        api.feed(collection, TIDE_MILL, "mill.md")
    api.upload(collection, SALT_GARDENS, "salt.md")
    id_ = asked_for(api, collection)
    while run_next(api.world, TASKS, threading.Event(), kinds=[Kind.MAKE_PODCAST]):
        """After each line it makes way for the document, which nobody reads."""
    found = shown(api, id_)
    assert (found["status"], "1 document was not read yet" in found["notes"]) == ("completed", True)
    assert {source["filename"] for one in found["transcript"] for source in one["sources"]} == {"mill.md"}


def test_a_collection_without_a_text_has_no_podcast(empty: tuple[Api, str]) -> None:
    api, collection = empty
    answer = ask(api, collection)
    assert (answer.status_code, "empty" in answer.json()["detail"]) == (400, True)
    assert api.upload(collection, TIDE_MILL, "mill.md").status_code == 201  # which nobody reads
    answer = ask(api, collection)
    assert (answer.status_code, "read yet" in answer.json()["detail"]) == (400, True)


def test_tables_alone_end_with_a_reason(api: Api) -> None:
    collection = api.collection()
    api.feed(collection, "place,depth\n" + "Harwen,4\n" * 50, "depths.csv")
    found = made(api, asked_for(api, collection))
    assert (found["status"], found["audio_url"]) == ("failed", None)
    assert "running text" in found["error_message"]
    assert api.http.get(f"/api/podcasts/{found['podcast_id']}/audio").status_code == 409
    assert api.http.get(f"/api/podcasts/{found['podcast_id']}/transcript").status_code == 409
    assert list(violations(api.world)) == []


def test_every_preset_voice_and_each_bound_will_do(empty: tuple[Api, str], settings: Settings) -> None:
    api, collection = empty
    with working(settings):
        api.feed(collection, TIDE_MILL, "mill.md")
    voices = ["alloy", "echo", "fable", "onyx", "nova", "shimmer"]
    asked: list[str] = []
    for number, (host, expert) in enumerate(pairwise([*voices, voices[0]])):
        given = {"host_voice": host, "expert_voice": expert, "duration": 1 if number % 2 else 60}
        id_ = asked_for(api, collection, **given)
        assert {name: shown(api, id_)[name] for name in given} == given
        asked.insert(0, id_)
    page = api.http.get("/api/podcasts", params={"page": 2, "page_size": 2})
    assert [one["podcast_id"] for one in page.json()] == asked[2:4]
    assert {name: page.headers[name] for name in ("X-Total-Count", "X-Page", "X-Page-Size")} == {
        "X-Total-Count": "6",
        "X-Page": "2",
        "X-Page-Size": "2",
    }
    assert set(page.links) == {"first", "prev", "next", "last"}
    assert [one["podcast_id"] for one in api.http.get(page.links["next"]["url"]).json()] == asked[4:]


def test_one_that_waits_is_cancelled_or_deleted(empty: tuple[Api, str], settings: Settings) -> None:
    api, collection = empty
    with working(settings):
        api.feed(collection, TIDE_MILL, "mill.md")
    cancelled, deleted = asked_for(api, collection), asked_for(api, collection)
    answer = api.http.post(f"/api/podcasts/{cancelled}/cancel")
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert api.http.delete(f"/api/podcasts/{deleted}").status_code == 204
    with working(settings):
        api.settle()
    assert shown(api, cancelled)["status"] == "cancelled"
    assert api.http.get(f"/api/podcasts/{cancelled}/audio").status_code == 409
    assert api.http.delete(f"/api/podcasts/{cancelled}").status_code == 204
    with working(settings):
        nothing_is_left(api)


def test_a_user_may_have_so_many_under_way(settings: Settings) -> None:
    few = settings.model_copy(update={"limits": LimitSettings(podcasts_under_way=2)})
    with serving(few) as client, open_gateway(few, client) as behind:
        api = Api(client, behind.world)
        collection = api.collection()
        with working(few):
            api.feed(collection, TIDE_MILL, "mill.md")
        first, _ = asked_for(api, collection), asked_for(api, collection)
        refused = ask(api, collection)
        assert (refused.status_code, refused.json()["error_code"]) == (409, "CONFLICT")
        assert "2 podcasts are under way" in refused.json()["detail"]
        assert len(api.http.get("/api/podcasts").json()) == 2
        assert api.http.post(f"/api/podcasts/{first}/cancel").status_code == 200
        assert ask(api, collection).status_code == 202


def test_without_the_extra_it_says_what_to_install(
    empty: tuple[Api, str], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    api, collection = empty
    with working(settings):
        api.feed(collection, TIDE_MILL, "mill.md")
    monkeypatch.setitem(sys.modules, "espeakng_loader", None)  # as where it is not installed
    answer = ask(api, collection)
    assert answer.status_code == 503
    assert "pip install '.[speech,audio]'" in answer.json()["detail"]
    assert api.http.get("/api/podcasts").json() == []


def test_an_id_that_is_none_is_not_found(empty: tuple[Api, str]) -> None:
    api, _ = empty
    for method, path in (("GET", ""), ("GET", "/audio"), ("GET", "/transcript"), ("POST", "/cancel"), ("DELETE", "")):
        assert api.http.request(method, f"/api/podcasts/{ME}{path}").status_code == 404
        assert api.http.request(method, f"/api/podcasts/nothing{path}").status_code == 422


def test_one_that_lost_its_job_is_told_of_and_made_once_repaired(empty: tuple[Api, str], settings: Settings) -> None:
    api, collection = empty
    with working(settings):
        api.feed(collection, TIDE_MILL, "mill.md")
    id_ = asked_for(api, collection)
    with api.world.db.writing() as tx:
        tx.execute(delete(job).where(job.c.source_id == id_))
    api.world.lines.put(ME, io.BytesIO(b"of no line"))
    assert [one for one in violations(api.world) if f"{id_} (“Tides and salt”) is being made" in one]
    assert [one for one in repair(api.world) if id_ in one]
    assert not list(api.world.lines.all())
    assert list(violations(api.world)) == []
    with working(settings):
        assert made(api, id_)["status"] == "completed"
