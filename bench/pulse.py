"""One client that asks again and again at a fixed beat, in a process of its own, until it is told to end.

`python -m bench.pulse` reads a `Plan` as one line of JSON from its input, ends when that is closed, and writes its `Beat`s
as JSON.
"""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from http.client import HTTPConnection, HTTPException
from itertools import cycle

from bench.corpora import ROOT


@dataclass(frozen=True)
class Plan:
    address: str
    each_s: float
    paths: list[str]


@dataclass(frozen=True)
class Beat:
    """`at` by the machine's monotonic clock, when it was due; `ms` from then to the end of the answer."""

    at: float
    ms: float
    ok: bool


class Pulse:
    def __init__(self) -> None:
        self.beats: list[Beat] = []

    def between(self, first: float, last: float) -> list[Beat]:
        return [one for one in self.beats if first <= one.at < last]


@contextmanager
def beating(address: str, each_s: float, paths: Sequence[str]) -> Iterator[Pulse]:
    """Asks for the paths in turn while the block runs; the beats are there when it has ended."""
    pulse = Pulse()
    command = [sys.executable, "-m", "bench.pulse"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(asdict(Plan(address, each_s, list(paths)))) + "\n")
        process.stdin.flush()
        try:
            yield pulse
        finally:
            process.stdin.close()
            pulse.beats = [Beat(**one) for one in json.load(process.stdout)]


def main() -> None:
    plan = Plan(**json.loads(sys.stdin.readline()))
    ended = threading.Event()

    def follow_parent() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=follow_parent, daemon=True).start()
    json.dump([asdict(one) for one in _beats(plan, ended)], sys.stdout)


def _beats(plan: Plan, ended: threading.Event) -> Iterator[Beat]:
    connection = HTTPConnection(plan.address.removeprefix("http://").rstrip("/"), timeout=60)
    due = time.monotonic()
    for path in cycle(plan.paths):
        if ended.wait(max(0.0, due - time.monotonic())):
            return
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            ok = answer.status == 200
        except (OSError, HTTPException):
            connection.close()
            ok = False
        now = time.monotonic()
        yield Beat(due, (now - due) * 1000, ok)
        due = max(due + plan.each_s, now)  # one client: while it waits it asks nothing, and makes up for nothing


if __name__ == "__main__":
    main()
