"""Asking a provider on loopback."""

import asyncio
from contextlib import aclosing
from typing import Any

from lorewright.core.servers import LlmSettings
from lorewright.llm.base import Call, LanguageModel, Reply, Request
from lorewright.llm.keys import StoredKeys
from lorewright.llm.models import Models
from tests.makers.models import Stub

SCHEMA = {
    "type": "object",
    "properties": {"claims": {"type": "array", "items": {"type": "string"}}},
    "required": ["claims"],
    "additionalProperties": False,
}
REQUEST = Request(system="Answer from the sources alone.", prompt="What do otters eat?", max_output_tokens=500)
CALL = Call(owner="o", purpose="answer", prompt_id="ask", prompt_version=1, subjects=("s",))


def models_of(*stubs: Stub, **more: Any) -> Models:
    settings = LlmSettings.model_validate({stub.provider.value: stub.settings for stub in stubs} | more)
    return Models(settings, StoredKeys(settings.providers))


def model_of(stub: Stub, **more: Any) -> LanguageModel:
    """Tries again at once, unless `more` says otherwise."""
    return models_of(stub, **{"backoff_s": 0, **more}).open(stub.provider)


def completed(model: LanguageModel, request: Request = REQUEST) -> Reply:
    return asyncio.run(model.complete(request, CALL))


def streamed(model: LanguageModel, request: Request = REQUEST) -> list[str | Reply]:
    async def collect() -> list[str | Reply]:
        async with aclosing(model.stream(request, CALL)) as pieces:
            return [piece async for piece in pieces]

    return asyncio.run(collect())
