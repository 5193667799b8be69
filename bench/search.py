"""Retrieval quality through `POST /api/search`, on judged collections: each document is uploaded as a file of its own."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from bench.corpora import Collection
from bench.pages import opened
from bench.service import CACHE, POLL_S, Service, prepare, serving, sha256
from lorewright.platform.accounts.rules import SKIPPED_USER_ID
from lorewright.platform.jobs.queries import count_live
from lorewright.world import World

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
"""Without an answer."""


Source = dict[str, Any]
"""As the service gives it."""
Ask = Callable[[str], list[Source]]
"""The sources for a question, best first."""


def through_api(collection: Collection, *, fresh: bool) -> dict[str, list[str]]:
    """Query id -> document ids, best first. Feeds what is not there yet, and waits until all has vectors."""
    by_content: dict[str, list[str]] = defaultdict(list)
    files: dict[str, bytes] = {}
    for one in collection.documents:
        if one.content:
            by_content[_name(one.content)].append(one.id)
            files[_name(one.content)] = one.content.encode()
    with _asking(folder_of(collection), collection.name, files.items(), fresh=fresh) as ask:
        found = {id_: dict.fromkeys(one["filename"] for one in ask(asked)) for id_, asked in collection.queries.items()}
    return {id_: [document for name in names for document in by_content[name]] for id_, names in found.items()}


def pages_through_api(collection: Collection, *, fresh: bool, sources: int = SOURCES) -> dict[str, list[str]]:
    """Query id -> `<file>#p<page>`, best first, from the PDF files themselves: each page by its best source."""
    files = ((path.name, path.read_bytes()) for path in collection.pdfs)
    with _asking(folder_of(collection, files=True), collection.name, files, fresh=fresh, sources=sources) as ask:
        found = {
            id_: dict.fromkeys(f"{Path(one['filename']).stem}#p{one['page']}" for one in ask(asked))
            for id_, asked in collection.queries.items()
        }
    return {id_: list(pages) for id_, pages in found.items()}


def folder_of(collection: Collection, *, files: bool = False) -> Path:
    """The data folder in which its documents are, or its PDF files."""
    return CACHE / "data" / f"{collection.name}-api{'-files' if files else ''}"


@contextmanager
def _asking(
    folder: Path, name: str, files: Iterable[tuple[str, bytes]], *, fresh: bool, sources: int = SOURCES
) -> Iterator[Ask]:
    """Of a service that has these files in a collection, each with its vectors."""
    prepare(folder, fresh=fresh)
    with serving(folder, ALONE) as service:
        chosen = collection_of(service, name)
        known = {str(one["filename"]) for one in _documents(service.http, chosen)}
        for file, data in files:
            if file not in known:
                upload(service, chosen, file, data)
        settle(folder, name)

        def ask(question: str) -> list[Source]:
            answer = service.http.post("/api/search", json=asked(chosen, question, max_results=sources))
            found: list[Source] = answer.raise_for_status().json()["sources"]
            return found

        yield ask


def collection_of(service: Service, name: str) -> str:
    """The id of the collection of this name; where it has to be made, answers are left out of all searches from then on."""
    new = {"name": name, "user_id": SKIPPED_USER_ID}
    if service.http.post("/api/collections", json=new).status_code == 201:
        pipeline_of(service, "without an answer", STAGES)
    there = service.http.get("/api/collections").raise_for_status().json()
    return next(str(one["id"]) for one in there if one["name"] == name)


def pipeline_of(service: Service, name: str, stages: list[str]) -> str:
    """The id of a new one; the first is the default."""
    new = {"name": name, "user_id": SKIPPED_USER_ID, "stages": stages}
    return str(service.http.post("/api/pipelines", json=new).raise_for_status().json()["id"])


def upload(service: Service, collection: str, name: str, data: bytes) -> str:
    """The id of the document."""
    files = {"file": (name, data)}
    answer = service.http.post("/api/documents/upload", data={"collection_id": collection}, files=files)
    return str(answer.raise_for_status().json()["id"])


def asked(collection: str, question: str, **config: object) -> dict[str, object]:
    """The body of a search."""
    return {
        "question": question,
        "collection_id": collection,
        "user_id": SKIPPED_USER_ID,
        "config_metadata": config,
    }


def settle(folder: Path, what: str) -> None:
    """Returns when everything is read and has its vectors. No operation tells of these jobs, so the store is asked."""
    shown = time.monotonic()
    with opened(folder) as world:
        while left := live_jobs(world):
            if time.monotonic() - shown > 30:
                shown = time.monotonic()
                print(f"  {what}: {left} jobs are still to be done", flush=True)
            time.sleep(POLL_S)


def live_jobs(world: World) -> int:
    with world.db.reading() as tx:
        return count_live(tx)


def _documents(http: httpx.Client, collection: str) -> Iterator[dict[str, object]]:
    number = 1
    while page := http.get(
        "/api/documents", params={"collection_id": collection, "page": number, "page_size": PAGE}
    ).json():
        yield from page
        number += 1


def _name(content: str) -> str:
    """Of the file: it tells which content it is, and no word of it."""
    return f"{sha256(content)}.txt"
