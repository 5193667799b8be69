"""Peers on the same collections, and how we stand beside the best of them.

Their means were measured with public tools: bm25s 0.3.16 (Lucene variant, Snowball English, stop words; the better of
k1 0.9/b 0.4 and k1 1.5/b 0.75), all-MiniLM-L6-v2 (the first 256 word pieces of each document, exact cosine), reciprocal rank
fusion (k = 60) and the convex sum (0.5/0.5 after min-max). Their figures for each query are not given, but `run` makes them
again, where bm25s is installed: it is no dependency of ours.
"""

import argparse
import importlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench import metrics, report
from bench.corpora import NAMES, Collection, collections_there
from bench.service import CACHE

NDCG = {
    "BM25": {"scifact": 0.677, "cranfield": 0.392, "multihop-mini": 0.660, "financebench-pdf": 0.264},
    "MiniLM": {"scifact": 0.623, "cranfield": 0.401, "multihop-mini": 0.699, "financebench-pdf": 0.280},
    "RRF": {"scifact": 0.701, "cranfield": 0.432, "multihop-mini": 0.706, "financebench-pdf": 0.342},
    "convex": {"scifact": 0.710, "cranfield": 0.436, "multihop-mini": 0.738, "financebench-pdf": 0.326},
}
"""nDCG@10, as cited in docs/benchmarks.md."""

BY_QUERY = CACHE / "peers.json"
PARAMETERS = ((0.9, 0.4), (1.5, 0.75))
RRF_K = 60
DEPTH = 100

Scores = NDArray[np.float32]
"""(n,) of one query, a score for each document."""


def best(collection: str) -> tuple[str, float]:
    """The system with the highest nDCG@10 on a collection."""
    return max(((system, rows[collection]) for system, rows in NDCG.items()), key=lambda one: one[1])


def best_single_mean() -> tuple[str, float]:
    """The system with the highest mean over all collections."""
    return max(((system, metrics.mean(list(rows.values()))) for system, rows in NDCG.items()), key=lambda one: one[1])


def compare(collection: Collection, ours: dict[str, float]) -> dict[str, Any]:
    """Our nDCG@10 by query beside the best peer.

    Paired where the peer's figures by query have been made; else our queries are resampled against the peer's mean, which
    gives a wider interval, since what makes a query hard for both then does not cancel out.
    """
    system, published = best(collection.name)
    theirs: dict[str, float] = _by_query().get(collection.name, {}).get(system, {})
    paired = set(ours) <= set(theirs)
    differences = [value - (theirs[query_id] if paired else published) for query_id, value in ours.items()]
    return {
        "system": system,
        "ndcg": published,
        "difference": metrics.mean(differences),
        "interval": metrics.bootstrap_interval(differences),
        "how": "paired" if paired else "against the mean",
    }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--collection", action="append", choices=NAMES, help="only this one; may be repeated")


def run(options: argparse.Namespace) -> None:
    """Makes the peers' figures for each query, and shows how near their means come to those given."""
    try:
        bm25s = importlib.import_module("bm25s")
    except ModuleNotFoundError:
        print("The peers need bm25s: install bm25s==0.3.16 beside Lorewright to make their figures for each query.")
        return
    made = _by_query()
    rows = []
    for collection in collections_there(options.collection or list(NAMES)):
        made[collection.name] = _systems(collection, bm25s)
        for system, values in made[collection.name].items():
            given = NDCG[system][collection.name]
            rows.append([collection.name, system, f"{metrics.mean(list(values.values())):.3f}", f"{given:.3f}"])
        BY_QUERY.parent.mkdir(parents=True, exist_ok=True)
        BY_QUERY.write_text(json.dumps(made))
    print(report.table(["collection", "system", "nDCG@10 made here", "given"], rows))


def _systems(collection: Collection, bm25s: Any) -> dict[str, dict[str, float]]:
    """System -> query id -> nDCG@10."""
    contents = [f"{one.title} {one.text}".strip() for one in collection.documents]
    words = max(
        (_words(bm25s, contents, collection, k1, b) for k1, b in PARAMETERS),
        key=lambda rows: metrics.mean(list(_judged(collection, rows).values())),
    )
    vectors = _vectors(collection, contents)
    rrf = [_rrf(one, other) for one, other in zip(words, vectors, strict=True)]
    convex = [_scaled(one) + _scaled(other) for one, other in zip(words, vectors, strict=True)]
    found = {"BM25": words, "MiniLM": vectors, "RRF": rrf, "convex": convex}
    return {system: _judged(collection, rows) for system, rows in found.items()}


def _words(bm25s: Any, contents: Sequence[str], collection: Collection, k1: float, b: float) -> list[Scores]:
    stemmer = importlib.import_module("Stemmer").Stemmer("english")
    index = bm25s.BM25(method="lucene", k1=k1, b=b)
    index.index(bm25s.tokenize(contents, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)
    asked = list(collection.queries.values())
    queries = bm25s.tokenize(asked, stopwords="en", stemmer=stemmer, return_ids=False, show_progress=False)
    return [index.get_scores(terms) for terms in queries]


def _vectors(collection: Collection, contents: Sequence[str]) -> list[Scores]:
    from lorewright.embeddings.minilm import MiniLM

    model = MiniLM()
    kept = CACHE / f"peers-{collection.name}.npy"
    if not kept.is_file():
        np.save(kept, model.embed(contents))
    documents = np.load(kept)
    return list(model.embed(list(collection.queries.values())) @ documents.T)


def _ranks(scores: Scores) -> Scores:
    """From 1; infinite beyond the depth."""
    ranks: Scores = np.full(len(scores), np.inf, np.float32)
    first = np.argsort(-scores, kind="stable")[:DEPTH]
    ranks[first] = np.arange(1, len(first) + 1)
    return ranks


def _rrf(one: Scores, other: Scores) -> Scores:
    """Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet" (2009)."""
    return np.asarray(1 / (RRF_K + _ranks(one)) + 1 / (RRF_K + _ranks(other)), np.float32)


def _scaled(scores: Scores) -> Scores:
    span = scores.max() - scores.min()
    scaled: Scores = (scores - scores.min()) / (span or 1)
    return scaled


def _judged(collection: Collection, rows: Sequence[Scores]) -> dict[str, float]:
    ids = [one.id for one in collection.documents]
    return {
        query_id: metrics.ndcg(
            [ids[at] for at in np.argsort(-scores, kind="stable")[:10]], collection.judgments[query_id]
        )
        for query_id, scores in zip(collection.queries, rows, strict=True)
    }


def _by_query() -> dict[str, Any]:
    return json.loads(BY_QUERY.read_text()) if BY_QUERY.is_file() else {}
