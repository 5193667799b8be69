"""Whether two sentences contradict each other: the built-in models for natural language inference."""

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from lorewright.embeddings.base import Inference
from lorewright.embeddings.cross import read
from lorewright.embeddings.files import FOLDER, INFERENCE, session_of, tokenizer_of

if TYPE_CHECKING:
    from tokenizers import Tokenizer

DOUBTED = 0.3
"""Probability of a contradiction below which the other model could make of it little more than even odds."""


class Inferring:
    """Two cross-encoders, of which each reads the two sentences in one order. Their mean is surer than what one of them says of both orders, and
    costs the same.

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
            told.append(read(session, tokenizer, *pair))
            if told[0][0] < DOUBTED:
                break
        return Inference(*map(float, np.mean(told, axis=0)))

    def _loaded(self) -> "tuple[Tokenizer, list[Any]]":
        with self._lock:
            if self._tokenizer is None:
                self._sessions = [session_of(self._folder, graph) for graph in INFERENCE]
                self._tokenizer = tokenizer_of(self._folder)
            return self._tokenizer, self._sessions
