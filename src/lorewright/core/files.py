"""Files that are written whole or not at all: under a name of their own, and moved to their place when they are complete."""

import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_PREFIX = ".new-"
_UNLOCKED_S = 1.0
"""A file younger than this may not have been locked yet by the process that has made it."""


@contextmanager
def new_file(folder: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """A file in the folder, to be moved to its place before the block ends; what was not moved is removed.

    It is locked as long as the block lasts: that tells it from what a killed process left.
    """
    descriptor, name = tempfile.mkstemp(prefix=_PREFIX, dir=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file, Path(name)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def leftovers(folder: Path) -> Iterator[Path]:
    """What killed processes left half written in the folder."""
    for path in folder.glob(f"{_PREFIX}*"):
        with suppress(FileNotFoundError, BlockingIOError), path.open("rb") as file:
            if time.time() - os.fstat(file.fileno()).st_mtime > _UNLOCKED_S:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                yield path
