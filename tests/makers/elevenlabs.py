"""A server on loopback that speaks the part of ElevenLabs' interface that is asked for here, over real HTTP.

with elevenlabs() as server:
    settings = server.settings(timeout_s=2.0)
    server.answers.append(gives(500))       # once; then again what the interface says
    assert server.asked[-1].path == "/v1/voices/add"
    assert server.voices == {"voice-1": "label"}
"""

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import numpy as np
from pydantic import SecretStr

from lorewright.core.servers import ElevenLabsSettings

KEY = "sk_of-ours"


class Asked(NamedTuple):
    method: str
    path: str
    query: dict[str, list[str]]
    key: str
    body: bytes
    parts: dict[str, bytes]
    """Of a form, by name."""


class Given(NamedTuple):
    status: int
    body: bytes
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()


Answer = Callable[["ElevenLabsServer", Asked], Given | None]
"""None where nothing is ever answered."""


def gives(status: int, told: object = None, headers: tuple[tuple[str, str], ...] = ()) -> Answer:
    """`told`: what the body says; bytes go as they are."""
    body = told if isinstance(told, bytes) else json.dumps(told).encode()
    return lambda _server, _asked: Given(status, body, headers=headers)


def fails(status: int, kind: str, message: str = "No.") -> Answer:
    return gives(status, {"detail": {"status": kind, "message": message}})


def silent(_server: "ElevenLabsServer", _asked: Asked) -> None:
    """Takes the request, does nothing, and never answers."""


def works_and_is_silent(server: "ElevenLabsServer", asked: Asked) -> None:
    server.right(asked)


def works_and_fails(server: "ElevenLabsServer", asked: Asked) -> Given:
    server.right(asked)
    return Given(500, b"{}")


def fails_and_works_later(after_s: float) -> Answer:
    """Says that it failed, and makes the voice so long afterwards."""

    def later(server: "ElevenLabsServer", asked: Asked) -> Given:
        threading.Timer(after_s, server.right, (asked,)).start()
        return Given(500, b"{}")

    return later


@dataclass
class ElevenLabsServer:
    port: int
    voices: dict[str, str] = field(default_factory=dict)
    """Names by id."""
    answers: deque[Answer] = field(default_factory=deque)
    """For the next requests, each for one."""
    asked: list[Asked] = field(default_factory=list)
    made: int = 0
    lists_voices: bool = True
    stopping: threading.Event = field(default_factory=threading.Event)
    holding: threading.Event | None = None
    """Where it is set, the next voice is made at once and answered when this is set."""

    def settings(self, **given: Any) -> ElevenLabsSettings:
        defaults = {"base_url": f"http://127.0.0.1:{self.port}", "api_key": SecretStr(KEY)}
        return ElevenLabsSettings(**{**defaults, **given})

    def times(self, method: str, path: str) -> int:
        return sum(one.method == method and one.path == path for one in self.asked)

    def right(self, asked: Asked) -> Given:
        """What the interface says."""
        match asked.method, asked.path.split("/")[1:]:
            case _ if asked.key != KEY:
                detail = {"status": "invalid_api_key", "message": f"Invalid API key: {asked.key}"}
                return _json(401, {"detail": detail})
            case "POST", ["v1", "voices", "add"]:
                self.made += 1
                self.voices[f"voice-{self.made}"] = asked.parts["name"].decode()
                return _json(200, {"voice_id": f"voice-{self.made}", "requires_verification": False})
            case "GET", ["v1", "voices"]:
                found = self.voices if self.lists_voices else {}
                named = [{"voice_id": id_, "name": name, "category": "cloned"} for id_, name in found.items()]
                return _json(200, {"voices": [{"voice_id": "premade", "name": None}, *named]})
            case "DELETE", ["v1", "voices", id_] if id_ in self.voices:
                del self.voices[id_]
                return _json(200, {"status": "ok"})
            case "POST", ["v1", "text-to-speech", id_] if id_ in self.voices:
                seconds = len(json.loads(asked.body)["text"]) / 15
                rate = int(asked.query["output_format"][0].removeprefix("pcm_"))
                tone = 8_000 * np.sin(2 * np.pi * 150 * np.arange(round(seconds * rate)) / rate)
                return Given(200, tone.astype("<i2").tobytes(), "audio/pcm")
        return _json(400, {"detail": {"status": "voice_not_found", "message": "There is no such voice."}})


def _json(status: int, told: object) -> Given:
    return Given(status, json.dumps(told).encode())


@contextmanager
def elevenlabs() -> Iterator[ElevenLabsServer]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_words: Any) -> None: ...

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            parts = urlsplit(self.path)
            content_type = self.headers.get("content-type", "")
            form = _parts(content_type, body) if content_type.startswith("multipart/") else {}
            key = self.headers.get("xi-api-key", "")
            asked = Asked(self.command, parts.path, parse_qs(parts.query), key, body, form)
            server.asked.append(asked)
            answer = server.answers.popleft() if server.answers else type(server).right
            given = answer(server, asked)
            if given is None:
                server.stopping.wait()
                self.close_connection = True
                return
            if server.holding is not None and asked.path == "/v1/voices/add":
                server.holding.wait()
            self.send_response(given.status)
            for name, value in (
                ("Content-Type", given.content_type),
                ("Content-Length", str(len(given.body))),
                *given.headers,
            ):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(given.body)

        do_GET = do_POST = do_DELETE = _serve  # noqa: N815 - as the class looks for them

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_about: Any) -> None:
            """A client that went away."""

    with Server(("127.0.0.1", 0), Handler) as http:
        server = ElevenLabsServer(http.server_address[1])
        thread = threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.stopping.set()
            if server.holding is not None:
                server.holding.set()
            http.shutdown()
            thread.join()


def _parts(content_type: str, body: bytes) -> dict[str, bytes]:
    message = BytesParser().parsebytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    named: dict[str, bytes] = {}
    for part in message.walk():
        if not part.is_multipart():
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            named[str(part.get_param("name", header="content-disposition"))] = payload
    return named
