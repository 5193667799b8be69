"""A language model that is asked again where what went wrong may pass."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from random import SystemRandom

import msgspec
import structlog

from lorewright.llm.base import Call, LanguageModel, Reply, Request
from lorewright.llm.channel import Bounds
from lorewright.llm.failures import MayPass

log = structlog.get_logger()


class Tried:
    """Each try is a call of the model within: whoever keeps a ledger wraps that one, so that each counts which may be billed.

    It tries again as long as nothing has come of an answer: once begun it is paid for.
    """

    def __init__(self, model: LanguageModel, bounds: Bounds) -> None:
        """`model`: one whose calls also raise `MayPass`."""
        self.provider = model.provider
        self.name = model.name
        self._model = model
        self._bounds = bounds

    async def complete(self, request: Request, call: Call) -> Reply:
        tries = _Tries(self, self._bounds)
        while True:
            try:
                return await self._model.complete(request, tries.bounded(call))
            except MayPass as trouble:
                await tries.rest(trouble)

    async def stream(self, request: Request, call: Call) -> AsyncGenerator[str | Reply]:
        tries = _Tries(self, self._bounds)
        while True:
            try:
                async with aclosing(self._model.stream(request, tries.bounded(call))) as pieces:
                    async for piece in pieces:
                        yield piece
                return
            except MayPass as trouble:
                await tries.rest(trouble)


class _Tries:
    """Of one call."""

    def __init__(self, model: LanguageModel, bounds: Bounds) -> None:
        self._model = model
        self._bounds = bounds
        self._deadline = time.monotonic() + bounds.call_s
        self._failed = 0

    def bounded(self, call: Call) -> Call:
        return msgspec.structs.replace(call, until=self._deadline)

    async def rest(self, trouble: MayPass) -> None:
        """Until the next try. Raises the error where there is to be none."""
        self._failed += 1
        pause = self._pause(trouble.after_s)
        if self._failed >= self._bounds.tries or time.monotonic() + pause >= self._deadline:
            raise trouble.error from None
        model = self._model
        log.info("model is asked again", provider=model.provider.value, model=model.name, pause_s=round(pause, 1))
        await asyncio.sleep(pause)

    def _pause(self, after_s: float | None) -> float:
        """Seconds; by chance, so that those who failed together do not come back together."""
        if after_s is not None:
            return after_s
        return self._bounds.backoff_s * float(2 ** (self._failed - 1)) * SystemRandom().uniform(0.5, 1.0)
