"""What a language model is, whoever serves it. Nothing here knows of a ledger: one that keeps a ledger is a `LanguageModel` again."""

from collections.abc import AsyncGenerator
from enum import StrEnum
from typing import Any, Protocol

import msgspec


class Provider(StrEnum):
    ANTHROPIC = "anthropic"
    OPENAI = "openai"
    GOOGLE = "google"
    OLLAMA = "ollama"
    OPENAI_COMPATIBLE = "openai_compatible"


class Request(msgspec.Struct, frozen=True):
    """What a model is asked. Everything that may change its answer stands here."""

    system: str
    prompt: str
    schema: dict[str, Any] | None = None
    """JSON schema of an object that the answer has to be; None for plain text.

    What all providers take: objects with `additionalProperties` false and every property required, arrays, strings,
    numbers, booleans, `enum`; no bounds of length or number, no recursion.
    """
    max_output_tokens: int = 4_096
    temperature: float = 0.0
    """For those who take one."""


class Call(msgspec.Struct, frozen=True):
    """For whom and for what a model is asked: nothing of it reaches the provider."""

    owner: str
    purpose: str
    """The kind of task that costs are told by: compile, answer, ..."""
    prompt_id: str
    prompt_version: int
    subjects: tuple[str, ...]
    """Ids of every source of which something stands in the request."""
    attempt: int = 0
    """Raised to ask the same again and get another answer."""
    until: float | None = None
    """When it is given up, by the monotonic clock, where it is one of several tries that have so long together."""


class Ending(StrEnum):
    COMPLETE = "complete"
    CUT = "cut"
    """The bound on tokens was reached."""
    REFUSED = "refused"
    """The model or its provider declined to answer."""


class Reply(msgspec.Struct, frozen=True):
    text: str
    """With a schema: the JSON as the model wrote it, checked by whoever asked."""
    ending: Ending
    input_tokens: int
    output_tokens: int
    provider: Provider | None = None
    """Who answered, where it may be another than the one that was asked."""


def estimated_tokens(text: str) -> int:
    """About how many tokens a text is, rather too many: one for three bytes of UTF-8, where English has one for four."""
    return -(-len(text.encode("utf-8", "replace")) // 3)


class LanguageModel(Protocol):
    provider: Provider
    name: str
    """The model's own name, as its provider knows it."""

    async def complete(self, request: Request, call: Call) -> Reply:
        """Raises `ProviderFailed` (`BrokenAnswer` once an answer had begun), `ProviderTimeout`.

        Cancelling the task ends the connection.
        """
        ...

    def stream(self, request: Request, call: Call) -> AsyncGenerator[str | Reply]:
        """Pieces of text as they come, and at last the whole as a `Reply`. Errors as for `complete`, at any piece.

        Closing the generator before its end closes the connection.
        """
        ...
