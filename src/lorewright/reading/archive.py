"""Zip archives that nobody vouches for, which Office files and books are. Their parts are unpacked into memory, never onto a disk."""

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from os import SEEK_END, SEEK_SET
from typing import IO, BinaryIO, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from lorewright.core.errors import Unreadable

MAX_PARTS = 10_000
MAX_DIRECTORY_BYTES = 4 << 20
MAX_BYTES = 400 << 20
"""Of all parts that are read of one archive, unpacked."""
_END = struct.Struct("<4s4H2LH")
"""The record that ends an archive: entries on all disks is its 5th field, the directory's size its 6th."""
_END_MARK = b"PK\x05\x06"
_LONGEST_COMMENT = 65_535
_IS_ENCRYPTED = 0x1
_DAMAGED = "The file is damaged: a part of it cannot be unpacked."
_MANY = f"The file has more than {MAX_PARTS:,} parts, more than a document has."


class Archive:
    """Parts are looked for without regard to case, as Office does."""

    def __init__(self, file: BinaryIO) -> None:
        """Raises `Unreadable` for what is no archive, or one that no program writes."""
        _check_directory(file)
        try:
            self._zip = ZipFile(cast(BinaryIO, _Wary(file)))
        except (BadZipFile, NotImplementedError, ValueError) as error:
            raise Unreadable("The file is damaged: it is no complete zip archive, as its format demands.") from error
        if len(self._zip.infolist()) > MAX_PARTS:
            raise Unreadable(_MANY)
        self._parts = {part.filename.replace("\\", "/").lower(): part for part in self._zip.infolist()}
        if any(_leads_outside(name) for name in self._parts):
            raise Unreadable("The file holds a part whose path leads outside of it, as no program writes it.")
        self._left = MAX_BYTES

    @property
    def names(self) -> frozenset[str]:
        """In lower case."""
        return frozenset(self._parts)

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._parts

    @contextmanager
    def opened(self, name: str) -> Iterator["Part"]:
        """Raises `Unreadable` where there is no such part, or it cannot be unpacked."""
        info = self._parts.get(name.lower())
        if info is None:
            raise Unreadable(f"The file is damaged: its part {name[:100]} is missing.")
        if info.flag_bits & _IS_ENCRYPTED:
            raise Unreadable("The file is encrypted and needs a password.")
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise Unreadable("The file is packed in a way that its format does not know.")
        try:
            stream = self._zip.open(info)
        except (BadZipFile, NotImplementedError, ValueError, EOFError, struct.error) as error:
            raise Unreadable(_DAMAGED) from error
        with stream:
            yield Part(stream, self)

    def read(self, name: str) -> bytes:
        """Raises as `opened` does."""
        with self.opened(name) as part:
            return part.read()

    def take(self, count: int) -> None:
        """Counts bytes unpacked against the limit; `Part` calls it."""
        self._left -= count
        if self._left < 0:
            raise Unreadable(f"The file unpacks to more than {MAX_BYTES >> 20} MB, more than a document holds.")


class Part:
    """A part being unpacked, which raises `Unreadable` where it is broken or too large."""

    def __init__(self, stream: IO[bytes], archive: Archive) -> None:
        self._stream = stream
        self._archive = archive

    def read(self, count: int = -1) -> bytes:
        """The whole rest where `count` is negative."""
        if count >= 0:
            return self._some(count)
        return b"".join(iter(lambda: self._some(1 << 20), b""))

    def _some(self, count: int) -> bytes:
        try:
            found = self._stream.read(count)
        except (BadZipFile, zlib.error, EOFError) as error:
            raise Unreadable(_DAMAGED) from error
        self._archive.take(len(found))
        return found


class _Wary:
    """The file of an archive, of which nobody reads much at once: whoever opens it reads the whole directory at one go, so long as
    any of several records says that it is, and from wherever these say that it begins."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.tell = file.tell
        self.seekable = file.seekable
        self.close = file.close

    def read(self, count: int = -1) -> bytes:
        data = self._file.read(MAX_DIRECTORY_BYTES + 1 if count < 0 else min(count, MAX_DIRECTORY_BYTES + 1))
        if len(data) > MAX_DIRECTORY_BYTES:
            raise Unreadable(_MANY)
        return data

    def seek(self, place: int, whence: int = SEEK_SET) -> int:
        if whence == SEEK_SET and place < 0:
            raise BadZipFile("before the file begins")
        return self._file.seek(place, whence)


def _check_directory(file: BinaryIO) -> None:
    """Its size is looked at before it is read: an entry of 46 bytes becomes an object of many times that."""
    size = file.seek(0, SEEK_END)
    file.seek(max(0, size - _LONGEST_COMMENT - _END.size))
    tail = file.read()
    place = tail.rfind(_END_MARK)
    if place < 0 or len(tail) - place < _END.size:
        raise Unreadable("The file is cut off: the end of its archive is missing.")
    fields = _END.unpack_from(tail, place)
    if fields[4] > MAX_PARTS or fields[5] > MAX_DIRECTORY_BYTES:
        raise Unreadable(_MANY)


def _leads_outside(name: str) -> bool:
    return name.startswith("/") or ":" in name or ".." in name.split("/")
