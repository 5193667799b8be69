"""Bytes kept under the hash of their content, for one owner."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol


class Blobs(Protocol):
    def put(self, owner: str, data: BinaryIO) -> str:
        """Keeps what `data` reads and returns its SHA-256 (hexadecimal). Durable when this returns; the same bytes again
        are kept once. Raises `Unavailable` when the disk is full."""
        ...

    def get(self, owner: str, sha256: str) -> bytes:
        """Raises `NotFound`."""
        ...

    def size(self, owner: str, sha256: str) -> int | None:
        """In bytes; None where there is no such blob."""
        ...

    def written_at(self, owner: str, sha256: str) -> datetime | None:
        """When it was last put; None where there is no such blob."""
        ...

    def delete(self, owner: str, sha256: str) -> None:
        """Nothing happens where there is no such blob. Raises `Unavailable` where the disk fails."""
        ...

    def all(self) -> Iterator[tuple[str, str]]:
        """(owner, SHA-256) of every blob, in no order."""
        ...

    def leftovers(self) -> Iterator[Path]:
        """Files that killed processes left half written; in no order."""
        ...

    def strangers(self) -> Iterator[Path]:
        """Files that somebody else put among the blobs; in no order."""
        ...
