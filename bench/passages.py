"""Searching collections that hold 100,000 passages: all in one, and a hundred in each of a thousand.

The stores are made by rule and kept. A passage is a real one of a judged collection, drawn again and again; its vector is a noisy
copy of the real one's, so that no model is needed; all else is written by the product's own functions. The floor is one
embedding of the question and the search's own SQL on bare `sqlite3`.
"""

import argparse
import asyncio
import io
import random
import shutil
import time
from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import delete, func, select

from bench import floor, metrics, report, search
from bench.corpora import NAMES
from bench.corpora import Collection as Judged
from bench.load import Request, load
from bench.noise import put_vectors
from bench.pages import opened
from bench.service import CACHE, serving, sha256
from lorewright import tables
from lorewright.db import schema
from lorewright.index.tables import index_vector
from lorewright.knowledge import texts
from lorewright.knowledge.engine import Passage
from lorewright.knowledge.tables import ScopeKind, passage, text
from lorewright.platform.accounts.rules import SKIPPED_USER_ID as OWNER
from lorewright.platform.jobs.tables import job
from lorewright.reading.base import Coverage, Reading
from lorewright.retrieval.collections import actions as collections
from lorewright.retrieval.collections.tables import collection
from lorewright.retrieval.documents import actions as documents
from lorewright.retrieval.pipelines.tables import Stage
from lorewright.retrieval.search import actions
from lorewright.retrieval.search.schemas import SearchConfig
from lorewright.world import World

assert tables.__all__, "a schema is made of the tables that have been loaded"

PASSAGES = 100_000
EACH = 100
"""Passages of a document; one document is a collection, or all are in one."""
COLLECTIONS = {"one collection": 1, "1,000 collections": PASSAGES // EACH}
TO_REACH = {"one collection": 3, "1,000 collections": 2}
QUESTIONS = 50
"""Of which the floor is measured."""
REQUESTS = 200
WARM_UP = 20
SEED = 11


class Piece(NamedTuple):
    content: str
    vector: NDArray[np.float32]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--of", choices=NAMES, default="financebench-pdf", help="the judged collection that passages come from"
    )
    parser.add_argument("--only", action="append", choices=COLLECTIONS, help="only this store; may be repeated")
    parser.add_argument("--fresh", action="store_true", help="make the stores anew")


def run(options: argparse.Namespace) -> None:
    judged = Judged(options.of)
    if not judged.is_there:
        print(f"the stores are made of {judged.name}, which is not on this machine: skipped")
        return
    questions = list(judged.queries.values())
    figures: dict[str, Any] = {"passages of": judged.name}
    for name in options.only or COLLECTIONS:
        folder = CACHE / "data" / f"passages-{COLLECTIONS[name]}-{judged.name}"
        if options.fresh:
            shutil.rmtree(folder, ignore_errors=True)
        build(folder, COLLECTIONS[name], judged)
        figures[name] = {**_measured(folder, questions), "to reach": f"{TO_REACH[name]} x the floor"}
        print(report.table([name, "figure"], list(report.flat(figures[name]))), "\n", flush=True)
    report.save("passages", figures)


def build(folder: Path, count: int, of: Judged) -> None:
    """Fills the store of a data folder with so many collections; goes on where it was broken off."""
    with opened(folder) as world:
        schema.upgrade(world.db, folder, world.clock.now())
        ids = _collections(world, count)
        with world.db.reading() as tx:
            made = tx.execute(select(func.count()).select_from(text)).scalar_one()
        stock = _stock(of) if made < PASSAGES // EACH else []
        for number in range(made, PASSAGES // EACH):
            _put(world, stock, ids[number % count], number)
            if number % 100 == 0:
                print(f"  {folder.name}: {number * EACH:,} of {PASSAGES:,} passages", flush=True)
        with world.db.writing() as tx:
            tx.execute(delete(job))  # which would read the documents


def _stock(of: Judged) -> list[Piece]:
    """Of the collection's own store, of its PDF files where it has any; it is filled where it is not there."""
    fill = search.pages_through_api if of.pdfs else search.through_api
    fill(of, fresh=False)
    wanted = select(passage.c.content, index_vector.c.vector).join(
        index_vector, index_vector.c.number == passage.c.number
    )
    with opened(search.folder_of(of, files=bool(of.pdfs))) as world, world.db.reading() as tx:
        rows = tx.execute(wanted.order_by(passage.c.number)).all()
    return [Piece(row.content, np.frombuffer(row.vector, "<f4")) for row in rows]


def _collections(world: World, count: int) -> list[str]:
    """Ids, in the order in which they were made."""
    with world.db.writing() as tx:
        there = tx.execute(select(func.count()).select_from(collection)).scalar_one()
        for number in range(there, count):
            collections.create(tx, world, OWNER, f"Collection {number:04}")
        return list(tx.execute(select(collection.c.id).order_by(collection.c.name)).scalars())


def _put(world: World, stock: Sequence[Piece], collection_id: str, number: int) -> None:
    """A document of a hundred passages, as if it had been read, cut and embedded."""
    chosen = random.Random(number).sample(stock, EACH)
    ends = list(accumulate(len(one.content) for one in chosen))
    content = "".join(one.content for one in chosen)
    name = f"Document {number}"
    made = documents.add(world, OWNER, collection_id, io.BytesIO(content.encode()), name=f"{name}.txt")
    id_ = texts.text_id(OWNER, str(made.id), sha256(content))
    pieces = [
        Passage(0, id_, at, end - len(one.content), end, one.content)
        for at, (one, end) in enumerate(zip(chosen, ends, strict=True))
    ]
    reading = Reading(content, (), Coverage(len(content)), language="en")
    with world.db.writing() as tx:
        scope = texts.make_scope(tx, OWNER, ScopeKind.COLLECTION, collection_id)
        texts.begin(tx, OWNER, scope, str(made.id), id_, reading, name, world.clock.now())
        texts.add_passages(tx, world, OWNER, id_, pieces)
        documents.set_indexed(tx, OWNER, str(made.id), len(pieces), reading.coverage)
        texts.publish(tx, OWNER, str(made.id), id_)
        put_vectors(tx, world, id_, [one.vector for one in chosen], number)


def _measured(folder: Path, questions: Sequence[str]) -> dict[str, Any]:
    """Through HTTP with one client, without an answer and with one, beside the floor."""
    found: dict[str, Any] = {}
    with serving(folder, search.ALONE) as service:
        stages: dict[str, list[str]] = {"without an answer": search.STAGES, "with an answer": list(Stage)}
        pipelines = {name: search.pipeline_of(service, name, some) for name, some in stages.items()}
        with opened(folder) as world:
            ids = _collections(world, 0)
        asked = [(ids[at * len(ids) // REQUESTS], questions[at % len(questions)]) for at in range(REQUESTS)]
        for name, pipeline in pipelines.items():
            bodies = [search.asked(id_, question, pipeline_id=pipeline) for id_, question in asked]
            requests = [Request("POST", "/api/search", one) for one in bodies]
            load(service.address, 1, requests[:WARM_UP])
            found[name] = load(service.address, 1, requests).figures()
    with opened(folder) as world, asyncio.Runner() as runner:
        few = asked[:: REQUESTS // QUESTIONS]
        config = SearchConfig(pipeline_id=UUID(pipelines["without an answer"]))
        searches = [partial(_search, runner, world, id_, question, config) for id_, question in few]
        recorded = [floor.recorded_of(one) for one in searches]
        costs = {}
        for unit, clock in {"ms": time.perf_counter, "CPU ms": time.process_time}.items():
            embedding = floor.of_a_question(world, [question for _, question in few], clock)
            sql = floor.of_sql(world, recorded, clock)
            in_process = metrics.percentile([floor.milliseconds(one, clock) for one in searches], 0.5)
            costs[unit] = {
                "in process": round(in_process, 2),
                "floor: embedding": embedding,
                f"floor: SQL ({len(recorded[-1])} statements)": sql,
                "in process, of the floor": round(in_process / (embedding + sql), 2),
            }
            if unit == "ms":
                costs[unit]["p50 of the floor"] = round(found["without an answer"]["p50_ms"] / (embedding + sql), 2)
    return {**found, **costs}


def _search(runner: asyncio.Runner, world: World, collection_id: str, question: str, config: SearchConfig) -> object:
    return runner.run(actions.search(world, OWNER, collection_id, question, config))
