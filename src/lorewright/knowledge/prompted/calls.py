"""Asking a model for a structure, and taking only what has it."""

from typing import Any, TypeVar

import msgspec

from lorewright.core.errors import ProviderFailed
from lorewright.knowledge.engine import Asking
from lorewright.knowledge.prompted.prompts import Prompt
from lorewright.llm.base import Call, Ending, LanguageModel, Request

T = TypeVar("T")

_TRIES = 2


class UnusableError(ProviderFailed):
    """The provider does what it should, and the model has no answer in the form that is asked for."""


def call_of(prompt: Prompt, purpose: str, asking: Asking, attempt: int = 0) -> Call:
    return Call(asking.owner, purpose, prompt.id, prompt.version, asking.source_ids, attempt)


async def structured(model: LanguageModel, request: Request, call: Call, shape: type[T]) -> T:
    """The answer as a `shape`, whose JSON schema is in the request. One that has it not is asked for once more.

    Raises as the model does, and `UnusableError` where no answer has the shape.
    """
    trouble = ""
    for attempt in range(call.attempt, call.attempt + _TRIES):
        reply = await model.complete(request, msgspec.structs.replace(call, attempt=attempt))
        if reply.ending is Ending.COMPLETE:
            try:
                return msgspec.json.decode(reply.text, type=shape)
            except (msgspec.DecodeError, RecursionError):
                trouble = "answered in another form than it was asked for"
        else:
            trouble = _ENDED[reply.ending]
    raise UnusableError(f"The model {model.name} {trouble}, twice. Another model may do better.")


_ENDED = {Ending.CUT: "did not come to an end within its bound of tokens", Ending.REFUSED: "declined to answer"}


def object_of(**members: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema of an object with exactly these members."""
    return {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}


def array_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
