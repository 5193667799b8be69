"""Blobs as files: `<folder>/<owner>/<first two digits>/<sha256>`."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from lorewright.blobs.base import CHUNK, Opened
from lorewright.blobs.names import checked_owner, name_of, read_name
from lorewright.core.errors import NotFound, Unavailable
from lorewright.core.files import PREFIX, leftovers, new_file, why_unwritable


class FolderBlobs:
    """Temporary file, fsync, rename, fsync of the folder: what was acknowledged survives a power cut."""

    is_apart = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, owner: str, data: BinaryIO) -> str:
        home = self._folder / checked_owner(owner)
        with _disk_errors():
            _make_folder(home)
            with new_file(home) as (file, temporary):
                digest = hashlib.sha256()
                while chunk := data.read(CHUNK):
                    digest.update(chunk)
                    file.write(chunk)
                file.flush()
                os.fsync(file.fileno())
                sha256 = digest.hexdigest()
                target = self._path(owner, sha256)
                _make_folder(target.parent)
                os.replace(temporary, target)
            _sync_folder(target.parent)
        return sha256

    def get(self, owner: str, sha256: str) -> bytes:
        with _read_errors():
            return self._path(owner, sha256).read_bytes()

    def open(self, owner: str, sha256: str) -> Opened:
        with _read_errors():
            file = self._path(owner, sha256).open("rb")
            return Opened(os.fstat(file.fileno()).st_size, _chunks(file))

    def part(self, owner: str, sha256: str, start: int, end: int) -> Iterator[bytes]:
        with _read_errors():
            file = self._path(owner, sha256).open("rb")
        return _chunks(file, start, end)

    def size(self, owner: str, sha256: str) -> int | None:
        try:
            return self._path(owner, sha256).stat().st_size
        except FileNotFoundError:
            return None

    def written_at(self, owner: str, sha256: str) -> datetime | None:
        try:
            return datetime.fromtimestamp(self._path(owner, sha256).stat().st_mtime, UTC)
        except FileNotFoundError:
            return None

    def delete(self, owner: str, sha256: str) -> None:
        folder = self._path(owner, sha256).parent
        with _disk_errors(), suppress(FileNotFoundError):
            self._path(owner, sha256).unlink(missing_ok=True)
            _sync_folder(folder)  # of a blob that is gone already too: the last try may have failed here

    def all(self) -> Iterator[tuple[str, str]]:
        for path in self._folder.glob("*/*/*"):
            found = self._read(path)
            if found is not None:
                yield found

    def leftovers(self) -> Iterator[Path]:
        return chain.from_iterable(map(leftovers, self._folder.glob("*")))

    def strangers(self) -> Iterator[str]:
        half_written = set(self._folder.glob(f"*/{PREFIX}*"))
        for path in self._folder.rglob("*"):
            if path not in half_written and self._read(path) is None and not path.is_dir():
                yield str(path)

    def _read(self, path: Path) -> tuple[str, str] | None:
        return read_name(path.relative_to(self._folder).as_posix())

    def _path(self, owner: str, sha256: str) -> Path:
        return self._folder / name_of(owner, sha256)


def _chunks(file: BinaryIO, start: int = 0, end: int | None = None) -> Iterator[bytes]:
    with file, _read_errors():
        file.seek(start)
        left = os.fstat(file.fileno()).st_size - start if end is None else end - start
        while left > 0 and (chunk := file.read(min(CHUNK, left))):
            left -= len(chunk)
            yield chunk


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        try:
            _sync_folder(folder.parent)
        except OSError:
            with suppress(OSError):
                folder.rmdir()  # else the next try would take it for durable
            raise


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _read_errors() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise NotFound("The stored file is missing.") from None
    except OSError as error:
        raise Unavailable(f"The stored file cannot be read: {error.strerror}.") from error


@contextmanager
def _disk_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = why_unwritable(error)
        if why is None:
            raise
        raise Unavailable(why) from error
