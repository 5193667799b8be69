"""Files that are written whole or not at all: under a name of their own, and moved to their place when they are complete.
And files that are read where a person may have put something else.
"""

import errno
import fcntl
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

DISK_FULL = "The disk is full or failing: nothing was stored. Free some space and try again."
READ_ONLY = "The data folder is read-only: nothing was stored. Let Lorewright write to it and try again."

PREFIX = ".new-"
"""Of the names under which files are written."""
_UNLOCKED_S = 1.0
"""A file younger than this may not have been locked yet by the process that has made it."""


def why_unwritable(error: OSError) -> str | None:
    """A sentence, where it is the disk or its rights that keep a file from being written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
        return DISK_FULL
    return READ_ONLY if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM) else None


class NotAFileError(OSError):
    """A folder, a link, a pipe or the like goes by this name."""


def open_file(path: Path) -> BinaryIO:
    """To be read: a pipe is not waited for, and a link not followed. Raises `NotAFileError` or another `OSError`."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NotAFileError(errno.ELOOP, "Is a link") from error
        raise
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    raise NotAFileError(errno.EISDIR, os.strerror(errno.EISDIR) if stat.S_ISDIR(mode) else "Is no file")


@contextmanager
def new_file(folder: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """A file in the folder, to be moved to its place before the block ends; what was not moved is removed.

    It is locked as long as the block lasts: that tells it from what a killed process left.
    """
    descriptor, name = tempfile.mkstemp(prefix=PREFIX, dir=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file, Path(name)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def leftovers(folder: Path) -> Iterator[Path]:
    """What killed processes left half written in the folder."""
    for path in folder.glob(f"{PREFIX}*"):
        with suppress(FileNotFoundError, BlockingIOError), path.open("rb") as file:
            if time.time() - os.fstat(file.fileno()).st_mtime > _UNLOCKED_S:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                yield path
