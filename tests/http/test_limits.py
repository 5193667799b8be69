"""Bodies over their limit are refused before they are read whole."""

import json
import socket
from collections.abc import Iterator

import httpx

from tests.http.conftest import BODY_BYTES, UPLOAD_BYTES
from tests.http.test_errors import sentence

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
