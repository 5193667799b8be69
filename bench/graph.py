"""The graph and the concepts of 5,000 articles and 10,000 links, with one client and with eight.

The rows are made by rule, each with a sentence of common length, since only how many they are and how long matters here.
"""

import argparse
import random
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from sqlalchemy import Table, insert

from bench import report
from bench.load import Request, load
from bench.pages import OWNER, opened
from bench.service import CACHE, serving
from lorewright import tables
from lorewright.core.ids import derived_id
from lorewright.db import schema
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.tables import article, article_name, article_version, link
from lorewright.gateway.concepts.tables import article_concept, concept

ARTICLES, LINKS, CONCEPTS, EACH = 5_000, 10_000, 3_000, 6
REQUESTS, WARM_UP = 50, 5
CLIENTS = {"1 client": 1, "8 clients": 8}
SENTENCE = (
    "The keeper of the lighthouse wrote down each evening how many ships had passed the reef since the last tide, {}."
)
NOW = datetime(2026, 1, 1, tzinfo=UTC)

assert tables.__all__, "a schema is made of the tables that have been loaded"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--articles", type=int, default=ARTICLES, help="how many there are; twice as many links")


def run(options: argparse.Namespace) -> None:
    folder = CACHE / "data" / "graph"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with opened(folder) as world:
        schema.upgrade(world.db, folder, NOW)
        with world.db.writing() as tx:
            _make(tx, options.articles)
    figures: dict[str, Any] = {"articles": options.articles}
    with serving(folder) as service:
        name = service.http.get("/wiki/concepts").json()[0]["name"]
        graph = service.http.get("/wiki/graph")
        figures |= {"links": len(graph.json()["edges"]), "bytes": len(graph.content)}
        paths = ("/wiki/graph", "/wiki/concepts", f"/wiki/concepts/{name}", "/admin/concepts/eligible")
        for path in paths:
            asked = [Request("GET", path)] * REQUESTS
            load(service.address, 1, asked[:WARM_UP])
            figures[path] = {what: load(service.address, count, asked).figures() for what, count in CLIENTS.items()}
    report.save("graph", figures)
    print(report.table(["what", "figure"], list(report.flat(figures))))


def _make(tx: Transaction, articles: int) -> None:
    draw = random.Random(7)
    ids = [derived_id("article", number) for number in range(articles)]
    of_article = [sorted(draw.sample(range(CONCEPTS), EACH)) for _ in ids]
    counts = [0] * CONCEPTS
    for numbers in of_article:
        for number in numbers:
            counts[number] += 1
    mine = {"user_id": OWNER}
    _put(tx, article, ({**mine, **_article(id_, number)} for number, id_ in enumerate(ids)))
    versions = ({"article_id": id_, "number": 1, "body": SENTENCE, "made_by": "engine", "made_at": NOW} for id_ in ids)
    _put(tx, article_version, ({**mine, **one} for one in versions))
    _put(tx, article_name, ({**mine, "article_id": id_, "key": f"article-{number}"} for number, id_ in enumerate(ids)))
    said = (
        {**mine, "article_id": id_, "ordinal": place, "key": f"c{number}", "written": f"concept-{number}"}
        for id_, numbers in zip(ids, of_article, strict=True)
        for place, number in enumerate(numbers)
    )
    _put(tx, article_concept, ({**one, "concept": one["written"]} for one in said))
    named = ((number, count) for number, count in enumerate(counts) if count)
    rows = (
        {"id": derived_id("c", n), "name": f"concept-{n}", "label": f"Concept {n}", "article_count": c}
        for n, c in named
    )
    _put(tx, concept, ({**mine, **one, "created_at": NOW} for one in rows))
    pairs: set[tuple[str, str]] = set()
    while len(pairs) < 2 * articles:
        one, other = draw.sample(ids, 2)
        pairs.add((one, other))
    kinds = ("references", "synthesizes", "extends")
    ends = ({"from_id": one, "to_id": other, "relation": kinds[n % 3]} for n, (one, other) in enumerate(sorted(pairs)))
    _put(tx, link, ({**mine, **one, "strength": 1.0, "context": SENTENCE.format(n)} for n, one in enumerate(ends)))


def _article(id_: str, number: int) -> dict[str, Any]:
    fixed = {"id": id_, "slug": f"article-{number}", "title": f"The log of the keeper of lighthouse number {number}"}
    shown = {"page_type": "source", "confidence": "sourced", "provider": "bench", "version": 1, "compiled_version": 1}
    return {**fixed, **shown, "created_at": NOW, "updated_at": NOW, "file_due": 0}


def _put(tx: Transaction, table: Table, rows: Iterator[dict[str, Any]]) -> None:
    while some := list(islice(rows, 1_000)):
        tx.execute(insert(table), some)
