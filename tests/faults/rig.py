"""Tells the story again and again, and breaks something at its n-th occurrence: n = 1, 2, 3, ...

Run as a process of its own, with the shim before the C library (docs/decisions/0008-fault-rig.md says why). It tells the story once
itself, so that everything is loaded, closes what it opened, and forks a process for each part of a run: one that serves and is
broken, a second worker where the first is stopped, and one that starts again over what they left.
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
import threading
import traceback
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import NullPool, create_engine, text

from lorewright.db import schema
from lorewright.db.engine import Database
from lorewright.db.metadata import metadata
from tests.faults.faults import FAULTS, Fault
from tests.faults.restart import faults_after
from tests.faults.story import Place, opened, work_off

PATIENCE_S = 300.0
"""A process that takes longer hangs, and says where."""
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - what is made in it is named by mkdtemp
"""Where what is written costs least, where there is such a place: no run looks at what a disk makes of it."""


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
    options.add_argument("--postgres", metavar="URL", help="a database of its own; without it SQLite")
    options.add_argument("--few", type=int, help="only so many occurrences, evenly chosen")
    options.add_argument("--only", type=int, help="only this one; what it leaves is kept")
    chosen = options.parse_args()
    fault = next(one for one in FAULTS if one.name == chosen.fault)
    Database.background = Database.writing  # type: ignore[method-assign]  # nobody else writes here: no pause is needed
    folder = Path(tempfile.mkdtemp(prefix="lorewright-faults-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None))
    report = _Rig(fault, folder, chosen.postgres).run(chosen.few, chosen.only)
    if chosen.only is None:
        shutil.rmtree(folder)
    else:
        print(folder, file=sys.stderr)
    print(json.dumps(vars(report), indent=2, ensure_ascii=False))
    sys.exit(1 if report.violations else 0)


class _Rig:
    def __init__(self, fault: Fault, folder: Path, url: str | None) -> None:
        self._fault = fault
        self._report = Report(fault.name)
        self._place = Place(folder / "run", url)
        self._empty = folder / "empty"
        self._place.folder.mkdir()
        with closing(self._place.open("upgrade")) as world:
            schema.upgrade(world.db, self._place.data_dir, datetime.now(UTC))
        self._place.folder.rename(self._empty)
        _rehearse(self._from_the_start())

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
        place = self._from_the_start()
        broken = _Process(place, "story", lambda held: _tell(self._fault, nth, place, held))
        if broken.stopped():
            self._expect_well(nth, _Process(place, "takeover", lambda _held: _take_over(place)))
            broken.go_on()
        happened = broken.killed()
        if not happened:
            occurrences = self._expect_well(nth, broken) or {}
            happened = 0 < nth <= max(occurrences.values(), default=0)
            if nth == 0:
                self._report.occurrences = occurrences
        broke = self._expect_well(nth, _Process(place, "restart", lambda held: list(faults_after(place, held))))
        for one in broke or []:
            self._complain(f"{nth}: {one}")
        self._report.runs += 1
        return happened

    def _from_the_start(self) -> Place:
        """The folder and the database, in which nothing has happened yet."""
        shutil.rmtree(self._place.folder, ignore_errors=True)
        shutil.copytree(self._empty, self._place.folder)
        if self._place.url is not None:
            _forget_everything(self._place.url)
        return self._place

    def _expect_well(self, nth: int, process: "_Process") -> Any:
        """What the process told; None where it did not come to its end, which is a violation."""
        if process.ended() == 0:
            return process.told()
        self._complain(f"{nth}: {process.complaint()}")
        return None

    def _complain(self, sentence: str) -> None:
        print(sentence, file=sys.stderr, flush=True)
        self._report.violations.append(sentence)


class _Process:
    """Does one thing in a fork of this process, and writes what comes of it into the run's folder."""

    def __init__(self, place: Place, name: str, work: Callable[[ExitStack], object]) -> None:
        self._name = name
        self._told = place.folder / f"{name}.json"
        self._log = place.folder / f"{name}.log"
        self._status: int | None = None
        self._pid = os.fork()
        if self._pid == 0:
            self._do(work)

    def _do(self, work: Callable[[ExitStack], object]) -> None:
        log = os.open(self._log, os.O_WRONLY | os.O_CREAT)
        os.dup2(log, 1)
        os.dup2(log, 2)
        faulthandler.dump_traceback_later(PATIENCE_S, exit=True)
        held = ExitStack()  # never closed: what must be durable is so without an orderly end
        try:
            self._told.write_text(json.dumps(work(held)))
            os._exit(0)
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


def _rehearse(place: Place) -> None:
    """Loads, and works out once for all runs, whatever is loaded and worked out when it is first needed."""
    with ExitStack() as held:
        opened(place, held).go_on()
    with ExitStack() as held:
        broke = list(faults_after(place, held))
        assert not broke, broke
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(PATIENCE_S)
            assert not thread.is_alive(), f"{thread} would be lost in a fork"
    gc.disable()  # the forks live for a second, and share what nobody touches
    gc.freeze()


def _tell(fault: Fault, nth: int, place: Place, held: ExitStack) -> dict[str, int]:
    """How many occurrences there were up to the end of each step."""
    counts: dict[str, int] = {}
    story = opened(place, held)
    counted = fault.arm(nth, place, story)
    story.go_on(lambda step: counts.update({step: counted()}))
    return counts


def _take_over(place: Place) -> None:
    """The lease runs out, and another worker does what there is to do."""
    with closing(place.open("other worker")) as world:
        work_off(world, place.clock)


def _forget_everything(url: str) -> None:
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        tables = ", ".join(metadata.tables)
        connection.execute(text(f"TRUNCATE {tables} RESTART IDENTITY CASCADE"))
    engine.dispose()


if __name__ == "__main__":
    main()
