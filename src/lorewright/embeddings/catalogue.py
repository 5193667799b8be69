"""Which embedders are at hand: the built-in one always, and a hosted one where the settings name it."""

from collections.abc import Sequence

from lorewright.core.servers import EmbeddingSettings
from lorewright.embeddings.answering import Answering
from lorewright.embeddings.base import Embedder, Inference
from lorewright.embeddings.files import NOT_SET_UP
from lorewright.embeddings.hosted import HostedEmbedder, Server
from lorewright.embeddings.inference import Inferring
from lorewright.embeddings.minilm import MiniLM


class BuiltIn:
    """No other is set up."""

    def __init__(self) -> None:
        self._embedder = MiniLM()
        self._inferring = Inferring()
        self._answering = Answering()

    def chosen(self) -> Embedder:
        return self._embedder

    def named(self, name: str) -> Embedder | None:
        return self._embedder if name == self._embedder.name else None

    def local(self) -> Embedder | None:
        return self._embedder

    def is_word(self, word: str) -> bool:
        return self._embedder.is_word(word)

    def built_in(self) -> Embedder:
        return self._embedder

    def infer(self, one: str, other: str) -> Inference:
        return self._inferring.infer(one, other)

    def answers(self, question: str, sentences: Sequence[str]) -> list[float]:
        return self._answering.answers(question, sentences)

    def is_chosen(self, name: str) -> bool:
        return name == self._embedder.name

    def trouble(self) -> str | None:
        return None if self._embedder.ready() else NOT_SET_UP


class Hosted:
    """A server is chosen. Its dimensions are those of its first answer, and learnt anew when an answer has others."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._built_in = BuiltIn()

    def chosen(self) -> Embedder:
        return HostedEmbedder(self._server, self._server.dimensions or self._server.learn())

    def named(self, name: str) -> Embedder | None:
        if built_in := self._built_in.named(name):
            return built_in
        dimensions = self._server.dimensions_in(name)
        return HostedEmbedder(self._server, dimensions) if dimensions else None

    def local(self) -> Embedder | None:
        return None

    def is_word(self, word: str) -> bool:
        return self._built_in.is_word(word)

    def built_in(self) -> Embedder:
        return self._built_in.built_in()

    def infer(self, one: str, other: str) -> Inference:
        return self._built_in.infer(one, other)

    def answers(self, question: str, sentences: Sequence[str]) -> list[float]:
        return self._built_in.answers(question, sentences)

    def is_chosen(self, name: str) -> bool:
        return self._server.dimensions_in(name) is not None

    def trouble(self) -> str | None:
        return self._server.trouble


def open_embedders(settings: EmbeddingSettings) -> BuiltIn | Hosted:
    """Loads nothing, and asks nobody."""
    return BuiltIn() if settings.provider == "builtin" else Hosted(Server(settings))
