"""Retrieval quality through `GET /wiki/search` or `POST /api/search`, on judged collections."""

import argparse
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench import metrics, peers, report, search
from bench.corpora import NAMES, Collection, collections_there
from bench.pages import rank_pages
from bench.service import CACHE, Service, feed_texts, prepare, serving, sha256

DEPTH = 100
FILES = "from the PDF files"
FEW = 10
"""Sources of a second run over the files: whoever reads them looks at no more."""

Rankings = dict[str, list[str]]
"""Query id -> document ids, best first."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--collection", action="append", choices=NAMES, help="only this one; may be repeated")
    parser.add_argument("--service", choices=("wiki", "api"), default="wiki", help="through which service's search")
    parser.add_argument("--fresh", action="store_true", help="feed, compile and index again, which takes long")


def run(options: argparse.Namespace) -> None:
    figures: dict[str, Any] = {}
    measures = dict(metrics.MEASURES)
    if options.service == "api":
        del measures["Recall@100"]  # it gives 50 at most
    for collection in collections_there(options.collection or list(NAMES)):
        print(
            f"{collection.name}: {len(collection.documents)} documents, {len(collection.queries)} queries", flush=True
        )
        through = through_search if options.service == "wiki" else search.through_api
        figures[collection.name] = judged(collection, through(collection, fresh=options.fresh), measures)
        show(collection.name, figures[collection.name])
        if collection.pdfs:
            name = f"{collection.name} {FILES}"
            pages = rank_pages if options.service == "wiki" else search.pages_through_api
            figures[name] = judged(collection, pages(collection, fresh=options.fresh), measures)
            show(name, figures[name])
            if options.service == "api":
                few = judged(collection, search.pages_through_api(collection, fresh=False, sources=FEW), measures)
                figures[name][f"of {FEW} sources"] = few["measures"]
                print(f"  of {FEW} sources:")
                show(name, few)
    if not figures:
        return
    print("\n" + overview(figures))
    report.save("retrieval" if options.service == "wiki" else "search", {"collections": figures})


def through_search(collection: Collection, *, fresh: bool) -> Rankings:
    """Feeds every document as a text, waits until all are compiled and have vectors, and asks every query."""
    with serving(feed_and_settle(collection, fresh=fresh)) as service:
        return ranked(service, collection)


def ranked(service: Service, collection: Collection) -> Rankings:
    """Asks every query of a service that holds the collection."""
    sources = {str(one["content_hash"]): str(one["id"]) for one in service.sources()}
    documents: dict[str, list[str]] = defaultdict(list)
    for one in collection.documents:
        if one.content:
            documents[sources[sha256(one.content)]].append(one.id)
    return {query_id: _search(service, question, documents) for query_id, question in collection.queries.items()}


def feed_and_settle(collection: Collection, *, fresh: bool) -> Path:
    """The data folder of a collection, everything in it compiled and with its vectors."""
    data_dir = CACHE / "data" / collection.name
    prepare(data_dir, fresh=fresh)
    with serving(data_dir) as service:
        feed_texts(service, [(one.content, one.title) for one in collection.documents if one.content])
        service.settle(collection.name)
    return data_dir


def _search(service: Service, question: str, documents: dict[str, list[str]]) -> list[str]:
    """Document ids, best first; those of the same content stand together."""
    answer = service.http.get("/wiki/search", params={"q": question, "limit": DEPTH})
    answer.raise_for_status()
    return [document for hit in answer.json() for source in hit["source_ids"] for document in documents[source]]


def judged(collection: Collection, rankings: Rankings, measures: Mapping[str, metrics.Measure]) -> dict[str, Any]:
    """The measures, each query's nDCG@10, and the interval of the difference from the peers' best row."""
    values = {
        name: [measure(rankings[query_id], collection.judgments[query_id]) for query_id in collection.queries]
        for name, measure in measures.items()
    }
    queries = dict(zip(collection.queries, values["nDCG@10"], strict=True))
    return {
        "measures": {name: round(metrics.mean(found), 4) for name, found in values.items()},
        "peer": peers.compare(collection, queries),
        "ndcg_by_query": {query_id: round(value, 4) for query_id, value in queries.items()},
    }


def show(name: str, figures: dict[str, Any]) -> None:
    print("  " + "  ".join(f"{measure} {value:.3f}" for measure, value in figures["measures"].items()), flush=True)


def overview(figures: dict[str, Any]) -> str:
    measures = list(next(iter(figures.values()))["measures"])
    rows = []
    for name, one in figures.items():
        peer = one["peer"]
        low, high = peer["interval"]
        difference = f"{peer['difference']:+.3f} ({low:+.3f} to {high:+.3f}, {peer['how']})"
        rows.append(
            [
                name,
                *(f"{value:.3f}" for value in one["measures"].values()),
                f"{peer['ndcg']:.3f} {peer['system']}",
                difference,
            ]
        )
    fed = [one["measures"]["nDCG@10"] for name, one in figures.items() if not name.endswith(FILES)]
    if len(fed) == len(NAMES):
        best = peers.best_single_mean()
        rows.append(
            [
                "mean of the four",
                f"{metrics.mean(fed):.3f}",
                *[""] * (len(measures) - 1),
                f"{best[1]:.3f} {best[0]}",
                f"{metrics.mean(fed) - best[1]:+.3f}",
            ]
        )
    return report.table(["collection", *measures, "peers' best nDCG@10", "difference (95 % interval)"], rows)
