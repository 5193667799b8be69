"""Clients in a process of their own, so that measuring does not slow what is measured.

`python -m bench.load` reads a `Plan` as JSON from its input and writes the `Outcome` as JSON.
"""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any

from bench import metrics


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    body: Any = None


@dataclass(frozen=True)
class Outcome:
    """Latencies in ms in the order of the answers; an answer other than 200 is an error."""

    latencies_ms: list[float]
    errors: int
    seconds: float

    @property
    def per_second(self) -> float:
        return len(self.latencies_ms) / self.seconds

    def figures(self) -> dict[str, Any]:
        return {
            "p50_ms": round(metrics.percentile(self.latencies_ms, 0.5), 2),
            "p99_ms": round(metrics.percentile(self.latencies_ms, 0.99), 2),
            "per_second": round(self.per_second, 1),
            "errors": self.errors,
        }


def load(address: str, clients: int, requests: Sequence[Request], each_s: float = 0.0) -> Outcome:
    """Sends all requests, each client its next one as soon as the last was answered, but not before `each_s` have passed."""
    plan = {"address": address, "clients": clients, "each_s": each_s, "requests": [asdict(one) for one in requests]}
    command = [sys.executable, "-m", "bench.load"]
    ended = subprocess.run(command, input=json.dumps(plan), capture_output=True, text=True, check=True)
    return Outcome(**json.loads(ended.stdout))


class _Clients:
    def __init__(self, netloc: str, requests: list[Request], each_s: float) -> None:
        self._netloc = netloc
        self._each_s = each_s
        self._requests = iter(requests)
        self._lock = threading.Lock()
        self.latencies_ms: list[float] = []
        self.errors = 0

    def run(self, first_s: float) -> None:
        """The first request after so many seconds."""
        connection = HTTPConnection(self._netloc, timeout=120)
        due = time.perf_counter() + first_s
        for request in self._next():
            time.sleep(max(0.0, due - time.perf_counter()))
            due = max(due, time.perf_counter()) + self._each_s
            body = None if request.body is None else json.dumps(request.body)
            headers = {} if body is None else {"Content-Type": "application/json"}
            began = time.perf_counter()
            try:
                connection.request(request.method, request.path, body, headers)
                answer = connection.getresponse()
                answer.read()
                failed = answer.status != 200
            except (OSError, HTTPException):
                connection.close()
                failed = True
            taken = time.perf_counter() - began
            with self._lock:
                self.latencies_ms.append(taken * 1000)
                self.errors += failed

    def _next(self) -> Iterator[Request]:
        while True:
            with self._lock:
                request = next(self._requests, None)
            if request is None:
                return
            yield request


def main() -> None:
    plan = json.load(sys.stdin)
    netloc = plan["address"].removeprefix("http://").rstrip("/")
    clients = _Clients(netloc, [Request(**one) for one in plan["requests"]], plan["each_s"])
    firsts = [plan["each_s"] * at / plan["clients"] for at in range(plan["clients"])]
    threads = [threading.Thread(target=clients.run, args=(one,)) for one in firsts]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    outcome = Outcome(clients.latencies_ms, clients.errors, time.perf_counter() - began)
    json.dump(asdict(outcome), sys.stdout)


if __name__ == "__main__":
    main()
