"""How sure it is that two sentences contradict each other: what the models say of them, and what else tells whether both are about the same thing.

The models are surest of what two people say in like words of one thing by name, and doubt most whether two long sentences are about the same thing at
all. How alike these are, and whether each is what is most like the other in all of the wiki, tells that better.
"""

from enum import IntEnum
from math import exp, log
from typing import NamedTuple


class By(IntEnum):
    """What two sentences differ by, the last that holds."""

    WORDS = 0
    DENIAL = 1
    """One denies something, which the other does not tell."""
    VALUE = 2
    """Or a name, what one denies of all that the other tells, an opposite, or a few words of two sentences that else say the same."""


_SURE = {By.WORDS: 0.85, By.DENIAL: 0.75, By.VALUE: 0.5}
"""From which on a contradiction is told. Of two that share a subject the models too often take one that denies something for a denial of the other,
and most of all what differs in no value and denies nothing, which is seldom a contradiction."""
_CLOSE = 0.3
"""`Signs.related` above which two articles are about one thing, whatever their titles."""
_SURE_OF_ONE, _SURE_OF_OTHERS = 0.4, 0.6
"""For `By.VALUE`: where two articles are close, and where nothing tells that they are about one thing."""
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
    differs: By
    related: float
    """How much the two articles share: see `Candidates.related`."""


class Weights(NamedTuple):
    """Of a logistic regression (Cox 1958), as `python -m bench surety` fits it."""

    logit: float
    """Of the probability."""
    likeness: float
    nearest: float
    sameness: float
    differs: float
    """Of whether they differ by more than words."""
    constant: float


WEIGHTS = Weights(logit=0.97, likeness=0.50, nearest=1.36, sameness=1.31, differs=0.41, constant=-3.63)


def is_sure(signs: Signs) -> bool:
    """Whether it is told."""
    return surety(signs) >= least(signs)


def least(signs: Signs) -> float:
    """The surety from which on it is told."""
    if signs.differs is not By.VALUE or 0 < signs.related <= _CLOSE:
        return _SURE[signs.differs]
    return _SURE_OF_ONE if signs.related else _SURE_OF_OTHERS


def surety(signs: Signs, weights: Weights = WEIGHTS) -> float:
    """Between 0 and 1."""
    return 1 / (1 + exp(-sum(weight * value for weight, value in zip(weights, measured(signs), strict=True))))


def measured(signs: Signs) -> tuple[float, ...]:
    """What each weight is of."""
    probability = min(max(signs.probability, 1 - _CERTAIN), _CERTAIN)
    return (
        log(probability / (1 - probability)),
        signs.likeness,
        float(signs.nearest),
        signs.sameness,
        float(signs.differs is not By.WORDS),
        1.0,
    )
