"""The Messages protocol, as Anthropic speaks it."""

from collections.abc import Mapping
from typing import Any

from lorewright.llm.base import Ending
from tests.makers.models.answers import INPUT_TOKENS, OUTPUT_TOKENS, Received, Says, sse

CONTENT_TYPE = "text/event-stream; charset=utf-8"
BASE_PATH = ""
_REASONS = {Ending.COMPLETE: "end_turn", Ending.CUT: "max_tokens", Ending.REFUSED: "refusal"}
_TYPES = {400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}


def key(headers: Mapping[str, str]) -> str | None:
    return headers.get("x-api-key")


def understood(path: str, headers: Mapping[str, str], body: Mapping[str, Any]) -> Received | None:
    if path != "/v1/messages":
        return None
    assert headers["anthropic-version"] == "2026-10-21"
    assert not {"temperature", "top_p", "top_k"} & set(body), "removed with this version"
    assert body["stream"] is True
    (message,) = body["messages"]
    assert message["role"] == "user"
    form = body.get("output_config", {}).get("format")
    if form is not None:
        assert form["type"] == "json_schema"
    return Received(
        path=path,
        headers=headers,
        body=body,
        model=body["model"],
        system=body["system"],
        prompt=message["content"],
        schema=form["schema"] if form else None,
        max_output_tokens=body["max_tokens"],
    )


def opening() -> bytes:
    message: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "content": [],
        "stop_reason": None,
        "usage": {"input_tokens": INPUT_TOKENS - 2, "cache_read_input_tokens": 2, "output_tokens": 1},
    }
    thinking = {"type": "thinking", "thinking": "", "signature": ""}
    thought = {"type": "thinking_delta", "thinking": "Hm."}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": message},
        {"type": "ping"},
        {"type": "content_block_start", "index": 0, "content_block": thinking},
        {"type": "content_block_delta", "index": 0, "delta": thought},
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
    ]
    return b"".join(sse(event, event["type"]) for event in events)


def piece(text: str) -> bytes:
    delta = {"type": "text_delta", "text": text}
    return sse({"type": "content_block_delta", "index": 1, "delta": delta}, "content_block_delta")


def closing(says: Says) -> bytes:
    end = {"type": "message_delta", "delta": {"stop_reason": _REASONS[says.ending], "stop_sequence": None}}
    usage = {"usage": {"output_tokens": OUTPUT_TOKENS}} if says.counted else {}
    return (
        sse({"type": "content_block_stop", "index": 1}, "content_block_stop")
        + sse(end | usage, "message_delta")
        + sse({"type": "message_stop"}, "message_stop")
    )


def whole(says: Says) -> dict[str, Any]:
    return {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": "Hm.", "signature": "s"}, {"type": "text", "text": says.text}],
        "stop_reason": _REASONS[says.ending],
        "usage": {"input_tokens": INPUT_TOKENS, "output_tokens": OUTPUT_TOKENS},
    }


def error(status: int, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": _TYPES.get(status, "api_error"), "message": message}, "request_id": "r"}


def error_in_stream(message: str) -> bytes:
    return sse({"type": "error", "error": {"type": "overloaded_error", "message": message}}, "error")
