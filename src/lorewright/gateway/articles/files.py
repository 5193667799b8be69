"""The wiki's folder: one Markdown file an article, written so that nobody ever sees half of one."""

import errno
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Row

from lorewright.core.errors import Unavailable
from lorewright.core.files import new_file
from lorewright.core.ids import content_hash
from lorewright.gateway.articles.queries import Page


class Plan(NamedTuple):
    """What is to become of an article's file."""

    article_id: str
    version: int
    path: Path
    content: bytes
    edited: bytes | None
    """What a person wrote into the file since it was last written; it is kept and not overwritten."""


def path_of(folder: Path, slug: str) -> Path:
    return folder / f"{slug}.md"


def plan(folder: Path, row: Row[Any], page: Page) -> Plan:
    """Compares what lies on the disk with what was last written there, and with what was about to be."""
    path = path_of(folder, row.slug)
    content = page.content.encode()
    edited = None
    with suppress(FileNotFoundError):
        there = path.read_bytes()
        if content_hash(there) not in (row.file_hash, row.file_intent, content_hash(content)):
            edited = there
    return Plan(row.id, row.version, path, content, edited)


def write(path: Path, content: bytes) -> None:
    """Raises `Unavailable` when the disk is full. No fsync: the file can be made again from the rows."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new_file(path.parent) as (file, temporary):
            file.write(content)
            file.flush()
            temporary.chmod(0o644)
            temporary.replace(path)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO):
            raise Unavailable("The disk is full or failing; the wiki's files will be written later.") from error
        raise


def remove(folder: Path, slug: str, *, unless_hash: str | None = None) -> None:
    """Leaves a file alone whose content has that SHA-256: another article has come by the name."""
    path = path_of(folder, slug)
    with suppress(FileNotFoundError):
        if unless_hash is None or content_hash(path.read_bytes()) != unless_hash:
            path.unlink()
