"""Vectors of texts, and which embedders are at hand to make them."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
"""(d,), unit length"""
Vectors = NDArray[np.float32]
"""(n, d), each of unit length"""


class Contexts(NamedTuple):
    """What the word pieces of a text mean where they stand."""

    spans: Sequence[tuple[int, int]]
    """Of each piece the characters; none of the two marks that the model sets around a text."""
    vectors: Vectors
    """(pieces, d), of any length."""
    whole: Vector


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

    def in_context(self, text: str) -> Contexts:
        """What the words of a text mean where they stand, to the built-in model. Raises `Unavailable` where that is not set up."""
        ...

    def is_chosen(self, name: str) -> bool:
        """Whether the chosen one has this name, as far as that can be known without asking."""
        ...

    def trouble(self) -> str | None:
        """Why the chosen one makes no vectors, as far as that is known; asks nobody."""
        ...
