"""Bytes kept under the hash of their content, for one owner."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

CHUNK = 1 << 20
"""Bytes that are held of a blob at a time, about."""


class Opened(NamedTuple):
    size: int
    """In bytes."""
    chunks: Iterator[bytes]
    """All of them, in order. Raises `Unavailable` where they stop coming."""


class Blobs(Protocol):
    """May ask over the network: call it with no transaction open, and not on an event loop's thread. `size` and `delete` are
    short and end within seconds, for whoever must hold others off meanwhile.
    """

    is_apart: bool
    """Whether it lies elsewhere than the data folder: a database that was chosen by mistake finds it all the same."""

    def put(self, owner: str, data: BinaryIO) -> str:
        """Keeps what `data`, which can be sought in, reads from where it stands, and returns its SHA-256 (hexadecimal).

        Durable when this returns; the same bytes again are kept once. Raises `Unavailable` where they cannot be kept.
        """
        ...

    def get(self, owner: str, sha256: str) -> bytes:
        """Raises `NotFound`, `Unavailable`."""
        ...

    def open(self, owner: str, sha256: str) -> Opened:
        """To be handed on piece by piece. Raises `NotFound`, `Unavailable`."""
        ...

    def part(self, owner: str, sha256: str, start: int, end: int) -> Iterator[bytes]:
        """The bytes from `start` to before `end`, in order; no others are read. 0 <= start <= end <= its size.

        Raises `NotFound`, `Unavailable`: before anything is asked of the iterator, and where they stop coming.
        """
        ...

    def size(self, owner: str, sha256: str) -> int | None:
        """In bytes; None where there is no such blob."""
        ...

    def written_at(self, owner: str, sha256: str) -> datetime | None:
        """When it was last put; None where there is no such blob."""
        ...

    def delete(self, owner: str, sha256: str) -> None:
        """Nothing happens where there is no such blob. Raises `Unavailable`."""
        ...

    def all(self) -> Iterator[tuple[str, str]]:
        """(owner, SHA-256) of every blob, in no order."""
        ...

    def leftovers(self) -> Iterator[Path]:
        """Files that killed processes left half written; in no order."""
        ...

    def strangers(self) -> Iterator[str]:
        """What somebody else put among the blobs; in no order."""
        ...
