"""How long things take, and how much of it the floor: what the machine needs for the least that has to be done.

Clock times depend on the machine and on what else it does; the ratio to the floor of the same run and the CPU time depend on
it far less, so they are what counts.
"""

import argparse
import os
import shutil
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import psutil

from bench import floor, report
from bench.corpora import Collection
from bench.load import Request, load
from bench.pages import OWNER, opened
from bench.postgres import URL
from bench.retrieval import feed_and_settle
from bench.service import CACHE, Service, prepare, serving
from bench.texts import question_of, texts
from lorewright.gateway.articles import queries

STARTS = 5
IDLE_S = 20.0
TEXTS = 200
WORDS = 500
REQUESTS = 200
WARM_UP = 10
PAGE = 50
FAR = 4_900
"""An offset near the end of the large wiki."""
DURABLE_TEXTS = 800
QUEUED_TEXTS = 50
"""Fed before, so that the worker is at work."""
CLIENTS = (1, 8)
LARGE = "scifact"
"""The collection whose articles are the large case."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part; may be repeated")


def run(options: argparse.Namespace) -> None:
    figures: dict[str, Any] = {}
    for name in options.only or PARTS:
        print(f"{name}:", flush=True)
        found = PARTS[name]()
        if found:
            figures[name] = found
            print(report.table(["what", "figure"], list(report.flat(found))), "\n", flush=True)
    report.save("speed", figures)


def start() -> dict[str, Any]:
    """From the start of the process to the first answer of /health; bytecode is compiled, as `make setup` leaves it."""
    folder = CACHE / "start"
    new, known = [], []
    for _ in range(STARTS):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        new.append(_start(folder))
        known.append(_start(folder))
    return {
        "new folder": {"seconds": _median(one[0] for one in new), "cpu_seconds": _median(one[1] for one in new)},
        "known folder": {"seconds": _median(one[0] for one in known), "cpu_seconds": _median(one[1] for one in known)},
    }


def _start(folder: Path) -> tuple[float, float]:
    """(seconds, CPU seconds of the server) until it is healthy."""
    began = time.perf_counter()
    with serving(folder) as service:
        return time.perf_counter() - began, _cpu_s(service.process)


def idle() -> dict[str, Any]:
    """Memory and work of server and worker together when nothing has been asked of them."""
    folder = CACHE / "idle"
    shutil.rmtree(folder, ignore_errors=True)
    with serving(folder) as service:
        _wait_until_quiet(service)
        before = sum(map(_cpu_s, service.processes()))
        time.sleep(IDLE_S)
        processes = service.processes()
        memory = [one.memory_full_info() for one in processes]
        return {
            "processes": len(processes),
            "rss_mb": round(sum(one.rss for one in memory) / 2**20),
            "pss_mb": round(sum(one.pss for one in memory) / 2**20),
            "percent_of_a_core": round(100 * (sum(map(_cpu_s, processes)) - before) / IDLE_S, 2),
        }


def _wait_until_quiet(service: Service) -> None:
    """Until all processes have started: the worker is still loading when the server is healthy."""
    while True:
        before = sum(map(_cpu_s, service.processes()))
        time.sleep(2)
        if sum(map(_cpu_s, service.processes())) - before < 0.1:
            return


def feeding() -> dict[str, Any]:
    """Taking in, compiling and embedding texts of 500 words; the embedding beside the bare model on the same passages."""
    folder = _small()
    prepare(folder, fresh=True)
    made = list(texts(TEXTS, WORDS))
    requests = [Request("POST", "/ingest/text", {"content": content}) for content, _ in made]
    half = len(requests) // 2
    with serving(folder) as service:
        worker = service.worker()
        cpu, began = _cpu_s(worker), time.perf_counter()
        accepted = {
            _clients(clients): load(service.address, clients, part).figures()
            for clients, part in zip(CLIENTS, (requests[:half], requests[half:]), strict=True)
        }
        _wait_compiled(service)
        compiled_s, compiled_cpu = time.perf_counter() - began, _cpu_s(worker) - cpu
        began, cpu = time.perf_counter(), _cpu_s(worker)  # vectors are made while it is searched, too
        unfound = [own for _, own in made[:: TEXTS // 20] if not _finds(service, own)]
        service.settle("vectors")
        embedded_s, embedded_cpu = time.perf_counter() - began, _cpu_s(worker) - cpu
    with opened(folder) as world:
        least = floor.of_embedding(world)
    return {
        "ingest": accepted,
        "compile": {
            "sources": TEXTS,
            "not_found_by_their_word": len(unfound),
            "sources_per_second": round(TEXTS / compiled_s, 1),
            "cpu_ms_per_source": round(1000 * compiled_cpu / TEXTS, 1),
            "sources_per_cpu_second": round(TEXTS / compiled_cpu, 1),
        },
        "vectors": {
            "passages": least.passages,
            "per_second": round(least.passages / embedded_s, 1),
            "per_cpu_second": round(least.passages / embedded_cpu, 1),
            "floor_per_second": round(least.per_second, 1),
            "floor_per_cpu_second": round(least.per_cpu_second, 1),
            "of_the_floor_by_cpu": round(least.passages / embedded_cpu / least.per_cpu_second, 2),
        },
    }


def _wait_compiled(service: Service) -> None:
    while any(
        service.http.get("/ingest/sources", params={"status": one, "limit": 1}).json()
        for one in ("pending", "processing")
    ):
        time.sleep(0.1)


def _finds(service: Service, own: str) -> bool:
    hits = service.http.get("/wiki/search", params={"q": own, "limit": 1}).raise_for_status().json()
    return bool(hits) and own in hits[0]["passage"]


def asking() -> dict[str, Any]:
    """Search and ask beside their floors, in a small and a large wiki, with one client and with eight."""
    found: dict[str, Any] = {}
    small = _small()
    if URL in os.environ:
        print("  the small wiki is skipped: only one fits into the database")
    elif not (small / "lorewright.db").is_file():
        print("  the small wiki is missing: run the part `feeding` first")
    else:
        found["200 articles"] = _asked(small, [question_of(content) for content, _ in texts(TEXTS, WORDS)])
    large = Collection(LARGE)
    if large.is_there:
        folder = feed_and_settle(large, fresh=False)
        found["5,000 articles"] = _asked(folder, list(large.queries.values()))
    else:
        print(f"  the large wiki is skipped: {large.folder} is not on this machine")
    return found


def _asked(folder: Path, questions: Sequence[str]) -> dict[str, Any]:
    with opened(folder) as world:
        least = floor.of_questions(world, questions[:50])
    asked = [questions[at % len(questions)] for at in range(REQUESTS)]
    search = [Request("GET", f"/wiki/search?{urlencode({'q': one})}") for one in asked]
    ask = [Request("POST", "/query", {"question": one}) for one in asked]
    with serving(folder) as service:
        service.settle(folder.name)
        load(service.address, 1, [*search[:WARM_UP], *ask[:WARM_UP]])
        searches = {_clients(clients): _measured(service, clients, search) for clients in CLIENTS}
        answers = {_clients(clients): _measured(service, clients, ask) for clients in CLIENTS}
    return {
        "search": {**searches, **_beside(least, searches["1 client"]["p50_ms"])},
        "ask": {
            **answers,
            "floor_ms": least.retrieval_ms,
            "p50_of_the_floor": round(answers["1 client"]["p50_ms"] / least.retrieval_ms, 2),
        },
    }


def _beside(least: floor.Floor, p50_ms: float) -> dict[str, Any]:
    """The floor of a search, and how many times as long it takes."""
    found: dict[str, Any] = {"floor_embedding_ms": least.embedding_ms, "in_process_ms": least.search_ms}
    if least.sql_ms is None:
        return {**found, "statements": least.statements}
    floor_ms = round(least.embedding_ms + least.sql_ms, 2)
    return {
        **found,
        "floor_ms": floor_ms,
        f"floor_sql_ms ({least.statements} statements)": least.sql_ms,
        "p50_of_the_floor": round(p50_ms / floor_ms, 2),
    }


def listing() -> dict[str, Any]:
    """Lists of articles and single ones in the large wiki: times, and how many statements each takes."""
    large = Collection(LARGE)
    if not large.is_there:
        print(f"  the large wiki is skipped: {large.folder} is not on this machine")
        return {}
    folder = feed_and_settle(large, fresh=False)
    with serving(folder) as service:
        service.settle(folder.name)
        slugs = [one["slug"] for one in service.articles()][:: max(1, FAR // REQUESTS)]
        asked = {
            f"list of {PAGE}": [Request("GET", f"/wiki/articles?limit={PAGE}")] * REQUESTS,
            f"list of {PAGE} after {FAR:,}": [Request("GET", f"/wiki/articles?limit={PAGE}&offset={FAR}")] * REQUESTS,
            "one article": [Request("GET", f"/wiki/articles/{quote(one)}") for one in slugs[:REQUESTS]],
        }
        found: dict[str, Any] = {}
        for what, requests in asked.items():
            load(service.address, 1, requests[:WARM_UP])
            found[what] = {_clients(clients): _measured(service, clients, requests) for clients in CLIENTS}
    with opened(folder) as world, world.db.reading() as tx:
        with floor.statements() as of_list:
            queries.list_articles(tx, OWNER, limit=PAGE, offset=0)
        with floor.statements() as of_one:
            queries.get_article(tx, OWNER, slugs[0])
    return {**found, "statements of a list": len(of_list), "statements of one article": len(of_one)}


def durable() -> dict[str, Any]:
    """Texts of 500 words accepted from eight clients while the worker compiles, beside the least that makes one durable."""
    folder = CACHE / "durable"
    shutil.rmtree(folder, ignore_errors=True)
    made = [content for content, _ in texts(QUEUED_TEXTS + DURABLE_TEXTS, WORDS, seed=1)]
    requests = [Request("POST", "/ingest/text", {"content": content}) for content in made]
    with serving(folder) as service:
        load(service.address, 1, requests[:QUEUED_TEXTS])
        worker = service.worker()
        cpu = _cpu_s(worker)
        accepted = _measured(service, CLIENTS[-1], requests[QUEUED_TEXTS:])
        worker_cpu = _cpu_s(worker) - cpu
        is_busy = service.live_jobs()
    least = floor.of_durability(folder, [one.encode() for one in made[:QUEUED_TEXTS]])
    shutil.rmtree(folder)
    return {
        **accepted,
        "floor_ms": least,
        "worker_cpu_seconds": round(worker_cpu, 2),
        "the worker still had work": is_busy,
    }


def _measured(service: Service, clients: int, requests: Sequence[Request]) -> dict[str, Any]:
    """Latencies, and the CPU time of the server for each request."""
    before = _cpu_s(service.process)
    figures = load(service.address, clients, requests).figures()
    return {**figures, "server_cpu_ms": round(1000 * (_cpu_s(service.process) - before) / len(requests), 2)}


def _small() -> Path:
    return CACHE / "data" / "small"


def _clients(count: int) -> str:
    return "1 client" if count == 1 else f"{count} clients"


def _cpu_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _median(values: Iterator[float]) -> float:
    return round(statistics.median(values), 2)


PARTS = {
    "start": start,
    "idle": idle,
    "feeding": feeding,
    "durable": durable,
    "listing": listing,
    "asking": asking,
}
