"""Vectors of texts."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    name: str
    """Identifies model and version; every vector's row carries it."""
    dimensions: int

    def ready(self) -> bool:
        """Whether the model is there; does not load it."""
        ...

    def reads(self, text: str) -> bool:
        """Whether the model can tell what such a text means; where not, words alone rank better."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(n, d) float32, unit length, in the order of `texts`. Loads the model when first used; safe to call from several threads."""
        ...
