"""Vectors of texts, and which embedders are at hand to make them."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
"""(d,), unit length"""
Vectors = NDArray[np.float32]
"""(n, d), each of unit length"""


class Inference(NamedTuple):
    """How probably two sentences about one thing do which of three; together 1."""

    contradiction: float
    """They cannot both be true."""
    agreement: float
    """One says what the other does."""
    neither: float


class Embedder(Protocol):
    name: str
    """Identifies provider, model, version and dimensions: vectors of two names are never compared. Every vector's row carries it."""
    dimensions: int

    def reads(self, text: str) -> bool:
        """Whether the model can tell what such a text means; where not, words alone rank better."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """In the order of `texts`; takes its time. Loads the model when first used; safe to call from several threads.

        Raises `Unavailable`.
        """
        ...

    def embed_question(self, question: str) -> Vector:
        """For somebody who waits. Raises `Unavailable` rather soon than late."""
        ...


class Embedders(Protocol):
    """The one that the settings choose, and whichever else can be asked without them."""

    def chosen(self) -> Embedder:
        """Who makes the vectors of what comes in. Raises `Unavailable` where it has to be asked first and does not answer."""
        ...

    def named(self, name: str) -> Embedder | None:
        """The one that made these vectors; None where it is not at hand any more. Asks nobody."""
        ...

    def local(self) -> Embedder | None:
        """The chosen one where it computes in this process: what it is asked in vain costs nobody money."""
        ...

    def is_word(self, word: str) -> bool:
        """Whether the built-in model knows these small letters as one English word; it knows some 20,000, and no slips of the pen."""
        ...

    def built_in(self) -> Embedder:
        """The one that needs no server, whichever is chosen. It may not be set up."""
        ...

    def infer(self, one: str, other: str) -> Inference:
        """Whether these contradict each other, to the built-in model. Raises `Unavailable` where that is not set up."""
        ...

    def answers(self, question: str, sentences: Sequence[str]) -> list[float]:
        """How probably each of these answers it, to the built-in model, which knows English. Raises `Unavailable` where that is not set up."""
        ...

    def is_chosen(self, name: str) -> bool:
        """Whether the chosen one has this name, as far as that can be known without asking."""
        ...

    def trouble(self) -> str | None:
        """Why the chosen one makes no vectors, as far as that is known; asks nobody."""
        ...
