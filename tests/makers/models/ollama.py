"""Ollama's own chat protocol: a JSON document on each line."""

import json
from collections.abc import Mapping
from typing import Any

from lorewright.llm.base import Ending
from tests.makers.models.answers import INPUT_TOKENS, OUTPUT_TOKENS, Received, Says

CONTENT_TYPE = "application/x-ndjson"
BASE_PATH = ""
_REASONS = {Ending.COMPLETE: "stop", Ending.CUT: "length", Ending.REFUSED: "stop"}
"""It knows no refusal: what such a model says is its answer."""


def key(headers: Mapping[str, str]) -> str | None:
    return headers.get("authorization", "").removeprefix("Bearer ") or None


def understood(path: str, headers: Mapping[str, str], body: Mapping[str, Any]) -> Received | None:
    if path != "/api/chat":
        return None
    system, user = body["messages"]
    assert (system["role"], user["role"], body["stream"]) == ("system", "user", True)
    return Received(
        path=path,
        headers=headers,
        body=body,
        model=body["model"],
        system=system["content"],
        prompt=user["content"],
        schema=body.get("format"),
        max_output_tokens=body["options"]["num_predict"],
    )


def opening() -> bytes:
    return _line({"message": {"role": "assistant", "content": "", "thinking": "Hm."}, "done": False})


def piece(text: str) -> bytes:
    return _line({"message": {"role": "assistant", "content": text}, "done": False})


def closing(says: Says) -> bytes:
    counts = {"prompt_eval_count": INPUT_TOKENS, "eval_count": OUTPUT_TOKENS} if says.counted else {}
    end = {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": _REASONS[says.ending]}
    return _line(end | counts)


def whole(says: Says) -> dict[str, Any]:
    end = {"message": {"role": "assistant", "content": says.text}, "done": True, "done_reason": _REASONS[says.ending]}
    return end | {"prompt_eval_count": INPUT_TOKENS, "eval_count": OUTPUT_TOKENS}


def error(status: int, message: str) -> dict[str, Any]:
    return {"error": message}


def error_in_stream(message: str) -> bytes:
    return _line({"error": message})


def _line(document: Mapping[str, Any]) -> bytes:
    told = {"model": "m", "created_at": "2026-01-01T00:00:00Z", **document}
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"
