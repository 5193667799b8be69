"""Ollama's own chat protocol. The other one that it speaks, OpenAI's, cannot say how much a model has to read:
what goes beyond the 4,096 tokens or so that it assumes would be left out without a word."""

from collections.abc import Collection
from typing import Any

import msgspec

from lorewright.llm.base import Ending, Request, estimated_tokens
from lorewright.llm.wire import Answer, Asked

LEAST_CONTEXT = 8_192


class _Message(msgspec.Struct):
    content: str = ""


class _Event(msgspec.Struct):
    done: bool
    message: _Message = msgspec.field(default_factory=_Message)
    done_reason: str | None = None
    prompt_eval_count: int | None = None
    eval_count: int | None = None


class Chat:
    optional = ()

    def headers(self, key: str | None) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def ask(self, model: str, request: Request, declined: Collection[str]) -> Asked:
        options = {
            "temperature": request.temperature,
            "num_predict": request.max_output_tokens,
            "num_ctx": _context(request),
        }
        body: dict[str, Any] = {
            "model": model,
            "messages": [
                {"role": "system", "content": request.system},
                {"role": "user", "content": request.prompt},
            ],
            "options": options,
            "stream": True,
        }
        if request.schema is not None:
            body["format"] = request.schema
        return Asked("/api/chat", body)

    def read(self, event: bytes, answer: Answer) -> str:
        told = msgspec.json.decode(event, type=_Event)
        answer.over = told.done
        if told.done:
            answer.ending = Ending.CUT if told.done_reason == "length" else Ending.COMPLETE
            answer.input_tokens, answer.output_tokens = told.prompt_eval_count, told.eval_count
        return told.message.content


def _context(request: Request) -> int:
    """A power of two: with each other size Ollama loads the model anew."""
    wanted = estimated_tokens(request.system + request.prompt) + request.max_output_tokens
    return max(LEAST_CONTEXT, 1 << (wanted - 1).bit_length())
