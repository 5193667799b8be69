"""What the service's processes take: memory, descriptors, threads and processor time. Linux only: read from /proc."""

import re
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

from bench.service import Service

FIELDS = {"rss": "Rss", "pss": "Pss", "own": "Anonymous"}
"""What a sample is called here, and in /proc/PID/smaps_rollup."""


@dataclass(frozen=True)
class Taken:
    """Of one process. Memory in bytes: resident, its share of what it shares, and what is of no file."""

    pid: int
    rss: int
    pss: int
    own: int
    descriptors: int
    threads: int
    cpu_s: float


_GONE = (psutil.NoSuchProcess, ProcessLookupError, FileNotFoundError)


def taken(service: Service) -> dict[str, Taken]:
    """What each process takes at this moment, by its role; a process that ends meanwhile is left out."""
    found = {}
    for role, process in _roles(service):
        with suppress(*_GONE):
            found[role] = _of(process)
    return found


class Watch:
    """Samples the memory of all processes every 100 ms while its block runs; looks for new ones every second."""

    EACH_S = 0.1
    LOOK_EACH = 10

    def __init__(self, service: Service) -> None:
        self._service = service
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._samples: list[tuple[float, dict[str, dict[str, int]]]] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def most(self, first: float, last: float) -> dict[str, dict[str, float]]:
        """The most between two moments of the monotonic clock, in MB: of all processes together, and of each by itself."""
        within = [by_role for at, by_role in self._samples if first <= at < last]
        roles = sorted({role for by_role in within for role in by_role})
        return {
            f"{field}_mb": {
                "together": _mb(max(sum(one[field] for one in by_role.values()) for by_role in within)),
                **{role: _mb(max(one[role][field] for one in within if role in one)) for role in roles},
            }
            for field in ("pss", "rss")
        }

    def _run(self) -> None:
        processes: list[tuple[str, psutil.Process]] = []
        began, count = time.monotonic(), 0
        while not self._ended.wait(max(0.0, began + count * self.EACH_S - time.monotonic())):
            if count % self.LOOK_EACH == 0:
                processes = _roles(self._service)
            sample = {}
            for role, process in processes:
                with suppress(*_GONE):
                    sample[role] = _sizes(process)
            self._samples.append((time.monotonic(), sample))
            count += 1


def _mb(size: int) -> float:
    return round(size / 2**20, 1)


class Phase:
    """From when to when by the monotonic clock, and the processor time that each process spent meanwhile."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.began = self.ended = 0.0
        self.cpu_s: dict[str, float] = {}

    def __enter__(self) -> Self:
        self._before = self._spent()
        self.began = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended = time.monotonic()
        self.cpu_s = {role: cpu_s - self._before.get(role, 0.0) for role, cpu_s in self._spent().items()}

    def _spent(self) -> dict[str, float]:
        return {role: one.cpu_s for role, one in taken(self._service).items()}

    @property
    def seconds(self) -> float:
        return self.ended - self.began

    @property
    def background_s(self) -> float:
        """Processor time of the worker and its reader."""
        return sum(cpu_s for role, cpu_s in self.cpu_s.items() if role.startswith("worker"))


def total(sample: Iterable[Taken], field: str) -> int:
    """Of all processes together, in bytes."""
    return sum(int(getattr(one, field)) for one in sample)


def _roles(service: Service) -> list[tuple[str, psutil.Process]]:
    """The worker may have ended and be started again, and a reader comes and goes."""
    server = service.process
    found = [("server", server)]
    for child in server.children():
        with suppress(psutil.NoSuchProcess):
            if "worker" in child.cmdline():
                found += [("worker", child), *(("worker's reader", one) for one in child.children())]
            else:
                found.append(("server's reader", child))
    return found


def _of(process: psutil.Process) -> Taken:
    times = process.cpu_times()
    return Taken(
        pid=process.pid,
        **_sizes(process),
        descriptors=process.num_fds(),
        threads=process.num_threads(),
        cpu_s=float(times.user + times.system),
    )


def _sizes(process: psutil.Process) -> dict[str, int]:
    """In bytes, by field."""
    rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    sizes = dict(re.findall(r"^(\w+): +(\d+) kB$", rollup, re.MULTILINE))
    return {field: int(sizes[name]) << 10 for field, name in FIELDS.items()}
