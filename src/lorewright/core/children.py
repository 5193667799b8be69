"""Processes that work for this one: each talks with it over two pipes, and lives no longer than it does."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

# The code beside this file, whatever else of the same name is installed: parent and child must speak the same.
_ROOT = str(Path(__file__).parents[2])
_BEGIN = (
    "import sys; from importlib import import_module; sys.path.insert(0, sys.argv.pop(1));"
    " import_module(sys.argv.pop(1)).main()"
)


class Child:
    """Has nothing of this process's environment, and a session of its own."""

    def __init__(self, module: str, *arguments: str) -> None:
        """Runs `main` of that module; behind a leash, see `live_with`, these are its arguments."""
        leash, self._leash = os.pipe()
        self.process = subprocess.Popen(  # noqa: S603 - our own module, by this interpreter
            [sys.executable, "-I", "-B", "-X", "utf8", "-c", _BEGIN, _ROOT, module, str(leash), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            cwd="/",
            pass_fds=(leash,),
            start_new_session=True,
        )
        os.close(leash)
        self.to = cast(BinaryIO, self.process.stdin)
        self.answers = cast(BinaryIO, self.process.stdout)

    def kill(self) -> None:
        """With the processes that it has started; until `end` its number is nobody else's."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def end(self) -> int:
        """Its exit status, negative for a signal."""
        self.kill()
        status = self.process.wait()
        self.answers.close()
        with suppress(BrokenPipeError):  # what was written and never read goes with the child
            self.to.close()
        os.close(self._leash)
        return status


def live_with(leash: int) -> None:
    """In the child: ends it when its parent ends, whatever it is at. `leash` is a pipe of which the parent holds the other end.

    (The kernel's parent-death signal would come when the *thread* ends that started it.)
    """

    def hold() -> None:
        os.read(leash, 1)
        os._exit(0)

    threading.Thread(target=hold, daemon=True).start()
