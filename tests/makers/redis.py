"""A real Redis on loopback, which keeps nothing."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

PATIENCE_S = 30.0


@contextmanager
def redis_server() -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Its address and its process. Skips where there is none."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("needs redis-server: the Debian package of that name")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            _until_it_answers(port)
            yield f"redis://127.0.0.1:{port}/0", process
        finally:
            process.terminate()


def _until_it_answers(port: int) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", port), 1) as connection:
                connection.sendall(b"PING\r\n")
                if connection.recv(16).startswith(b"+PONG"):
                    return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("Redis does not answer")
