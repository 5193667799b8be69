"""The Messages protocol of Anthropic."""

from collections.abc import Collection
from typing import Any

import msgspec

from lorewright.llm.base import Ending, Request
from lorewright.llm.wire import Answer, Asked

VERSION = "2026-10-21"
"""From this one on there is no temperature any more."""


class _Usage(msgspec.Struct):
    input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    output_tokens: int | None = None


class _Part(msgspec.Struct):
    """A block of content, a piece of one, or what has changed of the message."""

    type: str = ""
    text: str = ""
    stop_reason: str | None = None


class _Message(msgspec.Struct):
    usage: _Usage = msgspec.field(default_factory=_Usage)


class _Event(msgspec.Struct):
    type: str
    message: _Message = msgspec.field(default_factory=_Message)
    delta: _Part | None = None
    usage: _Usage = msgspec.field(default_factory=_Usage)
    content: list[_Part] = []
    """The whole, from a server that does not stream."""
    stop_reason: str | None = None


_ENDINGS = {
    "max_tokens": Ending.CUT,
    "model_context_window_exceeded": Ending.CUT,
    "pause_turn": Ending.CUT,
    "refusal": Ending.REFUSED,
}


class Messages:
    optional = ("effort",)

    def headers(self, key: str | None) -> dict[str, str]:
        return {"anthropic-version": VERSION} | ({"x-api-key": key} if key else {})

    def ask(self, model: str, request: Request, declined: Collection[str]) -> Asked:
        body: dict[str, Any] = {
            "model": model,
            "system": request.system,
            "messages": [{"role": "user", "content": request.prompt}],
            "max_tokens": request.max_output_tokens,
            "stream": True,
        }
        output: dict[str, Any] = {}
        if "effort" not in declined:
            output["effort"] = "low"
        if request.schema is not None:
            output["format"] = {"type": "json_schema", "schema": request.schema}
        if output:
            body["output_config"] = output
        return Asked("/v1/messages", body)

    def read(self, event: bytes, answer: Answer) -> str:
        told = msgspec.json.decode(event, type=_Event)
        for usage in (told.message.usage, told.usage):
            _count(usage, answer)
        answer.over = told.type == "message_stop"
        reason = told.stop_reason or (told.delta and told.delta.stop_reason)
        if reason:
            answer.ending = _ENDINGS.get(reason, Ending.COMPLETE)
        if told.delta is not None and told.delta.type == "text_delta":
            return told.delta.text
        return "".join(part.text for part in told.content if part.type == "text")


def _count(usage: _Usage, answer: Answer) -> None:
    """Each count is of the whole so far, and may be told several times."""
    if usage.input_tokens is not None:
        cached = (usage.cache_creation_input_tokens or 0) + (usage.cache_read_input_tokens or 0)
        answer.input_tokens = usage.input_tokens + cached
    if usage.output_tokens is not None:
        answer.output_tokens = usage.output_tokens
