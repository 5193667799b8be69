"""A way to PostgreSQL that a test may close: the server behind it is then silent, and refuses nothing."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import URL, make_url


@dataclass(frozen=True)
class Way:
    url: str
    open: threading.Event = field(default_factory=threading.Event)


@contextmanager
def passing_on(url: str) -> Iterator[Way]:
    """The way to the database of this address."""
    beyond = make_url(url)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        here = beyond.set(host="127.0.0.1", port=listener.getsockname()[1], query={})
        way = Way(here.render_as_string(hide_password=False))
        way.open.set()
        threading.Thread(target=_accept, args=(listener, beyond, way), daemon=True).start()
        yield way
        way.open.set()
        listener.shutdown(socket.SHUT_RDWR)


def _accept(listener: socket.socket, beyond: URL, way: Way) -> None:
    with suppress(OSError):  # closed
        while True:
            near, far = listener.accept()[0], _connected(beyond)
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other, way), daemon=True).start()


def _connected(beyond: URL) -> socket.socket:
    host = str(beyond.query.get("host", beyond.host or "127.0.0.1"))
    port = beyond.port or 5432
    if not host.startswith("/"):
        return socket.create_connection((host, port))
    far = socket.socket(socket.AF_UNIX)
    far.connect(str(Path(host) / f".s.PGSQL.{port}"))
    return far


def _pass_on(one: socket.socket, other: socket.socket, way: Way) -> None:
    with suppress(OSError), one, other:
        while data := one.recv(65_536):
            way.open.wait()
            other.sendall(data)
