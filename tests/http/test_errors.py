"""What an error looks like, and what every answer carries."""

import json
import re
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from lorewright.http import errors
from lorewright.http.middleware import RequestIds

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")


def sentence(answer: httpx.Response, status: int, code: str) -> str:
    """The `detail` of an error of that shape."""
    assert answer.status_code == status, answer.text
    body: dict[str, Any] = answer.json()
    assert set(body) == {"detail", "error_code"}
    assert body["error_code"] == code
    detail: str = body["detail"]
    return detail


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "detail"),
    [
        ("GET", "/nowhere", 404, "NOT_FOUND", "Not Found"),
        ("PATCH", "/health", 405, "METHOD_NOT_ALLOWED", "Method Not Allowed"),
        ("GET", "/ingest/sources/none", 404, "NOT_FOUND", "Source not found"),
        ("GET", "/ingest/sources/none/original", 404, "NOT_FOUND", "Source not found"),
        ("DELETE", "/ingest/sources/none", 404, "NOT_FOUND", "Source not found"),
        ("POST", "/jobs/compile/none", 404, "NOT_FOUND", "Source not found"),
        ("GET", "/wiki/articles/none", 404, "NOT_FOUND", "Article not found"),
        ("GET", "/wiki/articles/..%2F..%2Fetc%2Fpasswd", 404, "NOT_FOUND", "Not Found"),
        ("GET", "/wiki/articles/..%5C..%5Csecrets", 404, "NOT_FOUND", "Article not found"),
        ("GET", "/query/conversations/none", 404, "NOT_FOUND", "Conversation not found"),
        ("GET", "/ingest/sources/%00", 400, "BAD_REQUEST", "The address holds a NUL character."),
        ("GET", "/wiki/articles?concept=%00", 400, "BAD_REQUEST", "The address holds a NUL character."),
    ],
)
def test_an_error_is_a_sentence_and_a_code(
    server: httpx.Client, method: str, path: str, status: int, code: str, detail: str
) -> None:
    assert sentence(server.request(method, path), status, code) == detail


@pytest.mark.parametrize(
    "path", ["/ingest/sources", "/wiki/articles", "/jobs", "/query/history", "/query/conversations"]
)
def test_limits_and_offsets_have_bounds(server: httpx.Client, path: str) -> None:
    for good in (1, 1_000):
        assert server.get(path, params={"limit": good}).json() == []
    for bad in (0, -1, 1_001, 10**30, "many", "1e2", "", "NaN", "1.5"):
        assert server.get(path, params={"limit": bad}).status_code == 422, bad
    if path in ("/ingest/sources", "/wiki/articles"):
        assert server.get(path, params={"offset": 2**31 - 1}).json() == []
        for bad in (-1, 2**31, 10**30, "x"):
            assert server.get(path, params={"offset": bad}).status_code == 422, bad


@pytest.mark.parametrize(
    "path",
    [
        "/ingest/sources?status=lost",
        "/jobs?status=lost",
        "/wiki/articles?concept=lost",
        "/wiki/articles?confidence=lost",
        "/wiki/articles?page_type=lost",
        "/wiki/articles?page_type=%ED%A0%80%FF",
    ],
)
def test_a_filter_that_is_not_known_gives_nothing(server: httpx.Client, path: str) -> None:
    assert server.get(path).json() == []


def test_an_unknown_job_is_null(server: httpx.Client) -> None:
    answer = server.get("/jobs/none")
    assert (answer.status_code, answer.json()) == (200, None)


def test_what_is_invalid_is_listed_without_what_was_sent(server: httpx.Client) -> None:
    secret = "hunter2"
    bodies = [
        b'{"content": 5, "title": "%s"}' % (secret.encode() * 40),
        b'{"title": "hunter2"}',
        b'{"content": NaN, "title": Infinity}',
        b'{"content": "\\ud800hunter2", "auto_compile": "hunter2"}',
        b'{"content": "x", "title": "\\ud800hunter2"}',
        b'{"content": "x", "title": "hunter2\\u0000"}',
        b'{"content": "x", "title": " \\t "}',
        b'{"content": "x", "title": ""}',
        b'{"content": "x", "title": -1e999}',
        b'["hunter2"]',
        b'"hunter2"',
        b"null",
        b"",
        b'{"content": "hunter2',
        b'{"\\ud800hunter2": 1}',
    ]
    for body in bodies:
        answer = server.post("/ingest/text", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422, (body[:40], answer.text)
        found = answer.json()
        assert set(found) == {"detail", "error_code"}
        assert found["error_code"] == "VALIDATION_ERROR"
        assert found["detail"]
        assert all(set(item) == {"type", "loc", "msg"} for item in found["detail"])
        assert secret not in answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"content": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b'{"content": ' + b"9" * 5_000 + b"}",
        '{"content": "Märchen"}'.encode("latin-1"),
        b'{"content": "\xff\xfe"}',
        b"\x00\x01\x02",
    ],
    ids=["open brackets", "deep", "huge number", "latin-1", "not UTF-8", "binary"],
)
@pytest.mark.parametrize("path", ["/ingest/text", "/query", "/query/stream"])
def test_a_body_that_cannot_be_parsed_is_refused(server: httpx.Client, path: str, body: bytes) -> None:
    answer = server.post(path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error_code"] in ("BAD_REQUEST", "VALIDATION_ERROR")


@pytest.mark.parametrize(
    "media_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=b",
        "application/jsonx",
        "application/merge-patch+json",
        "application/json+x",
        "",
    ],
)
def test_every_operation_that_takes_json_demands_it(server: httpx.Client, media_type: str) -> None:
    described = server.get("/openapi.json").json()["paths"]
    asked = 0
    for path, operations in described.items():
        for method, operation in operations.items():
            if "application/json" in operation.get("requestBody", {}).get("content", {}):
                answer = server.request(
                    method, path, content=b'{"content": "a b c"}', headers={"Content-Type": media_type}
                )
                assert "JSON" in sentence(answer, 415, "UNSUPPORTED_MEDIA_TYPE")
                asked += 1
    assert asked >= 3
    bare = server.build_request("POST", "/ingest/text", content=b"{}")
    bare.headers.pop("content-type", None)
    assert server.send(bare).status_code == 415


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("abc-123_x.Y", True),
        ("a" * 64, True),
        ("a" * 65, False),
        ("", False),
        ("with space", False),
        ("é", False),
        ("a\tb", False),
    ],
)
def test_every_answer_carries_a_request_id(server: httpx.Client, sent: str, kept: bool) -> None:
    for path, host in [("/health", "localhost"), ("/nowhere", "localhost"), ("/health", "evil.example")]:
        answer = server.get(path, headers={b"X-Request-ID": sent.encode(), b"Host": host.encode()})
        found = answer.headers["x-request-id"]
        assert (found == sent) if kept else UUID.match(found)


def test_a_method_that_an_address_does_not_have_is_answered_with_those_that_it_has(server: httpx.Client) -> None:
    for path, operations in server.get("/openapi.json").json()["paths"].items():
        refused = server.put(re.sub(r"{\w+}", "a", path))
        sentence(refused, 405, "METHOD_NOT_ALLOWED")
        named = set(refused.headers["allow"].split(", "))
        assert named >= {method.upper() for method in operations}, path
        assert "PUT" not in named, path
        assert ("HEAD" in named) == ("GET" in named), path


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET /health HTTP/1.1\r\nHost: evil.example", 400),  # a second one follows
        (b"GET /health HTTP/1.1\r\nHost: localhost", 400),
        (b"TRACE /health HTTP/1.1", 405),
        (b"HEAD /query HTTP/1.1", 405),
        (b"OPTIONS * HTTP/1.1", 404),
        (b"QUERY /query HTTP/1.1", 405),
        (b"GET /wiki/articles/%zz HTTP/1.1", 404),
        (b"GET /wiki/articles/%ff%fe HTTP/1.1", 404),
        (b"GET /wiki/articles/%ed%a0%80 HTTP/1.1", 404),
        (b"GET //health HTTP/1.1", 404),
        (b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 1", 404),
        (b"POST /query HTTP/1.1\r\nContent-Type: application/json\r\nExpect: tea\r\nContent-Length: 0", 422),
        (b"POST /query HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 999999999", 413),
    ],
)
def test_whatever_is_http_gets_an_error_of_the_usual_shape(
    server: httpx.Client, request_line: bytes, status: int
) -> None:
    head, body = raw(server, request_line + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert head.split()[1] == str(status).encode()
    assert b"x-request-id" in head.lower()
    if not request_line.startswith(b"HEAD"):
        assert set(json.loads(body)) == {"detail", "error_code"}


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET /health HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /\xc3\xa9 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"FOO /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: a\x00b\r\n\r\n",
        b"POST /query HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"POST /query HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n{}",
        b"POST /query HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n{}",
        b"POST /query HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999999\r\n\r\n{}",
        b"POST /query HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_what_is_no_http_is_refused_in_the_usual_shape(server: httpx.Client, sent: bytes) -> None:
    head, body = raw(server, sent)
    assert head.split()[1] == b"400"
    assert b"x-request-id" in head.lower()
    assert json.loads(body) == {"detail": "Invalid HTTP request received.", "error_code": "BAD_REQUEST"}
    assert server.get("/health").status_code == 200


@pytest.mark.parametrize(
    "path", ["/health", "/ingest/sources", "/wiki/articles/none", "/jobs/none", "/openapi.json", "/app/", "/nowhere"]
)
def test_head_is_answered_as_get_without_the_body(server: httpx.Client, path: str) -> None:
    got, head = server.get(path), server.head(path)
    assert head.status_code == got.status_code
    assert head.content == b""
    own = ("x-request-id", "date")
    assert {n: v for n, v in head.headers.items() if n not in own} == {
        n: v for n, v in got.headers.items() if n not in own
    }
    refused = server.head(path, headers={"Host": "evil.example"})
    assert (refused.status_code, refused.content) == (400, b"")


def raw(server: httpx.Client, sent: bytes) -> tuple[bytes, bytes]:
    """Head and body of what is answered to these bytes."""
    with socket.create_connection((server.base_url.host, server.base_url.port or 80), timeout=10) as connection:
        connection.sendall(sent)
        with connection.makefile("rb") as answer:
            head, _, body = answer.read().partition(b"\r\n\r\n")
    return head, body


class Broken(Exception):
    """What nobody expects, with a secret in its words."""


@pytest.fixture
def broken() -> Iterator[TestClient]:
    app = FastAPI()
    errors.install(app)
    app.add_middleware(RequestIds)

    @app.get("/")
    def fail() -> None:
        raise Broken("/etc/passwd SELECT * FROM source")

    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def test_the_unexpected_names_its_request_and_shows_nothing_else(broken: TestClient) -> None:
    answer = broken.get("/", headers={"X-Request-ID": "mine"})
    assert answer.status_code == 500
    assert answer.headers["x-request-id"] == "mine"
    assert answer.headers["x-content-type-options"] == "nosniff"
    body = answer.json()
    assert set(body) == {"detail", "error_code", "request_id"}
    assert body["error_code"] == "INTERNAL_ERROR"
    assert body["request_id"] == "mine"
    assert "passwd" not in answer.text
    assert "SELECT" not in answer.text
