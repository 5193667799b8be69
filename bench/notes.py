"""How many contradictions are found that people planted in short texts: pairs of texts in bench/planted/notes, fed to a running service.

Each pair is an article or a report about something, and a note about the same that agrees with it but for one sentence, or does not
contradict it at all. Both are plain prose of a few sentences, worded by two authors: what the two sentences are about stands in the title,
or is "it" and "the bridge". Six sets, each of one domain, were written by authors who had not seen the rules.
"""

import argparse
import json
import re
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from pathlib import Path
from typing import Any, NamedTuple

from bench import report
from bench.contradictions import share
from bench.service import CACHE, Service, serving
from lorewright.knowledge.extractive.fitness import tidy
from lorewright.knowledge.extractive.lexicon import lexicon_of

NOTES = Path(__file__).with_name("planted") / "notes"
SETS = ("engineering", "companies", "nature", "history", "geography", "arts")
CONTRADICTS = "contradicts"
POLL_S = 0.1
_WORD = re.compile(r"\w+")
_ENGLISH = lexicon_of("en")


class Pair(NamedTuple):
    expected: str
    """`CONTRADICTS` or "none"."""
    kind: str
    texts: tuple[str, str]
    sentences: tuple[str, str]
    """The sentence of each text that contradicts the other's, or looks like it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", choices=SETS, help="only this one; may be repeated")
    parser.add_argument(
        "--wrong", action="store_true", help="print what is missed, and what is found that is not planted"
    )


def run(options: argparse.Namespace) -> None:
    figures = {name: _measured(name, wrong=options.wrong) for name in options.set or SETS}
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("notes", figures)


def pairs(name: str) -> list[Pair]:
    lines = (NOTES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Pair(one["expected"], one["kind"], tuple(one["texts"]), tuple(one["sentences"]))
        for one in map(json.loads, lines)
    ]


def _measured(name: str, *, wrong: bool) -> dict[str, Any]:
    written = pairs(name)
    folder = CACHE / "data" / "notes" / name
    shutil.rmtree(folder, ignore_errors=True)
    with serving(folder) as service:
        for pair in written:
            for text in pair.texts:
                heading, _, _ = text.partition("\n")
                service.feed(text, heading.removeprefix("# "))
        service.settle(name)
        found = found_by(service)
    hits, others = set[int](), list[tuple[str, str]]()
    for claims in found:
        number = next((i for i, pair in enumerate(written) if tells(claims, pair.sentences)), None)
        if number is not None and written[number].expected == CONTRADICTS:
            hits.add(number)
        else:
            others.append(claims)
    planted = [i for i, pair in enumerate(written) if pair.expected == CONTRADICTS]
    if wrong:
        for i in sorted(set(planted) - hits):
            print(f"{name}, {written[i].kind} missed: {' / '.join(written[i].sentences)}")
        for claims in others:
            print(f"{name}, found: {' / '.join(claims)}")
    return {
        "planted": len(planted),
        "recall": share(len(hits), len(planted)),
        "precision": share(len(hits), len(hits) + len(others)),
        "found by kind": _by_kind(written, hits),
    }


def found_by(service: Service) -> list[tuple[str, str]]:
    """The two claims of each contradiction of a report."""
    service.http.post("/lint/run").raise_for_status()
    while service.http.get("/lint/reports", params={"limit": 1}).json()[0]["status"] == "in_progress":
        time.sleep(POLL_S)
    told = service.http.get("/lint/reports/latest").raise_for_status().json()["contradictions"]
    return [(one["article_a_claim"], one["article_b_claim"]) for one in told]


def judged(
    found: Sequence[tuple[str, str]], planted: Iterable[tuple[str, str]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What of the planted pairs is not found, and what is found that was not planted."""
    pairs = list(planted)
    missed = [pair for pair in pairs if not any(tells(claims, pair) for claims in found)]
    return missed, [claims for claims in found if not any(tells(claims, pair) for pair in pairs)]


def tells(claims: tuple[str, str], planted: tuple[str, str]) -> bool:
    """Whether one claim holds the one planted sentence as articles tell it, and the other the other, in whichever order."""
    one, other = (_plain(claim) for claim in claims)
    first, second = (_plain(tidy(sentence, _ENGLISH)) for sentence in planted)
    return (_holds(one, first) and _holds(other, second)) or (_holds(one, second) and _holds(other, first))


def _holds(claim: str, sentence: str) -> bool:
    return sentence in claim or claim in sentence


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def _by_kind(written: Sequence[Pair], hits: Set[int]) -> dict[str, str]:
    planted = Counter(pair.kind for pair in written if pair.expected == CONTRADICTS)
    found = Counter(written[i].kind for i in hits)
    return {kind: f"{found[kind]} of {planted[kind]}" for kind in sorted(planted)}
