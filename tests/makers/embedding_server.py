"""A server of embeddings on loopback, which speaks OpenAI's protocol and Ollama's over real HTTP.

with embedding_server() as server:
    settings = server.settings("ollama")
    server.answer = gives(500)          # until then the vectors of `Letters`, padded to `server.dimensions`
    assert server.asked[-1].texts == ["..."]
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, NamedTuple

import numpy as np
from pydantic import SecretStr

from lorewright.core.servers import EmbeddingSettings
from tests.makers.embedders import Letters

Provider = Literal["openai_compatible", "ollama"]
MODEL = "letters"


class Asked(NamedTuple):
    path: str
    key: str
    model: str
    texts: Sequence[str]


class Given(NamedTuple):
    status: int
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


Answer = Callable[[Asked, list[list[float]]], Given | None]
"""From what was asked and the vectors that would be right to what is answered; None where nothing ever is."""


def wrapped(asked: Asked, vectors: Sequence[Sequence[Any]]) -> Given:
    """As the protocol that was spoken has it; OpenAI's in another order than they were asked for."""
    if asked.path == "/api/embed":
        told: dict[str, Any] = {"model": asked.model, "embeddings": vectors}
    else:
        each = [{"object": "embedding", "index": at, "embedding": one} for at, one in enumerate(vectors)]
        told = {"object": "list", "data": each[::-1], "model": asked.model}
    return Given(200, json.dumps(told).encode())


def gives(status: int, body: bytes = b"{}", headers: tuple[tuple[str, str], ...] = ()) -> Answer:
    return lambda _asked, _vectors: Given(status, body, headers)


def silent(_asked: Asked, _vectors: list[list[float]]) -> None:
    """Takes the question, and never answers."""


@dataclass
class EmbeddingServer:
    port: int
    dimensions: int = 26
    answer: Answer = wrapped
    asked: list[Asked] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def settings(self, provider: Provider = "openai_compatible", **given: Any) -> EmbeddingSettings:
        base_url = f"http://127.0.0.1:{self.port}" + ("/v1" if provider == "openai_compatible" else "")
        defaults = {"base_url": base_url, "model": MODEL, "api_key": SecretStr("ours")}
        return EmbeddingSettings(provider=provider, **{**defaults, **given})

    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """Of any length: no server has to give unit vectors."""
        made = np.zeros((len(texts), self.dimensions))
        letters = Letters().embed(texts)[:, : self.dimensions]
        made[:, : letters.shape[1]] = 3 * letters
        return [[round(number, 6) for number in one] for one in made.tolist()]


@contextmanager
def embedding_server() -> Iterator[EmbeddingServer]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            key = self.headers.get("Authorization", "").removeprefix("Bearer ")
            asked = Asked(self.path, key, told["model"], told["input"])
            server.asked.append(asked)
            given = server.answer(asked, server.vectors(asked.texts))
            if given is None:
                server.stopping.wait()
                self.close_connection = True
                return
            self.send_response(given.status)
            for name, value in (("Content-Type", "application/json"), *given.headers):
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(given.body)))
            self.end_headers()
            self.wfile.write(given.body)

        def log_message(self, *_told: Any) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        listener.daemon_threads = True
        server = EmbeddingServer(listener.server_address[1])
        thread = threading.Thread(target=listener.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.stopping.set()
            listener.shutdown()
            thread.join()
