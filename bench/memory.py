"""What the service's processes take: memory, descriptors, threads and processor time. Linux only: read from /proc."""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

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


def taken(service: Service) -> dict[str, Taken]:
    """What each process takes at this moment, by its role; a process that ends meanwhile is left out."""
    found = {}
    for role, process in _roles(service):
        with suppress(psutil.NoSuchProcess, ProcessLookupError, FileNotFoundError):
            found[role] = _of(process)
    return found


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
    rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    sizes = {name: int(size) << 10 for name, size in re.findall(r"^(\w+): +(\d+) kB$", rollup, re.MULTILINE)}
    times = process.cpu_times()
    return Taken(
        pid=process.pid,
        **{field: sizes[name] for field, name in FIELDS.items()},
        descriptors=process.num_fds(),
        threads=process.num_threads(),
        cpu_s=float(times.user + times.system),
    )
