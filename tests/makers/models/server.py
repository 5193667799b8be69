"""The server of the stubs."""

import json
import select
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

from pydantic import SecretStr

from lorewright.core.servers import ProviderSettings
from lorewright.llm.base import Provider
from tests.makers.models import anthropic, google, ollama, openai
from tests.makers.models.answers import Answer, Breaks, Fails, Garbled, Hangs, Raw, Received, Says, Stumbles

KEY = "stub-key-0123456789"
MODEL = "stub-model"
PATIENCE_S = 60.0


class Protocolled(Protocol):
    """What the file of a protocol holds."""

    CONTENT_TYPE: str
    BASE_PATH: str

    def key(self, headers: Mapping[str, str]) -> str | None: ...
    def understood(self, path: str, headers: Mapping[str, str], body: Mapping[str, Any]) -> Received | None: ...
    def opening(self) -> bytes: ...
    def piece(self, text: str) -> bytes: ...
    def closing(self, says: Says) -> bytes: ...
    def whole(self, says: Says) -> dict[str, Any]: ...
    def error(self, status: int, message: str) -> dict[str, Any]: ...
    def error_in_stream(self, message: str) -> bytes: ...


PROTOCOLS: dict[Provider, Protocolled] = {
    Provider.ANTHROPIC: anthropic,
    Provider.OPENAI: openai,
    Provider.OPENAI_COMPATIBLE: openai,
    Provider.GOOGLE: google,
    Provider.OLLAMA: ollama,
}


@dataclass
class Stub:
    provider: Provider
    address: str
    """The base address to set."""
    protocol: Protocolled
    key: str = KEY
    """Whoever sends another is refused; empty where none is wanted."""
    model: str = MODEL
    """Others it does not know."""
    requests: list[Received] = field(default_factory=list)
    """What was asked and understood, in the order in which it came."""
    _script: list[Answer | str] = field(default_factory=list)
    _by: Callable[[Received], Answer | str] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def settings(self) -> ProviderSettings:
        return ProviderSettings(base_url=self.address, api_key=SecretStr(self.key), model=self.model)

    @property
    def environment(self) -> dict[str, str]:
        """The same for a process."""
        prefix = f"LOREWRIGHT_LLM__{self.provider.upper()}__"
        return {f"{prefix}BASE_URL": self.address, f"{prefix}API_KEY": self.key, f"{prefix}MODEL": self.model}

    def answer_with(self, *answers: Answer | str) -> None:
        """One a request, and the last of them ever after."""
        with self._lock:
            self._script, self._by = list(answers), None

    def answer_by(self, function: Callable[[Received], Answer | str]) -> None:
        """Called in the thread of each request."""
        with self._lock:
            self._by = function

    def answer_to(self, received: Received) -> Answer:
        with self._lock:
            self.requests.append(received)
            by = self._by
            answer = "" if by or not self._script else self._script[0]
            if len(self._script) > 1 and by is None:
                self._script.pop(0)
        answer = by(received) if by else answer
        return Says(answer) if isinstance(answer, str) else answer


@contextmanager
def model_stub(provider: Provider) -> Iterator[Stub]:
    protocol = PROTOCOLS[provider]
    server = _Server(("127.0.0.1", 0), _Handler)
    address = f"http://127.0.0.1:{server.server_address[1]}{protocol.BASE_PATH}"
    server.stub = Stub(provider, address, protocol)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server.stub
    finally:
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    stub: Stub


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # each piece goes out when it is said
    server: _Server

    def do_POST(self) -> None:
        self.close_connection = True
        self._stub = self.server.stub
        self._speaks = self._stub.protocol
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = json.loads(self.rfile.read(int(headers["content-length"])))
        received = self._speaks.understood(self.path, headers, body)
        if received is None:
            self._error(Fails(404, "Not Found"))
        elif self._speaks.key(headers) != (self._stub.key or None):
            self._error(Fails(401, f"Incorrect API key provided: {self._speaks.key(headers)}."))
        elif received.model != self._stub.model:
            self._error(Fails(404, f"The model `{received.model}` does not exist."))
        else:
            try:
                self._answer(received, self._stub.answer_to(received))
            except (BrokenPipeError, ConnectionResetError):
                received.gone.set()

    def _answer(self, received: Received, answer: Answer) -> None:
        match answer:
            case Says(whole=True):
                self._whole(200, self._speaks.whole(answer))
            case Says():
                self._begin()
                for text in answer.split():
                    if answer.gate is not None:
                        self._wait_for(answer.gate, received)
                    self._chunk(self._speaks.piece(text))
                self._chunk(self._speaks.closing(answer))
                if answer.open_end:
                    self._until_gone(received)
                self.wfile.write(b"0\r\n\r\n")
            case Fails():
                self._error(answer)
            case Breaks():
                if answer.text is not None:
                    self._begin()
                    self._say(answer.text)
                self.connection.shutdown(socket.SHUT_RDWR)
            case Stumbles():
                self._begin(opened=answer.text is not None)
                self._say(answer.text or "")
                self._chunk(self._speaks.error_in_stream(answer.message))
                self.wfile.write(b"0\r\n\r\n")
            case Hangs():
                if answer.text is not None:
                    self._begin()
                    self._say(answer.text)
                self._until_gone(received)
            case Garbled():
                self._head(200, {"Content-Type": self._speaks.CONTENT_TYPE, "Transfer-Encoding": "chunked"})
                self._chunk(answer.data)
                self.wfile.write(b"0\r\n\r\n")
            case Raw():
                self._head(answer.status, {"Content-Length": str(len(answer.body)), **answer.headers})
                self.wfile.write(answer.body)

    def _begin(self, *, opened: bool = True) -> None:
        self._head(200, {"Content-Type": self._speaks.CONTENT_TYPE, "Transfer-Encoding": "chunked"})
        if opened:
            self._chunk(self._speaks.opening())

    def _say(self, text: str) -> None:
        if text:
            self._chunk(self._speaks.piece(text))

    def _head(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _error(self, fails: Fails) -> None:
        self._whole(fails.status, self._speaks.error(fails.status, fails.message), fails.headers)

    def _whole(self, status: int, document: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> None:
        body = json.dumps(document).encode()
        kind = {"Content-Type": "application/json", "Content-Length": str(len(body))}
        self._head(status, {**kind, **(headers or {})})
        self.wfile.write(body)

    def _wait_for(self, gate: threading.Semaphore, received: Received) -> None:
        """Or until the other side goes."""
        while not gate.acquire(timeout=0.01):
            if select.select([self.connection], [], [], 0)[0]:
                raise ConnectionResetError

    def _until_gone(self, received: Received) -> None:
        select.select([self.connection], [], [], PATIENCE_S)
        received.gone.set()

    def log_message(self, *_: object) -> None:
        """Silent."""
