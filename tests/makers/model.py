"""A language model on loopback that does as it is told and counts its calls, and the client that asks it."""

import asyncio
import json
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import msgspec

from lorewright.core.errors import BrokenAnswer, ProviderFailed
from lorewright.llm.base import Call, Ending, Provider, Reply, Request


def echo(prompt: str) -> Reply:
    return Reply(f"You asked: {prompt}", Ending.COMPLETE, input_tokens=100, output_tokens=20)


@dataclass
class Oracle:
    """Answers what `answer` gives for the prompt, once `gate` is open; a stream word by word."""

    address: str = ""
    answer: Callable[[str], Reply] = echo
    status: int = 200
    words: int | None = None
    """So many of a stream, of a whole answer none, and then the connection is cut."""
    stop_after: int | None = None
    """So many of a stream at once, and the rest when `gate` is open."""
    gate: threading.Event = field(default_factory=threading.Event)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.gate.set()


@contextmanager
def oracle() -> Iterator[Oracle]:
    made = Oracle()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            made.asked.append(body["prompt"])
            with suppress(BrokenPipeError, ConnectionResetError):  # whoever asked has gone
                self._answer(made.answer(body["prompt"]), is_streamed=body["is_streamed"])
            self.close_connection = True

        def _answer(self, reply: Reply, *, is_streamed: bool) -> None:
            if made.stop_after is None:
                made.gate.wait()
            self.send_response(made.status)
            self.end_headers()
            for number, word in enumerate(reply.text.split(" ") if is_streamed else []):
                if number == made.words:
                    return
                if number == made.stop_after:
                    self.wfile.flush()
                    made.gate.wait()
                self._line(word if number == 0 else f" {word}")
            if made.words is not None:
                return
            self._line(msgspec.to_builtins(reply))

        def _line(self, said: Any) -> None:
            self.wfile.write(json.dumps(said).encode() + b"\n")
            self.wfile.flush()

        def log_message(self, *_: object) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.request_queue_size = 128
    made.address = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield made
    finally:
        made.gate.set()
        server.shutdown()
        server.server_close()


class AskedModel:
    """The oracle as a `LanguageModel`."""

    provider = Provider.OPENAI_COMPATIBLE
    name = "oracle-1"

    def __init__(self, address: str) -> None:
        self._address = address

    async def complete(self, request: Request, call: Call) -> Reply:
        async for said in self._lines(request, is_streamed=False):
            return msgspec.convert(said, Reply)
        raise BrokenAnswer("The oracle fell silent.")

    async def stream(self, request: Request, call: Call) -> AsyncGenerator[str | Reply, None]:
        async for said in self._lines(request, is_streamed=True):
            yield said if isinstance(said, str) else msgspec.convert(said, Reply)
            if not isinstance(said, str):
                return
        raise BrokenAnswer("The oracle fell silent.")

    async def _lines(self, request: Request, *, is_streamed: bool) -> AsyncGenerator[Any, None]:
        body = {**msgspec.to_builtins(request), "is_streamed": is_streamed}
        async with (
            httpx.AsyncClient(timeout=60, trust_env=False, verify=False) as client,  # noqa: S501 - loopback
            client.stream("POST", self._address, json=body) as answer,
        ):
            if answer.status_code != 200:
                raise ProviderFailed(f"The oracle answered {answer.status_code}.")
            async for line in answer.aiter_lines():
                yield json.loads(line)


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.005)
