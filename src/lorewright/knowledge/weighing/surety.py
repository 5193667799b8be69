"""How sure it is that two sentences contradict each other: what the models say of them, and what else tells whether both are about the same thing.

The models are surest of what two people say in like words of one thing by name, and doubt most whether two long sentences are about the same thing at
all. How alike these are, and whether each is what is most like the other in all of the wiki, tells that better.
"""

from math import exp, log
from typing import NamedTuple

SURE, SURE_IN_OTHER_WORDS = 0.6, 0.75
"""From which on a contradiction is told; and of what differs in no value or name and denies nothing, which in a wiki where little contradicts is seldom one."""
BOTH, ALONE = 2, 3
"""Of `Signs.nearest`."""
_CERTAIN = 0.999
"""No model is surer."""


class Signs(NamedTuple):
    probability: float
    """Of a contradiction, by the models."""
    likeness: float
    """As `Candidate` has it."""
    nearest: int
    """Of how many of the two the other one is the sentence most like it: 0, 1 or 2; 1 where hardly any other could be; `ALONE` where the values that
    differ are the only ones that answer one question."""
    sameness: float
    """1 where one tells all that the other does, but for what differs; less where nearly all, 0 where not."""
    differs: bool
    """Whether they differ in a value or a name, or one denies, or in a few words alone."""


class Weights(NamedTuple):
    """Of a logistic regression (Cox 1958), as `python -m bench surety` fits it."""

    logit: float
    """Of the probability."""
    likeness: float
    nearest: float
    sameness: float
    differs: float
    constant: float


WEIGHTS = Weights(logit=0.97, likeness=0.50, nearest=1.36, sameness=1.31, differs=0.41, constant=-3.63)


def is_sure(signs: Signs) -> bool:
    """Whether it is told."""
    return surety(signs) >= (SURE if signs.differs else SURE_IN_OTHER_WORDS)


def surety(signs: Signs, weights: Weights = WEIGHTS) -> float:
    """Between 0 and 1."""
    return 1 / (1 + exp(-sum(weight * value for weight, value in zip(weights, measured(signs), strict=True))))


def measured(signs: Signs) -> tuple[float, ...]:
    """What each weight is of."""
    probability = min(max(signs.probability, 1 - _CERTAIN), _CERTAIN)
    return log(probability / (1 - probability)), *map(float, signs[1:]), 1.0
