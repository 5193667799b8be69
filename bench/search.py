"""Retrieval quality through `POST /api/search`, on judged collections: each document is uploaded as a file of its own."""

import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import httpx

from bench.corpora import Collection
from bench.service import CACHE, POLL_S, Service, prepare, serving, sha256
from lorewright.core.settings import Settings
from lorewright.platform.accounts.rules import SKIPPED_USER_ID
from lorewright.platform.jobs.queries import count_live
from lorewright.world import open_world

SOURCES = 50
"""The most that can be asked for."""
PAGE = 100
ALONE = {
    "SKIP_AUTH": "true",
    "LOREWRIGHT_RATE__DEFAULT_PER_MINUTE": "1000000",
    "LOREWRIGHT_RATE__SEARCH_PER_MINUTE": "1000000",
    "LOREWRIGHT_RATE__UPLOAD_PER_MINUTE": "1000000",
}
"""One user, without a token, as often as she likes."""
STAGES = ["query_rewriting", "retrieval", "reranking"]


def through_api(collection: Collection, *, fresh: bool) -> dict[str, list[str]]:
    """Query id -> document ids, best first. Feeds what is not there yet, and waits until all has vectors."""
    data_dir = CACHE / "data" / f"{collection.name}-api"
    prepare(data_dir, fresh=fresh)
    with serving(data_dir, ALONE) as service:
        chosen = _collection(service.http, collection.name)
        known = {str(one["filename"]) for one in _documents(service.http, chosen)}
        for one in collection.documents:
            if one.content and _name(one.content) not in known:
                data = {"collection_id": chosen}
                files = {"file": (_name(one.content), one.content.encode())}
                service.http.post("/api/documents/upload", data=data, files=files).raise_for_status()
        _settle(data_dir, collection.name)
        return _ranked(service, collection, chosen)


def _collection(http: httpx.Client, name: str) -> str:
    new = {"name": name, "user_id": SKIPPED_USER_ID}
    if http.post("/api/collections", json=new).status_code == 201:
        bare = {"name": "without an answer", "user_id": SKIPPED_USER_ID, "stages": STAGES}
        http.post("/api/pipelines", json=bare).raise_for_status()
    return next(str(one["id"]) for one in http.get("/api/collections").json() if one["name"] == name)


def _documents(http: httpx.Client, collection: str) -> Iterator[dict[str, object]]:
    number = 1
    while page := http.get(
        "/api/documents", params={"collection_id": collection, "page": number, "page_size": PAGE}
    ).json():
        yield from page
        number += 1


def _ranked(service: Service, collection: Collection, chosen: str) -> dict[str, list[str]]:
    by_content: dict[str, list[str]] = defaultdict(list)
    for one in collection.documents:
        if one.content:
            by_content[_name(one.content)].append(one.id)
    found: dict[str, list[str]] = {}
    for query_id, question in collection.queries.items():
        body = {
            "question": question,
            "collection_id": chosen,
            "user_id": SKIPPED_USER_ID,
            "config_metadata": {"max_results": SOURCES},
        }
        answer = service.http.post("/api/search", json=body)
        answer.raise_for_status()
        files = dict.fromkeys(str(one["filename"]) for one in answer.json()["sources"])
        found[query_id] = [document for file in files for document in by_content[file]]
    return found


def _settle(data_dir: Path, what: str) -> None:
    """Returns when everything is read and has its vectors. No operation tells of these jobs, so the store is asked."""
    world = open_world(Settings(data_dir=data_dir))
    shown = time.monotonic()
    while True:
        with world.db.reading() as tx:
            left = count_live(tx)
        if not left:
            break
        if time.monotonic() - shown > 30:
            shown = time.monotonic()
            print(f"  {what}: {left} jobs are still to be done", flush=True)
        time.sleep(POLL_S)
    world.close()


def _name(content: str) -> str:
    """Of the file: it tells which content it is, and no word of it."""
    return f"{sha256(content)}.txt"
