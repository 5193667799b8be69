"""Looking a wiki of 5,000 articles through: the first time, again with nothing new, and after one article has come.

The wiki is a copy of that of the collection scifact, as it was compiled. Pairs of the planted contradictions that were there to
develop with are fed to a copy of it, so that the report has something to say. Clock, processor time and memory are the worker's.
"""

import argparse
import shutil
import time
from itertools import islice
from pathlib import Path
from typing import Any

from bench import memory, report
from bench.contradictions import planted
from bench.corpora import Collection
from bench.retrieval import feed_and_settle
from bench.service import CACHE, Service, check, serving
from lorewright.knowledge.disputes.statements import Relation

OF = "scifact"
PLANTED = 10
"""Pairs, of which each is two articles."""
POLL_S = 0.05


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--of", type=Path, help="a data folder to copy, instead of that of the collection")


def run(options: argparse.Namespace) -> None:
    collection = Collection(OF)
    if not (options.of or collection.is_there):
        print(f"  skipped: {collection.folder} is not on this machine")
        return
    folder = CACHE / "data" / "lint"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(options.of or feed_and_settle(collection, fresh=False), folder)
    figures: dict[str, Any] = {}
    with serving(folder) as service:
        service.settle("what was left to do")
        figures["the first run"] = _measured(service)
        figures["again, nothing new"] = _measured(service)
        pairs = (one for one in planted("tuned") if one.expected == Relation.CONTRADICTS and one.one.language == "en")
        for number, pair in enumerate(islice(pairs, PLANTED)):
            for side in (pair.one, pair.other):
                [about] = side.about
                service.feed(f"# {about.title()} {number}\n\n{side.text}", f"{about.title()}")
        service.settle("planted pairs")
        figures[f"after {2 * PLANTED} articles"] = _measured(service)
        service.feed("# Harlow Bridge measured\n\nHarlow Bridge is 777 metres long.", "Harlow Bridge")
        service.settle("one article")
        figures["after one article"] = _measured(service)
    figures["violations"] = len(check(folder)["violations"])
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("lint", figures)


def _measured(service: Service) -> dict[str, Any]:
    """A run, from asking for it until its report is complete."""
    before = memory.taken(service)["worker"].cpu_s
    with memory.Watch(service) as watch:
        began = time.monotonic()
        service.http.post("/lint/run").raise_for_status()
        while (latest := service.http.get("/lint/reports", params={"limit": 1}).json()[0])["status"] == "in_progress":
            time.sleep(POLL_S)
        ended = time.monotonic()
    cpu_s = memory.taken(service)["worker"].cpu_s - before
    counts = ("article_count", "checked_pairs", "contradictions_count", "orphans_count", "structural_count")
    return {
        "seconds": round(ended - began, 2),
        "cpu_s": round(cpu_s, 2),
        "worker_peak_mb": watch.most(began, ended)["rss_mb"]["worker"],
        "status": latest["status"],
        **{name: latest[name] for name in counts},
    }
