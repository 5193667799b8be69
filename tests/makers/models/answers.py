"""What a stub is asked, and what it may answer."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lorewright.llm.base import Ending


@dataclass(frozen=True)
class Received:
    """A request as the provider understands it."""

    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Mapping[str, Any]
    model: str
    system: str
    prompt: str
    schema: dict[str, Any] | None
    max_output_tokens: int
    gone: threading.Event = field(default_factory=threading.Event)
    """Set once the connection was closed from the other side before the answer's end."""


@dataclass(frozen=True)
class Says:
    """An answer, in some pieces."""

    text: str
    ending: Ending = Ending.COMPLETE
    pieces: int = 3
    counted: bool = True
    """Whether tokens are told: 12 asked, 7 answered."""
    whole: bool = False
    """In one JSON document, as a server that does not stream answers."""
    open_end: bool = False
    """Whether the connection stays open after the answer's end."""
    gate: threading.Semaphore | None = None
    """One release lets one piece through."""

    def split(self) -> list[str]:
        size = max(1, -(-len(self.text) // self.pieces))
        return [self.text[i : i + size] for i in range(0, len(self.text), size)]


@dataclass(frozen=True)
class Fails:
    """An error as this provider words it."""

    status: int
    message: str = "Something is wrong."
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Breaks:
    """Says this much (None: not even a status), and the connection is gone."""

    text: str | None = None


@dataclass(frozen=True)
class Stumbles:
    """Says this much (None: nothing of an answer), and then in the stream that something is wrong."""

    message: str
    text: str | None = None


@dataclass(frozen=True)
class Hangs:
    """Says this much (None: not even a status), and then nothing until the other side goes."""

    text: str | None = None


@dataclass(frozen=True)
class Garbled:
    """The right kind of answer with this in place of its documents."""

    data: bytes


@dataclass(frozen=True)
class Raw:
    """Any HTTP answer."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


Answer = Says | Fails | Breaks | Stumbles | Hangs | Garbled | Raw

INPUT_TOKENS, OUTPUT_TOKENS = 12, 7


def sse(document: Mapping[str, Any], name: str | None = None) -> bytes:
    """One server-sent event."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(document, ensure_ascii=False)}\n\n".encode()
