"""Bodies over their limit are refused before they are read whole."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from lorewright.core.settings import Settings
from tests.conftest import serving
from tests.http.conftest import BODY_BYTES, STALL_S, UPLOAD_BYTES
from tests.http.test_errors import raw, sentence

JSON = {"Content-Type": "application/json"}


def _endless(start: bytes) -> Iterator[bytes]:
    yield start
    while True:
        yield b"a" * 8_192


def _text_of(size: int) -> bytes:
    """A JSON body of exactly so many bytes, which is refused later for its empty text."""
    empty = json.dumps({"content": ""}).encode()
    return empty + b" " * (size - len(empty))


def test_a_body_may_have_the_bytes_of_its_limit_and_not_one_more(server: httpx.Client) -> None:
    assert sentence(server.post("/ingest/text", content=_text_of(BODY_BYTES), headers=JSON), 400, "BAD_REQUEST")
    over = server.post("/ingest/text", content=_text_of(BODY_BYTES + 1), headers=JSON)
    assert "limit" in sentence(over, 413, "PAYLOAD_TOO_LARGE")


def test_a_body_without_a_length_is_refused_while_it_streams(server: httpx.Client) -> None:
    for path, media_type, start in [
        ("/ingest/text", "application/json", b'{"content": "'),
        ("/query", "application/json", b'{"question": "'),
        (
            "/ingest/pdf",
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4',
        ),
        (
            "/ingest/pdf",
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="note"\r\n\r\n',
        ),
    ]:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\nTransfer-Encoding: chunked\r\n\r\n"
        status = _status_of(server, head.encode(), _endless(start))
        assert status in (400, 413) if b"note" in start else status == 413, path


def test_an_announced_length_is_refused_before_any_of_it_is_sent(server: httpx.Client) -> None:
    for path, size in [("/ingest/text", BODY_BYTES + 1), ("/ingest/pdf", UPLOAD_BYTES * 2), ("/query", 10**15)]:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n"
        assert _status_of(server, head.encode(), iter(())) == 413


def test_a_missing_or_misnamed_part_is_refused(server: httpx.Client) -> None:
    files = {"file": ("a.pdf", b"%PDF-1.4")}
    assert server.post("/ingest/pdf", files={"other": files["file"]}).status_code == 422
    assert server.post("/ingest/pdf", data={"file": "no file"}).status_code == 422
    assert server.post("/ingest/pdf").status_code == 422
    assert server.post("/ingest/pdf", json={"file": "a"}).status_code == 422
    for media_type in ("multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x"):
        answer = server.post("/ingest/pdf", content=b"--y\r\n\r\n", headers={"Content-Type": media_type})
        assert answer.status_code in (400, 422), media_type
    many = [("file", (f"{number}.pdf", b"%PDF-")) for number in range(1_200)]
    assert server.post("/ingest/pdf", files=many).status_code in (400, 413)


@pytest.mark.parametrize("path", ["/ingest/pdf", "/api/documents/upload", "/api/voices/upload"])
def test_an_upload_is_one_file_and_a_few_short_fields(server: httpx.Client, path: str) -> None:
    """All but files is held in memory."""
    file = ("file", ("a.pdf", b"%PDF-1.4"))
    for fields, files, reason in (
        ({}, [file, file], "Too many files. Maximum number of files is 1."),
        ({}, [file, ("other", file[1])], "Too many files. Maximum number of files is 1."),
        ({str(number): "a" for number in range(30)}, [file], "Too many fields. Maximum number of fields is 20."),
        ({"note": "a" * 70_000}, [file], "Part exceeded maximum size of 64KB."),
    ):
        answer = server.post(path, data=fields, files=files)
        assert sentence(answer, 400, "BAD_REQUEST") == reason
    assert server.post(path, data={"note": "a" * 60_000}, files=[file]).status_code in (400, 404, 422)


@pytest.mark.parametrize("path", ["/ingest/text", "/ingest/pdf", "/query"])
def test_a_body_that_stalls_is_given_up(server: httpx.Client, path: str) -> None:
    media_type = "multipart/form-data; boundary=b" if path.endswith("pdf") else "application/json"
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\nContent-Length: 100\r\n\r\n"
    for begun in (b"", b"--b" if path.endswith("pdf") else b'{"content": "'):
        began = time.monotonic()
        answered, body = raw(server, head.encode() + begun)  # ends when the connection is closed
        assert STALL_S <= time.monotonic() - began < STALL_S + 5
        assert answered.split()[1] == b"408"
        assert b"connection: close" in answered.lower()
        assert json.loads(body) == {
            "detail": f"No byte of the body came for {STALL_S:g} seconds.",
            "error_code": "REQUEST_TIMEOUT",
        }


def test_a_connection_is_kept_longer_than_clients_keep_it(tmp_path: Path) -> None:
    """Most give it up after five seconds; where the server does so first a request may come just then, and has no answer."""
    with serving(Settings(data_dir=tmp_path)) as client:
        kept = HTTPConnection(client.base_url.host, client.base_url.port, timeout=10)
        for pause_s in (6, 0):
            kept.request("GET", "/health")
            with kept.getresponse() as answer:
                answer.read()
                assert answer.status == 200
            time.sleep(pause_s)
        kept.close()


def test_a_slow_body_that_keeps_coming_is_read(server: httpx.Client) -> None:
    def slowly() -> Iterator[bytes]:
        for piece in (b'{"con', b'tent"', b': ""', b"}"):
            yield piece
            time.sleep(STALL_S * 0.6)

    assert server.post("/ingest/text", content=slowly(), headers=JSON).status_code == 400


def test_an_answer_that_takes_long_is_not_given_up(server: httpx.Client) -> None:
    """The time is that of the client alone; a connection that is kept waits for its next request as before."""
    for _ in range(2):
        assert server.get("/health").status_code == 200
        time.sleep(STALL_S * 1.5)


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: a\r\n" * 40_000,
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: " + b"a" * 70_000 + b"\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: " + b"a" * 1_000_000,
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + b"a" * 1_000_000,
    ],
    ids=["many headers", "one large header", "one endless header", "a long address", "an endless name"],
)
def test_a_head_has_an_end(server: httpx.Client, sent: bytes) -> None:
    """Sent in pieces, until the server answers: it does not take all of it first."""
    with socket.create_connection((server.base_url.host, server.base_url.port or 80), timeout=20) as connection:
        with suppress(ConnectionError):
            for start in range(0, len(sent), 10_000):
                connection.sendall(sent[start : start + 10_000])
                time.sleep(0.002)
        with suppress(ConnectionResetError):  # it may close while more is on its way
            answer = connection.recv(65_536)
            assert answer.split()[1] == b"431"
            assert b"HEADERS_TOO_LARGE" in answer
    assert server.get("/health").status_code == 200


def test_a_head_below_its_limit_is_read(server: httpx.Client) -> None:
    assert server.get("/health", headers={"X-A": "a" * 60_000}).status_code == 200


@pytest.mark.parametrize("sent", [b"", b"GET /hea", b"GET /health HTTP/1.1\r\nHost: local", b"\r\n"])
def test_a_head_that_does_not_come_to_its_end_is_given_up(server: httpx.Client, sent: bytes) -> None:
    before = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for first in (b"", before):
        began = time.monotonic()
        _, answered = raw(server, first + sent)
        assert time.monotonic() - began < STALL_S + 6
        if sent.strip() and not first:
            assert answered.endswith(b'"error_code":"REQUEST_TIMEOUT"}')


def _status_of(server: httpx.Client, head: bytes, body: Iterator[bytes]) -> int:
    """Sends until the server answers or hangs up; the status of its answer."""
    address = server.base_url
    with socket.create_connection((address.host, address.port or 80), timeout=20) as connection:
        connection.sendall(head)
        connection.setblocking(False)
        answer = b""
        for piece in body:
            try:
                connection.setblocking(True)
                connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
                connection.setblocking(False)
                answer += connection.recv(65_536)
                break
            except BlockingIOError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                break
        connection.settimeout(20)
        while b"\r\n" not in answer:
            answer += connection.recv(65_536)
        return int(answer.split()[1])
