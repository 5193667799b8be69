"""The built-in embedder: all-MiniLM-L6-v2 on one processor core, from files that `make setup` put beside this module."""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from lorewright.embeddings.base import Vector, Vectors
from lorewright.embeddings.files import EMBEDDING, FOLDER, session_of, stands, tokenizer_of

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class MiniLM:
    """384 numbers for the first 256 word pieces of a text (about 190 English words); what follows is not seen.

    Texts go through the model one by one. On one core that is as fast as batches of eight and needs 90 MB less, nothing is
    computed for padding, and the vector of a text is the same whatever it is embedded with.
    """

    name = "all-MiniLM-L6-v2@53aa5117"  # the first digits of the SHA-256 of its weights
    dimensions = 384

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._lock = Lock()
        self._tokenizer: Tokenizer | None = None
        self._session: Any = None

    def ready(self) -> bool:
        """Whether the model is there; does not load it."""
        return stands(self._folder)

    def reads(self, text: str) -> bool:
        """Whether at least half of its letters are Latin.

        The model learnt from English alone and knows of other scripts little more than single characters: its vectors
        say nothing of what such a text means, and words alone rank better.
        """
        letters = [character for character in text if character.isalpha()]
        return 2 * sum(map(_is_latin, letters)) >= len(letters)

    def is_word(self, word: str) -> bool:
        """Whether it is one piece of its vocabulary, which holds the words that are met most; False where that is not set up."""
        return self.ready() and self._words().token_to_id(word) is not None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(n, 384) float32, unit length. Raises `Unavailable` where the model has not been set up."""
        session, tokenizer = self._computing(), self._words()
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        for row, text in enumerate(texts):
            pieces = np.array([tokenizer.encode(text).ids], np.int32)
            vectors[row] = session.run(["vectors"], {"input_ids": pieces})[0][0]
        return vectors

    def embed_question(self, question: str) -> Vector:
        """(384,). Raises `Unavailable` where the model has not been set up."""
        vector: Vector = self.embed([question])[0]
        return vector

    def _words(self) -> "Tokenizer":
        with self._lock:
            if self._tokenizer is None:
                self._tokenizer = tokenizer_of(self._folder)
            return self._tokenizer

    def _computing(self) -> Any:
        with self._lock:
            if self._session is None:
                self._session = session_of(self._folder, EMBEDDING)
            return self._session


def _is_latin(letter: str) -> bool:
    return letter < "\u0250" or "\u1e00" <= letter < "\u1f00"
