"""The protocol of Google's Gemini: streamGenerateContent."""

from collections.abc import Collection
from typing import Any
from urllib.parse import quote

import msgspec

from lorewright.llm.base import Ending, Request
from lorewright.llm.wire import Answer, Asked


class _Part(msgspec.Struct):
    text: str = ""
    thought: bool = False


class _Content(msgspec.Struct):
    parts: list[_Part] = []


class _Candidate(msgspec.Struct, rename="camel"):
    content: _Content = msgspec.field(default_factory=_Content)
    finish_reason: str | None = None


class _Feedback(msgspec.Struct, rename="camel"):
    block_reason: str | None = None


class _Usage(msgspec.Struct, rename="camel"):
    prompt_token_count: int = 0
    candidates_token_count: int = 0
    thoughts_token_count: int = 0


class _Event(msgspec.Struct, rename="camel"):
    candidates: list[_Candidate] = []
    prompt_feedback: _Feedback | None = None
    usage_metadata: _Usage | None = None


_ENDINGS = {"STOP": Ending.COMPLETE, "MAX_TOKENS": Ending.CUT}
"""Every other reason is that Google declines: SAFETY, RECITATION, BLOCKLIST, PROHIBITED_CONTENT, ..."""


class GenerateContent:
    optional = ("temperature", "thinking")

    def headers(self, key: str | None) -> dict[str, str]:
        return {"x-goog-api-key": key} if key else {}

    def ask(self, model: str, request: Request, declined: Collection[str]) -> Asked:
        settings: dict[str, Any] = {"maxOutputTokens": request.max_output_tokens}
        if "temperature" not in declined:
            settings["temperature"] = request.temperature
        if "thinking" not in declined:
            settings["thinkingConfig"] = {"thinkingLevel": "low"}
        if request.schema is not None:
            settings |= {"responseMimeType": "application/json", "responseJsonSchema": request.schema}
        body = {
            "systemInstruction": {"parts": [{"text": request.system}]},
            "contents": [{"role": "user", "parts": [{"text": request.prompt}]}],
            "generationConfig": settings,
        }
        name = quote(model.removeprefix("models/"), safe="")
        return Asked(f"/v1beta/models/{name}:streamGenerateContent?alt=sse", body)

    def read(self, event: bytes, answer: Answer) -> str:
        told = msgspec.json.decode(event, type=_Event)
        if told.usage_metadata is not None:
            usage = told.usage_metadata
            answer.input_tokens = usage.prompt_token_count
            answer.output_tokens = usage.candidates_token_count + usage.thoughts_token_count
        if told.prompt_feedback is not None and told.prompt_feedback.block_reason:
            answer.ending = Ending.REFUSED
        if not told.candidates:
            return ""
        candidate = told.candidates[0]
        if candidate.finish_reason is not None:
            answer.ending = _ENDINGS.get(candidate.finish_reason, Ending.REFUSED)
        return "".join(part.text for part in candidate.content.parts if not part.thought)
