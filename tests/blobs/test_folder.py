"""Blobs are what was put, under their own hash, and nothing half-written is ever there."""

import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lorewright.blobs.folder import FolderBlobs
from lorewright.core.errors import NotFound
from lorewright.core.ids import content_hash


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.binary(max_size=3_000_000))
def test_what_was_put_comes_back_under_its_hash(tmp_path: Path, data: bytes) -> None:
    blobs = FolderBlobs(tmp_path)
    name = blobs.put("owner", io.BytesIO(data))
    assert name == content_hash(data)
    assert blobs.get("owner", name) == data
    assert blobs.size("owner", name) == len(data)


def test_the_same_bytes_are_kept_once_for_each_owner(tmp_path: Path) -> None:
    blobs = FolderBlobs(tmp_path)
    names = [blobs.put(owner, io.BytesIO(b"same")) for owner in ("a", "a", "b")]
    assert len(set(names)) == 1
    assert sorted(blobs.all()) == [("a", names[0]), ("b", names[0])]
    blobs.delete("a", names[0])
    assert sorted(blobs.all()) == [("b", names[0])]
    with pytest.raises(NotFound):
        blobs.get("a", names[0])


def test_a_source_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell() > 0:
                raise ConnectionError
            return super().read(5)

    blobs = FolderBlobs(tmp_path)
    with pytest.raises(ConnectionError):
        blobs.put("owner", Broken(b"half of it"))
    assert list(blobs.all()) == []
    assert list(blobs.leftovers()) == []


@pytest.mark.parametrize("name", ["", "..", "../x", "A" * 64, "0" * 63, "0" * 64 + "/.."])
def test_a_name_that_is_no_hash_reaches_no_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="SHA-256"):
        FolderBlobs(tmp_path).get("owner", name)


@pytest.mark.parametrize("owner", ["", ".", "..", "a/b", "../a", "-a", "a" * 65])
def test_an_owner_that_is_no_plain_name_reaches_no_folder(tmp_path: Path, owner: str) -> None:
    with pytest.raises(ValueError, match="owner"):
        FolderBlobs(tmp_path).put(owner, io.BytesIO(b"x"))
