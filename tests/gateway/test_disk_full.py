"""A full disk: nothing is stored, nothing is left behind, reads go on, and it passes without a restart."""

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from lorewright.gateway.admin.queries import violations
from tests.conftest import Gateway
from tests.gateway.left_behind import kept_files, rows
from tests.gateway.test_conversations import HARBOUR
from tests.http.test_errors import sentence
from tests.makers.pdf import pages_of

PAGE = 4_096
OTTERS = "Otters of lake Mirefall eat trout. Forty-two of them were counted there in the spring of 2019."
ASKED = {"question": "When was the harbour of Nordvik deepened?"}


class SmallDisk:
    """A file system of three megabytes under the data folder, and ballast that fills it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ballast = folder / "lorewright.db-ballast"

    def fill(self) -> None:
        with self._ballast.open("ab", buffering=0) as file, pytest.raises(OSError, match="No space left"):
            while file.write(bytes(PAGE)):
                pass

    def free(self, size: int) -> None:
        os.truncate(self._ballast, max(0, self._ballast.stat().st_size - size))

    def close(self) -> None:
        """Nothing can be written any more."""
        subprocess.run(["mount", "-o", "remount,ro", str(self._folder)], check=True)

    def empty(self) -> None:
        self._ballast.unlink()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    folder = tmp_path / "data"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    may_mount = sys.platform == "linux" and os.geteuid() == 0
    if not may_mount or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("needs the right to mount a small file system")
    yield SmallDisk(folder)
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_stores_nothing_serves_on_and_passes(small_disk: SmallDisk, gateway: Gateway) -> None:
    http = gateway.http
    source = gateway.feed(HARBOUR)
    reads = ["/health", "/ingest/sources", "/wiki/articles", "/wiki/articles/the-harbour-of-nordvik", "/query/history"]
    reads += ["/wiki/search?q=harbour", f"/ingest/sources/{source['id']}", "/jobs"]
    known = {path: http.get(path).json() for path in reads}
    before = rows(gateway), kept_files(gateway)
    small_disk.fill()

    pdf = pages_of([OTTERS]).ljust(1_500_000)
    told = sentence(http.post("/ingest/text", json={"content": OTTERS}), 503, "SERVICE_UNAVAILABLE")
    assert "disk" in told
    assert sentence(http.post("/ingest/pdf", files={"file": ("a.pdf", pdf)}), 503, "SERVICE_UNAVAILABLE") == told
    assert {path: http.get(path).json() for path in reads} == known
    small_disk.free(500_000)
    assert sentence(http.post("/ingest/pdf", files={"file": ("a.pdf", pdf)}), 503, "SERVICE_UNAVAILABLE") == told
    assert {path: http.get(path).json() for path in reads} == known
    assert (rows(gateway), kept_files(gateway)) == before

    # Page by page more room, so that every write on the way meets the end of the disk.
    small_disk.fill()
    for _ in range(100):
        answer = http.post("/ingest/text", json={"content": OTTERS, "auto_compile": False})
        if answer.status_code == 200:
            break
        assert sentence(answer, 503, "SERVICE_UNAVAILABLE") == told
        assert (rows(gateway), kept_files(gateway)) == before
        small_disk.free(PAGE)
    assert answer.status_code == 200

    small_disk.empty()
    assert http.post("/ingest/pdf", files={"file": ("a.pdf", pages_of([OTTERS]))}).status_code == 200
    assert http.post("/ingest/text", json={"content": OTTERS}).status_code == 200
    assert http.post("/query", json=ASKED).status_code == 200
    gateway.settle()
    assert {one["status"] for one in http.get("/ingest/sources").json()} == {"compiled"}
    assert http.delete(f"/ingest/sources/{source['id']}").status_code == 200
    gateway.settle()
    assert list(violations(gateway.world)) == []


@pytest.mark.skipif(sys.platform != "linux", reason="limits another process")
def test_files_that_cannot_grow_and_a_log_that_cannot_be_written_break_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lorewright.cli", "serve", "--port", "0", "--data-dir", str(tmp_path)]
    with (
        open("/dev/full", "w") as full,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=full, text=True) as process,
    ):
        assert process.stdout is not None
        address = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
        with httpx.Client(base_url=address, timeout=30, trust_env=False) as client:
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline:
                try:
                    client.get("/health")
                    break
                except httpx.ConnectError:
                    continue
            _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, hard))
            files = {"file": ("a.pdf", pages_of([OTTERS]))}
            big = {
                "file": ("a.pdf", pages_of([OTTERS]).ljust(1_500_000))
            }  # too big for memory: kept in a file as it comes
            for answer in (
                client.post("/ingest/text", json={"content": OTTERS}),
                client.post("/ingest/pdf", files=files),
                client.post("/ingest/pdf", files=big),
                client.post("/query", json=ASKED),
            ):
                assert "disk" in sentence(answer, 503, "SERVICE_UNAVAILABLE")
            assert client.get("/ingest/sources").json() == []
            assert [path for path in (tmp_path / "blobs").rglob("*") if path.is_file()] == []
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))
            assert client.post("/ingest/text", json={"content": OTTERS}).status_code == 200
            assert client.post("/query", json=ASKED).status_code == 200
        process.terminate()
