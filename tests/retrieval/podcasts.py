"""Podcasts as a client asks for them."""

import time
from typing import Any

import httpx

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
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        found = shown(api, podcast_id)
        if found["status"] in ENDED:
            return found
        time.sleep(0.1)  # each look is a request, which takes its time from the work
    raise AssertionError(f"still under way: {found}")
