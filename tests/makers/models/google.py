"""streamGenerateContent, as Google's Gemini speaks it."""

import re
from collections.abc import Mapping
from typing import Any

from lorewright.llm.base import Ending
from tests.makers.models.answers import INPUT_TOKENS, OUTPUT_TOKENS, Received, Says, sse

CONTENT_TYPE = "text/event-stream"
BASE_PATH = ""
_REASONS = {Ending.COMPLETE: "STOP", Ending.CUT: "MAX_TOKENS", Ending.REFUSED: "SAFETY"}


def key(headers: Mapping[str, str]) -> str | None:
    return headers.get("x-goog-api-key")


def understood(path: str, headers: Mapping[str, str], body: Mapping[str, Any]) -> Received | None:
    found = re.fullmatch(r"/v1beta/models/([\w.-]+):streamGenerateContent\?alt=sse", path)
    if found is None:
        return None
    (content,) = body["contents"]
    settings = body["generationConfig"]
    schema = settings.get("responseJsonSchema")
    if schema is not None:
        assert settings["responseMimeType"] == "application/json"
    return Received(
        path=path,
        headers=headers,
        body=body,
        model=found[1],
        system=body["systemInstruction"]["parts"][0]["text"],
        prompt=content["parts"][0]["text"],
        schema=schema,
        max_output_tokens=settings["maxOutputTokens"],
    )


def opening() -> bytes:
    return sse(_event([{"text": "Hm.", "thought": True}]))


def piece(text: str) -> bytes:
    return sse(_event([{"text": text}]))


def closing(says: Says) -> bytes:
    return sse(_event([], _REASONS[says.ending]) | (_counts() if says.counted else {}))


def whole(says: Says) -> dict[str, Any]:
    return _event([{"text": says.text}], _REASONS[says.ending]) | _counts()


def error(status: int, message: str) -> dict[str, Any]:
    return {"error": {"code": status, "message": message, "status": "INVALID_ARGUMENT"}}


def error_in_stream(message: str) -> bytes:
    return sse({"error": {"code": 503, "message": message, "status": "UNAVAILABLE"}})


def _counts() -> dict[str, Any]:
    counts = {"candidatesTokenCount": OUTPUT_TOKENS - 3, "thoughtsTokenCount": 3, "promptTokenCount": INPUT_TOKENS}
    return {"usageMetadata": counts}


def _event(parts: list[dict[str, Any]], reason: str | None = None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"index": 0, "content": {"role": "model", "parts": parts}}
    if reason == "SAFETY":
        candidate = {"index": 0}
    return {"candidates": [candidate | ({"finishReason": reason} if reason else {})], "modelVersion": "m"}
