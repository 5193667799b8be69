"""How surely values that are told in other words are held against each other: articles about one thing in bench/planted/articles.

Each line is two articles by two authors, and which sentence of one contradicts which of the other; all other pairs of sentences contradict
nothing, though many look like it. `--train` makes the forest that decides (knowledge/weighing/forest.json) from these and the other planted
sets; it needs `pip install lightgbm`. The sets of `HELD_OUT` are never trained on.
"""

import argparse
import json
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

import msgspec
import numpy as np

from bench import contradictions, notes, report
from bench.contradictions import PLANTED, share
from bench.corpora import NAMES, collections_there
from bench.sentences import sources
from bench.service import CACHE, serving
from lorewright.embeddings.minilm import MiniLM
from lorewright.knowledge.disputes.statements import Claim, Relation
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.units import SPELLED
from lorewright.knowledge.weighing import titles
from lorewright.knowledge.weighing.forest import FILE, Forest, Node, Tree
from lorewright.knowledge.weighing.weigh import Article, Scales

ARTICLES = PLANTED / "articles"
TRAINED_ON = ("technology", "work")
HELD_OUT = ("mixed", "visitors")
VALUES = ("number", "date")
"""Kinds of contradictions that are weighed."""
SEEDS = 3
LEAVES, TREES, RATE = 12, 150, 0.05
THRESHOLD = 0.75
OF_PAIRS, OF_CHANGED, OF_NATURAL = 0.7, 0.7, 0.3
"""What an example counts, beside one of whole texts."""
_NUMBER = re.compile(rf"\b(?:\d{{1,3}}(?:,\d{{3}})+|\d+|{'|'.join(SPELLED)})\b", re.IGNORECASE)
_YEAR = re.compile(r"1\d\d\d|20\d\d")
NOTHING = Forest([], [], 1.0)
"""Decides while there is none."""
WITHIN = 400
"""Articles of the judged collections of which sentences are held against each other, as examples of what contradicts nothing."""
MOST_SENTENCES = 60
EACH_WITHIN = 40
"""Pairs of sentences of one of these."""


class Texts(NamedTuple):
    titles: tuple[str, str]
    sides: tuple[Sequence[str], Sequence[str]]
    contradictions: dict[tuple[int, int], str]
    """Sentence and sentence -> of what kind it is."""
    agreements: Sequence[tuple[int, int]] = ()
    """Which say the same in other words."""


class Labelled(NamedTuple):
    features: dict[str, float]
    contradicts: bool
    weight: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--train", action="store_true", help="write the forest anew first; needs lightgbm")
    parser.add_argument(
        "--left-out", action="store_true", help="also train without each set, and measure on that; needs lightgbm"
    )
    parser.add_argument(
        "--wrong", action="store_true", help="print what is found wrongly, and what is missed of values"
    )


def run(options: argparse.Namespace) -> None:
    in_context = lru_cache(maxsize=None)(MiniLM().in_context)
    if options.train or options.left_out:
        learnt_from = _all_examples(Scales(in_context, decided_by=NOTHING))
    if options.train:
        forest = _trained([one for some in learnt_from.values() for one in some])
        FILE.write_bytes(msgspec.json.encode(forest))
    else:
        forest = msgspec.json.decode(FILE.read_bytes(), type=Forest)
    figures: dict[str, Any] = {}
    for name in (*notes.SETS, *TRAINED_ON) if options.left_out else ():
        without = [one for other, some in learnt_from.items() if other != name for one in some]
        scales = Scales(in_context, decided_by=_trained(without))
        figures[f"{name}, left out"] = _measured(texts(name), scales, wrong=options.wrong)
    scales = Scales(in_context, decided_by=forest)
    for name in HELD_OUT:
        figures[name] = _measured(texts(name), scales, wrong=options.wrong)
        figures[f"{name}, served"] = _served(name, wrong=options.wrong)
    figures["within"] = _within(scales, wrong=options.wrong)
    figures["across"] = _across(scales, wrong=options.wrong)
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


# -- Measuring --------------------------------------------------------------------------------------------------------


def _measured(both_of: Iterable[Texts], scales: Scales, *, wrong: bool) -> dict[str, Any]:
    hits, planted, others = Counter[str](), Counter[str](), 0
    for number, both in enumerate(both_of):
        planted.update(both.contradictions.values())
        one, other = (_article(f"{number}{i}", both.titles[i], both.sides[i]) for i in (0, 1))
        found = {tuple(sorted((each.one.id, each.other.id))) for each in scales.weigh(one, other)}
        for (i, j), kind in both.contradictions.items():
            pair = one.claims[i].id, other.claims[j].id
            hits[kind] += pair in found
            if wrong and pair not in found and kind in VALUES:
                print(f"missed: {both.sides[0][i]} / {both.sides[1][j]}")
            found.discard(pair)
        others += len(found)
        if wrong:
            said = {claim.id: claim.text for claim in (*one.claims, *other.claims)}
            for a, b in sorted(found):
                print(f"found: {said[a]} / {said[b]}")
    right = hits.total()
    return {
        "planted values": sum(planted[kind] for kind in VALUES),
        "recall of values": share(sum(hits[kind] for kind in VALUES), sum(planted[kind] for kind in VALUES)),
        "precision": share(right, right + others),
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


def _within(scales: Scales, *, wrong: bool) -> dict[str, Any]:
    """Of articles of the judged collections, the halves held against each other: what is found there is nearly always wrong."""
    halves = [(title, said[::2], title, said[1::2]) for title, said in _real(1)]
    return _found(scales, halves, wrong=wrong)


def _across(scales: Scales, *, wrong: bool) -> dict[str, Any]:
    """Of their articles those of which the titles are alike, and which are about two things nearly all."""
    return _found(scales, [(*one, *other) for one, other in _alike(1)], wrong=wrong)


def _found(
    scales: Scales, between: Sequence[tuple[str, Sequence[str], str, Sequence[str]]], *, wrong: bool
) -> dict[str, Any]:
    found = 0
    for one_title, one, other_title, other in between:
        for each in scales.weigh(_article("a", one_title, one), _article("b", other_title, other)):
            found += 1
            if wrong:
                print(
                    f"{one_title} / {other_title}: {each.one.text} / {each.other.text} {each.values} {each.probability:.2f}"
                )
    return {
        "pairs of texts": len(between),
        "sentences": sum(len(one) + len(other) for _, one, _, other in between),
        "found": found,
    }


def _real(part: int) -> Iterator[tuple[str, list[str]]]:
    """Title and sentences, of every second article: what is learnt from the one half is measured on the other."""
    for name in NAMES:
        yield from _of_collection(name)[part : 2 * WITHIN : 2]


def _alike(part: int) -> Iterator[tuple[tuple[str, list[str]], tuple[str, list[str]]]]:
    """Every second pair of two articles with titles that are alike."""
    for name in NAMES:
        all_ = _of_collection(name)
        for one, other in titles.alike([title for title, _ in all_], set(range(len(all_))))[part::2]:
            yield all_[one], all_[other]


def _of_collection(name: str) -> list[tuple[str, list[str]]]:
    found = {f"{one.name}/{each.id}": each.title for one in collections_there([name]) for each in one.documents}
    return [(found.get(one.id, one.id), list(one.sentences[:MOST_SENTENCES])) for one in sources(name)]


# -- Training ---------------------------------------------------------------------------------------------------------


def _all_examples(scales: Scales) -> dict[str, list[Labelled]]:
    """By the set that they are of."""
    found = {name: list(_of_texts(texts(name), scales)) for name in (*notes.SETS, *TRAINED_ON)}
    return found | {"pairs": list(_planted(scales)), "natural": list(_natural(scales))}


def _of_texts(both_of: Iterable[Texts], scales: Scales) -> Iterator[Labelled]:
    """Each sentence of one text against each of the other."""
    for both in both_of:
        for i, one in enumerate(both.sides[0]):
            for j, other in enumerate(both.sides[1]):
                yield from _examples(scales, both.titles, (one, other), contradicts=(i, j) in both.contradictions)
        for i, j in both.agreements:
            one, other = both.sides[0][i], both.sides[1][j]
            for changed in _changed(one, other, scales):
                yield from _examples(scales, both.titles, (one, changed), contradicts=True, weight=OF_CHANGED)


def _changed(one: str, other: str, scales: Scales) -> Iterator[str]:
    """The other sentence with another number for each that both tell, where they say the same: so they contradict each other."""
    chosen = random.Random(other)
    for written in scales.shared(one, other):
        found = _NUMBER.search(written)
        if found is None or other.count(written) != 1:
            continue
        said = found[0].lower()
        if said in SPELLED:
            new = chosen.choice([word for word, value in SPELLED.items() if 1 < value < 20 and word != said])
        else:
            value = int(said.replace(",", ""))
            is_year = _YEAR.fullmatch(said)
            near = value + chosen.choice((-1, 1)) * chosen.randint(2, 14)
            far = round(value * chosen.choice((0.4, 0.6, 0.75, 1.3, 1.6, 2.2))) + 1
            new = f"{near if is_year else far:{',' if ',' in said else ''}}"
        yield other.replace(written, f"{written[: found.start()]}{new}{written[found.end() :]}")


def _planted(scales: Scales) -> Iterator[Labelled]:
    """Single pairs of sentences."""
    for name in contradictions.SETS:
        for pair in contradictions.planted(name):
            if pair.one.language == "en":
                headed, both = (pair.one.titled, pair.other.titled), (pair.one.text, pair.other.text)
                expected = pair.expected == Relation.CONTRADICTS
                yield from _examples(scales, headed, both, contradicts=expected, weight=OF_PAIRS)


def _natural(scales: Scales) -> Iterator[Labelled]:
    """Sentences of one article of a judged collection, where that is there."""
    chosen = random.Random(1)
    for title, said in _real(0):
        pairs = list(combinations(said, 2))
        for both in chosen.sample(pairs, min(EACH_WITHIN, len(pairs))):
            yield from _examples(scales, (title, title), both, contradicts=False, weight=OF_NATURAL)
    for one, other in _alike(0):
        pairs = list(product(one[1], other[1]))
        for both in chosen.sample(pairs, min(EACH_WITHIN, len(pairs))):
            yield from _examples(scales, (one[0], other[0]), both, contradicts=False, weight=OF_NATURAL)


def _examples(
    scales: Scales, headed: tuple[str, str], both: tuple[str, str], *, contradicts: bool, weight: float = 1.0
) -> Iterator[Labelled]:
    if not titles.of_one_thing(*headed):
        return
    told = titles.of_two(*headed, scales.stem)
    for one in scales.examples(*both, told):
        yield Labelled(one.features, contradicts, weight)


def _trained(examples: Sequence[Labelled]) -> Forest:
    import lightgbm  # type: ignore[import-not-found]

    names = sorted(examples[0].features)
    rows = np.array([[one.features[name] for name in names] for one in examples])
    wanted = np.array([one.contradicts for one in examples])
    weights = np.array([one.weight for one in examples])
    print(f"{len(rows)} examples, {wanted.sum()} of them contradictions")
    trees: list[Tree] = []
    for seed in range(SEEDS):
        grown = lightgbm.LGBMClassifier(
            n_estimators=TREES, num_leaves=LEAVES, learning_rate=RATE, min_child_samples=10, subsample=0.8, subsample_freq=1,
            colsample_bytree=0.5, random_state=seed, verbose=-1, deterministic=True, force_row_wise=True,
        ).fit(rows, wanted, sample_weight=weights)  # fmt: skip
        trees += [_tree(one["tree_structure"]) for one in grown.booster_.dump_model()["tree_info"]]
    return Forest(names, trees, THRESHOLD)


def _tree(root: dict[str, Any]) -> Tree:
    nodes: list[Node] = []
    leaves: list[float] = []

    def grown(one: dict[str, Any]) -> int:
        if "leaf_value" in one:
            leaves.append(round(one["leaf_value"] / SEEDS, 5))
            return -len(leaves)
        place = len(nodes)
        nodes.append(Node(0, 0.0, 0, 0))
        left, right = grown(one["left_child"]), grown(one["right_child"])
        nodes[place] = Node(one["split_feature"], float(f"{one['threshold']:.5g}"), left, right)
        return place

    grown(root)
    return Tree(nodes, leaves)
