"""What cannot be a source is refused with a reason, or ends `failed` with one, and leaves nothing behind."""

import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from lorewright.gateway.admin.queries import violations
from tests.conftest import Gateway
from tests.gateway.left_behind import kept_files, nothing, rows
from tests.makers import pdf
from tests.makers.pdf import pages_of

OTTERS = "Otters of lake Mirefall eat trout. Forty-two of them were counted there in the spring of 2019."
UPLOAD_BYTES = 2_000_000  # of the fixture's settings


def _is_sentence(detail: str) -> bool:
    return detail[0].isupper() and " " in detail and len(detail) < 300 and "Traceback" not in detail


def test_a_text_that_is_none_is_refused_and_leaves_nothing(gateway: Gateway) -> None:
    cases = [
        (b'{"content": ""}', 400),
        (b'{"content": " \\n\\t \\u00a0\\u3000 "}', 400),
        (b'{"content": "an otter\\u0000"}', 400),
        (b'{"content": "an otter \\ud800"}', 400),
        (b'{"content": "an otter \\udfff\\ud800"}', 400),
        (b'{"content": "' + b"a" * 500_001 + b'"}', 413),
        (b'{"content": "' + b"\\u00e9" * 500_001 + b'"}', 413),
        ('{"content": "Märchen"}'.encode("latin-1"), 400),
        ('{"content": "Märchen"}'.encode("shift_jis", "replace")[:-2], 422),
        (b'{"content": ' + b"[" * 100_000, 400),
        (b'{"content": NaN}', 422),
        (b'{"content": ' + b"9" * 10_000 + b"}", 400),
        (b'{"content": "x", "title": ""}', 422),
        (b'{"content": "x", "title": "\\u2003"}', 422),
        (b'{"content": "x", "title": "' + b"a" * 201 + b'"}', 422),
        (b'{"content": "x", "title": "a\\u0000"}', 422),
        (b'{"content": "x", "auto_compile": "perhaps"}', 422),
        (b'{"content": ["x"]}', 422),
    ]
    for body, status in cases:
        answer = gateway.http.post("/ingest/text", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == status, (body[:60], answer.text[:300])
        detail = answer.json()["detail"]
        assert status == 422 or _is_sentence(detail), detail
    wrong = gateway.http.post("/ingest/text", content=OTTERS, headers={"Content-Type": "text/plain"})
    assert wrong.status_code == 415
    for question in ({"question": ""}, {"question": " \n"}, {"question": "a" * 10_001}, {"question": "a\x00"}, {}):
        for path in ("/query", "/query/stream"):
            assert gateway.http.post(path, json=question).status_code == 422
    raw = b'{"question": "why", "conversation_id": "\\u0000\\ud800"}'
    assert gateway.http.post("/query", content=raw, headers={"Content-Type": "application/json"}).status_code == 422
    assert nothing(gateway)


@pytest.mark.parametrize("unknown", ["none", "-1", "9" * 40, "%ff%fe", "Ä", "' OR 1=1 --", "a" * 100])
def test_an_unknown_id_is_not_found_on_either_database(gateway: Gateway, unknown: str) -> None:
    http = gateway.http
    for what, answer in (
        ("Source", http.get(f"/ingest/sources/{unknown}")),
        ("Source", http.get(f"/ingest/sources/{unknown}/original")),
        ("Source", http.delete(f"/ingest/sources/{unknown}")),
        ("Source", http.post(f"/jobs/compile/{unknown}")),
        ("Article", http.get(f"/wiki/articles/{unknown}")),
        ("Conversation", http.get(f"/query/conversations/{unknown}")),
        ("Conversation", http.post("/query", json={"question": "Why?", "conversation_id": unknown})),
    ):
        assert (answer.status_code, answer.json()["detail"]) == (404, f"{what} not found"), answer.request.url
    assert http.get(f"/jobs/{unknown}").json() is None
    assert nothing(gateway)


def test_a_limit_or_an_offset_out_of_bounds_is_refused_on_either_database(gateway: Gateway) -> None:
    paged = ("/ingest/sources", "/wiki/articles", "/wiki/concepts/none/articles")
    limited = (*paged, "/jobs", "/query/history", "/query/conversations", "/wiki/search")
    for name, paths, good, bad in (
        ("limit", limited, (1, 1_000), (-1, 0, 1_001, 2**63, "many")),
        ("offset", paged, (0, 2**31 - 1), (-1, 2**31, 2**63, "many")),
    ):
        for path in paths:
            for value in bad:
                answer = gateway.http.get(path, params={"q": "otters", name: value})
                assert (answer.status_code, answer.json()["error_code"]) == (422, "VALIDATION_ERROR"), (path, value)
            for value in good:
                answer = gateway.http.get(path, params={"q": "otters", name: value})
                assert answer.json() == [] or answer.json()["detail"] == "Concept not found: none", (path, value)


def test_a_text_may_have_500_000_characters(gateway: Gateway) -> None:
    for character in ("a", "\U0001f9a6"):  # one byte and four
        new = {"content": character * 500_000, "auto_compile": False}
        assert gateway.http.post("/ingest/text", json=new).status_code == 200


@pytest.mark.parametrize(
    "content",
    [
        "a" * 500_000,
        "中" * 15_000,
        "7" * 500_000,
        "\n".join(["QmFzZTY0IGlzIG5vIHByb3Nl" * 3] * 700),
        "x-\n" * 100_000,
        "- a\n" * 8_000,
    ],
    ids=["letters", "ideographs", "digits", "base64", "hyphens", "list"],
)
def test_a_text_without_words_ends_like_any_other(gateway: Gateway, content: str) -> None:
    source = gateway.feed(content)
    assert source["status"] in ("compiled", "failed")


def _refused_pdfs() -> dict[str, bytes]:
    whole = pages_of(["A page about otters and the lakes in which they live."] * 3)
    return {
        "empty": b"",
        "text": b"This is a text and no PDF at all.",
        "html": b"<html><body>%PDX</body></html>",
        "zip": b"PK\x03\x04" + bytes(200),
        "late header": b" " * 2_000 + whole,
        "encrypted": pdf.encrypted(whole, "secret"),
        "head alone": b"%PDF-1.7\n",
        "cut": whole[: len(whole) // 2],
        "noise": b"%PDF-1.7\n" + bytes(range(256)) * 40,
        "no pages": pdf.without_pages(),
    }


def test_a_pdf_that_is_none_is_refused_or_fails_with_a_reason(gateway: Gateway) -> None:
    for name, data in _refused_pdfs().items():
        before = rows(gateway), kept_files(gateway)
        answer = gateway.http.post("/ingest/pdf", files={"file": (f"{name}.pdf", data, "application/pdf")})
        if answer.status_code == 200:
            gateway.settle()
            source = gateway.http.get(f"/ingest/sources/{answer.json()['id']}").json()
            assert source["status"] == "failed", name
            assert _is_sentence(source["error_message"]), name
            assert gateway.http.get("/wiki/articles").json() == []
            assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
            gateway.settle()
        else:
            assert answer.status_code == 400, (name, answer.text)
            assert _is_sentence(answer.json()["detail"]), name
            assert (rows(gateway), kept_files(gateway)) == before, name
        if name in ("empty", "text", "html", "zip"):
            assert answer.json()["detail"] == "File must be a PDF"
    for name, data in (("loop", pdf.looping()), ("scan", pdf.scanned())):
        answer = gateway.http.post("/ingest/pdf", files={"file": (f"{name}.pdf", data)})
        assert answer.status_code in (200, 400), answer.text
        gateway.settle()
    for source in gateway.http.get("/ingest/sources").json():
        assert source["status"] == "failed"
        assert _is_sentence(source["error_message"])
        assert not any(word in source["error_message"] for word in ("went wrong", "Error", "lorewright"))
    assert list(violations(gateway.world)) == []


def test_a_failed_source_fed_again_is_tried_again(gateway: Gateway) -> None:
    files = {"file": ("scan.pdf", pdf.scanned())}
    first = gateway.http.post("/ingest/pdf", files=files).json()
    gateway.settle()
    jobs = [one for one in gateway.http.get("/jobs").json() if one["job_type"] == "compile_source"]
    assert [one["status"] for one in jobs] == ["failed"]
    assert _is_sentence(jobs[0]["error"])
    kept = gateway.http.post("/ingest/pdf", files=files, params={"auto_compile": False}).json()
    assert (kept["id"], kept["status"]) == (first["id"], "failed")
    assert gateway.http.post("/ingest/pdf", files=files).json()["id"] == first["id"]
    gateway.settle()
    assert len([one for one in gateway.http.get("/jobs").json() if one["job_type"] == "compile_source"]) == 2


def test_a_file_may_have_the_bytes_of_its_limit_and_not_one_more(gateway: Gateway) -> None:
    whole = pages_of(["A page about otters and the lakes in which they live."])
    for extra, status in ((0, 200), (1, 413), (100_000, 413)):
        data = whole.ljust(UPLOAD_BYTES + extra, b"\n")
        answer = gateway.http.post("/ingest/pdf?auto_compile=false", files={"file": ("a.pdf", data)})
        assert answer.status_code == status, answer.text
        assert answer.json().get("error_code") == (None if status == 200 else "PAYLOAD_TOO_LARGE")
    assert rows(gateway) == {"source": 1}


def test_twenty_identical_uploads_at_once_are_one_source_and_one_job(gateway: Gateway) -> None:
    data = pages_of([OTTERS])
    together = threading.Barrier(20)

    def upload(number: int) -> tuple[int, str]:
        together.wait()
        if number % 2:
            answer = gateway.http.post("/ingest/text", json={"content": OTTERS})
        else:
            answer = gateway.http.post("/ingest/pdf", files={"file": ("a.pdf", data)})
        return answer.status_code, answer.json().get("id", answer.text)

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(upload, range(20)))
    assert {status for status, _ in answers} == {200}
    assert len({id_ for _, id_ in answers}) == 2
    gateway.settle()
    assert len(gateway.http.get("/ingest/sources").json()) == 2
    jobs = gateway.http.get("/jobs").json()
    assert sum(one["job_type"] == "compile_source" for one in jobs) == 2
    assert len(gateway.http.get("/wiki/articles").json()) == 2
    assert list(violations(gateway.world)) == []


@pytest.mark.parametrize("path", ["/ingest/text", "/ingest/pdf"])
def test_a_client_that_hangs_up_in_the_middle_leaves_nothing(gateway: Gateway, path: str) -> None:
    multipart = path == "/ingest/pdf"
    media_type = "multipart/form-data; boundary=b" if multipart else "application/json"
    start = (
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 '
        if multipart
        else b'{"content": "'
    )
    address = gateway.http.base_url
    for head in (b"Content-Length: 1500000", b"Transfer-Encoding: chunked"):
        with socket.create_connection((address.host, address.port or 80)) as connection:
            piece = start + b"a" * 50_000
            sent = piece if b"Length" in head else b"%x\r\n%s\r\n" % (len(piece), piece)
            lines = [
                f"POST {path} HTTP/1.1".encode(),
                b"Host: localhost",
                b"Content-Type: " + media_type.encode(),
                head,
            ]
            connection.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + sent)
    assert gateway.http.get("/health").status_code == 200
    assert gateway.http.get("/ingest/sources").json() == []
    assert nothing(gateway)
