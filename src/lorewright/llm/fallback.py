"""Another model where one fails: a language model made of others, the chosen one first."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

import msgspec
import structlog

from lorewright.core.errors import AppError, ProviderFailed, ProviderTimeout
from lorewright.llm.base import Call, LanguageModel, Reply, Request

log = structlog.get_logger()


class Fallback:
    """A model is left for the next where its provider fails before anything of an answer was given out.

    Whoever keeps a ledger wraps the models, not this: each call then counts for the one that was really asked.
    """

    def __init__(self, models: Sequence[LanguageModel]) -> None:
        """`models`: one or more."""
        self.provider = models[0].provider
        self.name = models[0].name
        self._models = models

    async def complete(self, request: Request, call: Call) -> Reply:
        """Raises what the first raised, where all fail."""
        failed: list[AppError] = []
        for model in self._models:
            try:
                return _by(model, await model.complete(request, call))
            except (ProviderFailed, ProviderTimeout) as error:
                failed.append(_left(model, error))
        raise failed[0]

    async def stream(self, request: Request, call: Call) -> AsyncGenerator[str | Reply]:
        """Raises what the first raised, where all fail before anything was given out."""
        failed: list[AppError] = []
        for model in self._models:
            begun = False
            try:
                async with aclosing(model.stream(request, call)) as pieces:
                    async for piece in pieces:
                        begun = True
                        yield _by(model, piece) if isinstance(piece, Reply) else piece
                return
            except (ProviderFailed, ProviderTimeout) as error:
                if begun:
                    raise
                failed.append(_left(model, error))
        raise failed[0]


def _by(model: LanguageModel, reply: Reply) -> Reply:
    return msgspec.structs.replace(reply, provider=model.provider)


def _left(model: LanguageModel, error: AppError) -> AppError:
    log.warning("model failed", provider=model.provider.value, model=model.name, detail=error.detail)
    return error
