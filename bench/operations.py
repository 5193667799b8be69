"""Every operation of the gateway that reads or takes in little, in a wiki of 5,000 articles, with one client and with eight.

In a copy of the wiki that `lint` has looked through, of which it needs a report with a contradiction. What asks for work in the background is
measured until it is acknowledged: all but the first join the work that waits or runs.
"""

import argparse
import shutil
from typing import Any

from bench import report
from bench.load import Request, load
from bench.service import CACHE, Service, serving

LOOKED_THROUGH, FOLDER = CACHE / "data" / "lint", CACHE / "operations"
REQUESTS = 200
"""With each number of clients."""
WARM_UP = 20
CLIENTS = {"1 client": 1, "8 clients": 8}
TO_REACH_MS = 20.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def run(_options: argparse.Namespace) -> None:
    if not LOOKED_THROUGH.is_dir():
        print("  skipped: `python -m bench lint` makes the wiki that this needs")
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(LOOKED_THROUGH, FOLDER)
    with serving(FOLDER) as service:
        service.settle("what was left to do")
        figures = measured(service)
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("operations", figures)


def measured(service: Service) -> dict[str, Any]:
    """By operation and number of clients; those that take longer than they should by name."""
    found: dict[str, Any] = {}
    for what, requests in _asked(service).items():
        load(service.address, 1, requests[:WARM_UP])
        for at, (name, count) in enumerate(CLIENTS.items()):  # each its own: a finding is dismissed once
            part = requests[WARM_UP + at :: len(CLIENTS)]
            found.setdefault(what, {})[name] = load(service.address, count, part).figures()
        print(f"  {what}: {found[what]}", flush=True)
    slow = [what for what, one in found.items() if one["1 client"]["p50_ms"] > TO_REACH_MS]
    return {**found, f"over {TO_REACH_MS:g} ms with one client": slow}


def _asked(service: Service) -> dict[str, list[Request]]:
    latest = service.http.get("/lint/reports/latest").raise_for_status().json()
    some = [*latest["contradictions"], *latest["orphans"], *latest["structurals"]]
    pair = latest["contradictions"][0]
    decided = f"/wiki/backlinks/{pair['article_a_id']}/{pair['article_b_id']}/resolve"
    source, article, job = (
        service.http.get(f"{path}?limit=1").json()[0]["id"] for path in ("/ingest/sources", "/wiki/articles", "/jobs")
    )
    concept = max(service.http.get("/wiki/concepts").json(), key=lambda one: one["article_count"])["name"]
    reads = {
        "sources, 50": "/ingest/sources",
        "one source": f"/ingest/sources/{source}",
        "articles, 50": "/wiki/articles",
        "one article": f"/wiki/articles/{article}",
        "its versions": f"/wiki/articles/{article}/versions",
        "its conflicts": f"/wiki/articles/{article}/conflicts",
        "index page": "/wiki/index",
        "overview page": "/wiki/overview",
        "one concept": f"/wiki/concepts/{concept}",
        "articles of a common concept": f"/wiki/concepts/{concept}/articles",
        "merges of concepts": "/wiki/concept-merges",
        "splits of concepts": "/wiki/concept-splits",
        "eligible concepts": "/admin/concepts/eligible",
        "decisions": "/wiki/contradiction-resolutions",
        "reports": "/lint/reports",
        "the latest report": "/lint/reports/latest",
        "one report": f"/lint/reports/{latest['report']['id']}",
        "health of the wiki": "/wiki/health",
        "statistics": "/admin/stats",
        "orphans": "/admin/orphans",
        "jobs, 50": "/jobs",
        "one job": f"/jobs/{job}",
        "settings": "/settings",
        "costs": "/settings/llm/cost",
        "costs by kind": "/settings/llm/cost/breakdown",
        "health": "/health",
    }
    asks = {
        "decide a contradiction": (decided, {"resolution": "both_valid"}),
        "ask for a look through": ("/lint/run", None),
        "ask for a sweep": ("/admin/sweep", None),
    }
    many = WARM_UP + len(CLIENTS) * REQUESTS
    return {
        **{what: [Request("GET", path)] * many for what, path in reads.items()},
        **{what: [Request("POST", path, body)] * many for what, (path, body) in asks.items()},
        "dismiss a finding": [
            Request("POST", f"/lint/findings/{one['kind']}/{one['id']}/dismiss") for one in some[:many]
        ],
    }
