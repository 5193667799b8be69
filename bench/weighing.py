"""How surely what is told in other words is held against each other: articles about one thing in bench/planted/articles.

Each line is two articles by two authors, and which sentence of one contradicts which of the other; all other pairs of sentences contradict
nothing, though many look like it. The models that decide were trained on some of these sets (bench/inference.py), never on those of `HELD_OUT`.
"""

import argparse
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from bench import notes, report
from bench.contradictions import PLANTED, share
from bench.corpora import NAMES, collections_there
from bench.sentences import sources
from bench.service import CACHE, serving
from lorewright.embeddings.catalogue import BuiltIn
from lorewright.embeddings.inference import Inferring
from lorewright.embeddings.minilm import MiniLM
from lorewright.knowledge.disputes.statements import Claim, Relation
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.weighing import titles
from lorewright.knowledge.weighing.weigh import Article, Scales

ARTICLES = PLANTED / "articles"
TRAINED_ON = ("technology", "work", "nature")
HELD_OUT = ("mixed", "visitors")
WITHIN = 400
"""Articles of each judged collection of which sentences are held against each other, as examples of what contradicts nothing."""
MOST_SENTENCES = 60


class Texts(NamedTuple):
    titles: tuple[str, str]
    sides: tuple[Sequence[str], Sequence[str]]
    contradictions: dict[tuple[int, int], str]
    """Sentence and sentence -> of what kind it is."""
    agreements: Sequence[tuple[int, int]] = ()
    """Which say the same in other words."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--wrong", action="store_true", help="print what is found wrongly")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="of the natural texts take each Nth pair alone"
    )


def run(options: argparse.Namespace) -> None:
    scales = Scales(BuiltIn(MiniLM(), Inferring()))
    figures: dict[str, Any] = {}
    for name in HELD_OUT:
        figures[name] = _measured(texts(name), scales, wrong=options.wrong)
        figures[f"{name}, served"] = _served(name, wrong=options.wrong)
    figures["natural"] = _nothing(islice(natural(1), 0, None, options.every), scales, wrong=options.wrong)
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("weighing", figures)


def texts(name: str) -> Iterator[Texts]:
    """Of one of the sets of articles, or of notes."""
    if name in notes.SETS:
        yield from map(_of_notes, notes.pairs(name))
        return
    for line in (ARTICLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        planted = {(i, j): str(kind) for i, j, kind in one["contradictions"]}
        agreements = [(i, j) for i, j in one["agreements"]]
        yield Texts((one["title_a"], one["title_b"]), (one["a"], one["b"]), planted, agreements)


def _of_notes(pair: notes.Pair) -> Texts:
    one, other = (text.removeprefix("# ").split("\n\n", 1) for text in pair.texts)
    sides = _split(one[1]), _split(other[1])
    planted = {
        (i, j): pair.kind
        for i, mine in enumerate(sides[0])
        for j, theirs in enumerate(sides[1])
        if pair.expected == Relation.CONTRADICTS and (mine, theirs) == pair.sentences
    }
    return Texts((one[0], other[0]), sides, planted)


def _split(body: str) -> list[str]:
    return [body[start:end] for start, end in sentences(body)]


def _measured(both_of: Iterable[Texts], scales: Scales, *, wrong: bool) -> dict[str, Any]:
    """What weighing alone finds."""
    hits, planted, others = Counter[str](), Counter[str](), 0
    for number, both in enumerate(both_of):
        planted.update(both.contradictions.values())
        one, other = (_article(f"{number}{i}", both.titles[i], both.sides[i]) for i in (0, 1))
        found = {tuple(sorted((each.one.id, each.other.id))) for each in scales.weigh(one, other)}
        for (i, j), kind in both.contradictions.items():
            pair = one.claims[i].id, other.claims[j].id
            hits[kind] += pair in found
            found.discard(pair)
        others += len(found)
        if wrong:
            said = {claim.id: claim.text for claim in (*one.claims, *other.claims)}
            for a, b in sorted(found):
                print(f"found: {said[a]} / {said[b]}")
    return {
        "found": share(hits.total(), planted.total()),
        "precision": share(hits.total(), hits.total() + others),
        "found by kind": {kind: f"{hits[kind]} of {planted[kind]}" for kind in sorted(planted)},
    }


def _served(name: str, *, wrong: bool) -> dict[str, Any]:
    """What a running service finds, by rules and by weighing."""
    both_of = list(texts(name))
    folder = CACHE / "data" / "weighing" / name
    shutil.rmtree(folder, ignore_errors=True)
    with serving(folder) as service:
        for both in both_of:
            for title, said in zip(both.titles, both.sides, strict=True):
                service.feed(" ".join(said), title)
        service.settle(name)
        told = notes.found_by(service)
    planted = [
        (kind, (both.sides[0][i], both.sides[1][j])) for both in both_of for (i, j), kind in both.contradictions.items()
    ]
    hits = Counter(kind for kind, pair in planted if any(notes.tells(claims, pair) for claims in told))
    others = [claims for claims in told if not any(notes.tells(claims, pair) for _, pair in planted)]
    if wrong:
        for claims in others:
            print(f"{name}, served: {' / '.join(claims)}")
    return {
        "found": share(hits.total(), len(planted)),
        "found that is none": len(others),
        "found by kind": {
            kind: f"{hits[kind]} of {n}" for kind, n in sorted(Counter(kind for kind, _ in planted).items())
        },
    }


def _article(id_: str, title: str, said: Sequence[str]) -> Article:
    claims = [Claim(f"{id_}#{i:02}", id_, sentence, "en") for i, sentence in enumerate(said)]
    return Article(id_, title, None, claims)


def _nothing(between: Iterable[tuple[Article, Article]], scales: Scales, *, wrong: bool) -> dict[str, Any]:
    """What is found where nothing was planted, and what is found is nearly always wrong."""
    pairs, said, found = 0, 0, 0
    for one, other in between:
        pairs, said = pairs + 1, said + len(one.claims) + len(other.claims)
        for each in scales.weigh(one, other):
            found += 1
            if wrong:
                print(f"{one.title} / {other.title}: {each.one.text} / {each.other.text} {each.probability:.2f}")
    return {"pairs of texts": pairs, "sentences": said, "found": found}


def natural(part: int) -> Iterator[tuple[Article, Article]]:
    """Of articles of the judged collections the halves, and every two that titles might take for one thing, though they are about two nearly all.

    What is learnt from the one part of them is measured on the other.
    """
    for name in NAMES:
        all_ = _of_collection(name)
        for title, said in all_[part : 2 * WITHIN : 2]:
            yield _article("a", title, said[::2]), _article("b", title, said[1::2])
        for one, other in titles.alike([title for title, _ in all_], set(range(len(all_))))[part::2]:
            yield _article("a", *all_[one]), _article("b", *all_[other])


def _of_collection(name: str) -> list[tuple[str, list[str]]]:
    found = {f"{one.name}/{each.id}": each.title for one in collections_there([name]) for each in one.documents}
    return [(found.get(one.id, one.id), list(one.sentences[:MOST_SENTENCES])) for one in sources(name)]
