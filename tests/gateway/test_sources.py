"""Taking sources in, and looking at them."""

import io
import re
from dataclasses import replace
from datetime import datetime
from typing import Any, BinaryIO
from urllib.parse import quote

import pytest

from lorewright.blobs.folder import FolderBlobs
from lorewright.core.ids import content_hash
from lorewright.core.settings import Settings
from lorewright.gateway.sources import actions
from lorewright.gateway.sources.schemas import IngestTextRequest
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.originals.actions import sweep
from tests.conftest import Gateway, open_gateway, serving, working
from tests.gateway.left_behind import rows
from tests.makers.pdf import pages_of
from tests.test_processes import wait_until

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z\Z")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
SOURCE_FIELDS = {
    "id",
    "user_id",
    "source_type",
    "source_url",
    "title",
    "author",
    "published_date",
    "status",
    "ingested_at",
    "compiled_at",
    "token_count",
    "error_message",
    "file_path",
    "content_hash",
    "has_original",
}
OTTERS = "Otters of lake Mirefall eat trout. Forty-two of them were counted there in the spring of 2019."


def is_moment(value: Any) -> bool:
    """UTC, ISO 8601 with Z."""
    return bool(MOMENT.match(value)) and datetime.fromisoformat(value).tzinfo is not None


def test_a_source_has_every_field_and_only_those(gateway: Gateway) -> None:
    post = gateway.http.post
    taken = post("/ingest/text", json={"content": OTTERS, "auto_compile": False}).json()
    assert set(taken) == SOURCE_FIELDS
    assert UUID.match(taken["id"])
    assert taken["user_id"] == "anonymous"
    assert (taken["source_type"], taken["title"], taken["status"]) == ("text", "Untitled Note", "pending")
    assert is_moment(taken["ingested_at"])
    assert taken["content_hash"] == content_hash(OTTERS.encode())
    assert taken["token_count"] == len(OTTERS) // 4
    assert taken["has_original"] is False
    for empty in ("source_url", "author", "published_date", "compiled_at", "error_message", "file_path"):
        assert taken[empty] is None
    assert gateway.http.get("/jobs").json() == []

    again = post("/ingest/text", json={"content": OTTERS, "title": "Other", "auto_compile": False})
    assert (again.status_code, again.json()) == (200, taken)
    assert gateway.http.get("/jobs").json() == []

    # Pending with no job, and fed again to be compiled: now it is queued.
    post("/ingest/text", json={"content": OTTERS, "title": "A" * 200})
    gateway.settle()
    compiled = gateway.http.get(f"/ingest/sources/{taken['id']}").json()
    assert compiled["status"] == "compiled"
    assert is_moment(compiled["compiled_at"])
    assert {**compiled, "status": "pending", "compiled_at": None, "token_count": taken["token_count"]} == taken

    # Compiled, and fed again: nothing is queued.
    before = gateway.http.get("/jobs").json()
    assert post("/ingest/text", json={"content": OTTERS}).json() == compiled
    assert gateway.http.get("/jobs").json() == before

    newer = post("/ingest/text", json={"content": OTTERS + " More.", "title": " A  title\n"}).json()
    gateway.settle()
    assert newer["title"] == "A title"
    listed = gateway.http.get("/ingest/sources").json()
    assert [one["id"] for one in listed] == [newer["id"], taken["id"]]
    assert [one["id"] for one in gateway.http.get("/ingest/sources?limit=1&offset=1").json()] == [taken["id"]]
    assert len(gateway.http.get("/ingest/sources?status=compiled").json()) == 2
    assert gateway.http.get("/ingest/sources?status=failed").json() == []
    missing = gateway.http.get(f"/ingest/sources/{taken['id']}/original")
    assert (missing.status_code, missing.json()["detail"]) == (404, "No original document available")


def test_a_job_has_every_field_and_every_id_handed_out_can_be_read_back(gateway: Gateway) -> None:
    taken = gateway.http.post("/ingest/text", json={"content": OTTERS, "auto_compile": False}).json()
    answer = gateway.http.post(f"/jobs/compile/{taken['id']}").json()
    assert answer == {"status": "queued", "job_id": answer["job_id"], "message": None}
    gateway.settle()
    job = gateway.http.get(f"/jobs/{answer['job_id']}").json()
    assert set(job) == {
        "id",
        "user_id",
        "job_type",
        "status",
        "source_id",
        "article_id",
        "priority",
        "queued_at",
        "started_at",
        "completed_at",
        "error",
        "result_summary",
        "progress_pct",
        "progress_message",
    }
    assert (job["job_type"], job["status"], job["source_id"]) == ("compile_source", "complete", taken["id"])
    assert all(is_moment(job[name]) for name in ("queued_at", "started_at", "completed_at"))
    listed = gateway.http.get("/jobs").json()
    assert job in listed
    assert [one["queued_at"] for one in listed] == sorted((one["queued_at"] for one in listed), reverse=True)
    assert job in gateway.http.get("/jobs", params={"status": "complete"}).json()
    assert len(gateway.http.get("/jobs", params={"limit": 1}).json()) == 1


def test_an_original_is_answered_as_it_came_under_a_safe_name(gateway: Gateway) -> None:
    names = [
        ("Report 2023.pdf", "Report 2023.pdf"),
        ("../../etc/passwd.pdf", "passwd.pdf"),
        ("C:\\Users\\me\\Umsätze — 2023.pdf", "Umsätze — 2023.pdf"),
        ('a"; filename="evil.html', "a%22; filename=%22evil.html"),  # as browsers send it
        ("x" * 1_000 + ".pdf", "x" * 200),
        ("\u202efdp.exe", "fdp.exe"),
        ("..", None),
    ]
    for number, (sent, kept) in enumerate(names):
        data = pages_of([f"Page number {number} of a report on otters and their lakes in the north."])
        files = {"file": (sent, data, "text/html")}
        taken = gateway.http.post("/ingest/pdf", params={"auto_compile": False}, files=files)
        assert taken.status_code == 200, (sent, taken.text)
        source = taken.json()
        assert (source["source_type"], source["has_original"]) == ("pdf", True)
        assert source["content_hash"] == content_hash(data)
        assert 1 <= len(source["title"]) <= 200
        answer = gateway.http.get(f"/ingest/sources/{source['id']}/original")
        assert answer.content == data
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in answer.headers["content-security-policy"]
        disposition = answer.headers["content-disposition"]
        form = r'inline; filename="([ !#-$&-\[\]-~]+)"; filename\*=UTF-8\'\'([A-Za-z0-9%._~-]+)'
        found = re.fullmatch(form, disposition)
        assert found, disposition
        if kept is not None:
            assert found[2] == quote(kept, safe="")
    assert len(gateway.http.get("/ingest/sources").json()) == len(names)
    assert gateway.http.get("/jobs").json() == []


def test_an_original_that_is_lost_or_cannot_be_read_is_told_of(gateway: Gateway) -> None:
    data = pages_of(["A page about otters and the lakes in which they live."])
    files = {"file": ("otters.pdf", data, "application/pdf")}
    source = gateway.http.post("/ingest/pdf", params={"auto_compile": False}, files=files).json()
    [kept] = (gateway.data_dir / "blobs").rglob(source["content_hash"])
    kept.unlink()
    lost = gateway.http.get(f"/ingest/sources/{source['id']}/original")
    assert (lost.status_code, lost.json()["detail"]) == (404, "The stored file is missing.")
    kept.mkdir()
    refused = gateway.http.get(f"/ingest/sources/{source['id']}/original")
    assert (refused.status_code, refused.json()["detail"]) == (503, "The stored file cannot be read: Is a directory.")


@pytest.mark.parametrize("name", ["a\r\nX-Evil: 1.pdf", "a\nb.pdf", "a\x00b.pdf", "\x1b[31m.pdf"])
def test_a_file_name_cannot_forge_a_header(gateway: Gateway, name: str) -> None:
    data = pages_of(["A page about otters and the lakes in which they live."])
    body = b"".join(
        [
            b'--b\r\nContent-Disposition: form-data; name="file"; filename="',
            name.encode(),
            b'"\r\nContent-Type: application/pdf\r\n\r\n',
            data,
            b"\r\n--b--\r\n",
        ]
    )
    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    taken = gateway.http.post("/ingest/pdf?auto_compile=false", content=body, headers=headers)
    if taken.status_code == 200:
        answer = gateway.http.get(f"/ingest/sources/{taken.json()['id']}/original")
        assert answer.content == data
        assert "x-evil" not in answer.headers
        assert answer.headers["content-disposition"].isprintable()
    else:
        assert taken.status_code in (400, 422)
        assert rows(gateway) == {}


def test_bytes_of_an_upload_that_was_cut_off_go_when_a_worker_starts(settings: Settings) -> None:
    with serving(settings) as client, open_gateway(settings, client) as gateway:
        client.post("/ingest/text", json={"content": OTTERS, "auto_compile": False}).raise_for_status()
        blobs = gateway.world.blobs
        cut_off = blobs.put(LOCAL_USER_ID, io.BytesIO(b"Bytes whose row was never written."))
        with working(settings):
            wait_until(lambda: blobs.size(LOCAL_USER_ID, cut_off) is None)
        assert list(blobs.all()) == [(LOCAL_USER_ID, content_hash(OTTERS.encode()))]


def test_bytes_that_are_swept_before_their_row_is_written_are_kept_again(gateway: Gateway) -> None:
    class SweptAtOnce(FolderBlobs):
        is_swept = False

        def put(self, owner: str, data: BinaryIO) -> str:
            sha256 = super().put(owner, data)
            if not self.is_swept:
                self.is_swept = True
                sweep(gateway.world, actions.ORIGINALS)  # unless the worker has just done so
                assert self.size(owner, sha256) is None
            return sha256

    world = replace(gateway.world, blobs=SweptAtOnce(gateway.world.settings.blobs_dir))
    with world.db.writing() as tx:
        actions.add_text(tx, world, LOCAL_USER_ID, IngestTextRequest(content=OTTERS, auto_compile=False))
    assert world.blobs.get(LOCAL_USER_ID, content_hash(OTTERS.encode())) == OTTERS.encode()
    assert sweep(world, actions.ORIGINALS) == []
