"""An hour of mixed load: whether anything goes wrong, and whether the processes grow.

The wiki is filled first; then about as many sources come as go, so that what has to be kept in memory stays the same. What
stays on disk grows all the same, by the questions and answers, the jobs and the pages of the database.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

from bench import metrics, report
from bench.corpora import ROOT
from bench.memory import FIELDS, Taken, taken, total
from bench.mix import WORDS, Outcome, Plan
from bench.service import CACHE, Service, check, prepare, serving
from bench.texts import texts

CLIENTS = 8
EACH_S = 3.0
"""No beat of what is measured, which gives memory back each ten seconds: else all samples of an hour come just before that, or just after."""
MB = 2**20
MOST_MB_PER_HOUR = 1.0
"""Of memory of their own. What is resident also holds pages of files, which come in with use and go when others need the room: of the
model's 90 MB each process has in time what the words ask for that come up."""
TOGETHER = "together"

Sample = tuple[float, dict[str, Taken], int]
"""Seconds since the load began, what each process took, bytes of the database's files."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--minutes", type=float, default=60.0, help="of load (default %(default)g)")
    parser.add_argument(
        "--warm-up", type=float, default=15.0, help="minutes that the slopes leave out (default %(default)g)"
    )
    parser.add_argument(
        "--rush",
        type=float,
        default=60.0,
        help="seconds at the beginning in which no client pauses, so that what all need at once is needed before the slopes begin "
        "(default %(default)g)",
    )
    parser.add_argument("--rate", type=float, default=15.0, help="things done a second, together (default %(default)g)")
    parser.add_argument("--sources", type=int, default=400, help="that the wiki holds throughout (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which texts, and what is done when (default %(default)s)")
    parser.add_argument("--database", help="the address of an empty PostgreSQL database, instead of SQLite")
    parser.add_argument("--folder", type=Path, default=CACHE / "soak", help="is emptied first (default %(default)s)")


def run(options: argparse.Namespace) -> None:
    folder: Path = options.folder
    prepare(folder, fresh=True)
    settings = {"LOREWRIGHT_DATABASE__URL": options.database} if options.database else {}
    with serving(folder, settings) as service:
        plan = Plan(
            address=service.address,
            seconds=options.minutes * 60,
            rush_s=options.rush,
            rate=options.rate,
            clients=CLIENTS,
            kept=options.sources,
            seed=options.seed,
            known=_filled(service, options.sources, options.seed),
        )
        outcome, samples = _watched(service, plan)
        service.settle("soak")
        failed = service.http.get("/jobs", params={"status": "failed", "limit": 1_000}).json()
    figures = {
        "minutes": options.minutes,
        "rush_s": options.rush,
        "rate": options.rate,
        "database": "postgresql" if options.database else "sqlite",
        **asdict(outcome),
        "jobs_failed": len(failed),
        **_grown(samples, options.warm_up * 60),
        "check": check(folder, settings),
    }
    figures["passed"] = _passed(figures)
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("soak", {**figures, "samples": _series(samples)})


def _filled(service: Service, count: int, seed: int) -> list[tuple[str, str, str]]:
    """(id, own word, text) of sources that are compiled and have their vectors."""
    known = [(service.feed(content, ""), own, content) for content, own in texts(count, WORDS, seed)]
    service.settle("the wiki is filled")
    return known


def _watched(service: Service, plan: Plan) -> tuple[Outcome, list[Sample]]:
    """Errors go to errors.log of the data folder as they happen, samples to samples.jsonl."""
    samples: list[Sample] = []
    with (
        (service.data_dir / "errors.log").open("w") as errors,
        (service.data_dir / "samples.jsonl").open("w") as kept,
        tempfile.TemporaryFile("w+") as outcome,  # a pipe that nobody reads meanwhile would fill up
        subprocess.Popen(
            [sys.executable, "-m", "bench.mix"],
            stdin=subprocess.PIPE,
            stdout=outcome,
            stderr=errors,
            text=True,
            cwd=ROOT,
        ) as team,
    ):
        assert team.stdin is not None
        json.dump(asdict(plan), team.stdin)
        team.stdin.close()
        began = time.monotonic()
        while team.poll() is None:
            at = time.monotonic() - began
            samples.append((at, taken(service), _database_bytes(service.data_dir)))
            kept.write(json.dumps(_series(samples[-1:])[0]) + "\n")
            kept.flush()
            time.sleep(max(0.0, EACH_S * len(samples) - (time.monotonic() - began)))
        outcome.seek(0)
        return Outcome(**json.load(outcome)), samples


def _database_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("lorewright.db*"))


def _grown(samples: Sequence[Sample], warm_up_s: float) -> dict[str, Any]:
    """What each process took after the warm-up, and how fast that grew."""
    later = [one for one in samples if one[0] >= warm_up_s]
    if len(later) < 3:
        return {"memory": f"fewer than three samples after the first {warm_up_s:g} s"}
    roles = sorted({role for _, by_role, _ in later for role in by_role})
    return {
        "started_anew": {
            role: len({by_role[role].pid for _, by_role, _ in samples if role in by_role}) - 1 for role in roles
        },
        "memory": {role: {field: _line(later, role, field) for field in FIELDS} for role in [*roles, TOGETHER]},
        "descriptors": _range([total(by_role.values(), "descriptors") for _, by_role, _ in later]),
        "threads": _range([total(by_role.values(), "threads") for _, by_role, _ in later]),
        "database_mb": _range([size / MB for _, _, size in samples]),
        "cpu_percent": {role: _cpu_percent(later, role) for role in ("server", "worker")},
    }


def _line(samples: Sequence[Sample], role: str, field: str) -> dict[str, float]:
    """In MB, and MB an hour with its 95 % interval: the line through the median of each minute, in which what a job takes while
    it runs does not count."""
    minutes = defaultdict(list)
    for at, by_role, _ in samples:
        if role in (TOGETHER, *by_role):
            taken_now = by_role.values() if role == TOGETHER else [by_role[role]]
            minutes[int(at / 60)].append(total(taken_now, field) / MB)
    values = [value for each in minutes.values() for value in each]
    figures = {"mean_mb": round(metrics.mean(values), 1), "most_mb": round(max(values), 1)}
    if len(minutes) < 3:
        return figures
    line = metrics.slope([minute / 60 for minute in minutes], list(map(median, minutes.values())))
    return {
        **figures,
        "mb_per_hour": round(line.per_unit, 2),
        "at_least": round(line.low, 2),
        "at_most": round(line.high, 2),
    }


def _range(values: Sequence[float]) -> dict[str, float]:
    return {"first": round(values[0], 1), "last": round(values[-1], 1), "most": round(max(values), 1)}


def _cpu_percent(samples: Sequence[Sample], role: str) -> float:
    first, last = samples[0], samples[-1]
    return round(100 * (last[1][role].cpu_s - first[1][role].cpu_s) / (last[0] - first[0]), 1)


def _series(samples: Sequence[Sample]) -> list[dict[str, Any]]:
    return [
        {"at": round(at, 1), "database": size, **{role: asdict(one) for role, one in by_role.items()}}
        for at, by_role, size in samples
    ]


def _passed(figures: dict[str, Any]) -> bool:
    memory = figures["memory"]
    return (
        not figures["errors"]
        and not figures["jobs_failed"]
        and figures["check"]["ok"]
        and not isinstance(memory, str)
        and not any(figures["started_anew"].get(role, 0) for role in ("server", "worker"))
        and memory[TOGETHER]["own"]["mb_per_hour"] < MOST_MB_PER_HOUR
    )
