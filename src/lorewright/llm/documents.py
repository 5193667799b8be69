"""Taking the JSON documents of an answer out of its bytes, however these are cut into chunks."""

from collections.abc import Iterator
from typing import Protocol

EVENTS = "text/event-stream"
LINES = "application/x-ndjson"
WHOLE = "application/json"


class Documents(Protocol):
    def feed(self, chunk: bytes) -> Iterator[bytes]: ...

    def end(self) -> Iterator[bytes]: ...


def documents_of(content_type: str) -> Documents | None:
    """None where it is a type that no provider answers with."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == EVENTS:
        return Events()
    if kind == LINES:
        return Lines()
    return Whole() if kind == WHOLE else None


class Whole:
    def __init__(self) -> None:
        self._chunks: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        self._chunks.append(chunk)
        yield from ()

    def end(self) -> Iterator[bytes]:
        yield b"".join(self._chunks)


class Lines:
    """One on each line. The last may lack its end, where it does not look as if it had been cut."""

    def __init__(self) -> None:
        self._begun: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        return filter(None, self._lines(chunk))

    def end(self) -> Iterator[bytes]:
        rest = b"".join(self._begun)
        if rest.endswith(b"}"):
            yield rest

    def _lines(self, chunk: bytes) -> Iterator[bytes]:
        *ended, rest = chunk.split(b"\n")
        for end in ended:
            line = b"".join((*self._begun, end))
            self._begun.clear()
            yield line.rstrip(b"\r")
        self._begun.append(rest)


class Events(Lines):
    """The data of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html); names are not needed."""

    def __init__(self) -> None:
        super().__init__()
        self._data: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        for line in self._lines(chunk):
            if line.startswith(b"data:"):
                self._data.append(line[5:].removeprefix(b" "))
            elif not line and self._data:
                data = b"\n".join(self._data)
                self._data.clear()
                yield data

    def end(self) -> Iterator[bytes]:
        """An event ends with an empty line, or it was cut."""
        yield from ()
