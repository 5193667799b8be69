"""Embedders by address: any server that speaks OpenAI's `/embeddings`, and Ollama with its `/api/embed`.

What comes back is taken for nothing that it is not: as many vectors as were asked for, each as long as the others, of numbers.
Redirects are not followed, because a key goes along, and of what a server says of an error nothing is passed on.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from urllib.parse import urlsplit

import msgspec
import numpy as np
import structlog

from lorewright import __version__
from lorewright.core.deadlines import Deadline, backend
from lorewright.core.errors import Unavailable
from lorewright.core.servers import EmbeddingSettings
from lorewright.core.tls import trusting
from lorewright.embeddings.base import Vector, Vectors

if TYPE_CHECKING:
    import httpcore

OLLAMA = "http://127.0.0.1:11434"
MOST_DIMENSIONS = 16_384
ROOM_PER_TEXT = 512 * 1024
"""Bytes that the vector of one text may take on the wire: the longest, each number written with all its digits."""
ROOM = 64 * 1024
"""Bytes beside the vectors."""
TRIES = 3
PAUSE_S = 1.0
"""Before the second try; before the third twice as long."""
REST_S = 10.0
"""So long after a failure nothing is asked: whoever searches does not wait for it each time, and other jobs come first."""

_WRONG = "see LOREWRIGHT_EMBEDDINGS__BASE_URL and LOREWRIGHT_EMBEDDINGS__MODEL"

log = structlog.get_logger()


class _MayPass(Exception):
    """What may be different the next time."""


class _OpenAIVector(msgspec.Struct):
    index: int
    embedding: list[float]


class _OpenAIAnswer(msgspec.Struct):
    data: list[_OpenAIVector]


class _OllamaAnswer(msgspec.Struct):
    embeddings: list[list[float]]


class _Protocol(Protocol):
    path: str
    versions: Sequence[str]
    """What the address may end with, though the path begins before it."""

    def body(self, model: str, texts: Sequence[str]) -> dict[str, Any]: ...

    def vectors(self, answer: bytes) -> list[list[float]]:
        """In the order of the texts. Raises `msgspec.DecodeError` where it is no such answer."""
        ...


class _OpenAI:
    path = "/embeddings"
    versions: Sequence[str] = ()

    def body(self, model: str, texts: Sequence[str]) -> dict[str, Any]:
        return {"model": model, "input": list(texts), "encoding_format": "float"}

    def vectors(self, answer: bytes) -> list[list[float]]:
        told = msgspec.json.decode(answer, type=_OpenAIAnswer).data
        in_order = sorted(told, key=lambda one: one.index)
        if [one.index for one in in_order] != list(range(len(told))):
            raise msgspec.DecodeError("vectors of other texts")
        return [one.embedding for one in in_order]


class _Ollama:
    path = "/api/embed"
    versions: Sequence[str] = ("/v1", "/api")

    def body(self, model: str, texts: Sequence[str]) -> dict[str, Any]:
        return {"model": model, "input": list(texts)}

    def vectors(self, answer: bytes) -> list[list[float]]:
        return msgspec.json.decode(answer, type=_OllamaAnswer).embeddings


_PROTOCOLS: dict[str, _Protocol] = {"openai_compatible": _OpenAI(), "ollama": _Ollama()}


class _Patience(NamedTuple):
    tries: int
    seconds: float
    """That one try may take."""


class Server:
    """The one that the settings name. Safe to use from several threads: each question has a connection of its own."""

    def __init__(self, settings: EmbeddingSettings, *, pause_s: float = PAUSE_S, rest_s: float = REST_S) -> None:
        self._pause_s = pause_s
        self._rest_s = rest_s
        self._protocol = _PROTOCOLS[settings.provider]
        address = settings.base_url or OLLAMA
        for version in self._protocol.versions:
            address = address.removesuffix(version)
        self._address = address + self._protocol.path
        self._key = settings.api_key
        self._model = settings.model
        self._prefix = f"{settings.provider}:{settings.model}@"
        self._for_passages = _Patience(TRIES, settings.timeout_s)
        self._for_questions = _Patience(1, settings.question_timeout_s)
        self._rests_until = 0.0
        self.dimensions: int | None = None
        """As its answers had it so far."""
        self.trouble: str | None = None
        """Why the last question to it was not answered."""

    def name(self, dimensions: int) -> str:
        return f"{self._prefix}{dimensions}"

    def dimensions_in(self, name: str) -> int | None:
        """None where it is the name of vectors that the server does not make, or no longer makes."""
        written = name.removeprefix(self._prefix)
        if not name.startswith(self._prefix) or not written.isdecimal():
            return None
        return int(written) if self.dimensions in (None, int(written)) else None

    def learn(self) -> int:
        """How long its vectors are. Raises `Unavailable`."""
        return int(self.ask(["length"], None, self._for_passages).shape[1])

    def embed(self, texts: Sequence[str], dimensions: int) -> Vectors:
        return self.ask(texts, dimensions, self._for_passages)

    def embed_question(self, question: str, dimensions: int) -> Vectors:
        return self.ask([question], dimensions, self._for_questions)

    def ask(self, texts: Sequence[str], dimensions: int | None, patience: _Patience) -> Vectors:
        """(n, d), unit length; d is `dimensions`, where it is given. Raises `Unavailable`."""
        if self.trouble is not None and time.monotonic() < self._rests_until:
            raise Unavailable(self.trouble)
        try:
            vectors = self._tried(texts, patience)
        except Unavailable as error:
            self.trouble = error.detail
            self._rests_until = time.monotonic() + self._rest_s
            raise
        self.trouble = None
        self.dimensions = vectors.shape[1]
        if dimensions not in (None, self.dimensions):
            raise Unavailable(
                f"The embedding server gives vectors of {self.dimensions} numbers where it gave {dimensions}:"
                " it serves another model under the old name, and makes all vectors again."
            )
        return vectors

    def _tried(self, texts: Sequence[str], patience: _Patience) -> Vectors:
        for left in reversed(range(patience.tries)):
            try:
                return self._once(texts, patience.seconds)
            except _MayPass as trouble:
                if not left:
                    raise Unavailable(str(trouble)) from None
                log.info("embedding server is asked again", reason=str(trouble))
                time.sleep(self._pause_s * 2 ** (patience.tries - left - 1))
        raise ValueError("at least one try")

    def _once(self, texts: Sequence[str], seconds: float) -> Vectors:
        """Raises `_MayPass`, `Unavailable`."""
        import httpcore

        content = msgspec.json.encode(self._protocol.body(self._model, texts))
        headers = [
            ("Host", urlsplit(self._address).netloc),
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(content))),
            ("Accept", "application/json"),
            ("Accept-Encoding", "identity"),
            ("User-Agent", f"Lorewright/{__version__}"),
        ]
        if self._key is not None:
            headers.append(("Authorization", f"Bearer {self._key.get_secret_value()}"))
        context = trusting() if self._address.startswith("https:") else None
        timed = backend(Deadline(seconds), lambda host, _port: [host])
        try:
            with (
                httpcore.ConnectionPool(ssl_context=context, network_backend=timed) as pool,
                pool.stream("POST", self._address, headers=headers, content=content) as response,
            ):
                self._check_status(response.status)
                answer = _read(response, ROOM + ROOM_PER_TEXT * len(texts))
        except (httpcore.TimeoutException, TimeoutError):
            raise _MayPass(
                f"The embedding server did not answer within {seconds:g} seconds: try again later."
            ) from None
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            if "CERTIFICATE_VERIFY_FAILED" in str(error):
                raise Unavailable("The certificate of the embedding server is not valid.") from None
            raise _MayPass(f"The embedding server cannot be reached: see whether it runs, and {_WRONG}.") from None
        return self._taken(answer, len(texts))

    def _check_status(self, status: int) -> None:
        if status == 200:
            return
        if status in (401, 403):
            raise Unavailable("The embedding server does not accept the key: set LOREWRIGHT_EMBEDDINGS__API_KEY.")
        if status == 404:
            raise Unavailable(f"The embedding server has no such model, or nothing at this address: {_WRONG}.")
        if status in (408, 425, 429) or status >= 500:
            raise _MayPass(f"The embedding server fails for now (status {status}): try again later.")
        raise Unavailable(f"The embedding server refuses the request (status {status}): {_WRONG}.")

    def _taken(self, answer: bytes, count: int) -> Vectors:
        """Raises `Unavailable` where these are not the vectors of so many texts."""
        try:
            told = self._protocol.vectors(answer)
        except (msgspec.DecodeError, RecursionError):
            raise Unavailable(f"What answers for the embedding server does not speak its protocol: {_WRONG}.") from None
        lengths = set(map(len, told))
        if len(told) != count or len(lengths) != 1 or not 0 < min(lengths) <= MOST_DIMENSIONS:
            raise Unavailable(f"The embedding server gives other vectors than were asked for: {_WRONG}.")
        vectors = np.array(told, np.float64)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not (np.isfinite(norms).all() and norms.all()):
            raise Unavailable(f"The embedding server gives vectors that point nowhere: {_WRONG}.")
        return np.asarray(vectors / norms, np.float32)


class HostedEmbedder:
    """What one model of a server makes, in vectors of one length."""

    def __init__(self, server: Server, dimensions: int) -> None:
        self._server = server
        self.name = server.name(dimensions)
        self.dimensions = dimensions

    def reads(self, text: str) -> bool:
        """Which languages it learnt from is not known, so it is asked about all."""
        return True

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        return self._server.embed(texts, self.dimensions)

    def embed_question(self, question: str) -> Vector:
        vector: Vector = self._server.embed_question(question, self.dimensions)[0]
        return vector


def _read(response: "httpcore.Response", room: int) -> bytes:
    """Raises `Unavailable` beyond `room` bytes."""
    chunks: list[bytes] = []
    for chunk in response.iter_stream():
        room -= len(chunk)
        if room < 0:
            raise Unavailable(f"The embedding server gives far more than was asked for: {_WRONG}.")
        chunks.append(chunk)
    return b"".join(chunks)
