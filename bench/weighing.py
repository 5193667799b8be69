"""How surely what is told in other words is held against each other: the wikis of bench/planted/articles and bench/planted/wikis.

Each line is a wiki: two articles about one thing by two authors, or six to twenty about what belongs together, and which sentence of one contradicts
which of another; all other pairs of sentences contradict nothing, though many look like it. The models that decide were trained on some of these
sets (bench/inference.py), never on those of `HELD_OUT`.
"""

import argparse
import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bench import notes, report
from bench.contradictions import PLANTED, share
from bench.corpora import NAMES, collections_there
from bench.sentences import sources
from bench.service import CACHE, serving
from lorewright.embeddings.catalogue import BuiltIn
from lorewright.knowledge.disputes.statements import Claim, Relation
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.weighing.candidates import Article, Candidate
from lorewright.knowledge.weighing.weigh import Reader, Scales

ARTICLES, WIKIS = PLANTED / "articles", PLANTED / "wikis"
TRAINED_ON = (
    "technology", "work", "nature",
    "ferry", "football", "hut", "horses", "brewery", "bells", "saltmine", "glacier", "orchid", "coffee",
)  # fmt: skip
CHOSEN_BY = "bookshop"
"""By which it was chosen from which probability on something is told."""
HELD_OUT = ("mixed", "visitors", "plain", "railway-cheese", "island-bicycles")
WITHIN = 80
"""Articles of each judged collection of which sentences are held against each other, as examples of what contradicts nothing."""
MOST_SENTENCES = 12

Place = tuple[int, int]
"""Article and sentence."""


class Wiki(NamedTuple):
    titles: Sequence[str]
    said: Sequence[Sequence[str]]
    """By each article."""
    contradictions: Mapping[tuple[Place, Place], str]
    """Two sentences, that of the earlier article first -> of what kind it is."""
    agreements: Sequence[tuple[Place, Place]] = ()
    """Which say the same in other words."""
    neither: Sequence[tuple[Place, Place]] = ()
    """Which only look like either, as far as somebody has said so; most others are the same."""
    is_labelled: bool = True
    """Whether whoever wrote it looked at every two sentences, so that all others are neither."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", choices=(*HELD_OUT, CHOSEN_BY), help="only this one; may be repeated")
    parser.add_argument("--wrong", action="store_true", help="print what is missed, and what is found wrongly")
    parser.add_argument("--natural", action="store_true", help="what is found where nothing is planted, too")


def run(options: argparse.Namespace) -> None:
    figures: dict[str, Any] = {}
    for name in options.set or HELD_OUT:
        figures[name] = _measured(together(list(wikis(name))), wrong=options.wrong)
        figures[f"{name}, served"] = _served(name, wrong=options.wrong)
    if options.natural:
        for name in NAMES:
            figures[f"{name}, nothing planted"] = _nothing(natural(name, 1), wrong=options.wrong)
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("weighing", figures)


def wikis(name: str) -> Iterator[Wiki]:
    """Of one of the sets, or of notes."""
    if name in notes.SETS:
        yield from map(_of_notes, notes.pairs(name))
    elif (path := WIKIS / f"{name}.jsonl").is_file():
        yield from map(_of_many, path.read_text(encoding="utf-8").splitlines())
    else:
        yield from map(_of_two, (ARTICLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())


def _of_two(line: str) -> Wiki:
    one = json.loads(line)
    planted = {((0, i), (1, j)): str(kind) for i, j, kind in one["contradictions"]}
    agreements = [((0, i), (1, j)) for i, j in one["agreements"]]
    return Wiki((one["title_a"], one["title_b"]), (one["a"], one["b"]), planted, agreements)


def _of_many(line: str) -> Wiki:
    one = json.loads(line)
    labelled: dict[str, dict[tuple[Place, Place], str]] = {"contradiction": {}, "agreement": {}, "neither": {}}
    for (article, sentence), (other, its), label, *kind in one["pairs"]:
        labelled[label][(article, sentence), (other, its)] = kind[0] if kind else label
    planted, agreements, neither = labelled.values()
    return Wiki(one["titles"], one["articles"], planted, list(agreements), list(neither), is_labelled=False)


def _of_notes(pair: notes.Pair) -> Wiki:
    one, other = (text.removeprefix("# ").split("\n\n", 1) for text in pair.texts)
    sides = split(one[1]), split(other[1])
    planted = {
        ((0, i), (1, j)): pair.kind
        for i, mine in enumerate(sides[0])
        for j, theirs in enumerate(sides[1])
        if pair.expected == Relation.CONTRADICTS and (mine, theirs) == pair.sentences
    }
    return Wiki((one[0], other[0]), sides, planted)


def split(body: str) -> list[str]:
    """Its sentences."""
    return [body[start:end] for start, end in sentences(body)]


def together(some: Sequence[Wiki]) -> Wiki:
    """All of them as one."""
    titles: list[str] = []
    said: list[Sequence[str]] = []
    planted: dict[tuple[Place, Place], str] = {}
    for one in some:
        first = len(titles)
        titles += one.titles
        said += one.said
        for ((a, i), (b, j)), kind in one.contradictions.items():
            planted[(first + a, i), (first + b, j)] = kind
    return Wiki(titles, said, planted)


def _measured(wiki: Wiki, *, wrong: bool) -> dict[str, Any]:
    """What weighing alone finds."""
    scales = scales_of(wiki)
    candidates = held_against_each_other(scales, len(wiki.titles))
    held = {(place(each.one.claim), place(each.other.claim)) for each in candidates}
    found = {pair_of(each.one, each.other) for each in scales.weigh(candidates)}
    planted = wiki.contradictions
    if wrong:
        for pair in sorted(planted.keys() - found):
            print(f"missed{'' if pair in held else ', not weighed'}: {_told(wiki, pair)}")
        for pair in sorted(found - planted.keys()):
            print(f"found: {_told(wiki, pair)}")
    hits = Counter(kind for pair, kind in planted.items() if pair in found)
    return {
        "held against each other": len(held),
        "of what is planted": share(len(held & planted.keys()), len(planted)),
        "found": share(hits.total(), len(planted)),
        "precision": share(hits.total(), len(found)),
        "found by kind": _by_kind(planted, hits),
    }


def _served(name: str, *, wrong: bool) -> dict[str, Any]:
    """What a running service finds, by rules and by weighing."""
    wiki = together(list(wikis(name)))
    folder = CACHE / "data" / "weighing" / name
    shutil.rmtree(folder, ignore_errors=True)
    with serving(folder) as service:
        for title, said in zip(wiki.titles, wiki.said, strict=True):
            service.feed(" ".join(said), title)
        service.settle(name)
        told = notes.found_by(service)
    planted = {(wiki.said[a][i], wiki.said[b][j]): kind for ((a, i), (b, j)), kind in wiki.contradictions.items()}
    missed, others = notes.judged(told, planted)
    hits = Counter(planted.values()) - Counter(planted[pair] for pair in missed)
    if wrong:
        for pair in missed:
            print(f"{name}, served, missed: {' / '.join(pair)}")
        for claims in others:
            print(f"{name}, served, found: {' / '.join(claims)}")
    return {
        "found": share(hits.total(), len(planted)),
        "found that is none": len(others),
        "found by kind": _by_kind(planted, hits),
    }


def _by_kind(planted: Mapping[Any, str], hits: Counter[str]) -> dict[str, str]:
    return {kind: f"{hits[kind]} of {n}" for kind, n in sorted(Counter(planted.values()).items())}


def scales_of(wiki: Wiki, reader: Reader | None = None) -> Scales:
    """With models of its own where none are given."""
    articles = [
        Article(str(a), title, None, [Claim(f"{a} {i}", str(a), sentence, "en") for i, sentence in enumerate(said)])
        for a, (title, said) in enumerate(zip(wiki.titles, wiki.said, strict=True))
    ]
    return Scales(articles, reader or BuiltIn())


def held_against_each_other(scales: Scales, articles: int) -> list[Candidate]:
    """Of so many articles all."""
    return [one for by in range(articles) for one in scales.candidates(by)]


def place(claim: Claim) -> Place:
    article, sentence = claim.id.split()
    return int(article), int(sentence)


def pair_of(one: Claim, other: Claim) -> tuple[Place, Place]:
    first, second = sorted((place(one), place(other)))
    return first, second


def _told(wiki: Wiki, pair: Sequence[Place]) -> str:
    return " / ".join(f"[{wiki.titles[a]}] {wiki.said[a][i]}" for a, i in pair)


def _nothing(wiki: Wiki, *, wrong: bool) -> dict[str, Any]:
    """What is found where nothing was planted, and what is found is nearly always wrong."""
    scales = scales_of(wiki)
    candidates = held_against_each_other(scales, len(wiki.titles))
    found = scales.weigh(candidates)
    if wrong:
        for each in found:
            print(f"found: {_told(wiki, (place(each.one), place(each.other)))} {each.surety:.2f}")
    return {"sentences": sum(map(len, wiki.said)), "held against each other": len(candidates), "found": len(found)}


def natural(collection: str, part: int) -> Wiki:
    """Of a judged collection every second article, in two halves; empty where it is not there.

    What is learnt from the one part of them is measured on the other.
    """
    titles: list[str] = []
    said: list[list[str]] = []
    for title, sentences_ in _of_collection(collection)[part : 2 * WITHIN : 2]:
        titles += [title, title]
        said += [sentences_[::2], sentences_[1::2]]
    return Wiki(titles, said, {})


def articles(collection: str) -> Wiki:
    """Of a judged collection those articles of which `natural` takes none; empty where it is not there."""
    some = _of_collection(collection)[2 * WITHIN :]
    return Wiki([title for title, _ in some], [said for _, said in some], {})


def _of_collection(name: str) -> list[tuple[str, list[str]]]:
    found = {f"{one.name}/{each.id}": each.title for one in collections_there([name]) for each in one.documents}
    return [(found.get(one.id, one.id), list(one.sentences[:MOST_SENTENCES])) for one in sources(name)]
