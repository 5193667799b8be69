"""Chat completions: the protocol of OpenAI, and of most servers that are not OpenAI's."""

import json
from collections.abc import Collection
from typing import Any, Literal

import msgspec

from lorewright.llm.base import Ending, Request
from lorewright.llm.wire import Answer, Asked


class _Said(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    delta: _Said | None = None
    message: _Said | None = None
    """The whole, from a server that does not stream."""
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Event(msgspec.Struct):
    choices: list[_Choice] = []
    usage: _Usage | None = None


_ENDINGS = {"length": Ending.CUT, "content_filter": Ending.REFUSED}
_DONE = b"[DONE]"


class ChatCompletions:
    optional = ("temperature", "reasoning_effort", "stream_options", "response_format")

    def __init__(self, bound: Literal["max_completion_tokens", "max_tokens"], *, effort: str | None = None) -> None:
        """`bound`: how the most tokens of an answer are called; `effort`: how much a model that reasons should."""
        self._bound = bound
        self._effort = effort

    def headers(self, key: str | None) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def ask(self, model: str, request: Request, declined: Collection[str]) -> Asked:
        system = request.system
        parts: dict[str, Any] = {
            "temperature": request.temperature,
            "stream_options": {"include_usage": True},
        }
        if self._effort:
            parts["reasoning_effort"] = self._effort
        if request.schema is not None:
            form = {"name": "answer", "schema": request.schema, "strict": True}
            parts["response_format"] = {"type": "json_schema", "json_schema": form}
            if "response_format" in declined:
                system = f"{system}\n\n{_AS_JSON}{json.dumps(request.schema, ensure_ascii=False)}"
        body = {
            "model": model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": request.prompt}],
            self._bound: request.max_output_tokens,
            "stream": True,
        }
        body |= {name: value for name, value in parts.items() if name not in declined}
        return Asked("/chat/completions", body)

    def read(self, event: bytes, answer: Answer) -> str:
        if event == _DONE:
            answer.over = True
            return ""
        told = msgspec.json.decode(event, type=_Event)
        if told.usage is not None:
            answer.input_tokens, answer.output_tokens = told.usage.prompt_tokens, told.usage.completion_tokens
        if not told.choices:
            return ""
        choice = told.choices[0]
        said = choice.delta or choice.message or _Said()
        if said.refusal:
            answer.ending = Ending.REFUSED
        elif choice.finish_reason is not None and answer.ending is None:
            answer.ending = _ENDINGS.get(choice.finish_reason, Ending.COMPLETE)
        return said.content or ""


_AS_JSON = "Answer with one JSON object and nothing else. Its JSON schema: "
