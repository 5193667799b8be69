"""Documents while they are read: how fast that goes, what it costs, and how requests fare meanwhile.

`read`: a PDF made by rule, then scans of the samples, are uploaded while one client lists documents ten times a second; embedding
in one process is the floor of what follows reading. `beside`: sixteen clients search while two hundred documents are
uploaded, read and given vectors, each asking its next question as soon as the last was answered; and the same at a beat of one question
a second each, as people ask.
"""

import argparse
import shutil
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench import floor, metrics, report, search
from bench.booklets import booklet
from bench.corpora import FOLDER
from bench.load import Outcome, Request, load
from bench.memory import Phase, Watch
from bench.pages import opened
from bench.pulse import Pulse, beating
from bench.service import CACHE, POLL_S, Service, serving, sha256
from bench.texts import question_of, texts
from lorewright.reading.recognition.engine import is_installed
from lorewright.retrieval.pipelines.tables import Stage

PAGES, SEED = 400, 5
SAMPLES = FOLDER.parent / "samples"
SCANS = ("pdf/image-only-ocr.pdf", "img/phototest.tif", "img/eurotext.tif", "img/linn.png")
"""A page each."""
EACH_S = 0.1
REST_S = 3.0
CLIENTS = 16
DOCUMENTS, WORDS = 200, 500
PACES = {"one after the other": 0.0, "one a second each": 1.0}
"""Seconds from one search of a client to its next."""
AT_ONCE = 400
"""Searches sent before it is looked whether documents are still being indexed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part; may be repeated")
    parser.add_argument("--pages", type=int, default=PAGES, help=f"of the PDF made by rule (default {PAGES})")


def run(options: argparse.Namespace) -> None:
    figures: dict[str, Any] = {}
    for name in options.only or PARTS:
        folder = CACHE / f"documents-{name}"
        shutil.rmtree(folder, ignore_errors=True)
        figures[name] = PARTS[name](folder, options)
        print(report.table([name, "figure"], list(report.flat(figures[name]))), "\n", flush=True)
    report.save("documents", figures)


def read(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """How long a PDF and scans take until they are found by their words, then until they have vectors."""
    phases: dict[str, Phase] = {}
    with serving(folder, search.ALONE) as service:
        chosen = search.collection_of(service, "read")
        listing = [f"/api/documents?collection_id={chosen}"]
        with beating(service.address, EACH_S, listing) as pulse, Watch(service) as watch:
            with Phase(service) as phases["nothing"]:
                time.sleep(REST_S)
            data, _ = booklet(options.pages, SEED)
            with Phase(service) as phases["reading"]:
                passages = _indexed(service, search.upload(service, chosen, "booklet.pdf", data))
            with Phase(service) as phases["vectors"]:
                search.settle(folder, "booklet.pdf")
            for name in _scans():
                with Phase(service) as phases[name]:
                    path = SAMPLES / name
                    _indexed(service, search.upload(service, chosen, path.name, path.read_bytes()))
                search.settle(folder, name)
    with opened(folder) as world:
        least = floor.of_embedding(world)
    reading, vectors = phases["reading"], phases["vectors"]
    return {
        "pages": options.pages,
        "pages a second": round(options.pages / reading.seconds, 1),
        "pages a CPU second, reader alone": round(options.pages / reading.cpu_s["worker's reader"], 1),
        "pages a CPU second, with passages and words": round(options.pages / reading.background_s, 1),
        "passages a CPU second, vectors": round(passages / vectors.background_s, 1),
        "floor: passages a CPU second, embedding": round(least.per_cpu_second, 1),
        "passages": passages,
        "scans, CPU s": {name: round(phases[name].background_s, 1) for name in _scans()},
        "most memory": {name: watch.most(one.began, one.ended) for name, one in phases.items()},
        "requests meanwhile": {name: _beats(pulse, one) for name, one in phases.items()},
    }


def beside(folder: Path, _options: argparse.Namespace) -> dict[str, Any]:
    """Searches of a collection of two hundred documents while two hundred others come into it."""
    made = [content for content, _ in texts(3 * DOCUMENTS, WORDS, seed=SEED)]
    first, *others = (made[at : at + DOCUMENTS] for at in range(0, len(made), DOCUMENTS))
    with serving(folder, search.ALONE) as service:
        chosen = search.collection_of(service, "beside")
        pipeline = search.pipeline_of(service, "with an answer", list(Stage))
        _feed(service, chosen, first)
        search.settle(folder, "the first documents")
        bodies = [search.asked(chosen, question_of(one), pipeline_id=pipeline) for one in first]
        requests = [Request("POST", "/api/search", one) for one in bodies] * (AT_ONCE // DOCUMENTS)
        load(service.address, CLIENTS, requests[:DOCUMENTS])
        found: dict[str, Any] = {"alone": load(service.address, CLIENTS, requests).figures()}
        for (name, each_s), new in zip(PACES.items(), others, strict=True):
            found[name] = _searched(service, chosen, new, requests, each_s)
    return {**found, "to reach": "no error, p99 500 ms"}


def _searched(
    service: Service, chosen: str, new: Sequence[str], requests: Sequence[Request], each_s: float
) -> dict[str, Any]:
    """Searches until all the new documents have been indexed and have their vectors."""
    outcomes: list[Outcome] = []
    began = time.perf_counter()
    feeding = threading.Thread(target=_feed, args=(service, chosen, new))
    feeding.start()
    with opened(service.data_dir) as world:
        while feeding.is_alive() or search.live_jobs(world):
            outcomes.append(load(service.address, CLIENTS, requests, each_s))
    feeding.join()
    seconds = time.perf_counter() - began
    latencies = [one for outcome in outcomes for one in outcome.latencies_ms]
    together = Outcome(latencies, sum(one.errors for one in outcomes), sum(one.seconds for one in outcomes))
    there = service.http.get(f"/api/collections/{chosen}").raise_for_status().json()["document_count"]
    return {**together.figures(), "searches": len(latencies), "seconds": round(seconds, 1), "documents": there}


def _feed(service: Service, chosen: str, contents: Sequence[str]) -> None:
    for content in contents:
        search.upload(service, chosen, f"{sha256(content)}.txt", content.encode())


def _scans() -> list[str]:
    return [name for name in SCANS if is_installed() and (SAMPLES / name).is_file()]


def _indexed(service: Service, document: str) -> int:
    """How many passages it has; returns when it can be found by its words."""
    while (shown := service.http.get(f"/api/documents/{document}").json())["status"] == "processing":
        time.sleep(POLL_S)
    assert shown["status"] == "indexed", shown["status"]
    return int(shown["chunk_count"])


def _beats(pulse: Pulse, phase: Phase) -> dict[str, Any]:
    beats = pulse.between(phase.began, phase.ended)
    taken = [one.ms for one in beats]
    return {
        "requests": len(beats),
        "errors": sum(not one.ok for one in beats),
        **{f"p{share * 100:g}_ms": round(metrics.percentile(taken, share), 1) for share in (0.5, 0.99) if taken},
    }


PARTS = {"read": read, "beside": beside}
