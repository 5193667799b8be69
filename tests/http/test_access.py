"""Who may ask: programs of this machine, its pages, and browser extensions."""

import httpx
import pytest

from tests.http.conftest import NAMED_ORIGIN

HOSTS = [
    ("localhost", 200),
    ("localhost:7842", 200),
    ("LOCALHOST", 200),
    ("wiki.localhost:1", 200),
    ("127.0.0.1:80", 200),
    ("127.9.8.7", 200),
    ("[::1]:7842", 200),
    ("", 400),
    ("evil.example", 400),
    ("evil.example:7842", 400),
    ("localhost.evil.example", 400),
    ("127.0.0.1.evil.example", 400),
    ("evil.example@localhost", 400),
    ("localhost, evil.example", 400),
    ("192.168.1.5", 400),
    ("0.0.0.0", 400),  # noqa: S104 - a name that is sent, not one that is listened on
    ("[::1", 400),
    ("[::ffff:8.8.8.8]", 400),
    ("localhost:port", 400),
]

ORIGINS = [
    ("http://localhost:5173", True),
    ("http://127.0.0.1:7842", True),
    ("https://localhost", True),
    ("http://[::1]:3000", True),
    ("chrome-extension://abcdefghijklmnop", True),
    ("moz-extension://6cb5a6a2-0f5c-4d1b-9c49-3d1a4d0a2d9b", True),
    (NAMED_ORIGIN, True),
    ("null", False),
    ("", False),
    ("https://evil.example", False),
    ("https://notes.example.evil.example", False),
    ("http://localhost.evil.example", False),
    ("http://localhost@evil.example", False),
    ("http://[", False),
    ("file://", False),
    ("chrome-extension:evil.example", False),
]


@pytest.mark.parametrize(("host", "status"), HOSTS)
def test_only_a_loopback_name_is_answered(server: httpx.Client, host: str, status: int) -> None:
    answer = server.get("/health", headers={"Host": host})
    assert answer.status_code == status
    if status == 400:
        assert answer.json()["error_code"] == "BAD_REQUEST"
        assert "loopback" in answer.json()["detail"]


@pytest.mark.parametrize(
    "more",
    [
        {"Access-Control-Request-Method": "BREW"},
        {"Access-Control-Request-Method": "POST", "Access-Control-Request-Private-Network": "true"},
    ],
)
def test_a_page_that_asks_for_what_nobody_may_gets_an_error_of_the_usual_shape(
    server: httpx.Client, more: dict[str, str]
) -> None:
    answer = server.options("/query", headers={"Origin": "http://localhost:5173", **more})
    assert answer.status_code == 400
    assert answer.json() == {"detail": "Pages may not ask for this here.", "error_code": "BAD_REQUEST"}
    assert answer.headers["access-control-allow-origin"] == "http://localhost:5173"
    assert "x-request-id" in answer.headers


@pytest.mark.parametrize(("origin", "welcome"), ORIGINS)
def test_a_page_may_write_and_read_the_answer_only_from_a_known_origin(
    server: httpx.Client, origin: str, welcome: bool
) -> None:
    headers = {"Origin": origin}
    written = server.post("/jobs/compile/none", headers=headers)
    assert written.status_code == (404 if welcome else 403)
    assert written.json()["error_code"] == ("NOT_FOUND" if welcome else "FORBIDDEN")
    read = server.get("/health", headers=headers)
    assert read.status_code == 200
    asked = server.options("/ingest/text", headers={**headers, "Access-Control-Request-Method": "POST"})
    assert asked.status_code == (200 if welcome else 403)
    for answer in (written, read, asked):
        assert answer.headers.get("access-control-allow-origin") == (origin if welcome else None)
        assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "moz-extension://abc"}, 404),
        ({"Sec-Fetch-Site": "same-origin"}, 404),
        ({"Sec-Fetch-Site": "none"}, 404),
        ({}, 404),
    ],
)
def test_a_write_from_another_site_needs_a_known_origin(
    server: httpx.Client, headers: dict[str, str], status: int
) -> None:
    assert server.post("/jobs/compile/none", headers=headers).status_code == status
    assert server.delete("/ingest/sources/none", headers=headers).status_code == status


@pytest.mark.parametrize("name", ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Via"])
def test_what_came_through_a_proxy_is_refused_and_told_of_login(server: httpx.Client, name: str) -> None:
    answer = server.get("/ingest/sources", headers={name: "for=10.0.0.1"})
    assert answer.status_code == 403
    assert answer.json()["error_code"] == "FORBIDDEN"
    assert "LOREWRIGHT_AUTH__ENABLED" in answer.json()["detail"]


def test_the_application_lives_under_app_and_holds_no_script(server: httpx.Client) -> None:
    answer = server.get("/")
    assert answer.status_code == 307
    assert answer.headers["location"] == "/app/"
    page = server.get("/app/", params={"q": "<script>alert(1)</script>"})
    assert page.status_code == 200
    assert "<script" not in page.text
    assert "/openapi.json" in page.text
    assert page.headers["x-frame-options"] == "DENY"
