"""A web site on loopback, for tests that fetch."""

import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple


class Page(NamedTuple):
    """What a path answers. `send` writes the whole answer itself, head and all; `posted` makes it of what was sent by POST."""

    body: bytes = b""
    media_type: str | None = "text/html"
    status: int = 200
    headers: Mapping[str, str] = {}
    send: Callable[[Callable[[bytes], None]], None] | None = None
    posted: Callable[[bytes], "Page"] | None = None


@dataclass
class Site:
    """Pages by path; what was asked for is kept."""

    address: str
    pages: dict[str, Page] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    """(path, headers in lower case) of each request."""

    @property
    def host(self) -> str:
        """With its port."""
        return self.address.partition("://")[2]

    @property
    def pair(self) -> tuple[str, int]:
        name, _, port = self.host.rpartition(":")
        return name, int(port)


@contextmanager
def site(certificate: Path | None = None) -> Iterator[Site]:
    """`certificate`: of the server, with its key, to be asked over TLS."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers["Content-Length"]))
            page = made.pages.get(self.path)
            self._answer_to(Page(b"not here", status=404) if page is None or page.posted is None else page.posted(sent))

        def do_GET(self) -> None:
            self._answer_to(made.pages.get(self.path, Page(b"not here", status=404)))

        def _answer_to(self, page: Page) -> None:
            made.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            try:
                if page.send is not None:
                    page.send(self._write)
                else:
                    self._answer(page)
            except (BrokenPipeError, ConnectionResetError):
                pass  # whoever asked has heard enough
            self.close_connection = True

        def _write(self, data: bytes) -> None:
            self.wfile.write(data)
            self.wfile.flush()

        def _answer(self, page: Page) -> None:
            self.send_response(page.status)
            if page.media_type is not None:
                self.send_header("Content-Type", page.media_type)
            for name, value in page.headers.items():
                self.send_header(name, value)
            if "Content-Length" not in page.headers:
                self.send_header("Content-Length", str(len(page.body)))
            self.end_headers()
            self.wfile.write(page.body)

        def log_message(self, *_: object) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    made = Site(f"http{'' if certificate is None else 's'}://127.0.0.1:{server.server_address[1]}")
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
