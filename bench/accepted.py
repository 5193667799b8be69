"""How many contradictions are found that testers planted: pairs of short texts in bench/planted/accepted, fed to a running service.

Whoever wrote a set knew of the program only what its issue says, that contradictions of numbers, units, dates, negations and names are found between
texts about the same thing. Of the forty pairs of a set half contradict each other in one claim; eighteen only look so, and in two a later text replaces
an earlier one. A pair is found where a report tells of any two claims of its texts; all else that a report tells is wrong. Each set was written
before it was first run, and read afterwards: what its first run found stands in docs/benchmarks.md.
"""

import argparse
import json
import shutil
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench import report
from bench.contradictions import share
from bench.service import CACHE, Service, serving

ACCEPTED = Path(__file__).with_name("planted") / "accepted"
CONTRADICTS = "contradicts"
POLL_S = 0.1


class Text(NamedTuple):
    title: str
    body: str


class Pair(NamedTuple):
    expected: str
    """`CONTRADICTS`, "supersedes" or "none"."""
    kind: str
    why: str
    """What contradicts what, or why nothing does."""
    one: Text
    other: Text


class Told(NamedTuple):
    """A contradiction of a report."""

    titles: tuple[str, str]
    claims: tuple[str, str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", choices=sets(), help="only this one; may be repeated")
    parser.add_argument(
        "--wrong", action="store_true", help="print what is missed, and what is found that contradicts nothing"
    )


def run(options: argparse.Namespace) -> None:
    figures: dict[str, Any] = {}
    right, planted, told = 0, 0, 0
    for name in options.set or sets():
        written = pairs(name)
        hits, others = _judged(written, _found(name, written))
        of_kind = Counter(pair.kind for pair in written if pair.expected == CONTRADICTS)
        found = Counter(written[i].kind for i in hits)
        figures[name] = {
            "recall": share(len(hits), of_kind.total()),
            "precision": share(len(hits), len(hits) + len(others)),
            "found by kind": {kind: f"{found[kind]} of {n}" for kind, n in sorted(of_kind.items())},
        }
        right, planted, told = right + len(hits), planted + of_kind.total(), told + len(hits) + len(others)
        if options.wrong:
            _print(name, written, hits, others)
    figures["all"] = {"recall": share(right, planted), "precision": share(right, told)}
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("accepted", figures)


def sets() -> list[str]:
    return [path.stem for path in sorted(ACCEPTED.glob("*.jsonl"))]


def pairs(name: str) -> list[Pair]:
    lines = (ACCEPTED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_pair(json.loads(line)) for line in lines]


def _pair(one: Mapping[str, Any]) -> Pair:
    sides = (Text(one[side]["title"], one[side]["text"]) for side in "ab")
    return Pair(one["expected"], one["kind"], one["why"], *sides)


def _found(name: str, written: Sequence[Pair]) -> list[Told]:
    folder = CACHE / "data" / "accepted" / name
    shutil.rmtree(folder, ignore_errors=True)
    with serving(folder) as service:
        for pair in written:
            for text in (pair.one, pair.other):
                service.feed(text.body, text.title)
        service.settle(name)
        return _told(service)


def _told(service: Service) -> list[Told]:
    service.http.post("/lint/run").raise_for_status()
    while service.http.get("/lint/reports", params={"limit": 1}).json()[0]["status"] == "in_progress":
        time.sleep(POLL_S)
    titles = {one["id"]: one["title"] for one in service.articles()}
    told = service.http.get("/lint/reports/latest").raise_for_status().json()["contradictions"]
    return [
        Told(
            (titles[one["article_a_id"]], titles[one["article_b_id"]]),
            (one["article_a_claim"], one["article_b_claim"]),
        )
        for one in told
    ]


def _judged(written: Sequence[Pair], told: Sequence[Told]) -> tuple[set[int], list[Told]]:
    """The pairs that are found, by their places, and what is told that contradicts nothing."""
    planted = {
        frozenset((pair.one.title, pair.other.title)): i
        for i, pair in enumerate(written)
        if pair.expected == CONTRADICTS
    }
    hits = {planted[frozenset(one.titles)] for one in told if frozenset(one.titles) in planted}
    return hits, [one for one in told if frozenset(one.titles) not in planted]


def _print(name: str, written: Sequence[Pair], hits: set[int], others: Sequence[Told]) -> None:
    for i, pair in enumerate(written):
        if pair.expected == CONTRADICTS and i not in hits:
            print(f"{name}, {pair.kind} missed: {pair.why}")
    for one in others:
        print(f"{name}, found: {' / '.join(one.claims)}")
