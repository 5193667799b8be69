"""How many contradictions are found in whole texts: wikis of some twenty texts about two subjects, fed to a running service.

Each file of bench/planted/subjects is such a wiki, written by somebody who knew nothing of the program; those named `two-` are forty pairs of short
texts, one dense and one of notes in plain words. A text begins with "# " and its title; a mark behind a sentence says to which other it belongs: {C1}
contradicts the other {C1}, {E1} says the same as the other {E1}, {N1} only looks like either. Of what stands in `LEARNT` the models were trained
(bench/inference.py), of `HELD_OUT` never.
"""

import argparse
import re
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench import notes, report
from bench.contradictions import PLANTED, share
from bench.service import CACHE, serving
from bench.weighing import Place, Wiki
from lorewright.knowledge.sentences import sentences

LEARNT, HELD_OUT = (PLANTED / "subjects" / name for name in ("learnt", "heldout"))
CONTRADICTION, AGREEMENT, NEITHER = "CEN"
_MARKS = re.compile(r"\s*((?:\{[CEN]\d+\})+)")
_MARK = re.compile(r"[CEN]\d+")


class Text(NamedTuple):
    title: str
    body: str
    said: Sequence[str]
    """Its sentences."""
    marked: Mapping[str, int]
    """Mark -> which of them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", help="only this wiki, by the name of its file; may be repeated")
    parser.add_argument("--wrong", action="store_true", help="print what is missed, and what is found wrongly")


def run(options: argparse.Namespace) -> None:
    paths = [path for path in sorted(HELD_OUT.glob("*.txt")) if not options.set or path.stem in options.set]
    figures = {path.stem: _measured(path, wrong=options.wrong) for path in paths}
    found, planted, others = (sum(one[name] for one in figures.values()) for name in ("found", "planted", "none"))
    figures["all"] = {"recall": share(found, planted), "precision": share(found, found + others)}
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("subjects", figures)


def texts(path: Path) -> list[Text]:
    return [_text(*one.split("\n", 1)) for one in path.read_text(encoding="utf-8").removeprefix("# ").split("\n# ")]


def wiki(path: Path) -> Wiki:
    """With every sentence of its texts, whether an article would tell it or not."""
    told = texts(path)
    return Wiki(
        [one.title for one in told],
        [one.said for one in told],
        dict.fromkeys(_pairs(told, CONTRADICTION), "contradiction"),
        list(_pairs(told, AGREEMENT)),
        list(_pairs(told, NEITHER)),
        is_labelled=False,
    )


def _text(title: str, marked: str) -> Text:
    body, ends = "", []
    for piece in _MARKS.split(marked.strip()):
        if piece.startswith("{"):
            ends += [(mark, len(body)) for mark in _MARK.findall(piece)]
        else:
            body += piece
    spans = list(sentences(body))
    places = {mark: next(i for i, (_, end) in enumerate(spans) if end >= at) for mark, at in ends}
    return Text(title.strip(), body, [body[start:end] for start, end in spans], places)


def _pairs(told: Sequence[Text], role: str) -> Iterator[tuple[Place, Place]]:
    """Sentences that bear the same mark, that of the earlier text first."""
    bearing = defaultdict[str, list[Place]](list)
    for number, text in enumerate(told):
        for mark, sentence in text.marked.items():
            if mark[0] == role:
                bearing[mark].append((number, sentence))
    return ((one, other) for one, other in bearing.values())


def _measured(path: Path, *, wrong: bool) -> dict[str, Any]:
    told = texts(path)
    folder = CACHE / "data" / "subjects" / path.stem
    shutil.rmtree(folder, ignore_errors=True)
    with serving(folder) as service:
        for text in told:
            service.feed(text.body, text.title)
        service.settle(path.stem)
        found = notes.found_by(service)
    planted = [(told[a].said[i], told[b].said[j]) for (a, i), (b, j) in _pairs(told, CONTRADICTION)]
    missed, others = notes.judged(found, planted)
    if wrong:
        for pair in missed:
            print(f"{path.stem}, missed: {' / '.join(pair)}")
        for claims in others:
            print(f"{path.stem}, found: {' / '.join(claims)}")
    return {"found": len(planted) - len(missed), "planted": len(planted), "none": len(others)}
