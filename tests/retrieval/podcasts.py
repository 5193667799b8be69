"""Podcasts as a client asks for them."""

import time
from typing import Any

import httpx
from sqlalchemy import func, select

from lorewright.retrieval.podcasts.tables import podcast, podcast_line, podcast_source
from lorewright.retrieval.removal.queries import violations
from lorewright.worker import look_after
from tests.conftest import PATIENCE_S
from tests.makers.lectures import SALT_GARDENS, TIDE_MILL
from tests.retrieval.conftest import Api

ENDED = ("completed", "failed", "cancelled")


def filled(api: Api, name: str = "Papers") -> str:
    """A collection with something to say."""
    collection = api.collection(name)
    api.feed(collection, TIDE_MILL, "mill.md")
    api.feed(collection, SALT_GARDENS, "salt.md")
    return collection


def ask(api: Api, collection: str, **fields: Any) -> httpx.Response:
    asked = {
        "collection_id": collection,
        "duration": 1,
        "host_voice": "nova",
        "expert_voice": "onyx",
        "title": "Tides and salt",
    }
    return api.http.post("/api/podcasts/generate", json={**asked, **fields})


def asked_for(api: Api, collection: str, **fields: Any) -> str:
    answer = ask(api, collection, **fields)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["podcast_id"])


def shown(api: Api, podcast_id: str) -> dict[str, Any]:
    found: dict[str, Any] = api.http.get(f"/api/podcasts/{podcast_id}").json()
    return found


def made(api: Api, podcast_id: str) -> dict[str, Any]:
    """Waits for its end."""
    deadline, pause_s = time.monotonic() + PATIENCE_S, 0.1
    while time.monotonic() < deadline:
        found = shown(api, podcast_id)
        if found["status"] in ENDED:
            return found
        time.sleep(pause_s)
        pause_s = min(1.5 * pause_s, 2.0)  # each look is a request, of which a minute has a limit
    raise AssertionError(f"still under way: {found}")


def nothing_is_left(api: Api) -> None:
    api.settle()
    look_after(api.world, thoroughly=True)
    with api.world.db.reading() as tx:
        for table in (podcast, podcast_line, podcast_source):
            assert tx.execute(select(func.count()).select_from(table)).scalar_one() == 0
    for blobs in (api.world.podcasts, api.world.lines):
        assert not list(blobs.all())
    assert list(violations(api.world)) == []
