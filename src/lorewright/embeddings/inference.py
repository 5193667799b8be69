"""Whether two sentences contradict each other: the built-in models for natural language inference."""

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lorewright.embeddings.base import Inference
from lorewright.embeddings.files import FOLDER, INFERENCE, session_of, tokenizer_of

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Pieces = NDArray[np.int32]

DOUBTED = 0.3
"""Probability of a contradiction below which the other model could make of it little more than even odds."""


class Inferring:
    """The embedding model with low-rank adapters that were trained on our own texts, twice: two cross-encoders, of which each reads both
    sentences at once, one of them in either order. Their mean is surer than what one of them says of both orders, and costs the same.

    They know English. Safe to use from several threads.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._lock = Lock()
        self._tokenizer: Tokenizer | None = None
        self._sessions: list[Any] = []

    def infer(self, one: str, other: str) -> Inference:
        """Of the first 256 word pieces of both. The same whichever is the first. Where the one model doubts that they contradict each other,
        the other is not asked. Raises `Unavailable` where the models are not set up.
        """
        tokenizer, sessions = self._loaded()
        first, second = sorted((one, other))
        told = []
        for session, pair in zip(sessions, ((first, second), (second, first)), strict=True):
            told.append(_infer(session, tokenizer, *pair))
            if told[0][0] < DOUBTED:
                break
        return Inference(*map(float, np.mean(told, axis=0)))

    def _loaded(self) -> "tuple[Tokenizer, list[Any]]":
        with self._lock:
            if self._tokenizer is None:
                self._sessions = [session_of(self._folder, graph) for graph in INFERENCE]
                self._tokenizer = tokenizer_of(self._folder)
            return self._tokenizer, self._sessions


def segments_of(ids: Pieces, of: Pieces) -> Pieces:
    """(length,) int32, of which kind each word piece of a pair is: 0 and 1 what stands in the first and the second text and in the other as well, 2
    and 3 what stands in that one alone. Two sentences that repeat each other differ in the latter, which a small model else has to find out.

    `of` (length,): 0 for the pieces of the first text, 1 for those of the second.
    """
    is_second = of == 1
    is_shared = np.where(is_second, np.isin(ids, ids[~is_second]), np.isin(ids, ids[is_second]))
    segments: Pieces = (of + 2 * ~is_shared).astype(np.int32)
    return segments


def _infer(session: Any, tokenizer: "Tokenizer", one: str, other: str) -> Any:
    """(3,) float32"""
    read = tokenizer.encode(one, other)
    ids = np.array(read.ids, np.int32)
    segments = segments_of(ids, np.array(read.type_ids, np.int32))
    return session.run(["inference"], {"input_ids": ids[None], "segment_ids": segments[None]})[0][0]
