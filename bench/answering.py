"""Trains what tells whether a sentence answers a question: the adapters scripts/answering.safetensors.

They learn from the questions of bench/planted/questions/learnt, each beside the sentences that answer it, those that only seem to, and of its texts those that are most like
it in meaning; all behind the titles of their texts. It begins with the adapters of scripts/inference-0.safetensors, which have learnt to hold two sentences against each
other, needs what bench/adapters.py does and half an hour of two cores an epoch; then scripts/build_model.py is told the hashes that it prints.
"""

import argparse
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.adapters import ADAPTERS, BATCH, Learner, batches, inputs_of, load, model_of, save
from bench.questions import LEARNT, asked, texts_of
from lorewright.embeddings.minilm import MiniLM

PATH, BEGUN_WITH = ADAPTERS / "answering.safetensors", ADAPTERS / "inference-0.safetensors"
EPOCHS, RATE = 2, 3e-4
NEAREST, OF_THESE, OTHERS = 12, 3, 0.3
"""Sentences that are most like a question, how many of them it is read beside, always the first two, and how often a farther one."""
UNTITLED = 0.15
"""Share of questions that are read without a title too."""
WEIGHTS = (1.0, 1.5)
"""What counts a sentence that does not answer, and one that does: there are three of those for one of these."""


class Read(NamedTuple):
    question: str
    sentence: str
    """Behind the title of its text."""
    answers: bool


class Lesson(NamedTuple):
    """A question and what it is read beside."""

    question: str
    answering: Sequence[tuple[str, str]]
    """(title, sentence)"""
    seeming: Sequence[tuple[str, str]]
    nearest: Sequence[tuple[str, str]]
    """Of those that do not answer it the most alike in meaning, that first."""
    others: Sequence[tuple[str, str]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--train", action="store_true", help="write the adapters anew; needs torch, transformers and safetensors"
    )
    parser.add_argument("--package", type=Path, help="folder where requirements/model.txt was installed")


def run(options: argparse.Namespace) -> None:
    paths = sorted(LEARNT.glob("*.tsv"))
    print(f"{sum(len(asked(path)) for path in paths)} questions of {len(paths)} wikis")
    if not options.train:
        return
    embedder, chosen = MiniLM(), random.Random(0)
    lessons = [lesson for path in paths for lesson in _lessons(path, embedder, chosen)]
    model, tokenizer = model_of(options.package, 2)
    load(model, BEGUN_WITH, without="head")
    _train(model, tokenizer, lessons, chosen)


def _lessons(path: Path, embedder: MiniLM, chosen: random.Random) -> list[Lesson]:
    texts = texts_of(path)
    said = [(text.title, sentence) for text in texts for sentence in text.said]
    starts = np.cumsum([0, *(len(text.said) for text in texts)])
    marks = [(mark, start + i) for text, start in zip(texts, starts, strict=False) for mark, i in text.marked.items()]
    vectors = embedder.embed([f"{title}. {sentence}" for title, sentence in said])
    lessons = []
    for one in asked(path):
        told = {
            i for i, (_, sentence) in enumerate(said) for piece in one.pieces if piece in " ".join(sentence.split())
        }
        # What bears the same mark tells of the same, and may answer it as well.
        same = {mark for mark, i in marks if i in told}
        left_out = told | {i for mark, i in marks if mark in same}
        order = np.argsort(-(vectors @ embedder.embed_question(one.question)), kind="stable")
        rest = [said[i] for i in order.tolist() if i not in left_out]
        spoken = [said[i] for i in sorted(told)]
        answering, seeming = (spoken, []) if one.is_answered else ([], spoken)
        lessons.append(Lesson(one.question, answering, seeming, rest[:NEAREST], rest[NEAREST:]))
    chosen.shuffle(lessons)
    return lessons


def _epoch(lessons: Sequence[Lesson], chosen: random.Random) -> list[Read]:
    read = []
    for one in lessons:
        beside = [
            *one.seeming,
            *one.nearest[:2],
            *chosen.sample(one.nearest[2:], min(OF_THESE - 2, len(one.nearest[2:]))),
        ]
        if one.others and chosen.random() < OTHERS:
            beside.append(chosen.choice(one.others))
        read += [Read(one.question, f"{title}: {sentence}", answers=True) for title, sentence in one.answering]
        read += [Read(one.question, f"{title}: {sentence}", answers=False) for title, sentence in beside]
        if one.answering and chosen.random() < UNTITLED:
            read.append(Read(one.question, one.answering[0][1], answers=True))
    return read


def _train(model: Any, tokenizer: Any, lessons: Sequence[Lesson], chosen: random.Random) -> None:
    import torch  # type: ignore[import-not-found]  # installed to train alone

    torch.manual_seed(chosen.randrange(2**32))
    steps = math.ceil(1.05 * len(_epoch(lessons, chosen)) / BATCH) * EPOCHS
    learner, weights = Learner(model, RATE, steps), torch.tensor(WEIGHTS)
    for number in range(EPOCHS):
        losses = []
        for batch in batches(_epoch(lessons, chosen), _length, chosen):
            logits = learner.read(inputs_of(tokenizer, [(one.question, one.sentence) for one in batch]))
            labels = torch.tensor([int(one.answers) for one in batch])
            loss = torch.nn.functional.cross_entropy(logits, labels, weight=weights)
            learner.learn(loss)
            losses.append(loss.item())
            if len(losses) % 100 == 0:
                print(f"{len(losses)} of {steps // EPOCHS}: loss {np.mean(losses[-100:]):.3f}", flush=True)
        print(f"epoch {number + 1} of {EPOCHS}: loss {np.mean(losses):.3f}", flush=True)
        save(model, PATH)


def _length(one: Read) -> int:
    return len(one.question) + len(one.sentence)
