"""A server on loopback that speaks OpenAI's `/audio/speech`: of each text a tone as long as it would take to say."""

import json
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any
from zlib import crc32

import numpy as np

from lorewright.speech.base import Recording
from lorewright.speech.sound import to_wave

RATE = 24_000
LETTERS_A_SECOND = 15
BREAKS_OFF = 0


@dataclass
class ToneServer:
    address: str
    """With its `/v1`."""
    answers: deque[tuple[int, bytes] | None] = field(default_factory=deque)
    """For the next requests: status and body; with `BREAKS_OFF` in place of a status none comes. None: as it should be."""
    asked: list[dict[str, Any]] = field(default_factory=list)
    hold_at: int | None = None
    """This request, counted from 1, is not answered before it is let go."""
    held: Event = field(default_factory=Event)
    let_go: Event = field(default_factory=Event)

    @property
    def texts(self) -> list[str]:
        return [one["input"] for one in self.asked]


def tone(text: str) -> bytes:
    """A wave file; another text sounds otherwise."""
    times = np.arange(int(RATE * max(0.3, len(text) / LETTERS_A_SECOND))) / RATE
    samples = 8_000 * np.sin(2 * np.pi * (150 + crc32(text.encode()) % 400) * times)
    return to_wave(Recording(samples.astype(np.int16), RATE))


@contextmanager
def tone_server() -> Iterator[ToneServer]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.asked.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
            if len(server.asked) == server.hold_at:
                server.held.set()
                server.let_go.wait()
            given = server.answers.popleft() if server.answers else None
            status, data = given or (200, tone(body["input"]))
            if status == BREAKS_OFF:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            if status == 302:
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Who asked may have been killed."""

    with Server(("127.0.0.1", 0), Handler) as listening:
        server = ToneServer(f"http://127.0.0.1:{listening.server_port}/v1")
        thread = Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.let_go.set()
            listening.shutdown()
            thread.join()
