"""Tells the story again and again, and breaks something at its n-th occurrence: n = 1, 2, 3, ...

Run as a process of its own, with the shim before the C library (docs/decisions/0008-fault-rig.md says why). It loads everything
once, opens nothing, and forks a process for each part of a run: one that serves and is broken, a second worker where the first is
stopped, and one that starts again over what they left.
"""

import argparse
import faulthandler
import gc
import json
import os
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import NullPool, create_engine, text

from lorewright.db import schema
from lorewright.db.metadata import metadata
from tests.faults.faults import FAULTS, Fault
from tests.faults.restart import faults_after
from tests.faults.story import Place, opened, work_off

PATIENCE_S = 60.0
"""A process that takes longer hangs, and says where."""


@dataclass
class Report:
    """What was done and what does not hold; printed as JSON."""

    fault: str
    runs: int = 0
    occurrences: dict[str, int] = field(default_factory=dict)
    """How many there are up to the end of each step, when none is broken."""
    violations: list[str] = field(default_factory=list)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--fault", choices=[one.name for one in FAULTS], required=True)
    options.add_argument("--postgres", metavar="URL", help="an empty schema of its own; without it SQLite")
    options.add_argument("--few", type=int, help="only so many occurrences, evenly chosen")
    options.add_argument("--only", type=int, help="only this one; what it leaves is kept")
    chosen = options.parse_args()
    fault = next(one for one in FAULTS if one.name == chosen.fault)
    folder = Path(tempfile.mkdtemp(prefix="lorewright-faults-"))
    report = _Rig(fault, folder, chosen.postgres, keep=chosen.only is not None).run(chosen.few, chosen.only)
    if chosen.only is None:
        shutil.rmtree(folder)
    else:
        print(folder, file=sys.stderr)
    print(json.dumps(vars(report), indent=2, ensure_ascii=False))
    sys.exit(1 if report.violations else 0)


class _Rig:
    def __init__(self, fault: Fault, folder: Path, url: str | None, *, keep: bool) -> None:
        self._fault = fault
        self._folder = folder
        self._url = url
        self._keep = keep
        self._report = Report(fault.name)
        self._empty = Place(folder / "empty", url)
        self._empty.folder.mkdir()
        self._expect_well("at the start", _Process(self._empty, "create", lambda: _create(self._empty)))

    def run(self, few: int | None, only: int | None) -> Report:
        self._run(0)
        total = max(self._report.occurrences.values(), default=0)
        if only is not None:
            self._run(only)
        elif few is not None:
            for number in range(few):
                self._run(1 + (2 * number + 1) * total // (2 * few))
        else:
            nth = 1
            while self._run(nth) or nth < total:  # threads of the server's make the number differ a little
                nth += 1
        return self._report

    def _run(self, nth: int) -> bool:
        """Whether the fault happened. With n = 0 it never does, and its occurrences are counted."""
        place = Place(self._folder / str(nth), self._url)
        shutil.copytree(self._empty.folder, place.folder)
        if self._url is not None:
            _forget_everything(self._url)
        broken = _Process(place, "story", lambda: _tell(self._fault, nth, place))
        if broken.stopped():
            self._expect_well(f"{nth}", _Process(place, "takeover", lambda: _take_over(place)))
            broken.go_on()
        happened = broken.killed()
        if not happened:
            told = self._expect_well(f"{nth}", broken) or {"occurrences": {}, "modules": []}
            happened = 0 < nth <= max(told["occurrences"].values(), default=0)
            if nth == 0:
                self._report.occurrences = told["occurrences"]
                _load(told["modules"])
        broke = self._expect_well(f"{nth}", _Process(place, "restart", lambda: list(faults_after(place))))
        for one in broke or []:
            self._complain(f"{nth}: {one}")
        self._report.runs += 1
        if not self._keep:
            shutil.rmtree(place.folder)
        return happened

    def _expect_well(self, when: str, process: "_Process") -> Any:
        """What the process told; None where it did not come to its end, which is a violation."""
        if process.ended() == 0:
            return process.told()
        self._complain(f"{when}: {process.complaint()}")
        return None

    def _complain(self, sentence: str) -> None:
        print(sentence, file=sys.stderr, flush=True)
        self._report.violations.append(sentence)


class _Process:
    """Does one thing in a fork of this process, and writes what comes of it into the run's folder."""

    def __init__(self, place: Place, name: str, work: Callable[[], object]) -> None:
        self._name = name
        self._told = place.folder / f"{name}.json"
        self._log = place.folder / f"{name}.log"
        self._status: int | None = None
        self._pid = os.fork()
        if self._pid == 0:
            self._do(work)

    def _do(self, work: Callable[[], object]) -> None:
        log = os.open(self._log, os.O_WRONLY | os.O_CREAT)
        os.dup2(log, 1)
        os.dup2(log, 2)
        faulthandler.dump_traceback_later(PATIENCE_S, exit=True)
        try:
            self._told.write_text(json.dumps(work()))
            os._exit(0)  # without an orderly end: whatever is durable is so already
        except BaseException:  # noqa: BLE001 - what was forked must not go on with what its parent does
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)

    def stopped(self) -> bool:
        """Waits until it ends or is stopped."""
        _, status = os.waitpid(self._pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            self._status = os.waitstatus_to_exitcode(status)
        return os.WIFSTOPPED(status)

    def go_on(self) -> None:
        os.kill(self._pid, signal.SIGCONT)

    def ended(self) -> int:
        if self._status is None:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        return self._status

    def killed(self) -> bool:
        return self.ended() == -signal.SIGKILL

    def told(self) -> Any:
        return json.loads(self._told.read_text())

    def complaint(self) -> str:
        return f"The {self._name} ended with {self._status}:\n{self._log.read_text()[-3_000:]}"


def _create(place: Place) -> None:
    with closing(place.open()) as world:
        schema.upgrade(world.db, place.data_dir, datetime.now(UTC))


def _load(modules: list[str]) -> None:
    """Of what is loaded when it is first needed: once for all runs."""
    for name in modules:
        with suppress(ImportError):
            import_module(name)
    gc.disable()  # the forks live for a second, and share what nobody touches


def _tell(fault: Fault, nth: int, place: Place) -> dict[str, object]:
    """How many occurrences there were up to the end of each step, and what was loaded for it."""
    counts: dict[str, int] = {}
    story = opened(place)
    counted = fault.arm(nth, place, story)
    story.go_on(lambda step: counts.update({step: counted()}))
    return {"occurrences": counts, "modules": list(sys.modules)}


def _take_over(place: Place) -> None:
    """The lease runs out, and another worker does what there is to do."""
    with closing(place.open()) as world:
        work_off(world, place.clock)


def _forget_everything(url: str) -> None:
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        tables = ", ".join(metadata.tables)
        connection.execute(text(f"TRUNCATE {tables} RESTART IDENTITY CASCADE"))
    engine.dispose()


if __name__ == "__main__":
    main()
