"""A process that has loaded the program once and forks for each command, whose own time then is not lost among imports.

A command is a process of its own still, with its own arguments, environment, streams and status.
"""

import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_MESSAGE = 1 << 20
_NOT_LOADED = ("lorewright.cli.__main__", "lorewright.db.migrations")


class Ended(NamedTuple):
    status: int
    out: bytes
    err: bytes


class Prefork:
    """The tests' end. One command at a time."""

    def __init__(self, patience_s: float) -> None:
        self._lock = threading.Lock()
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _MESSAGE)
        self._socket.settimeout(patience_s)
        line = [sys.executable, "-m", "tests.cli.prefork", str(theirs.fileno())]
        self._process = subprocess.Popen(line, pass_fds=[theirs.fileno()])
        theirs.close()

    def run(self, words: Sequence[str], environment: Mapping[str, str], stdin: bytes) -> Ended:
        """Runs `lorewright` with these words. Raises TimeoutError where it does not end in time, and ends it."""
        asked = json.dumps({"words": words, "environment": dict(environment)}).encode()
        file = tempfile.TemporaryFile
        with self._lock, file() as read, file() as out, file() as err:
            read.write(stdin)
            read.seek(0)
            socket.send_fds(self._socket, [asked], [stream.fileno() for stream in (read, out, err)])
            pid = int(self._socket.recv(_MESSAGE))
            try:
                status = int(self._socket.recv(_MESSAGE))
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                self._socket.recv(_MESSAGE)
                raise
            out.seek(0)
            err.seek(0)
            return Ended(status, out.read(), err.read())

    def close(self) -> None:
        self._socket.close()
        self._process.wait()


def _serve(channel: socket.socket) -> None:
    """Forks for each command until the tests go away."""
    while True:
        asked, streams, _, _ = socket.recv_fds(channel, _MESSAGE, 3)
        if not asked:
            return
        pid = os.fork()
        if pid == 0:
            channel.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            _command(**json.loads(asked))
        for stream in streams:
            os.close(stream)
        channel.send(str(pid).encode())
        channel.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())


def _command(words: list[str], environment: dict[str, str]) -> None:
    """Ends the process as the program would."""
    from lorewright.cli import main

    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["lorewright", *words]
    main()
    sys.exit(0)


def _load() -> None:
    import lorewright

    for module in pkgutil.walk_packages(lorewright.__path__, "lorewright."):
        if not module.name.startswith(_NOT_LOADED):
            importlib.import_module(module.name)
    for driver in ("psycopg", "sqlalchemy.dialects.postgresql.psycopg", "sqlalchemy.dialects.sqlite"):
        importlib.import_module(driver)
    gc.freeze()  # else each child looks through all of it, and has to have its own copy for that


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _load()
    with socket.socket(fileno=int(sys.argv[1])) as end:
        _serve(end)
