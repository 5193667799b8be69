"""Whether a sentence answers a question: the built-in model for that."""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from lorewright.embeddings.cross import read
from lorewright.embeddings.files import ANSWERING, FOLDER, session_of, tokenizer_of

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class Answering:
    """A cross-encoder that has read questions beside the sentences that answer them and beside those that seem to. It knows English.
    Safe to use from several threads.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._lock = Lock()
        self._tokenizer: Tokenizer | None = None
        self._session: Any = None

    def answers(self, question: str, sentences: Sequence[str]) -> list[float]:
        """How probably each answers it, of the first 256 word pieces of both. Raises `Unavailable` where the model is not set up."""
        tokenizer, session = self._loaded()
        return [float(read(session, tokenizer, question, sentence)[1]) for sentence in sentences]

    def _loaded(self) -> "tuple[Tokenizer, Any]":
        with self._lock:
            if self._tokenizer is None:
                self._session = session_of(self._folder, ANSWERING)
                self._tokenizer = tokenizer_of(self._folder)
            return self._tokenizer, self._session
