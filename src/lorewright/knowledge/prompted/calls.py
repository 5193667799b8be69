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


class CutError(UnusableError):
    """The answer reached its bound of tokens. Asked the same, the model would hardly come further; asked of less it may."""


def call_of(prompt: Prompt, purpose: str, asking: Asking, attempt: int = 0) -> Call:
    return Call(asking.owner, purpose, prompt.id, prompt.version, asking.source_ids, attempt)


async def structured(model: LanguageModel, request: Request, call: Call, shape: type[T]) -> T:
    """The answer as a `shape`, whose JSON schema is in the request. One that has it not is asked for once more, unless it was cut.

    Raises as the model does, and `UnusableError` where no answer has the shape: `CutError` where one was cut.
    """
    trouble = ""
    for attempt in range(call.attempt, call.attempt + _TRIES):
        reply = await model.complete(request, msgspec.structs.replace(call, attempt=attempt))
        if reply.ending is Ending.CUT:
            raise cut(model)
        if reply.ending is Ending.COMPLETE:
            try:
                return msgspec.json.decode(reply.text, type=shape)
            except (msgspec.DecodeError, RecursionError):
                trouble = "answered in another form than it was asked for"
        else:
            trouble = "declined to answer"
    raise UnusableError(f"The model {model.name} {trouble}, twice. {_ANOTHER}")


def cut(model: LanguageModel) -> CutError:
    return CutError(f"The model {model.name} did not come to an end within its bound of tokens. {_ANOTHER}")


_ANOTHER = "Another model may do better."


def object_of(**members: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema of an object with exactly these members."""
    return {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}


def array_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
