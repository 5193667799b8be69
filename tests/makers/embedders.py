"""Embedders that need no model, for tests of what is done with vectors."""

from collections.abc import Sequence

import numpy as np

from lorewright.core.errors import Unavailable
from lorewright.embeddings.base import Embedder, Inference, Vector, Vectors


class Letters:
    """How often each letter stands in a text."""

    name = "letters"
    dimensions = 26

    def reads(self, text: str) -> bool:
        return True

    def embed(self, texts: Sequence[str]) -> Vectors:
        counts = np.array(
            [[one.lower().count(chr(97 + letter)) + 1 for letter in range(26)] for one in texts], np.float32
        )
        return np.asarray(counts / np.linalg.norm(counts, axis=1, keepdims=True), np.float32)

    def embed_question(self, question: str) -> Vector:
        vector: Vector = self.embed([question])[0]
        return vector


class Only:
    """`Embedders` of which one is chosen and no other at hand."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def chosen(self) -> Embedder:
        return self._embedder

    def named(self, name: str) -> Embedder | None:
        return self._embedder if name == self._embedder.name else None

    def local(self) -> Embedder | None:
        return self._embedder

    def is_word(self, word: str) -> bool:
        return False

    def built_in(self) -> Embedder:
        return self._embedder

    def infer(self, one: str, other: str) -> Inference:
        raise Unavailable("No built-in model is at hand.")

    def answers(self, question: str, sentences: Sequence[str]) -> list[float]:
        raise Unavailable("No built-in model is at hand.")

    def is_chosen(self, name: str) -> bool:
        return name == self._embedder.name

    def trouble(self) -> str | None:
        return None
