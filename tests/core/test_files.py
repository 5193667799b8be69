"""A file is there whole or not at all, and what a killed process left can be told from what is being written."""

import os
import time
from pathlib import Path

import pytest

from lorewright.core.files import leftovers, new_file


def _age(path: Path) -> None:
    past = time.time() - 60
    os.utime(path, (past, past))


def test_a_file_that_was_moved_stays_and_one_that_was_not_goes(tmp_path: Path) -> None:
    with new_file(tmp_path) as (file, temporary):
        file.write(b"whole")
        temporary.rename(tmp_path / "kept")
    with pytest.raises(KeyError), new_file(tmp_path) as (file, _):
        file.write(b"half")
        raise KeyError
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_bytes() == b"whole"


def test_only_what_nobody_writes_is_left_over(tmp_path: Path) -> None:
    (tmp_path / ".new-young").write_bytes(b"")
    (tmp_path / "other").write_bytes(b"")
    abandoned = tmp_path / ".new-abandoned"
    abandoned.write_bytes(b"half")
    with new_file(tmp_path) as (_, temporary):
        for path in (abandoned, temporary, tmp_path / "other"):
            _age(path)
        assert list(leftovers(tmp_path)) == [abandoned]
    assert list(leftovers(tmp_path / "absent")) == []
