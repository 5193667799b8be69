"""Blobs are what was put, under their own hash, and nothing half-written is ever there: in a folder and in an object store."""

import io
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lorewright.blobs.base import Blobs
from lorewright.blobs.folder import FolderBlobs
from lorewright.blobs.s3 import PART, Place, S3Blobs
from lorewright.core.errors import NotFound, Unavailable
from lorewright.core.ids import content_hash, new_id
from tests.makers.s3 import BUCKET

LARGE = bytes(range(256)) * (2 * PART // 256) + b"and a little"
"""More than two parts."""


@pytest.fixture(params=["folder", "s3"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Blobs:
    if request.param == "folder":
        return FolderBlobs(tmp_path)
    remote: S3Blobs = request.getfixturevalue("remote")
    return remote


@pytest.fixture
def remote(s3_address: str, credentials: None) -> S3Blobs:
    return S3Blobs(Place(BUCKET, f"tests/{new_id()}", s3_address))


@pytest.fixture
def put_stranger(blobs: Blobs, tmp_path: Path) -> Callable[[str], None]:
    """Somebody else's, by its name."""

    def put(name: str) -> None:
        if isinstance(blobs, S3Blobs):
            blobs._patient.put(name, b"a note")
        else:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(b"a note")

    return put


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.binary(max_size=3_000_000))
def test_what_was_put_comes_back_under_its_hash(blobs: Blobs, data: bytes) -> None:
    name = blobs.put("owner", io.BytesIO(data))
    assert name == content_hash(data)
    assert blobs.get("owner", name) == data
    assert blobs.size("owner", name) == len(data)


def test_what_is_large_comes_back_piece_by_piece(blobs: Blobs) -> None:
    name = blobs.put("owner", io.BytesIO(LARGE))
    assert name == content_hash(LARGE)
    opened = blobs.open("owner", name)
    pieces = list(opened.chunks)
    assert (b"".join(pieces), opened.size) == (LARGE, len(LARGE))
    assert len(pieces) > 4


def test_of_what_is_large_a_part_is_read_alone(blobs: Blobs) -> None:
    name = blobs.put("owner", io.BytesIO(LARGE))
    for start, end in ((0, 1), (5, 5), (PART - 3, PART + 3), (len(LARGE) - 4, len(LARGE)), (0, len(LARGE))):
        assert b"".join(blobs.part("owner", name, start, end)) == LARGE[start:end]
    blobs.delete("owner", name)
    with pytest.raises(NotFound):
        blobs.part("owner", name, 0, 1)


@pytest.mark.parametrize("data", [b"what is read before it is not kept", LARGE], ids=["small", "large"])
def test_what_is_kept_begins_where_the_data_stands(blobs: Blobs, data: bytes) -> None:
    file = io.BytesIO(b"before" + data)
    file.seek(6)
    assert blobs.get("owner", blobs.put("owner", file)) == data


def test_the_same_bytes_are_kept_once_for_each_owner(blobs: Blobs) -> None:
    names = [blobs.put(owner, io.BytesIO(b"same")) for owner in ("a", "a", "b")]
    assert len(set(names)) == 1
    assert sorted(blobs.all()) == [("a", names[0]), ("b", names[0])]
    blobs.delete("a", names[0])
    blobs.delete("a", names[0])
    assert sorted(blobs.all()) == [("b", names[0])]
    for ask in (blobs.get, blobs.open):
        with pytest.raises(NotFound):
            ask("a", names[0])
    assert (blobs.size("a", names[0]), blobs.written_at("a", names[0])) == (None, None)


def test_a_blob_is_as_old_as_its_last_put(blobs: Blobs) -> None:
    name = blobs.put("owner", io.BytesIO(b"young"))
    written_at = blobs.written_at("owner", name)
    assert written_at is not None
    assert abs(datetime.now(UTC) - written_at) < timedelta(minutes=5)


@pytest.mark.parametrize("after", [0, PART + 5], ids=["small", "large"])
def test_a_source_that_breaks_off_leaves_nothing(blobs: Blobs, after: int) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell() > after:
                raise ConnectionError
            return super().read(after + 5)

    with pytest.raises(ConnectionError):
        blobs.put("owner", Broken(bytes(after + 20)))
    assert list(blobs.all()) == []
    assert list(blobs.leftovers()) == []


def test_what_somebody_else_put_there_is_told_and_no_blob(blobs: Blobs, put_stranger: Callable[[str], None]) -> None:
    ours = blobs.put("owner", io.BytesIO(b"ours"))
    strange = ["notes.txt", f"owner/00/{ours}", f"owner/{ours[:2]}/{ours}/more", f"-/{ours[:2]}/{ours}"]
    for name in strange[:2] + strange[3:]:
        put_stranger(name)
    if isinstance(blobs, S3Blobs):
        put_stranger(strange[2])  # of a folder a file cannot be one too
    else:
        strange.pop(2)
    assert list(blobs.all()) == [("owner", ours)]
    assert sorted(map(_last(strange), blobs.strangers())) == sorted(strange)


def _last(names: list[str]) -> Callable[[str], str]:
    return lambda told: max((name for name in names if told.endswith(f"/{name}")), key=len)


@pytest.mark.parametrize("name", ["", "..", "../x", "A" * 64, "0" * 63, "0" * 64 + "/.."])
def test_a_name_that_is_no_hash_reaches_no_file(blobs: Blobs, name: str) -> None:
    with pytest.raises(ValueError, match="SHA-256"):
        blobs.get("owner", name)


@pytest.mark.parametrize("owner", ["", ".", "..", "a/b", "../a", "-a", "a" * 65])
def test_an_owner_that_is_no_plain_name_reaches_no_folder(blobs: Blobs, owner: str) -> None:
    with pytest.raises(ValueError, match="owner"):
        blobs.put(owner, io.BytesIO(b"x"))


# -- What only an object store does -----------------------------------------------------------------------------------


def test_a_file_that_changes_while_it_is_sent_is_not_kept(remote: S3Blobs) -> None:
    class Changing(io.BytesIO):
        def seek(self, offset: int, whence: int = 0, /) -> int:
            self.getbuffer()[-1] ^= 1
            return super().seek(offset, whence)

    with pytest.raises(Unavailable, match="changed"):
        remote.put("owner", Changing(LARGE))
    assert list(remote.all()) == []


def test_a_store_that_is_away_is_unavailable_within_seconds(credentials: None) -> None:
    away = S3Blobs(Place(BUCKET, "x", "http://127.0.0.1:1"))
    name = content_hash(b"x")
    for ask in (
        lambda: away.put("owner", io.BytesIO(b"x")),
        lambda: away.put("owner", io.BytesIO(LARGE)),
        lambda: away.get("owner", name),
        lambda: away.size("owner", name),
        lambda: away.delete("owner", name),
        lambda: list(away.all()),
    ):
        with pytest.raises(Unavailable, match="object store does not answer"):
            ask()


def test_a_bucket_that_is_not_there_is_told(s3_address: str, credentials: None) -> None:
    with pytest.raises(Unavailable, match="no such bucket"):
        S3Blobs(Place("nowhere", "x", s3_address)).put("owner", io.BytesIO(b"x"))


MEMORY = r"""
import re, sys
from pathlib import Path
from lorewright.blobs.s3 import Place, S3Blobs

def most():  # in KiB, of this program alone: what getrusage tells begins with that of whoever started it
    return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1])

blobs = S3Blobs(Place(sys.argv[1], "large", sys.argv[2]))
with open(sys.argv[3], "rb") as small, open(sys.argv[4], "rb") as large:
    blobs.put("owner", small)
    before = most()
    blobs.put("owner", large)
print((most() - before) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the memory")
def test_a_large_file_is_not_held_in_memory(s3_address: str, credentials: None, tmp_path: Path) -> None:
    files = {"small": PART + 1, "large": 100_000_000}
    for name, size in files.items():
        with (tmp_path / name).open("wb") as file:
            file.truncate(size)
    command = [sys.executable, "-c", MEMORY, BUCKET, s3_address, *(str(tmp_path / name) for name in files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 32  # MiB
