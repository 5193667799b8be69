"""Ten times the size: searching, asking and listing at 5,000 and at 50,000 articles, on SQLite and on PostgreSQL.

The stores are made by rule (`bench/large.py`) and kept; PostgreSQL gets the same rows. Also how many of the exactly nearest
vectors are found, how searches fare while the index is made again, whether both databases give the same articles, and two servers with two workers on one PostgreSQL at once.
"""

import argparse
import shutil
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import numpy as np
from sqlalchemy import select

from bench import large, memory, metrics, postgres, report
from bench.corpora import Collection
from bench.load import Request, load
from bench.pages import OWNER
from bench.postgres import URL
from bench.retrieval import Rankings, feed_and_settle, ranked
from bench.service import CACHE, Service, check, serving
from bench.texts import texts
from lorewright.core.settings import DatabaseSettings, Settings
from lorewright.index.tables import index_vector
from lorewright.knowledge.tables import ScopeKind
from lorewright.knowledge.texts import scope_id
from lorewright.world import World, open_world

SIZES = (5_000, 50_000)
KINDS = ("sqlite", "postgres")
REQUESTS = 200
WARM_UP = 20
CLIENTS = {"1 client": 1, "8 clients": 8}
NEAREST = 10
SHARED_TEXTS = 400
CLIENTS_EACH = 8

Stores = Mapping[tuple[str, int], dict[str, str]]
"""(kind of database, articles) -> what has to stand in the environment to serve it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part; may be repeated")
    parser.add_argument("--articles", action="append", type=int, choices=SIZES, help="only this size; may be repeated")
    parser.add_argument("--fresh", action="store_true", help="make the stores anew, which takes half an hour")


def run(options: argparse.Namespace) -> None:
    if not Collection(large.OF).is_there:
        print(f"the stores are made of {large.OF}, which is not on this machine: skipped")
        return
    figures: dict[str, Any] = {}
    with _stores(options.articles or SIZES, fresh=options.fresh) as stores:
        for name in options.only or PARTS:
            print(f"{name}:", flush=True)
            figures[name] = PARTS[name](stores)
            print(report.table(["what", "figure"], list(report.flat(figures[name]))), "\n", flush=True)
    report.save("size", figures)


def folder_of(size: int) -> Path:
    return CACHE / "data" / f"size-{size}"


@contextmanager
def _stores(sizes: Sequence[int], *, fresh: bool) -> Iterator[Stores]:
    found: dict[tuple[str, int], dict[str, str]] = {}
    with postgres.server() as server:
        for size in sizes:
            folder = folder_of(size)
            if fresh:
                shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
            large.build(folder, size)
            with serving(folder) as service:
                service.settle(f"files of {size:,} articles")
            url, is_new = postgres.database(server, f"size_{size}", fresh=fresh)
            if is_new:
                postgres.copy(folder, url)
            found |= {("sqlite", size): {}, ("postgres", size): {URL: url}}
        yield found


def serve(stores: Stores) -> dict[str, Any]:
    """Through HTTP: the first search after a start, then searches, answers, lists and single articles."""
    questions = list(Collection(large.OF).queries.values())
    found: dict[str, Any] = {}
    for (kind, size), settings in stores.items():
        with serving(folder_of(size), settings) as service:
            found[f"{size:,} articles, {kind}"] = _served(service, questions)
    for kind in KINDS if len(found) == len(KINDS) * len(SIZES) else ():
        times = [found[f"{size:,} articles, {kind}"]["search"]["1 client"]["p50_ms"] for size in SIZES]
        found[f"search at {SIZES[1]:,} of that at {SIZES[0]:,}, {kind}"] = round(times[1] / times[0], 2)
    return found


def _served(service: Service, questions: Sequence[str]) -> dict[str, Any]:
    asked = [questions[at % len(questions)] for at in range(REQUESTS)]
    slugs = [one["slug"] for one in service.http.get("/wiki/articles", params={"limit": 1_000}).json()]
    mixed = {
        "search": [Request("GET", f"/wiki/search?{urlencode({'q': one})}") for one in asked],
        "ask": [Request("POST", "/query", {"question": one}) for one in asked],
        "list of 50": [Request("GET", "/wiki/articles?limit=50")] * REQUESTS,
        "one article": [Request("GET", f"/wiki/articles/{quote(one)}") for one in slugs[:REQUESTS]],
    }
    began = time.perf_counter()
    service.http.get("/wiki/search", params={"q": questions[0]}).raise_for_status()
    first_ms = round(1000 * (time.perf_counter() - began))
    found: dict[str, Any] = {"first search after a start, ms": first_ms}
    for what, requests in mixed.items():
        load(service.address, 1, requests[:WARM_UP])
        found[what] = {name: load(service.address, count, requests).figures() for name, count in CLIENTS.items()}
    found["memory_mb"] = {role: round(one.pss / 2**20) for role, one in memory.taken(service).items()}
    return found


def reindex(stores: Stores) -> dict[str, Any]:
    """Searches before the words are made again and meanwhile, and how long that takes with searches going on all the time."""
    asked = list(Collection(large.OF).queries.values())
    requests = [Request("GET", f"/wiki/search?{urlencode({'q': asked[at % len(asked)]})}") for at in range(REQUESTS)]
    found: dict[str, Any] = {}
    for (kind, size), settings in stores.items():
        with serving(folder_of(size), settings) as service:
            load(service.address, 1, requests[:WARM_UP])
            alone = load(service.address, 1, requests).figures()
            began = time.perf_counter()
            job = f"/jobs/{service.http.post('/admin/reindex').json()['job_id']}"
            meanwhile = []
            while service.http.get(job).json()["status"] in ("queued", "running"):
                meanwhile.append(load(service.address, 1, requests).figures())
            seconds = time.perf_counter() - began
        found[f"{size:,} articles, {kind}"] = {
            "search alone": alone,
            "search meanwhile, p50_ms": round(statistics.median(one["p50_ms"] for one in meanwhile), 2),
            "search meanwhile, p99_ms": round(statistics.median(one["p99_ms"] for one in meanwhile), 2),
            "searches meanwhile": REQUESTS * len(meanwhile),
            "errors": sum(one["errors"] for one in meanwhile),
            "seconds": round(seconds, 1),
        }
    return found


def recall(stores: Stores) -> dict[str, Any]:
    """Share of the exactly nearest vectors that are found among the first ten, and the time of it in process."""
    questions = list(Collection(large.OF).queries.values())
    found: dict[str, Any] = {}
    for (kind, size), settings in stores.items():
        with _opened(size, settings) as world:
            queries = np.concatenate([world.embedders.chosen().embed([one]) for one in questions])
            found[f"{size:,} articles, {kind}"] = _recall(world, queries)
    return found


def _recall(world: World, queries: Any) -> dict[str, Any]:
    shares, times = [], []
    with world.db.reading() as tx:
        scope = scope_id(tx, OWNER, ScopeKind.WIKI)
        assert scope is not None
        rows = tx.execute(select(index_vector.c.number, index_vector.c.vector)).all()
        numbers = np.array([row.number for row in rows])
        vectors = np.frombuffer(b"".join(row.vector for row in rows), "<f4").reshape(len(rows), -1)
        for query in queries:
            nearest = set(numbers[np.argsort(-(vectors @ query), kind="stable")[:NEAREST]].tolist())
            began = time.perf_counter()
            hits = world.vectors.search(tx, scope, query, NEAREST, world.embedders.chosen().name)
            times.append(1000 * (time.perf_counter() - began))
            shares.append(len(nearest & set(hits.numbers.tolist())) / NEAREST)
    return {
        "vectors": len(numbers),
        "recall at 10": round(metrics.mean(shares), 4),
        "p50_ms": round(statistics.median(times), 1),
    }


def agreement(stores: Stores) -> dict[str, Any]:
    """Share of the first ten articles that both databases give alike; and on a judged collection how good they are."""
    collection = Collection(large.OF)
    found: dict[str, Any] = {}
    for size in sorted({size for _, size in stores}):
        given = []
        for kind in KINDS:
            with serving(folder_of(size), stores[kind, size]) as service:
                given.append({one: _first_ten(service, one) for one in collection.queries.values()})
        found[f"{size:,} articles"] = _alike(*given)
    judged = [_judged(collection, kind) for kind in KINDS]
    ndcg = [metrics.mean([metrics.ndcg(one[id_], collection.judgments[id_]) for id_ in one]) for one in judged]
    found[collection.name] = {
        **_alike(*judged),
        **{f"nDCG@10 on {kind}": round(value, 4) for kind, value in zip(KINDS, ndcg, strict=True)},
    }
    return found


def _judged(collection: Collection, kind: str) -> Rankings:
    folder = feed_and_settle(collection, fresh=False)
    if kind == "sqlite":
        with serving(folder) as service:
            return ranked(service, collection)
    with postgres.server() as server:
        url, _ = postgres.database(server, collection.name, fresh=True)
        postgres.copy(folder, url)
        with serving(folder, {URL: url}) as service:
            return ranked(service, collection)


def _alike(one: Rankings, other: Rankings) -> dict[str, Any]:
    pairs = [(one[asked][:NEAREST], other[asked][:NEAREST]) for asked in one]
    overlaps = [len(set(here) & set(there)) / max(1, len(here), len(there)) for here, there in pairs]
    return {
        "overlap of the first ten": round(metrics.mean(overlaps), 4),
        "the same ten in the same order": f"{sum(here == there for here, there in pairs)} of {len(pairs)}",
    }


def _first_ten(service: Service, question: str) -> list[str]:
    answer = service.http.get("/wiki/search", params={"q": question, "limit": NEAREST}).raise_for_status()
    return [one["slug"] for one in answer.json()]


def together(_stores: Stores) -> dict[str, Any]:
    """Two servers and two workers over one PostgreSQL and one folder: half of the texts fed to each, at once, by eight clients."""
    folder = CACHE / "together"
    shutil.rmtree(folder, ignore_errors=True)
    made = [content for content, _ in texts(SHARED_TEXTS, 300, seed=3)]
    requests = [Request("POST", "/ingest/text", {"content": content}) for content in made]
    with postgres.server() as server:
        url, _ = postgres.database(server, "together", fresh=True)
        settings = {URL: url}
        with serving(folder, settings) as one, serving(folder, settings) as other:
            began = time.perf_counter()
            with ThreadPoolExecutor(2) as both:
                addresses, halves = (one.address, other.address), (requests[::2], requests[1::2])
                fed = list(both.map(load, addresses, (CLIENTS_EACH, CLIENTS_EACH), halves))
            one.settle("both workers")
            seconds = time.perf_counter() - began
            asked = [content.split(".")[1] for content in made[::40]]
            same = [_first_ten(one, question) == _first_ten(other, question) for question in asked]
            articles = [one.http.get(f"/wiki/articles/{each['slug']}").json() for each in one.articles()]
            report_ = check(folder, settings)
    return {
        "texts": SHARED_TEXTS,
        "errors": sum(each.errors for each in fed),
        "articles": len(articles),
        "versions for each article": dict(Counter(each["version"] for each in articles)),
        "compiled_with_vectors_per_second": round(SHARED_TEXTS / seconds, 1),
        "both give the same": f"{sum(same)} of {len(same)}",
        "check": report_,
    }


@contextmanager
def _opened(size: int, settings: Mapping[str, str]) -> Iterator[World]:
    world = open_world(Settings(data_dir=folder_of(size), database=DatabaseSettings(url=settings.get(URL))))
    try:
        yield world
    finally:
        world.close()


PARTS = {"serve": serve, "reindex": reindex, "recall": recall, "agreement": agreement, "together": together}
