"""Which embedders are at hand: the built-in one always, and a hosted one where the settings name it."""

from lorewright.core.servers import EmbeddingSettings
from lorewright.embeddings.base import Contexts, Embedder
from lorewright.embeddings.hosted import HostedEmbedder, Server
from lorewright.embeddings.minilm import NOT_SET_UP, MiniLM


class BuiltIn:
    """No other is set up."""

    def __init__(self, embedder: MiniLM) -> None:
        self._embedder = embedder

    def chosen(self) -> Embedder:
        return self._embedder

    def named(self, name: str) -> Embedder | None:
        return self._embedder if name == self._embedder.name else None

    def local(self) -> Embedder | None:
        return self._embedder

    def is_word(self, word: str) -> bool:
        return self._embedder.is_word(word)

    def in_context(self, text: str) -> Contexts:
        return self._embedder.in_context(text)

    def is_chosen(self, name: str) -> bool:
        return name == self._embedder.name

    def trouble(self) -> str | None:
        return None if self._embedder.ready() else NOT_SET_UP


class Hosted:
    """A server is chosen. Its dimensions are those of its first answer, and learnt anew when an answer has others."""

    def __init__(self, server: Server, built_in: MiniLM) -> None:
        self._server = server
        self._built_in = built_in

    def chosen(self) -> Embedder:
        return HostedEmbedder(self._server, self._server.dimensions or self._server.learn())

    def named(self, name: str) -> Embedder | None:
        if name == self._built_in.name:
            return self._built_in
        dimensions = self._server.dimensions_in(name)
        return HostedEmbedder(self._server, dimensions) if dimensions else None

    def local(self) -> Embedder | None:
        return None

    def is_word(self, word: str) -> bool:
        return self._built_in.is_word(word)

    def in_context(self, text: str) -> Contexts:
        return self._built_in.in_context(text)

    def is_chosen(self, name: str) -> bool:
        return self._server.dimensions_in(name) is not None

    def trouble(self) -> str | None:
        return self._server.trouble


def open_embedders(settings: EmbeddingSettings) -> BuiltIn | Hosted:
    """Loads nothing, and asks nobody."""
    built_in = MiniLM()
    return BuiltIn(built_in) if settings.provider == "builtin" else Hosted(Server(settings), built_in)
