"""The wiki's folder: one Markdown file an article, written so that nobody ever sees half of one, and no edit is written over."""

import os
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Row

from lorewright.core.errors import Unavailable
from lorewright.core.files import NotAFileError, new_file, open_file
from lorewright.core.ids import content_hash
from lorewright.gateway.articles.pages import Page

SUFFIX = ".md"
WRITING_S = 1.0
"""So long after its last change a file may still be being written: few editors put a whole new file in the old one's place."""
_OWN_RIGHTS = stat.S_IRUSR | stat.S_IWUSR


class Plan(NamedTuple):
    """What is to become of an article's file."""

    article_id: str
    due: int
    """Of the row it was made from."""
    path: Path
    content: bytes
    stamp: str | None
    """Of what lay there when the plan was made; None where nothing did."""
    is_written: bool
    """What lies there is the content already."""
    edited: bytes | None
    """What a person wrote into the file since it was last written; it is kept and not overwritten."""


def path_of(folder: Path, slug: str) -> Path:
    return folder / f"{slug}{SUFFIX}"


def names_in(folder: Path) -> list[str]:
    """Of all that lies in the folder. One look at the folder, none at its files. Raises `Unavailable`."""
    try:
        return os.listdir(folder)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Unavailable(f"The wiki's folder cannot be read: {error.strerror}.") from error


def slugs_of(names: Iterable[str]) -> set[str]:
    """Of those that are names of Markdown files, whosever they are."""
    return {name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX) and not name.startswith(".")}


def stamp_of(path: Path) -> str | None:
    """Size and time of the last change: as long as they stay the same nobody has written into the file. None without a file."""
    try:
        return _stamp(path.lstat())
    except FileNotFoundError:
        return None


def read(path: Path) -> bytes:
    """Raises `OSError`."""
    with open_file(path) as file:
        return file.read()


def give_back_rights(path: Path) -> bool:
    """Lets its owner read and write a file that she could not read; False where that is not what it lacks, or not ours to give."""
    try:
        mode = path.lstat().st_mode
        if not stat.S_ISREG(mode) or mode & stat.S_IRUSR:
            return False
        path.chmod(stat.S_IMODE(mode) | _OWN_RIGHTS)
    except OSError:
        return False
    return True


def await_writers(folder: Path, rows: Iterable[Row[Any]]) -> None:
    """Lets whoever is writing into one of these files come to an end: it may be in the middle of a sentence."""
    changed_at = 0.0
    for row in rows:
        with suppress(OSError):  # whoever reads the file will say what is wrong with it
            status = path_of(folder, row.slug).lstat()
            if _stamp(status) != row.file_stamp:
                changed_at = max(changed_at, status.st_mtime)
    pause_s = changed_at + WRITING_S - time.time()
    if 0 < pause_s <= WRITING_S:
        time.sleep(pause_s)


def plan(folder: Path, row: Row[Any], page: Page) -> Plan:
    """Compares what lies on the disk with what was last written there, and with what was about to be. Raises `Unavailable`."""
    path = path_of(folder, row.slug)
    content = page.content.encode()
    try:
        with open_file(path) as file:
            stamp = _stamp(os.fstat(file.fileno()))
            there = file.read()
    except FileNotFoundError:
        return Plan(row.id, row.file_due, path, content, None, is_written=False, edited=None)
    except OSError as error:
        raise Unavailable(f"The wiki file {path.name} cannot be read: {error.strerror}.") from error
    is_written = there == content
    is_ours = is_written or content_hash(there) in (row.file_hash, row.file_intent)
    return Plan(row.id, row.file_due, path, content, stamp, is_written, None if is_ours else there)


def write(planned: Plan) -> str | None:
    """The stamp of what lies there now; None where somebody has been at the file since it was looked at: it is left as it is.

    Raises `Unavailable` where it cannot be written. No fsync: the file can be made again from the rows.
    """
    if planned.is_written:
        return planned.stamp
    path = planned.path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new_file(path.parent) as (file, temporary):
            file.write(planned.content)
            file.flush()
            temporary.chmod(0o644)
            written = _stamp(os.fstat(file.fileno()))
            if stamp_of(path) != planned.stamp:
                return None
            temporary.replace(path)
            return written
    except OSError as error:
        raise Unavailable(f"The wiki file {path.name} cannot be written for now: {error.strerror}.") from error


def remove(folder: Path, slug: str, *, unless_hash: str | None = None) -> None:
    """Leaves a file alone whose content has that SHA-256: another article has come by the name. Raises `Unavailable`."""
    path = path_of(folder, slug)
    try:
        if unless_hash is None or not _holds(path, unless_hash):
            path.unlink(missing_ok=True)
    except OSError as error:
        raise Unavailable(f"The wiki file {path.name} cannot be removed for now: {error.strerror}.") from error


def _holds(path: Path, sha256: str) -> bool:
    try:
        return content_hash(read(path)) == sha256
    except (FileNotFoundError, NotAFileError):
        return False


def _stamp(status: os.stat_result) -> str:
    return f"{status.st_size}-{status.st_mtime_ns}"
