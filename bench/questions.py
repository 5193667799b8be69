"""How many questions are answered that people put in their own words: wikis of short texts, fed to a running service.

Each file of bench/planted/questions is of the texts of the same name in bench/planted/subjects, and was written by somebody who knew nothing of the
program. A line is a question as a reader would ask it, whether it is answered (`a`) or only seems to be (`u`), and a piece of the sentence that answers it, or that seems to;
of several such sentences one each, with " || " between. What stands in `LEARNT` taught the model (bench/answering.py), what stands in `HELD_OUT` never did.

A question is answered rightly where the answer cites a sentence that answers it, and otherwise where it says anything else.
"""

import argparse
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench import report, subjects
from bench.contradictions import PLANTED, share
from bench.service import CACHE, serving

QUESTIONS = PLANTED / "questions"
LEARNT, HELD_OUT = (QUESTIONS / name for name in ("learnt", "heldout"))
ANSWERED = "a"


class Asked(NamedTuple):
    question: str
    is_answered: bool
    pieces: tuple[str, ...]
    """Of the sentences that answer it, or that seem to."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", action="append", help="only these questions, by the name of their file; may be repeated"
    )
    parser.add_argument("--wrong", action="store_true", help="print what is not answered as it should be")


def run(options: argparse.Namespace) -> None:
    paths = [path for path in sorted(HELD_OUT.glob("*.tsv")) if not options.set or path.stem in options.set]
    figures: dict[str, Any] = {}
    all_told: Counter[str] = Counter()
    for path in paths:
        told = _told(path, wrong=options.wrong)
        figures[path.stem] = _figures(told)
        all_told += told
    figures["all"] = _figures(all_told)
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("questions", figures)


def asked(path: Path) -> list[Asked]:
    """The questions of a file."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return [Asked(question, kind == ANSWERED, tuple(pieces.split(" || "))) for question, kind, pieces in rows]


def texts_of(path: Path) -> list[subjects.Text]:
    """Those that the questions of a file are about."""
    [found] = [one for folder in (subjects.LEARNT, subjects.HELD_OUT) for one in folder.glob(f"{path.stem}.txt")]
    return subjects.texts(found)


def _told(path: Path, *, wrong: bool) -> Counter[str]:
    """How many questions were answered rightly or otherwise, or were refused, and of those without an answer which were."""
    folder = CACHE / "data" / "questions" / path.stem
    shutil.rmtree(folder, ignore_errors=True)
    told: Counter[str] = Counter()
    with serving(folder) as service:
        for text in texts_of(path):
            service.feed(text.body, text.title)
        service.settle(path.stem)
        for one in asked(path):
            answer = service.http.post("/query", json={"question": one.question}).raise_for_status().json()["query"]
            kind = judged(one, answer)
            told[kind] += 1
            if wrong and kind not in ("right", "refused rightly"):
                print(f"{path.stem}, {kind}: {one.question} {answer['answer']} / {' || '.join(one.pieces)}")
    return told


def judged(one: Asked, answer: Mapping[str, Any]) -> str:
    """What became of a question, as `POST /query` answered it."""
    quotes: Sequence[str] = [each["quote"] for each in answer["citations"]]
    if not one.is_answered:
        return "told without an answer" if quotes else "refused rightly"
    if not quotes:
        return "refused"
    return "right" if any(_flat(piece) in _flat(quote) for piece in one.pieces for quote in quotes) else "otherwise"


def _flat(text: str) -> str:
    return " ".join(text.split())


def _figures(told: Counter[str]) -> dict[str, Any]:
    answered = told["right"] + told["otherwise"] + told["refused"]
    return {
        "answered rightly": f"{told['right']} of {answered}",
        "answered otherwise": told["otherwise"],
        "without an answer, and told": f"{told['told without an answer']} of {told.total() - answered}",
        "share answered rightly": share(told["right"], answered),
    }
