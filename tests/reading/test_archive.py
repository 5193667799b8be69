"""Archives that no program writes: each is refused before it costs anything."""

import io
import tracemalloc
from pathlib import Path

import pytest
from tests.makers.archives import beginning_before_itself, bomb, claiming, crowded, with_password, zipped

from lorewright.core.errors import Unreadable
from lorewright.reading.archive import MAX_BYTES, Archive

SOUND = zipped({"Word/Document.xml": "<a/>", "b": "text"})


def test_parts_are_found_without_regard_to_case() -> None:
    archive = Archive(io.BytesIO(SOUND))
    assert archive.names == {"word/document.xml", "b"}
    assert "WORD/document.XML" in archive
    assert archive.read("word/document.xml") == b"<a/>"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "cut off"),
        (SOUND[:-10], "cut off"),
        (SOUND[: len(SOUND) // 2] + SOUND[-60:], "no complete zip"),
        (claiming(SOUND, 60_000), "more than 10,000 parts"),
        (crowded(20_000), "more than 10,000 parts"),
        (crowded(200_000), "more than 10,000 parts"),
        (beginning_before_itself(SOUND), "no complete zip"),
        (zipped({"../etc/passwd": "a"}), "leads outside"),
        (zipped({"/etc/passwd": "a"}), "leads outside"),
        (zipped({"a/..\\..\\b": "a"}), "leads outside"),
        (zipped({"C:/b": "a"}), "leads outside"),
    ],
)
def test_a_broken_archive_is_refused_when_it_is_opened(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        Archive(io.BytesIO(data))
    (tmp_path / "archive").write_bytes(data)
    with (tmp_path / "archive").open("rb") as file, pytest.raises(Unreadable, match=reason):
        Archive(file)


def test_a_directory_of_any_length_costs_little() -> None:
    """It is read where uploads are told apart too, in no process of its own."""
    data = crowded(400_000)
    tracemalloc.start()
    with pytest.raises(Unreadable, match="more than 10,000 parts"):
        Archive(io.BytesIO(data))
    assert tracemalloc.get_traced_memory()[1] < 40 << 20
    tracemalloc.stop()


def test_a_part_that_is_missing_broken_or_encrypted_is_said_so() -> None:
    with pytest.raises(Unreadable, match="its part c is missing"):
        Archive(io.BytesIO(SOUND)).read("c")
    with pytest.raises(Unreadable, match="needs a password"):
        Archive(io.BytesIO(with_password(SOUND))).read("b")
    whole = zipped({"a": "text " * 1000})
    with pytest.raises(Unreadable, match="cannot be unpacked"):
        Archive(io.BytesIO(whole[:35] + bytes(8) + whole[43:])).read("a")


def test_what_unpacks_without_end_is_given_up_at_the_limit() -> None:
    data = zipped({str(number): bomb(64) for number in range(8)})
    assert len(data) * 500 < MAX_BYTES
    archive = Archive(io.BytesIO(data))
    with pytest.raises(Unreadable, match="unpacks to more than 400 MB"):
        for number in range(8):
            with archive.opened(str(number)) as part:
                while part.read(1 << 20):
                    pass
