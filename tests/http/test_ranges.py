"""A part of something long."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI, Request, Response
from starlette.testclient import TestClient

from lorewright.http.ranges import NotSatisfiableError, Part, part_of, ranged

DATA = bytes(range(200))
READ: list[tuple[int, int]] = []
"""What was read of it."""
TAG = '"of-these-bytes"'


@pytest.fixture
def client() -> Iterator[TestClient]:
    app = FastAPI()

    @app.get("/")
    def show(request: Request) -> Response:
        def read(start: int, end: int) -> Iterator[bytes]:
            READ.append((start, end))
            return iter((DATA[start : start + 7], DATA[start + 7 : end]) if end - start > 7 else (DATA[start:end],))

        return ranged(
            request, len(DATA), read, etag="of-these-bytes", media_type="audio/mpeg", headers={"X-About": "it"}
        )

    READ.clear()
    with TestClient(app) as client:
        yield client


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("bytes=0-0", Part(0, 1)),
        ("bytes=0-99", Part(0, 100)),
        ("bytes=150-", Part(150, 200)),
        ("bytes=150-5000", Part(150, 200)),
        ("bytes=-1", Part(199, 200)),
        ("bytes=-5000", Part(0, 200)),
        ("Bytes= 5-9 ", Part(5, 10)),
        ("bytes=0-" + "9" * 5000, Part(0, 200)),
        ("bytes=" + "0" * 5000 + "1-2", Part(1, 3)),
        ("seconds=0-1", None),
        ("0-1", None),
    ],
)
def test_what_is_asked_for(asked: str, part: Part | None) -> None:
    assert part_of(asked, len(DATA)) == part


@pytest.mark.parametrize(
    "asked",
    [
        "bytes=200-",
        "bytes=200-300",
        "bytes=" + "9" * 5000 + "-",
        "bytes=9-5",
        "bytes=-0",
        "bytes=-",
        "bytes=",
        "bytes=a-b",
        "bytes=0x1-2",
        "bytes=٠-٩",
        "bytes=1--2",
        "bytes=0-1,3-4",
        "bytes=" + "0-1," * 10_000,
    ],
)
def test_what_there_is_not(asked: str) -> None:
    with pytest.raises(NotSatisfiableError):
        part_of(asked, len(DATA))


def test_of_nothing_there_is_no_part() -> None:
    for asked in ("bytes=0-", "bytes=-1", "bytes=0-0"):
        with pytest.raises(NotSatisfiableError):
            part_of(asked, 0)


def test_all_of_it(client: TestClient) -> None:
    answer = client.get("/")
    assert (answer.status_code, answer.content) == (200, DATA)
    assert answer.headers["Content-Length"] == "200"
    assert answer.headers["Accept-Ranges"] == "bytes"
    assert answer.headers["ETag"] == TAG
    assert answer.headers["Content-Type"] == "audio/mpeg"
    assert answer.headers["X-About"] == "it"
    assert "Content-Range" not in answer.headers


def test_a_part_of_it(client: TestClient) -> None:
    answer = client.get("/", headers={"Range": "bytes=10-19"})
    assert (answer.status_code, answer.content) == (206, DATA[10:20])
    assert answer.headers["Content-Range"] == "bytes 10-19/200"
    assert answer.headers["Content-Length"] == "10"
    assert answer.headers["Content-Type"] == "audio/mpeg"
    assert READ == [(10, 20)]


def test_no_such_part_is_refused_with_the_size_and_reads_nothing(client: TestClient) -> None:
    for asked in ("bytes=200-", "bytes=5-1", "bytes=" + ",".join(["0-"] * 500)):
        answer = client.get("/", headers={"Range": asked})
        assert answer.status_code == 416
        assert answer.headers["Content-Range"] == "bytes */200"
        assert answer.json()["error_code"] == "RANGE_NOT_SATISFIABLE"
    several = [("Range", "bytes=0-1"), ("Range", "bytes=5-6")]
    assert client.get("/", headers=several).status_code == 416
    assert not READ


def test_another_unit_does_not_count(client: TestClient) -> None:
    answer = client.get("/", headers={"Range": "seconds=1-2"})
    assert (answer.status_code, answer.content) == (200, DATA)


def test_a_part_of_what_is_no_longer_there_is_all_of_what_is(client: TestClient) -> None:
    asked = {"Range": "bytes=0-4"}
    assert client.get("/", headers={**asked, "If-Range": TAG}).status_code == 206
    for other in ('"of-others"', f"W/{TAG}", "Wed, 21 Oct 2015 07:28:00 GMT"):
        answer = client.get("/", headers={**asked, "If-Range": other})
        assert (answer.status_code, answer.content) == (200, DATA)


def test_what_the_client_has_is_not_sent_again(client: TestClient) -> None:
    for named in (TAG, f"W/{TAG}", f'"of-others", {TAG}', "*"):
        answer = client.get("/", headers={"If-None-Match": named, "Range": "bytes=0-4"})
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["ETag"] == TAG
    assert client.get("/", headers={"If-None-Match": '"of-others"'}).status_code == 200
