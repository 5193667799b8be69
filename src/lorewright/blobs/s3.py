"""Blobs as objects of an S3 store: `<bucket>/<prefix>/<owner>/<first two digits>/<sha256>`."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import structlog

from lorewright.blobs.base import CHUNK, Opened
from lorewright.blobs.names import checked_owner, name_of, read_name
from lorewright.core.errors import NotFound, Unavailable

if TYPE_CHECKING:
    from obstore import ObjectMeta
    from obstore.store import S3Config, S3Store

log = structlog.get_logger()

PART = 8 << 20
"""Bytes of a part; what is no larger goes as one."""
PARTS_AT_ONCE = 2
"""So many are held in memory."""
CONNECT_S = 5
TRANSFER_S, TRIES = 60, 3
"""For one part, and how often it is sent again."""
SHORT_S = 5
"""For what is asked while others are held off, with its second try."""

AWAY = "The object store does not answer, or refuses; try again in a moment. The log has its words."
NO_BUCKET = "The object store has no such bucket; LOREWRIGHT_BLOBS__URL names it."
CHANGED = "The file was changed while it was read; try again."


class Place(NamedTuple):
    """Where the objects lie. Whose credentials count, the environment says as for every program of AWS (`AWS_...`)."""

    bucket: str
    prefix: str = ""
    endpoint: str | None = None
    """Of another server than Amazon's."""
    region: str | None = None


class S3Blobs:
    """An object is seen whole or not at all, and is durable when the store has acknowledged it. Safe in several threads."""

    is_apart = True

    def __init__(self, place: Place) -> None:
        """Asks nobody yet."""
        self._place = place

    def put(self, owner: str, data: BinaryIO) -> str:
        """What is larger than a part is read twice: its hash is its name, which the store wants to know first."""
        checked_owner(owner)
        start = data.tell()
        first = b"".join(_read(data, PART + 1))
        digest = hashlib.sha256(first)
        if len(first) <= PART:
            sha256 = digest.hexdigest()
            with _store_errors(NO_BUCKET):
                self._patient.put(name_of(owner, sha256), first, use_multipart=False)
            return sha256
        del first
        for chunk in _read(data):
            digest.update(chunk)
        sha256 = digest.hexdigest()
        data.seek(start)
        with _store_errors(NO_BUCKET):
            self._patient.put(
                name_of(owner, sha256), _unchanged(data, sha256), chunk_size=PART, max_concurrency=PARTS_AT_ONCE
            )
        return sha256

    def get(self, owner: str, sha256: str) -> bytes:
        return b"".join(self.open(owner, sha256).chunks)

    def open(self, owner: str, sha256: str) -> Opened:
        with _store_errors():
            result = self._patient.get(name_of(owner, sha256))
            return Opened(result.meta["size"], _chunks(result.stream(min_chunk_size=CHUNK)))

    def part(self, owner: str, sha256: str, start: int, end: int) -> Iterator[bytes]:
        if start == end:  # which the protocol has no way to ask for
            return iter(())
        with _store_errors():
            result = self._patient.get(name_of(owner, sha256), options={"range": (start, end)})
            return _chunks(result.stream(min_chunk_size=CHUNK))

    def size(self, owner: str, sha256: str) -> int | None:
        about = self._about(owner, sha256)
        return None if about is None else about["size"]

    def written_at(self, owner: str, sha256: str) -> datetime | None:
        about = self._about(owner, sha256)
        return None if about is None else about["last_modified"]

    def delete(self, owner: str, sha256: str) -> None:
        name = name_of(owner, sha256)
        try:
            with _store_errors():
                self._short.delete(name)
        except NotFound:  # some stores say so
            return

    def all(self) -> Iterator[tuple[str, str]]:
        for name in self._names():
            found = read_name(name)
            if found is not None:
                yield found

    def leftovers(self) -> Iterator[Path]:
        """None: parts of an upload that was cut off are no objects, and a rule of the bucket lets them go."""
        return iter(())

    def strangers(self) -> Iterator[str]:
        place = "/".join(filter(None, (self._place.bucket, self._place.prefix)))
        return (f"s3://{place}/{name}" for name in self._names() if read_name(name) is None)

    def _about(self, owner: str, sha256: str) -> "ObjectMeta | None":
        try:
            with _store_errors():
                return self._short.head(name_of(owner, sha256))
        except NotFound:
            return None

    def _names(self) -> Iterator[str]:
        with _store_errors():
            for page in self._patient.list():
                yield from (one["path"] for one in page)

    @cached_property
    def _patient(self) -> "S3Store":
        return self._opened(timedelta(seconds=TRANSFER_S), TRIES, timedelta(seconds=TRIES * TRANSFER_S))

    @cached_property
    def _short(self) -> "S3Store":
        return self._opened(timedelta(seconds=SHORT_S / 2), 1, timedelta(seconds=SHORT_S))

    def _opened(self, timeout: timedelta, tries: int, in_all: timedelta) -> "S3Store":
        from obstore.store import S3Store

        config: S3Config = {}
        if self._place.endpoint:
            config["endpoint"] = self._place.endpoint
        if self._place.region:
            config["region"] = self._place.region
        return S3Store(
            self._place.bucket,
            prefix=self._place.prefix or None,
            config=config,
            client_options={
                "allow_http": True,  # whoever names such a server has it in his own network
                "timeout": timeout,
                "connect_timeout": min(timeout, timedelta(seconds=CONNECT_S)),
            },
            retry_config={"max_retries": tries, "retry_timeout": in_all},
        )


def _read(data: BinaryIO, most: int | None = None) -> Iterator[bytes]:
    """At most so many bytes, to the end else."""
    left = most
    while chunk := data.read(CHUNK if left is None else min(CHUNK, left)):
        yield chunk
        if left is not None:
            left -= len(chunk)


def _unchanged(data: BinaryIO, sha256: str) -> Iterator[bytes]:
    """Breaks off before the end, and so does the upload, where it is not what had this hash. Raises `Unavailable`."""
    digest = hashlib.sha256()
    for chunk in _read(data):
        digest.update(chunk)
        yield chunk
    if digest.hexdigest() != sha256:
        raise Unavailable(CHANGED)


def _chunks(stream: Iterator[bytes]) -> Iterator[bytes]:
    with _store_errors():
        for chunk in stream:
            yield bytes(chunk)


@contextmanager
def _store_errors(not_found: str | None = None) -> Iterator[None]:
    """Raises `NotFound`, or `Unavailable` with the sentence where it is the bucket that is not there, or nobody answers."""
    try:
        from obstore.exceptions import BaseError
    except ModuleNotFoundError:
        raise Unavailable("An object store needs its driver: in Lorewright's folder, pip install '.[s3]'.") from None
    try:
        yield
    except FileNotFoundError:
        if not_found is not None:
            raise Unavailable(not_found) from None
        raise NotFound("The stored file is missing.") from None
    except BaseError as error:
        log.warning("the object store fails", reason=str(error).partition("\n")[0])
        raise Unavailable(AWAY) from None
