"""What the models that tell contradictions learn from: pairs of sentences under their titles, each with what it is (see bench/inference.py)."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import NamedTuple

from bench import contradictions, notes, subjects, weighing
from bench.contradictions import PLANTED
from bench.corpora import NAMES
from lorewright.embeddings.inference import Inferring

RECORDS, NEAR, PASSING, NOTED = (PLANTED / name for name in ("records", "near", "passing", "noted"))
CONTRADICTION, AGREEMENT, NEITHER, NO_CONTRADICTION = range(4)
"""As the model numbers them; the last is either of the two before it."""
OF_RECORD, OF_NEAR, OF_PASSING, OF_NOTED = 1, 1, 2, 12
"""How many pairs of one record, of one whose sentences are near each other, of one of what is told in passing, and of one of what is noted of a
source are taken in each epoch."""
OF_TEXTS, OF_NOTES, OF_WIKIS, OF_SUBJECTS = 4, 0, 8, 130
"""And of what contradicts nothing: of two texts, of two notes, of one wiki, of whole texts about two subjects."""
OF_NATURAL, OF_ARTICLES, OF_APART, OF_BESIDE, OF_SINGLE = 1_200, 1_300, 300, 700, 0.1
"""And of the judged collections, within an article and of two; of two things, of two records of one little wiki, and which share of the single pairs."""
MOST_ALIKE, MOST_OF_SUBJECTS, MOST_OF_ARTICLES = 400, 800, 6_000
"""Pairs that are alike, of one wiki."""
OF_MANY_A_KIND = "multihop-mini"
"""The judged collection whose articles are of many songs, many churches, many stations."""
TOGETHER = 10
"""Records of bench/planted/passing that follow each other are often about one little wiki."""
ELSEWHERE = 0.8
"""How often it is thrown for other titles above sentences that name what they tell of; each is then another in half of the cases."""
APART = 4
"""Each fourth record alone is held against the others."""
EASY = 0.05
"""Added to how probable a natural pair seems to contradict itself, when it is chosen."""
_WORD = re.compile(r"\w+")
_LINE = re.compile(r"([TASCEN])(?: \w+)?: +(.+)")


class Labelled(NamedTuple):
    titles: tuple[str, str]
    sentences: tuple[str, str]
    label: int


class Asked(NamedTuple):
    """The pairs of one record."""

    record: Mapping[str, Sequence[str]]
    pairs: Sequence[Labelled]
    elsewhere: Sequence[str]
    """Titles of other articles that may mention what it is about."""


class Learnt(NamedTuple):
    """The pairs of one wiki."""

    labelled: Sequence[Labelled]
    others: Sequence[Labelled]
    """Of which all contradict nothing."""
    chances: Sequence[float] = ()
    """How much each of the others looks like what it is not, where that is known."""


def records() -> list[list[Asked]]:
    """Of each of the four folders."""
    some = [list(_records(folder)) for folder in (RECORDS, NEAR, PASSING)]
    titles = [one["T"][0] for one in some[1]]
    noted = [Asked(one, list(_of_noted(one)), ()) for one in _records(NOTED)]
    return [*([_asked(one, titles) for one in each] for each in some), noted]


def epochs(asked: Sequence[Sequence[Asked]]) -> Callable[[random.Random], list[Labelled]]:
    """What gives the pairs of an epoch. `asked`: see `records`."""
    written, _, passing, _ = ([one.record for one in some] for some in asked)
    inferring = Inferring()
    wikis = [wiki for name in weighing.TRAINED_ON for wiki in weighing.wikis(name)]
    texts = [_of_wiki(wiki) for wiki in wikis if wiki.is_labelled]
    many = [_of_wiki(wiki) for wiki in wikis if not wiki.is_labelled]
    whole = [_of_texts(path, inferring) for path in sorted(subjects.LEARNT.glob("*.txt"))]
    noted = [_of_wiki(wiki) for name in notes.SETS for wiki in weighing.wikis(name)]
    single = list(_single())
    apart = list(_apart(written)) + list(_retitled(written, random.Random(0)))
    beside = list(_beside(passing))
    natural, articles = _natural(inferring), _of_articles(inferring)
    print(
        f"{len(apart)} pairs about two things, {len(beside)} of one wiki, {len(natural.others) + len(articles.others)} natural ones",
        flush=True,
    )

    def epoch(chosen: random.Random) -> list[Labelled]:
        rows = []
        for several, most in zip(asked, (OF_RECORD, OF_NEAR, OF_PASSING, OF_NOTED), strict=True):
            for record in several:
                sampled = chosen.sample(record.pairs, min(most, len(record.pairs)))
                rows += [_elsewhere(one, record.elsewhere, chosen) for one in sampled]
        for all_of, most in ((texts, OF_TEXTS), (noted, OF_NOTES), (many, OF_WIKIS)):
            for some in all_of:
                rows += some.labelled
                rows += chosen.sample(some.others, min(most, len(some.others)))
        for some, most in (*((one, OF_SUBJECTS) for one in whole), (natural, OF_NATURAL), (articles, OF_ARTICLES)):
            rows += some.labelled
            rows += chosen.choices(some.others, some.chances, k=most) if some.others else []
        rows += chosen.sample(beside, min(OF_BESIDE, len(beside)))
        rows += chosen.sample(single, int(len(single) * OF_SINGLE)) + chosen.sample(apart, min(OF_APART, len(apart)))
        return rows

    return epoch


def _records(folder: Path) -> Iterator[Mapping[str, Sequence[str]]]:
    """Title (T), other titles (A), sentence (S), and what contradicts it (C), says the same (E), and neither (N)."""
    for path in sorted(folder.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            record: dict[str, list[str]] = {role: [] for role in "TASCEN"}
            for line in block.strip().splitlines():
                if found := _LINE.fullmatch(line):
                    record[found[1]].append(found[2])
            if record["S"]:
                yield record


def _asked(record: Mapping[str, Sequence[str]], titles: Sequence[str]) -> Asked:
    """`titles`: of other articles, where the record tells none."""
    return Asked(record, list(_of_record(record)), record["A"] or titles)


def _of_record(record: Mapping[str, Sequence[str]]) -> Iterator[Labelled]:
    """What contradicts the sentence contradicts what says the same, and what goes with it goes with that."""
    [title], same = record["T"], [*record["S"], *record["E"]]
    labelled = [(pair, CONTRADICTION) for pair in product(same, record["C"])]
    labelled += [(pair, AGREEMENT) for pair in combinations(same, 2)]
    labelled += [(pair, NEITHER) for pair in (*product(same, record["N"]), *combinations(record["N"], 2))]
    return (Labelled((title, title), pair, label) for pair, label in labelled)


def _of_noted(record: Mapping[str, Sequence[str]]) -> Iterator[Labelled]:
    """What notes tell of a sentence of a source, each under the title of one; what they tell of each other is not known."""
    [title], [said] = record["T"], record["S"]
    labels = {"C": CONTRADICTION, "E": AGREEMENT, "N": NEITHER}
    told = [(sentence, label) for role, label in labels.items() for sentence in record[role]]
    for number, (sentence, label) in enumerate(told):
        yield Labelled((title, record["A"][number % len(record["A"])]), (said, sentence), label)


def _of_wiki(wiki: weighing.Wiki) -> Learnt:
    labels = dict.fromkeys(wiki.contradictions, CONTRADICTION)
    labels |= dict.fromkeys(wiki.agreements, AGREEMENT) | dict.fromkeys(wiki.neither, NEITHER)
    if wiki.is_labelled:
        places = [[(a, i) for i in range(len(said))] for a, said in enumerate(wiki.said)]
        between = [pair for one, other in combinations(places, 2) for pair in product(one, other)]
    else:
        between = _alike(wiki)
    others = [_labelled(wiki, pair, NEITHER) for pair in between if pair not in labels]
    return Learnt([_labelled(wiki, pair, label) for pair, label in labels.items()], others)


def _labelled(wiki: weighing.Wiki, pair: Sequence[weighing.Place], label: int) -> Labelled:
    (a, i), (b, j) = pair
    return Labelled((wiki.titles[a], wiki.titles[b]), (wiki.said[a][i], wiki.said[b][j]), label)


def _apart(records: Sequence[Mapping[str, Sequence[str]]]) -> Iterator[Labelled]:
    """Sentences of two records, and of two wikis of several articles, that are alike: they are about two things."""
    some_records = records[::APART]
    of_records = weighing.Wiki([one["T"][0] for one in some_records], [_said(one) for one in some_records], {})
    for pair in _alike(of_records):
        yield _labelled(of_records, pair, NEITHER)
    some = [wiki for name in weighing.TRAINED_ON for wiki in weighing.wikis(name) if not wiki.is_labelled][::2]
    numbers = [number for number, wiki in enumerate(some) for _ in wiki.titles]
    all_ = weighing.together(some)
    for pair in _alike(all_):
        if numbers[pair[0][0]] != numbers[pair[1][0]]:
            yield _labelled(all_, pair, NEITHER)


def _retitled(records: Sequence[Mapping[str, Sequence[str]]], chosen: random.Random) -> Iterator[Labelled]:
    """What would contradict a sentence, and names nothing, in an article about another thing of the same kind."""
    for one, other in pairwise(records):  # records that stand together are of one kind
        [mine], [theirs] = one["T"], other["T"]
        names = {word.casefold() for word in _WORD.findall(mine) if len(word) > 3}
        nameless = [said for said in one["C"] if names.isdisjoint(map(str.casefold, _WORD.findall(said)))]
        if nameless:
            yield Labelled((mine, theirs), (chosen.choice(one["S"]), chosen.choice(nameless)), NEITHER)


def _elsewhere(one: Labelled, titles: Sequence[str], chosen: random.Random) -> Labelled:
    """Where a sentence names what it tells of, now and then as an article about something else says it."""
    if not titles or chosen.random() > ELSEWHERE:
        return one
    mine, theirs = (
        chosen.choice((own, chosen.choice(titles))) if _names(own, said) else own
        for own, said in zip(one.titles, one.sentences, strict=True)
    )
    return one._replace(titles=(mine, theirs))


def _names(title: str, sentence: str) -> bool:
    named = {word.casefold() for word in _WORD.findall(title) if len(word) > 2 and word != "the"}
    return bool(named) and named.issubset(map(str.casefold, _WORD.findall(sentence)))


def _said(record: Mapping[str, Sequence[str]]) -> list[str]:
    return [one for role in "SCEN" for one in record[role]]


def _alike(wiki: weighing.Wiki, most: int = MOST_ALIKE) -> list[tuple[weighing.Place, weighing.Place]]:
    """What the product would hold against each other; the likeliest of these."""
    found = weighing.held_against_each_other(weighing.scales_of(wiki), len(wiki.titles))
    return [
        (weighing.place(one.one.claim), weighing.place(one.other.claim))
        for one in sorted(found, key=lambda one: -one.likeness)[:most]
    ]


def _single() -> Iterator[Labelled]:
    """The pairs of sentences that rules are measured with."""
    for name in (one for one in contradictions.SETS if one not in contradictions.HELD_OUT):
        for pair in contradictions.planted(name):
            if pair.one.language == "en":
                label = CONTRADICTION if pair.expected == "contradicts" else NO_CONTRADICTION
                yield Labelled((pair.one.titled, pair.other.titled), (pair.one.text, pair.other.text), label)


def _of_texts(path: Path, inferring: Inferring) -> Learnt:
    """Of whole texts what is planted, and what the product would hold against each other besides."""
    wiki = subjects.wiki(path)
    labels = {**dict.fromkeys(wiki.neither, NEITHER), **dict.fromkeys(wiki.agreements, AGREEMENT)}
    labels |= dict.fromkeys(wiki.contradictions, CONTRADICTION)
    others = [pair for pair in _alike(wiki, MOST_OF_SUBJECTS) if pair not in labels]
    labelled = [_labelled(wiki, pair, label) for pair, label in labels.items()]
    return _doubted(labelled, [_labelled(wiki, pair, NO_CONTRADICTION) for pair in others], inferring)


def _natural(inferring: Inferring) -> Learnt:
    """Sentences of articles of the judged collections that are alike."""
    wikis = [weighing.natural(name, 0) for name in NAMES]
    return _doubted([], [_labelled(wiki, pair, NO_CONTRADICTION) for wiki in wikis for pair in _alike(wiki)], inferring)


def _of_articles(inferring: Inferring) -> Learnt:
    """Sentences of two articles that are alike, each of its own thing: "It was built in 1793" of one church, "It was built in 1843" of another."""
    wiki = weighing.articles(OF_MANY_A_KIND)
    alike = [_labelled(wiki, pair, NO_CONTRADICTION) for pair in _alike(wiki, MOST_OF_ARTICLES)]
    return _doubted([], alike, inferring)


def _doubted(labelled: Sequence[Labelled], others: Sequence[Labelled], inferring: Inferring) -> Learnt:
    return Learnt(labelled, others, [EASY + inferring.infer(*titled(one)).contradiction for one in others])


def _beside(records: Sequence[Mapping[str, Sequence[str]]]) -> Iterator[Labelled]:
    """Sentences of two records of one little wiki that are alike: two facts."""
    for start in range(0, len(records), TOGETHER):
        some = records[start : start + TOGETHER]
        wiki = weighing.Wiki([one["T"][0] for one in some], [_said(one) for one in some], {})
        yield from (_labelled(wiki, pair, NEITHER) for pair in _alike(wiki))


def titled(one: Labelled) -> tuple[str, str]:
    """As the product asks."""
    first, second = (f"{title}: {said}" for title, said in zip(one.titles, one.sentences, strict=True))
    return first, second
