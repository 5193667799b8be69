"""Trains what tells whether two sentences contradict each other: the adapters scripts/inference-0.safetensors and -1.

They learn (bench/lessons.py) from the records of bench/planted/records (a sentence, what contradicts it, what says the same, what only looks like either), of
bench/planted/near (where most of these repeat the sentence but for a word or a value), of bench/planted/passing (where half of them are
told in passing, as articles about something else do, whose titles stand there too) and of bench/planted/noted (what notes tell of a sentence full of facts, in
plain words of their own), from the whole texts of bench/planted/subjects/learnt, from the
articles and wikis of bench/planted that are not held out, the notes and the other planted sets, and, as what contradicts nothing, from
sentences that are alike of one wiki, of two records, and of the judged collections: of the texts and the collections those the likelier that the adapters in
place take for contradictions. It needs what bench/adapters.py does and, for each epoch of both, half an hour of two cores that reckon in 16 bits,
or two of others; then scripts/build_model.py is told the hashes that it prints.
"""

import argparse
import math
import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.adapters import ADAPTERS, BATCH, Learner, batches, inputs_of, load, model_of, save, save_mean
from bench.lessons import (
    AGREEMENT,
    NEAR,
    NEITHER,
    NO_CONTRADICTION,
    NOTED,
    PASSING,
    RECORDS,
    Labelled,
    epochs,
    records,
    titled,
)
from lorewright.embeddings.base import Inference

EPOCHS, RATE = 3, 3e-4
EPOCHS_ON, RATE_ON = 2, 2e-4
"""Of adapters that have learnt before. With three times that rate they forget what they know."""
AGAIN = 0.12
"""Share of what is already told rightly that is learnt once more, lest it be forgotten."""
SURE = 0.05
"""Loss below which there is nothing to learn from a pair."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--train", action="store_true", help="write the adapters anew; needs torch, transformers and safetensors"
    )
    parser.add_argument("--package", type=Path, help="folder where requirements/model.txt was installed")
    parser.add_argument("--on", action="store_true", help="begin with the adapters in place, which takes half the time")
    parser.add_argument("--mean", type=Path, help="write the mean of what is learnt and of the adapters in this folder")
    parser.add_argument("--seed", type=int, choices=(0, 1), help="train only this one of the two")


def run(options: argparse.Namespace) -> None:
    asked = records()
    for folder, some in zip((RECORDS, NEAR, PASSING, NOTED), asked, strict=True):
        print(f"{len(some)} records in {folder.name}, {sum(len(one.pairs) for one in some)} pairs of sentences")
    if not options.train:
        return
    epoch = epochs(asked)
    for seed in (0, 1) if options.seed is None else (options.seed,):
        path = ADAPTERS / f"inference-{seed}.safetensors"
        model, tokenizer = model_of(options.package, len(Inference._fields))
        if options.on:
            load(model, path)
        _train(model, tokenizer, epoch, random.Random(seed), on=options.on)
        save(model, path)
        if options.mean:
            save_mean(path, options.mean / path.name)


def _train(
    model: Any, tokenizer: Any, epoch: Callable[[random.Random], list[Labelled]], chosen: random.Random, *, on: bool
) -> None:
    import torch  # type: ignore[import-not-found]  # installed to train alone

    torch.manual_seed(chosen.randrange(2**32))
    epochs, rate = (EPOCHS_ON, RATE_ON) if on else (EPOCHS, RATE)
    steps = math.ceil((len(epoch(chosen)) / BATCH + 1) * (1 + (epochs - 1) * (0.5 + AGAIN)))
    learner = Learner(model, rate, steps)
    told: dict[Labelled, float] = {}
    for number in range(epochs):
        losses = []
        for batch in batches(_told_worst(epoch(chosen), told, chosen), _length, chosen):
            pairs = [chosen.choice((both, both[::-1])) for both in map(titled, batch)]
            logits = learner.read(inputs_of(tokenizer, pairs))
            each = _losses(logits, torch.tensor([one.label for one in batch]))
            told.update(zip(batch, each.tolist(), strict=True))
            loss = each.mean()
            learner.learn(loss)
            losses.append(loss.item())
        print(f"epoch {number + 1} of {epochs}: loss {sum(losses) / len(losses):.3f}", flush=True)


def _length(one: Labelled) -> int:
    return sum(map(len, one.sentences))


def _told_worst(rows: Sequence[Labelled], told: Mapping[Labelled, float], chosen: random.Random) -> list[Labelled]:
    """Of what was learnt from before, the half that was told worse, and a few others; `told` holds the loss of each."""
    if not told:
        return list(rows)
    least = max(statistics.median(told.values()), SURE)
    return [one for one in rows if told.get(one, least + 1) > least or chosen.random() < AGAIN]


def _losses(logits: Any, labels: Any) -> Any:
    """Cross entropy of each; of what is only known to be no contradiction, that of the other two together."""
    import torch

    logs = torch.log_softmax(logits, -1)
    known = -logs.gather(1, labels.clamp(max=NEITHER)[:, None])[:, 0]
    either = -torch.logsumexp(logs[:, AGREEMENT:], -1)
    return torch.where(labels == NO_CONTRADICTION, either, known)
