"""How good a ranking is, and how sure one may be of a difference. Pure.

Each measure takes a ranking (document ids, best first) and the judgments of its query (document id -> relevance) and is
averaged over the queries. They agree with trec_eval and ir_measures.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log2, sqrt

Ranking = Sequence[str]
Judged = Mapping[str, int]
Measure = Callable[[Ranking, Judged], float]

RESAMPLES = 10_000
SEED = 7


def ndcg(ranking: Ranking, judged: Judged, depth: int = 10) -> float:
    """Discounted gain, sum of relevance / log2(rank + 1) to `depth`, over that of the best ranking possible.

    Jaervelin and Kekaelaeinen, "Cumulated gain-based evaluation of IR techniques" (2002), as trec_eval's ndcg_cut.
    """
    best = _gain(sorted((max(one, 0) for one in judged.values()), reverse=True)[:depth])
    return _gain([max(judged.get(one, 0), 0) for one in ranking[:depth]]) / best if best else 0.0


def _gain(relevances: Sequence[int]) -> float:
    return sum(relevance / log2(rank + 1) for rank, relevance in enumerate(relevances, start=1))


def recall(ranking: Ranking, judged: Judged, depth: int) -> float:
    """Share of the relevant documents that stand among the first `depth`."""
    relevant = {one for one, relevance in judged.items() if relevance > 0}
    return len(relevant & set(ranking[:depth])) / len(relevant) if relevant else 0.0


def reciprocal_rank(ranking: Ranking, judged: Judged, depth: int = 10) -> float:
    """1 / rank of the first relevant document among the first `depth`, else 0."""
    for rank, one in enumerate(ranking[:depth], start=1):
        if judged.get(one, 0) > 0:
            return 1 / rank
    return 0.0


def hit(ranking: Ranking, judged: Judged, depth: int) -> float:
    """1 where a relevant document stands among the first `depth`, else 0."""
    return float(any(judged.get(one, 0) > 0 for one in ranking[:depth]))


MEASURES: dict[str, Measure] = {
    "nDCG@10": ndcg,
    "Recall@10": lambda ranking, judged: recall(ranking, judged, 10),
    "Recall@100": lambda ranking, judged: recall(ranking, judged, 100),
    "MRR@10": reciprocal_rank,
    "Hits@4": lambda ranking, judged: hit(ranking, judged, 4),
    "Hits@10": lambda ranking, judged: hit(ranking, judged, 10),
}


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0 to 1) of the values do not exceed; values not empty."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]


def bootstrap_interval(differences: Sequence[float], resamples: int = RESAMPLES) -> tuple[float, float]:
    """The 95 % percentile interval of the mean of per-query differences, resampled with replacement; not empty.

    Efron, "Bootstrap methods: another look at the jackknife" (1979).
    """
    draw = random.Random(SEED)
    count = len(differences)
    means = sorted(sum(draw.choices(differences, k=count)) / count for _ in range(resamples))
    return percentile(means, 0.025), percentile(means, 0.975)


@dataclass(frozen=True)
class Slope:
    """Of a line through values over time, with its 95 % interval."""

    per_unit: float
    low: float
    high: float


def slope(times: Sequence[float], values: Sequence[float]) -> Slope:
    """By least squares; at least three values, at times that differ.

    What a process takes now depends on what it took before, so n values in a row say less than n independent ones: the
    interval counts them as n (1 - r) / (1 + r), r the correlation of each residual with the one before (Santer et al.,
    "Statistical significance of trends and trend differences in layer-average atmospheric temperature time series", 2000).
    """
    count = len(values)
    middle, height = mean(times), mean(values)
    spread = sum((at - middle) ** 2 for at in times)
    steep = sum((at - middle) * (value - height) for at, value in zip(times, values, strict=True)) / spread
    residuals = [value - height - steep * (at - middle) for at, value in zip(times, values, strict=True)]
    squares = sum(one**2 for one in residuals)
    if squares == 0:
        return Slope(steep, steep, steep)
    before = max(0.0, sum(one * other for one, other in pairwise(residuals)) / squares)
    independent = count * (1 - before) / (1 + before)
    error = sqrt(squares / (independent - 2) / spread) if independent > 2 else inf
    return Slope(steep, steep - 1.96 * error, steep + 1.96 * error)
