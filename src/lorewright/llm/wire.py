"""What differs between providers: how a request is written down, and how the events of the answer are read.

One file a protocol, none of which knows of connections. Every answer is streamed: a long one then shows that it is under
way, so that silence means something, and one that nobody waits for any more is stopped where it is.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from lorewright.llm.base import Ending, Request


class Asked(NamedTuple):
    path: str
    """Below the base address, with a slash before it."""
    body: dict[str, Any]


@dataclass
class Answer:
    """What the events have told so far beside the text."""

    ending: Ending | None = None
    """None as long as more is to come: an answer that ends so was cut off."""
    over: bool = False
    """Nothing more will come, whether or not the connection is closed."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    """With what the model thought before it answered, which is paid for too."""


class Wire(Protocol):
    @property
    def optional(self) -> Collection[str]:
        """What a request can do without: words by which a provider names it when it declines it."""
        ...

    def headers(self, key: str | None) -> dict[str, str]: ...

    def ask(self, model: str, request: Request, declined: Collection[str]) -> Asked:
        """Without the optional parts that are named in `declined`."""
        ...

    def read(self, event: bytes, answer: Answer) -> str:
        """The text that the event brings, often none; what else it tells goes into `answer`.

        An event is one JSON document of the stream, or the whole answer of a server that does not stream.
        Raises `msgspec.DecodeError` where it is not what the protocol says.
        """
        ...
