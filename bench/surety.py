"""What tells how surely two sentences contradict each other: fits the weights of knowledge/weighing/surety.py, and tells what they find.

Of the labelled wikis and pairs that the models never learnt from, each two sentences that are held against each other are one row. What is found of a
wiki is told by weights that were fitted without it. `--on` takes more wikis, in the format of bench/planted/subjects: the weights that stand in the
program were fitted on 19 beside these, of real texts and of what people noted of them, which quote the judged collections and so are not in the project.
Takes half an hour.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench import accepted, contradictions, report, subjects, weighing
from bench.corpora import NAMES
from bench.weighing import Wiki
from lorewright.embeddings.catalogue import BuiltIn
from lorewright.knowledge.disputes.statements import Relation
from lorewright.knowledge.weighing.candidates import LANGUAGE
from lorewright.knowledge.weighing.surety import WEIGHTS, Signs, Weights, least, measured, surety
from lorewright.knowledge.weighing.weigh import Reader

LEAST = 0.02
"""What the models give less is no contradiction, whatever else is known."""
OF_WIKIS, OF_PAIRS = 0.5, 0.15
"""What a row counts of wikis of short articles, and of two sentences by themselves; of whole texts each counts 1."""
PAIRS = ("outside", "unread", "written", "heldout", "real", "fresh", "later", "near")
ACCEPTED = ("01", "02", "03", "04")
"""Sets of short texts that were there to develop with."""
OF_SHORT, OF_NATURAL = 1.5, 2.0
"""What a row counts of these, and of texts in which nothing is planted."""
FOLDS = 8
STIFFNESS = 1.0
"""Of the ridge penalty, for columns of unit variance."""
STEPS = 25

_Floats = NDArray[np.float64]


class Row(NamedTuple):
    group: str
    of: str
    """By which rows are parted, so that none is judged by what was learnt from its like."""
    signs: Signs
    is_contradiction: bool
    counts: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--on", type=Path, help="a folder with more wikis of whole texts to fit them on")


def run(options: argparse.Namespace) -> None:
    more = sorted(options.on.glob("*.txt")) if options.on else []
    rows = [*_rows(more, BuiltIn())]
    held_out = np.zeros(len(rows))
    parts = np.array([_hash_of(row.of) % FOLDS for row in rows])
    for part in range(FOLDS):
        weights = fitted([row for row, its in zip(rows, parts, strict=True) if its != part])
        for at in np.flatnonzero(parts == part):
            held_out[at] = surety(rows[at].signs, weights)
    figures: dict[str, Any] = {
        group: _found(rows, held_out.tolist(), [surety(row.signs) for row in rows], group)
        for group in dict.fromkeys(row.group for row in rows)
    }
    figures["weights fitted here"] = _rounded(fitted(rows))
    figures["weights of the program"] = _rounded(WEIGHTS)
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("surety", figures)


def _hash_of(name: str) -> int:
    """The same in every process."""
    return sum(name.encode())


def fitted(rows: Sequence[Row]) -> Weights:
    """By Newton's method."""
    signs = np.array([measured(row.signs) for row in rows])
    scale = np.append(signs[:, :-1].std(axis=0) + 1e-9, 1.0)
    x, y = signs / scale, np.array([row.is_contradiction for row in rows], np.float64)
    counts = np.array([row.counts for row in rows])
    ridge = STIFFNESS * np.diag(np.append(np.ones(x.shape[1] - 1), 0.0))
    weights: _Floats = np.zeros(x.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-x @ weights))
        gradient = x.T @ (counts * (p - y)) + ridge @ weights
        weights -= np.linalg.solve((x.T * (counts * p * (1 - p))) @ x + ridge, gradient)
    return Weights(*map(float, weights / scale))


def _rows(more: Sequence[Path], reader: Reader) -> Iterator[Row]:
    for path in [*sorted(subjects.HELD_OUT.glob("*.txt")), *more]:
        group = "more texts" if path in more else "notes" if path.stem.startswith("noted") else "texts"
        yield from _of(subjects.wiki(path), reader, group, path.stem, 1.0)
    for name in (*weighing.HELD_OUT, weighing.CHOSEN_BY):
        yield from _of(weighing.together(list(weighing.wikis(name))), reader, "wikis", name, OF_WIKIS)
    for name in ACCEPTED:
        yield from _of_short_texts(name, reader)
    for name in PAIRS:
        for number, pair in enumerate(contradictions.planted(name)):
            if pair.one.language == LANGUAGE:
                planted = {((0, 0), (1, 0)): pair.kind} if pair.expected == Relation.CONTRADICTS else {}
                wiki = Wiki((pair.one.titled, pair.other.titled), ((pair.one.text,), (pair.other.text,)), planted)
                yield from _of(wiki, reader, "pairs", f"{name} {number // FOLDS}", OF_PAIRS)
    for name in NAMES:
        yield from _of(weighing.natural(name, 1), reader, "nothing planted", name, OF_NATURAL)


def _of_short_texts(name: str, reader: Reader) -> Iterator[Row]:
    """Which sentences contradict each other is not told of these: of a planted pair the surest do, and no others of that pair are looked at."""
    pairs = accepted.pairs(name)
    texts = [text for pair in pairs for text in (pair.one, pair.other)]
    wiki = Wiki([text.title for text in texts], [weighing.split(text.body) for text in texts], {})
    scales = weighing.scales_of(wiki, reader)
    surest: dict[int, Signs] = {}
    for one in weighing.held_against_each_other(scales, len(texts)):
        signs = scales.signs(one)
        if signs is None or signs.probability < LEAST:
            continue
        mine, theirs = one.one.by // 2, one.other.by // 2
        if mine != theirs or pairs[mine].expected != Relation.CONTRADICTS:
            yield Row("short texts", name, signs, is_contradiction=False, counts=OF_SHORT)
        elif mine not in surest or surety(signs) > surety(surest[mine]):
            surest[mine] = signs
    for signs in surest.values():
        yield Row("short texts", name, signs, is_contradiction=True, counts=OF_SHORT)


def _of(wiki: Wiki, reader: Reader, group: str, name: str, counts: float) -> Iterator[Row]:
    scales = weighing.scales_of(wiki, reader)
    for one in weighing.held_against_each_other(scales, len(wiki.titles)):
        signs = scales.signs(one)
        if signs and signs.probability >= LEAST:
            yield Row(
                group, name, signs, weighing.pair_of(one.one.claim, one.other.claim) in wiki.contradictions, counts
            )


def _found(rows: Sequence[Row], held_out: Sequence[float], sure: Sequence[float], group: str) -> dict[str, Any]:
    of_group = [at for at, row in enumerate(rows) if row.group == group]
    return {
        "rows": len(of_group),
        "contradictions": sum(rows[at].is_contradiction for at in of_group),
        **{
            f"told by {whose}": _right_and_wrong(
                [rows[at].is_contradiction for at in of_group if by[at] >= least(rows[at].signs)]
            )
            for whose, by in (("weights fitted on others", held_out), ("the program", sure))
        },
    }


def _right_and_wrong(told: Sequence[bool]) -> str:
    return f"{sum(told)} beside {len(told) - sum(told)}"


def _rounded(weights: Weights) -> dict[str, float]:
    return {name: round(weight, 2) for name, weight in weights._asdict().items()}
