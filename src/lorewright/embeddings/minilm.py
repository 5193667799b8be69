"""The built-in embedder: all-MiniLM-L6-v2 on one processor core, from files that `make setup` put beside this module."""

import os
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from lorewright.core.errors import Unavailable
from lorewright.embeddings.base import Contexts, Vector, Vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FOLDER = Path(__file__).parent / "model"
FILES = ("model.onnx", "weights.bin", "tokenizer.json")
MAX_PIECES = 256
NOT_SET_UP = "The embedding model is not set up: run `make setup`."


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
        return all((self._folder / name).is_file() for name in FILES)

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

    def in_context(self, text: str) -> Contexts:
        """What each of its first 256 word pieces means where it stands. Raises `Unavailable` where the model has not been set up."""
        session, encoding = self._computing(), self._words().encode(text)
        pieces = np.array([encoding.ids], np.int32)
        whole, states = session.run(["vectors", "states"], {"input_ids": pieces})
        return Contexts(encoding.offsets, states[0], whole[0])

    def embed_question(self, question: str) -> Vector:
        """(384,). Raises `Unavailable` where the model has not been set up."""
        vector: Vector = self.embed([question])[0]
        return vector

    def _words(self) -> "Tokenizer":
        with self._lock:
            if self._tokenizer is None:
                self._tokenizer = _tokenizer(self._folder)
            return self._tokenizer

    def _computing(self) -> Any:
        with self._lock:
            if self._session is None:
                self._session = _session(self._folder)
            return self._session


def _is_latin(letter: str) -> bool:
    return letter < "\u0250" or "\u1e00" <= letter < "\u1f00"


def _tokenizer(folder: Path) -> "Tokenizer":
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_PIECES)
    return tokenizer


def _session(folder: Path) -> Any:
    if not all((folder / name).is_file() for name in FILES):
        raise Unavailable(NOT_SET_UP)
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # from 1.29 on it reports to its makers unless told before the import
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # the arena keeps the most that any text ever needed
    return onnxruntime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
