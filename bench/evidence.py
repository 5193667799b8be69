"""How many false claims the evidence rule catches, how many true ones it passes, what people's claims get, and its time.

Claims are made by rule from real English sentences (bench/mutations.py, bench/paraphrases.py) and checked against the
sentence they are of, every second time with the sentence after it. The reported set and the set to develop with share
neither collection nor seed. SciFact's claims were written and judged by people; nothing may be tuned on them.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from bench import metrics, mutations, paraphrases, report
from bench.corpora import Collection, collections_there
from bench.mutations import ELSEWHERE, SOURCE, SPAN, Context, mutants
from bench.paraphrases import COPIED
from bench.sentences import PAGES, Source, sources
from lorewright.knowledge.evidence import check, locate


class Set(NamedTuple):
    name: str
    seed: int
    collections: tuple[str, ...]


REPORTED = Set("reported", 20_261_122, ("cranfield", PAGES))
DEVELOPMENT = Set("development", 3, ("financebench-pdf", "multihop-mini", "scifact"))
JUDGED = "scifact"

EACH_KIND = 150
SWAPS = 210
COPIED_CLAIMS = 250
EACH_PARAPHRASE = 120
MOST_SENTENCES = 10_000
SHOWN = 12
"""Claims of each kind that the JSON shows of those the rule was wrong about."""

SOURCE_LENGTH = 100_000
TIMED_CLAIMS = 300


class Made(NamedTuple):
    kind: str
    origin: str
    claim: str
    quote: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--development", action="store_true", help="the set to develop with, without people's claims")
    parser.add_argument("--seed", type=int, help="another seed than the set's own")


def run(options: argparse.Namespace) -> None:
    chosen = DEVELOPMENT if options.development else REPORTED
    seed = chosen.seed if options.seed is None else options.seed
    from_ = material(chosen)
    if not from_:
        return
    false, true = false_claims(from_, Random(seed)), true_claims(from_, Random(seed + 1))
    figures: dict[str, Any] = {
        "set": {"name": chosen.name, "seed": seed, "collections": sorted({one.id.split("/")[0] for one in from_})},
        "false": _counted(false, caught=True),
        "true": _counted(true, caught=False),
        "time": _timed(from_, Random(seed + 2)),
    }
    if not options.development:
        figures["people"] = _people()
    _show(figures)
    report.save("evidence-development" if options.development else "evidence", figures)


# -- Making claims ----------------------------------------------------------------------------------------------------


def material(chosen: Set) -> list[Source]:
    # What people's claims are judged by is nothing to develop with.
    skipped = _judged_documents() if chosen is DEVELOPMENT else frozenset()
    return [one for name in chosen.collections for one in sources(name, skipped)]


def false_claims(from_: Sequence[Source], random: Random) -> list[Made]:
    """Up to `EACH_KIND` of each kind, as evenly as there is from the same span, the same source and elsewhere."""
    wanted = dict.fromkeys(mutations.EIGHT, EACH_KIND) | {mutations.SWAP: SWAPS}
    found: dict[tuple[str, str], list[Made]] = defaultdict(list)
    for sentence, quote, source in _spans(from_, random):
        context = Context(quote, source.text, random.choice(from_).text)
        seen = set()
        for one in mutants(sentence, context, random):
            place = found[one.kind, one.origin]
            # One sentence gives no two claims that are alike.
            if (one.kind, one.origin) not in seen and len(place) < wanted[one.kind]:
                seen.add((one.kind, one.origin))
                place.append(Made(one.kind, one.origin, one.claim, quote))
    return [
        one
        for kind, number in wanted.items()
        for one in _evenly([found[kind, origin] for origin in (SPAN, SOURCE, ELSEWHERE)], number)
    ]


def true_claims(from_: Sequence[Source], random: Random) -> list[Made]:
    wanted = dict.fromkeys(paraphrases.RULES, EACH_PARAPHRASE) | {COPIED: COPIED_CLAIMS}
    found: dict[str, list[Made]] = defaultdict(list)
    for sentence, quote, _ in _spans(from_, random):
        for one in paraphrases.paraphrases(sentence, random):
            if len(found[one.kind]) < wanted[one.kind]:
                found[one.kind].append(Made(one.kind, "", one.claim, quote))
    return [one for kind in wanted for one in found[kind]]


def _spans(from_: Sequence[Source], random: Random) -> Iterator[tuple[str, str, Source]]:
    """(sentence, span quoted, its source): each sentence once, every second time with the one that follows."""
    places = [(source, i) for source in from_ for i in range(len(source.sentences))]
    random.shuffle(places)
    for source, i in places[:MOST_SENTENCES]:
        sentence = source.sentences[i]
        if source.sentences.index(sentence) == i:
            yield sentence, " ".join(source.sentences[i : i + random.choice((1, 2))]), source


def _evenly(parts: Sequence[list[Made]], number: int) -> list[Made]:
    """`number` of them, a third of each part; where a part has fewer, more of the others."""
    taken: list[Made] = []
    for i, part in enumerate(sorted(parts, key=len)):
        taken += part[: (number - len(taken)) // (len(parts) - i)]
    return taken


# -- Checking them ----------------------------------------------------------------------------------------------------


def _counted(made: Iterable[Made], caught: bool) -> dict[str, Any]:
    by_kind: dict[str, list[Made]] = defaultdict(list)
    for one in made:
        by_kind[one.kind].append(one)
    kinds = {}
    for kind, claims in by_kind.items():
        right = {one: check(one.claim, [one.quote], [one.quote], "en").passed is not caught for one in claims}
        origins = {o: _share([right[one] for one in claims if one.origin == o]) for o in (SPAN, SOURCE, ELSEWHERE)}
        wrong = [one for one in claims if not right[one]][:SHOWN]
        kinds[kind] = {
            **_share([right[one] for one in claims]),
            **({"origins": origins} if caught else {}),
            "wrong": [{"claim": one.claim, "quote": one.quote, "origin": one.origin} for one in wrong],
        }
    together = [kind for kind in kinds if kind != mutations.SWAP]
    right_ones, all_ones = (sum(kinds[kind][what] for kind in together) for what in ("right", "n"))
    return {"kinds": kinds, "together": _interval(right_ones, all_ones)}


def _share(right: Sequence[bool]) -> dict[str, Any]:
    return _interval(sum(right), len(right))


def _interval(right: int, n: int) -> dict[str, Any]:
    low, high = wilson(right, n)
    return {
        "right": right,
        "n": n,
        "share": round(right / n, 4) if n else None,
        "low": round(low, 3),
        "high": round(high, 3),
    }


def wilson(right: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """95 % interval of a share, by E. B. Wilson (1927): it holds near 0 and 1 too."""
    if not n:
        return 0.0, 1.0
    share = right / n
    middle, half = share + z * z / (2 * n), z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, (middle + half) / (1 + z * z / n))


# -- People's claims --------------------------------------------------------------------------------------------------


def _judged_documents() -> frozenset[str]:
    collection = Collection(JUDGED)
    return (
        frozenset(id_ for one in collection.judgments.values() for id_ in one) if collection.is_there else frozenset()
    )


def _people() -> dict[str, Any]:
    """SciFact's claims against the abstracts they were judged by; one that bears it is enough."""
    figures = {}
    for collection in collections_there([JUDGED]):
        texts = {one.id: one.text for one in collection.documents}
        passed: dict[str, list[bool]] = {"SUPPORT": [], "CONTRADICT": []}
        for line in (collection.folder / "queries.jsonl").read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            judged = collection.judgments.get(one["id"], {})
            if one["answer"] in passed and judged:
                abstracts = [[texts[id_]] for id_ in judged]
                passed[one["answer"]].append(any(check(one["text"], it, it, "en").passed for it in abstracts))
        figures["SUPPORT passed"] = _share(passed["SUPPORT"])
        figures["CONTRADICT caught"] = _share([not one for one in passed["CONTRADICT"]])
    return figures


# -- Time -------------------------------------------------------------------------------------------------------------


def _timed(from_: Sequence[Source], random: Random) -> dict[str, Any]:
    """A claim in other words whose quote is first found in a text of 100,000 characters: `locate`, then `check`.

    A third of the quotes stand there as they are, a third with other marks, a third with a word less.
    """
    order = random.sample(list(from_), len(from_))
    text = " ".join(one.text for one in order)[:SOURCE_LENGTH]
    claims = [one for one in true_claims(order, random) + false_claims(order[:400], random) if one.quote in text]
    wall, cpu, missing = [], [], 0
    for i, one in enumerate(random.sample(claims, min(TIMED_CLAIMS, len(claims)))):
        quote = (one.quote, one.quote.replace(" ", "  ", 1).replace("'", "’"), _word_less(one.quote))[i % 3]
        began, began_cpu = time.perf_counter(), time.process_time()
        span = locate(quote, text)
        if span:
            piece = text[slice(*span)]
            check(one.claim, [piece], [piece], "en")
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - began_cpu) * 1000)
        missing += span is None
    return {
        "source_characters": len(text),
        "claims": len(wall),
        "quotes_not_found": missing,
        "p50_ms": round(metrics.percentile(wall, 0.5), 2),
        "p95_ms": round(metrics.percentile(wall, 0.95), 2),
        "mean_cpu_ms": round(sum(cpu) / len(cpu), 2),
        "p95_cpu_ms": round(metrics.percentile(cpu, 0.95), 2),
    }


def _word_less(quote: str) -> str:
    words = quote.split()
    return " ".join(words[: len(words) // 2] + words[len(words) // 2 + 1 :])


# -- Showing ----------------------------------------------------------------------------------------------------------


def _show(figures: dict[str, Any]) -> None:
    for title, verb in (("false", "caught"), ("true", "passed")):
        kinds = figures[title]["kinds"]
        rows = [[kind, one["n"], _told(one), *_origins(one)] for kind, one in kinds.items()]
        together = figures[title]["together"]
        rows.append(["the first eight" if title == "false" else "all", together["n"], _told(together)])
        width = 6 if title == "false" else 3
        headings = [f"{title} claims", "n", f"{verb} (95 %)", SPAN, SOURCE, ELSEWHERE][:width]
        print(report.table(headings, [[*row, *[""] * (width - len(row))] for row in rows]), end="\n\n")
    if people := figures.get("people"):
        rows = [[kind, one["n"], _told(one)] for kind, one in people.items()]
        print(report.table(["people's claims (SciFact)", "n", "share (95 %)"], rows), end="\n\n")
    print(report.table(["time of a check", ""], list(report.flat(figures["time"]))))


def _told(one: dict[str, Any]) -> str:
    return f"{100 * one['share']:.1f} % ({100 * one['low']:.1f} to {100 * one['high']:.1f})" if one["n"] else "-"


def _origins(one: dict[str, Any]) -> list[str]:
    return [f"{part['right']} of {part['n']}" if part["n"] else "-" for part in one.get("origins", {}).values()]
