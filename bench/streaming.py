"""How soon a sentence reaches the reader after the model has said it whole.

The model is a server of this process that speaks chat completions and answers with a sentence of the first passage, then, after a
pause, with another. What is measured is the time from the last byte of the first sentence to the first chunk, over HTTP and with the
service in processes of its own: the provider's line, the cut into sentences, the check against the passages and the way to the reader.
"""

import argparse
import json
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from bench import metrics, report
from bench.service import CACHE, Service, prepare, serving
from bench.texts import texts

QUESTIONS = 200
WORDS = 500
WARM_UP = 10
PAUSE_S = 0.3
"""So long the model says nothing after its first sentence, so that the chunk is that of the first alone."""
_PASSAGE = re.compile(r"<passage 1 [0-9a-f]+>\n(.*?)\n</passage 1", re.S)
_SENTENCE = re.compile(r"[^.\n]{20,}\.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--questions", type=int, default=QUESTIONS, help="asked one after the other (default %(default)s)"
    )
    parser.add_argument(
        "--folder", type=Path, default=CACHE / "streaming", help="is emptied first (default %(default)s)"
    )


def run(options: argparse.Namespace) -> None:
    prepare(options.folder, fresh=True)
    with serving(options.folder) as service:
        words = list(_filled(service, WARM_UP + options.questions))
    with _model() as model, serving(options.folder, model.settings) as service:
        delays = []
        for word in words:  # each once, since the ledger answers what was asked before
            heard = _first_chunk(service.http, f"What is said of {word}?")
            delays.append(1_000 * (heard - model.said_at))
    later = delays[WARM_UP:]
    figures = {
        "first sentence to first chunk": {
            f"p{share}_ms": round(metrics.percentile(later, share / 100), 1) for share in (50, 95, 99)
        }
    }
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("streaming", figures)


def _filled(service: Service, count: int) -> Iterator[str]:
    """The words that only one of the texts holds."""
    for content, own in texts(count, WORDS):
        service.feed(content, "")
        yield own
    service.settle("the wiki is filled")


def _first_chunk(http: Any, question: str) -> float:
    """When it came, by the clock of this machine. Raises `RuntimeError` where no answer came."""
    with http.stream("POST", "/query/stream", json={"question": question}) as streamed:
        lines = streamed.iter_lines()
        first, heard = next(lines), time.monotonic()
        if first != "event: chunk":
            raise RuntimeError(f"no answer came, but {first} {next(lines)}")
        for _ in lines:
            pass
    return heard


class _Model(ThreadingHTTPServer):
    daemon_threads = True
    said_at = 0.0

    @property
    def settings(self) -> Mapping[str, str]:
        return {
            "LOREWRIGHT_LLM__DEFAULT_PROVIDER": "openai_compatible",
            "LOREWRIGHT_LLM__OPENAI_COMPATIBLE__BASE_URL": f"http://127.0.0.1:{self.server_address[1]}/v1",
            "LOREWRIGHT_LLM__OPENAI_COMPATIBLE__MODEL": "bench",
        }


class _Handler(BaseHTTPRequestHandler):
    disable_nagle_algorithm = True
    server: _Model

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        passage = _PASSAGE.search(asked["messages"][1]["content"])
        first, second = _SENTENCE.findall(passage[1] if passage else "")[:2]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        words = f"{first.strip()[:-1]} [1].".split(" ")
        for number, word in enumerate(words):
            self._say(word if number == 0 else f" {word}")
        self.server.said_at = time.monotonic()
        time.sleep(PAUSE_S)
        self._say(f" {second.strip()[:-1]} [1].")
        self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        self._event({"choices": [], "usage": {"prompt_tokens": 2_000, "completion_tokens": 60}})
        self.wfile.write(b"data: [DONE]\n\n")

    def _say(self, text: str) -> None:
        self._event({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]})

    def _event(self, data: Mapping[str, Any]) -> None:
        self.wfile.write(f"data: {json.dumps(data)}\n\n".encode())

    def log_message(self, *_: object) -> None:
        """Silent."""


@contextmanager
def _model() -> Iterator[_Model]:
    server = _Model(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
