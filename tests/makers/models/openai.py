"""Chat completions, as OpenAI and servers compatible with it speak them."""

from collections.abc import Mapping
from typing import Any

from lorewright.llm.base import Ending
from tests.makers.models.answers import INPUT_TOKENS, OUTPUT_TOKENS, Received, Says, sse

CONTENT_TYPE = "text/event-stream; charset=utf-8"
BASE_PATH = "/v1"
_REASONS = {Ending.COMPLETE: "stop", Ending.CUT: "length", Ending.REFUSED: "stop"}


def key(headers: Mapping[str, str]) -> str | None:
    return headers.get("authorization", "").removeprefix("Bearer ") or None


def understood(path: str, headers: Mapping[str, str], body: Mapping[str, Any]) -> Received | None:
    if path != "/v1/chat/completions":
        return None
    system, user = body["messages"]
    assert (system["role"], user["role"], body["stream"]) == ("system", "user", True)
    form = body.get("response_format")
    if form is not None:
        assert form["type"] == "json_schema"
        assert form["json_schema"]["strict"] is True
    (bound,) = {"max_tokens", "max_completion_tokens"} & set(body)
    return Received(
        path=path,
        headers=headers,
        body=body,
        model=body["model"],
        system=system["content"],
        prompt=user["content"],
        schema=form["json_schema"]["schema"] if form else None,
        max_output_tokens=body[bound],
    )


def opening() -> bytes:
    return sse(_event({"role": "assistant", "content": ""}))


def piece(text: str) -> bytes:
    return sse(_event({"content": text}))


def closing(says: Says) -> bytes:
    refused = says.ending is Ending.REFUSED
    end = sse(_event({"refusal": "I cannot help with that."} if refused else {}, _REASONS[says.ending]))
    usage = {"prompt_tokens": INPUT_TOKENS, "completion_tokens": OUTPUT_TOKENS, "total_tokens": 19}
    counts = sse({"object": "chat.completion.chunk", "choices": [], "usage": usage}) if says.counted else b""
    return end + counts + b"data: [DONE]\n\n"


def whole(says: Says) -> dict[str, Any]:
    message = {"role": "assistant", "content": says.text}
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": _REASONS[says.ending]}],
        "usage": {"prompt_tokens": INPUT_TOKENS, "completion_tokens": OUTPUT_TOKENS},
    }


def error(status: int, message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}


def error_in_stream(message: str) -> bytes:
    return sse({"error": {"message": message, "type": "server_error", "code": "server_error"}})


def _event(delta: Mapping[str, Any], reason: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
