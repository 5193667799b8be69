"""Takes each step of the story again and again, and breaks something at its n-th occurrence in the step: n = 1, 2, 3, ...

Run as a process of its own, with the shim before the C library (docs/decisions/0008-fault-rig.md says why). It tells the story once
itself, so that everything is loaded, keeps what is there before each step, and closes what it opened. A run begins with what is kept,
and forks a process for each of its parts: one that serves and is broken, a second worker where the first is stopped, and one that
starts again over what they left.
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
from itertools import pairwise
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from lorewright.db.engine import Database
from tests.faults.beginnings import Beginnings
from tests.faults.faults import FAULTS, NOTHING_NEW, Fault
from tests.faults.restart import faults_after
from tests.faults.story import STEPS, Place, next_work, opened, work_off

PATIENCE_S = 300.0
"""A process that takes longer hangs, and says where."""
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - what is made in it is named by mkdtemp
"""Where what is written costs least, where there is such a place: no run looks at what a disk makes of it."""
FIRST = next(iter(STEPS))
TO_THE_END = 10
"""Every so-many-th run goes on to the story's end, so that damage is seen which shows late."""


@dataclass
class Report:
    """What was done and what does not hold; printed as JSON."""

    restarts: int = 0
    same: int = 0
    """Runs that leave what the run before them left."""
    occurrences: dict[str, dict[str, int]] = field(default_factory=dict)
    """By fault, how many there are in each step when none is broken."""
    violations: list[str] = field(default_factory=list)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--fault", choices=[one.name for one in FAULTS], action="append", help="all, unless given")
    options.add_argument("--postgres", metavar="URL", help="a database of its own; without it SQLite")
    options.add_argument("--few", type=int, help="only so many occurrences of each fault, evenly chosen")
    options.add_argument("--only", nargs=2, metavar=("STEP", "N"), help="only this one; what it leaves is kept")
    chosen = options.parse_args()
    Database.background = Database.writing  # type: ignore[method-assign]  # nobody else writes here: no pause is needed
    folder = Path(tempfile.mkdtemp(prefix="lorewright-faults-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None))
    rig = _Rig(folder, chosen.postgres)
    for fault in FAULTS:
        if chosen.fault is None or fault.name in chosen.fault:
            rig.tell(fault, chosen.few, chosen.only and (chosen.only[0], int(chosen.only[1])))
    if chosen.only is None:
        shutil.rmtree(folder)
    else:
        print(folder, file=sys.stderr)
    print(json.dumps(vars(rig.report), indent=2, ensure_ascii=False))
    sys.exit(1 if rig.report.violations else 0)


class _Rig:
    def __init__(self, folder: Path, url: str | None) -> None:
        self.report = Report()
        place = Place(folder / "run", url)
        place.folder.mkdir()
        self._beginnings = Beginnings(place, folder / "beginnings")
        _rehearse(place, self._beginnings)
        self._restarts = _Restarts(place)

    def tell(self, fault: Fault, few: int | None, only: tuple[str, int] | None) -> None:
        counts = self._unbroken(fault)
        if only is not None:
            self._run(fault, *only)
        elif few is not None:
            every = [(step, nth) for step, count in counts.items() for nth in range(1, count + 1)]
            for number in range(few if every else 0):
                self._run(fault, *every[(2 * number + 1) * len(every) // (2 * few)])
        else:
            for step, count in counts.items():
                nth = 1
                # Threads of the server's make the number differ a little.
                while self._run(fault, step, nth, follows=nth > 1) or nth < count:
                    nth += 1

    def _unbroken(self, fault: Fault) -> dict[str, int]:
        """Tells the whole story without breaking anything; how many occurrences there were in each step."""
        place = self._beginnings.put_back(FIRST)
        told = _Process(place, "story", lambda held: _count(fault, place, held))
        counts: dict[str, int] = self._expect_well(f"{fault.name}: unbroken", told) or {}
        self.report.occurrences[fault.name] = counts
        return counts

    def _run(self, fault: Fault, step: str, nth: int, *, follows: bool = False) -> bool:
        """Whether the fault happened in the step; `follows`: the run before this one broke the occurrence before. The story goes on to
        the end of the worker's next work, at times to its own."""
        place = self._beginnings.put_back(step)
        name = f"{fault.name}: {step}: {nth}"
        last = None if nth % TO_THE_END == 0 else next_work(step)
        broken = _Process(place, "story", lambda held: _tell(fault, step, nth, last, place, held))
        if broken.stopped():
            self._expect_well(name, _Process(place, "takeover", lambda _held: _take_over(place)))
            broken.go_on()
        if follows and broken.ended() == NOTHING_NEW:
            self.report.same += 1
            return True
        happened = broken.killed() or nth <= (self._expect_well(name, broken) or 0)
        if happened or broken.ended() != 0:
            for one in self._restarts.faults(last):
                self._complain(f"{name}: {one}")
            self.report.restarts += 1
        return happened

    def _expect_well(self, name: str, process: "_Process") -> Any:
        """What the process told; None where it did not come to its end, which is a violation."""
        if process.ended() == 0:
            return process.told()
        self._complain(f"{name}: {process.complaint()}")
        return None

    def _complain(self, sentence: str) -> None:
        print(sentence, file=sys.stderr, flush=True)
        self.report.violations.append(sentence)


class _Process:
    """Does one thing in a fork of this process, and writes what comes of it beside the run's folder."""

    def __init__(self, place: Place, name: str, work: Callable[[ExitStack], object]) -> None:
        self._name = name
        self._told = place.folder.parent / f"{name}.json"
        self._log = place.folder.parent / f"{name}.log"
        self._status: int | None = None
        self._pid = os.fork()
        if self._pid == 0:
            self._do(work)

    def _do(self, work: Callable[[ExitStack], object]) -> None:
        log = os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
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
        return self.ended() in (-signal.SIGKILL, NOTHING_NEW)

    def told(self) -> Any:
        return json.loads(self._told.read_text())

    def complaint(self) -> str:
        return f"The {self._name} ended with {self._status}:\n{self._log.read_text()[-3_000:]}"


class _Restarts:
    """A process that starts again over what each run leaves, where all is made anew but what a program has loaded."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._begin()

    def faults(self, last: str | None) -> list[str]:
        try:
            self._asked.send(last)
            found: list[str] = self._asked.recv()
        except (EOFError, OSError):
            self._process.ended()
            found = [self._process.complaint()]
            self._begin()
        return found

    def _begin(self) -> None:
        self._asked, asking = Pipe()
        self._process = _Process(self._place, "restart", lambda _held: self._answer(asking))
        asking.close()

    def _answer(self, asking: Connection) -> None:
        self._asked.close()
        gc.enable()
        while True:
            try:
                last = asking.recv()
            except EOFError:  # the rig has come to its end
                return
            faulthandler.dump_traceback_later(PATIENCE_S, exit=True)
            with ExitStack() as held:
                asking.send(list(faults_after(self._place, held, last)))


def _rehearse(place: Place, beginnings: Beginnings) -> None:
    """Loads, and works out once for all runs, whatever is loaded and worked out when it is first needed; keeps what is there before
    each step."""
    after = dict(pairwise(STEPS))
    with ExitStack() as held:
        story = opened(place, held)
        beginnings.keep(FIRST)
        story.go_on(reached=lambda step: beginnings.keep(after[step]) if step in after else None)
    with ExitStack() as held:
        broke = list(faults_after(place, held))
        assert not broke, broke
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(PATIENCE_S)
            assert not thread.is_alive(), f"{thread} would be lost in a fork"
    gc.disable()  # the forks live for a second, and share what nobody touches
    gc.freeze()


def _count(fault: Fault, place: Place, held: ExitStack) -> dict[str, int]:
    """How many occurrences there are in each step."""
    counts: dict[str, int] = {}
    story = opened(place, held)
    counted = fault.arm(0, place, story)
    story.go_on(reached=lambda step: counts.update({step: counted() - sum(counts.values())}))
    return counts


def _tell(fault: Fault, step: str, nth: int, last: str | None, place: Place, held: ExitStack) -> int:
    """Takes the step, and where the n-th occurrence was in it what comes next too; how many there were in it."""
    story = opened(place, held)
    counted = fault.arm(nth, place, story)
    story.go_on(step)
    count = counted()
    if nth <= count:
        story.go_on(last)
    return count


def _take_over(place: Place) -> None:
    """The lease runs out, and another worker does what there is to do."""
    with closing(place.open("other worker")) as world:
        work_off(world, place.clock)


if __name__ == "__main__":
    main()
