"""Which language models an owner's work asks, as set at this moment."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import aclosing, asynccontextmanager

import structlog

from lorewright.core.errors import BudgetExceeded, ProviderFailed, ProviderTimeout, Unavailable
from lorewright.db.transaction import Transaction
from lorewright.llm.base import Call, LanguageModel, Provider, Reply, Request
from lorewright.llm.failures import MayPass, without_words
from lorewright.platform.costs.actions import Holds
from lorewright.platform.costs.ledgered import Kept, Ledgered, nobody
from lorewright.platform.costs.rules import Price
from lorewright.platform.preferences import actions, queries, rules
from lorewright.platform.preferences.schemas import LLMTestResponse
from lorewright.world import World

TEST_S = 60.0
"""So long may a test take, in which a model on this machine may have to be loaded."""
TEST = Request(system="Answer with one word.", prompt="Are you there?", max_output_tokens=200)

log = structlog.get_logger()


def models_of(world: World, owner: str, *, holds: Holds, kept: Kept = nobody) -> list[LanguageModel]:
    """The default provider's model, then those to fall back to, each under the ledger; none where the built-in engine is the default.

    Raises `Unavailable` where no model can be asked. Opens transactions and may look into the keychain: call it with no transaction
    open, and not on an event loop's thread.
    """
    with world.db.reading() as tx:
        chosen = queries.preferences(tx, owner, world.settings.llm)
    if chosen.default_provider == rules.BUILTIN:
        return []
    default = Provider(chosen.default_provider)
    lacking = world.models.lacking() if chosen.fallback_enabled else {default: world.models.lacks(default)}
    reason = lacking.pop(default)
    others = [one for one, lacks in lacking.items() if lacks is None and _may_stand_in(world, one)]
    if reason is not None:
        with world.db.writing() as tx:
            actions.forget(tx, owner, default)
        if not others:
            raise Unavailable(reason)
    return [_opened(world, one, holds, kept) for one in ([] if reason else [default]) + others]


def _may_stand_in(world: World, provider: Provider) -> bool:
    """One whose price nobody knows would only say so, in place of what went wrong with the chosen one."""
    return world.models.is_set_up(provider) and world.models.price(provider) is not None


async def try_provider(world: World, owner: str, name: str, *, patience_s: float = TEST_S) -> LLMTestResponse:
    """Asks the provider's model a word, through the ledger. Raises `BadInput` where there is no such provider."""
    provider = rules.provider_of(name)
    if provider is None:
        return LLMTestResponse(provider=name, status="ok", latency_ms=0.0, error=None)
    try:
        model = await asyncio.to_thread(_opened, world, provider, _holds_nothing)
    except Unavailable as unset:
        return LLMTestResponse(provider=provider, status="error", latency_ms=None, error=unset.detail)
    error, began = None, time.monotonic()
    # Each attempt is another call: an answer that is there already would prove nothing.
    call = Call(owner, "test", "test", 1, (), attempt=time.time_ns())
    try:
        async with asyncio.timeout(patience_s):
            await model.complete(TEST, call)
    except TimeoutError:
        error = f"No answer came within {patience_s:g} seconds."
        await asyncio.to_thread(_note, world, owner, provider, error)
    except (BudgetExceeded, ProviderFailed, ProviderTimeout) as failed:
        error = failed.detail
    latency_ms = round(1_000 * (time.monotonic() - began), 1)
    return LLMTestResponse(provider=provider, status="error" if error else "ok", latency_ms=latency_ms, error=error)


class Watched:
    """A language model of which is noted how its last call ended."""

    def __init__(self, model: LanguageModel, world: World) -> None:
        self.provider = model.provider
        self.name = model.name
        self._model = model
        self._world = world

    async def complete(self, request: Request, call: Call) -> Reply:
        async with self._noting(call.owner):
            return await self._model.complete(request, call)

    async def stream(self, request: Request, call: Call) -> AsyncGenerator[str | Reply]:
        async with self._noting(call.owner), aclosing(self._model.stream(request, call)) as pieces:
            async for piece in pieces:
                yield piece

    @asynccontextmanager
    async def _noting(self, owner: str) -> AsyncIterator[None]:
        """Who goes away before the end learns nothing."""
        try:
            yield
        except (ProviderFailed, ProviderTimeout) as error:
            await asyncio.to_thread(_note, self._world, owner, self.provider, without_words(error.detail))
            raise
        except MayPass as trouble:
            await asyncio.to_thread(_note, self._world, owner, self.provider, without_words(trouble.error.detail))
            raise
        await asyncio.to_thread(_note, self._world, owner, self.provider, None)


def _note(world: World, owner: str, provider: Provider, reason: str | None) -> None:
    """Writes only what is new, and lets no answer be lost where it cannot be written."""
    try:
        with world.db.reading() as tx:
            known = queries.is_noted(tx, owner, provider, reason)
        if not known:
            with world.db.writing() as tx:
                actions.note(tx, owner, provider, reason)
    except Unavailable as error:
        log.warning("how a provider fares is not noted", provider=provider.value, reason=error.detail)


def _opened(world: World, provider: Provider, holds: Holds, kept: Kept = nobody) -> LanguageModel:
    """Each try has its own line in the ledger. Raises `Unavailable`."""
    known = world.models.price(provider)
    price = None if known is None else Price.per_million(*known)
    cap = queries.cap_of(world.settings.llm)

    def ledgered(model: LanguageModel) -> LanguageModel:
        return Ledgered(Watched(model, world), world.db, world.clock, price=price, cap=cap, holds=holds, kept=kept)

    return world.models.open(provider, ledgered)


def _holds_nothing(_tx: Transaction, _owner: str, _sources: Iterable[str]) -> set[str]:
    """Of a call that is about no source."""
    return set()
