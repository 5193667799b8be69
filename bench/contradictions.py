"""How many planted contradictions are found, and how much else: pairs of claims in bench/planted, each an article of its own.

`tuned` was there to develop with; the others are of other domains, each written before it was first run, and read afterwards: `seen` and
`heldout` in short sentences about invented things, `real`, `fresh` and `later` as encyclopaedias and newspapers write about real ones.
`written` is the largest, of sentences that two authors worded each for himself, and was not read but for those that are nearly the same; `outside`
and `unread` are by others who knew nothing of the program, half of the one worded freely, the other plainly, and `near` too, of sentences that repeat
another but for a word or a value, and `otherwise`, of short facts as two people note them in their own words; nothing is learnt from these, and `unread`
and `near` are not to be read for the rules. What rules find is told, and what the whole product does, which weighs what no rule understands. All hold
nearly as many pairs that only look like contradictions.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from bench import report
from bench.corpora import NAMES, collections_there
from bench.evidence import wilson
from bench.sentences import PAGES, sources
from lorewright.embeddings.catalogue import BuiltIn
from lorewright.knowledge.contradict import Finding, compared, statements
from lorewright.knowledge.disputes.statements import Claim, Relation, qualifier, titled
from lorewright.knowledge.weighing.candidates import LANGUAGE, Article
from lorewright.knowledge.weighing.weigh import Reader, Scales

PLANTED = Path(__file__).with_name("planted")
HELD_OUT = ("outside", "unread", "near", "otherwise")
SETS = ("tuned", "seen", "heldout", "real", "fresh", "later", "written", *HELD_OUT)
ARTICLES, EACH = 5_000, 20
NONE = "none"


class Pair(NamedTuple):
    expected: str
    """A relation, or `NONE`."""
    kind: str
    one: Claim
    other: Claim


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", choices=SETS, help="only this one; may be repeated")
    parser.add_argument(
        "--scale",
        action="store_true",
        help="also time sentences of the judged collections, and compare those of one article with each other, which takes two minutes",
    )
    parser.add_argument("--wrong", action="store_true", help="print the pairs that were judged wrongly")


def run(options: argparse.Namespace) -> None:
    figures: dict[str, Any] = {}
    reader = BuiltIn()
    for name in options.set or SETS:
        pairs = planted(name)
        by_rule = [_judged(pair) for pair in pairs]
        found = [one if one != NONE else _weighed(pair, reader) for pair, one in zip(pairs, by_rule, strict=True)]
        figures[name] = _counted(pairs, found) | {"by rules alone": _counted(pairs, by_rule)}
        _show(name, figures[name])
        if options.wrong:
            for pair, judged in zip(pairs, found, strict=True):
                if judged != pair.expected:
                    print(f"{pair.expected} taken for {judged} ({pair.kind}): {pair.one.text} / {pair.other.text}")
    if options.scale and (scale := _scale()):
        figures["scale"] = scale
        _show("scale", scale)
        figures["within"] = _within(options.wrong)
        _show("sentences of one article", figures["within"])
    report.save("contradictions", figures)


def planted(name: str) -> list[Pair]:
    lines = (PLANTED / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [_pair(number, line) for number, line in enumerate(lines) if line and not line.startswith("#")]


def _pair(number: int, line: str) -> Pair:
    language, line = (line[:2], line[3:]) if line[2] == ":" else ("en", line)
    expected, kind, concepts, one, other, *dates = (part.strip() for part in line.split(" | "))
    of_one, _, of_other = concepts.partition(" / ")
    dated = [date.fromisoformat(day) for day in dates[0].split(", ")] if dates else [None, None]
    claims = [
        Claim(f"{number}{side}", f"{number}{side}", text, language, day, frozenset({about}), _title(about))
        for side, text, day, about in zip("ab", (one, other), dated, (of_one, of_other or of_one), strict=True)
    ]
    return Pair(expected, kind, claims[0], claims[1])


def _title(about: str) -> str:
    return about if about != about.lower() else about.title()


def _judged(pair: Pair) -> str:
    return _strongest(compared([*statements(pair.one), *statements(pair.other)]).found)


def _weighed(pair: Pair, reader: Reader) -> str:
    """Where rules tell nothing."""
    if pair.one.language != LANGUAGE:
        return NONE
    claims = enumerate((pair.one, pair.other))
    scales = Scales([Article(str(i), one.titled, one.dated, [one]) for i, one in claims], reader)
    found = scales.weigh([*scales.candidates(0), *scales.candidates(1)])
    return found[0].relation.value if found else NONE


def _strongest(found: Sequence[Finding]) -> str:
    relations = {one.relation.value for one in found}
    return next((one.value for one in Relation if one.value in relations), NONE)


def _counted(pairs: Sequence[Pair], judged: Sequence[str]) -> dict[str, Any]:
    wanted = Relation.CONTRADICTS.value
    right = sum(one == wanted == pair.expected for pair, one in zip(pairs, judged, strict=True))
    confused = Counter(f"{pair.expected} as {one}" for pair, one in zip(pairs, judged, strict=True))
    return {
        "pairs": len(pairs),
        "precision": share(right, sum(one == wanted for one in judged)),
        "recall": share(right, sum(pair.expected == wanted for pair in pairs)),
        "judged": dict(sorted(confused.items())),
    }


def _scale() -> dict[str, Any]:
    """Sentences of the judged collections, twenty an article, as claims: what is found, and after a change of one article."""
    texts = [one for name in NAMES for one in sources(name)]
    claims = [
        Claim(f"{one.id}#{number}", one.id, sentence, "en", None, frozenset({one.id}))
        for one in texts[:ARTICLES]
        for number, sentence in enumerate(one.sentences[:EACH])
    ]
    if not claims:
        return {}
    began = time.process_time()
    read = [statement for claim in claims for statement in statements(claim)]
    took, began = time.process_time() - began, time.process_time()
    found = compared(read).found
    whole, began = time.process_time() - began, time.process_time()
    compared(read, {claims[0].article_id})
    return {
        "articles": len({claim.article_id for claim in claims}),
        "claims": len(claims),
        "statements": len(read),
        "cpu_s_to_read_them": round(took, 1),
        "cpu_s_to_compare_them": round(whole, 1),
        "cpu_s_to_compare_one_changed_article": round(time.process_time() - began, 2),
        "found": len(found),
    }


def _within(show: bool) -> dict[str, Any]:
    """Sentences of one article, each as an article of its own with the same title: what is found among them is nearly always wrong."""
    titles = {f"{one.name}/{each.id}": each.title for one in collections_there(list(NAMES)) for each in one.documents}
    count, found = 0, 0
    for article in (one for name in (*NAMES, PAGES) for one in sources(name)):
        title = titles.get(article.id) or article.id
        claims = {
            str(n): Claim(str(n), str(n), sentence, "en", None, frozenset({title}), titled(title), qualifier(title))
            for n, sentence in enumerate(article.sentences)
        }
        count += len(claims)
        for one in compared([statement for claim in claims.values() for statement in statements(claim)]).found:
            found += 1
            if show:
                print(f"{title}: {claims[one.one.claim_id].text} / {claims[one.other.claim_id].text}")
    return {"sentences": count, "found": found}


def share(right: int, n: int) -> str:
    """With the 95 % interval after Wilson (1927)."""
    low, high = wilson(right, n)
    return f"{right} of {n}: {right / max(n, 1):.3f} ({low:.3f} to {high:.3f})"


def _show(name: str, figures: dict[str, Any]) -> None:
    print(report.table([name, ""], list(report.flat(figures))), end="\n\n")
