"""A language model that keeps a ledger, and is a language model again: whoever asks need not know.

Each call is looked up first; one that has to be made is reserved at what it costs at most, made with no transaction open, and settled
at what it cost, however it ends.
"""

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

import structlog

from lorewright.core.clock import Clock
from lorewright.core.errors import BrokenAnswer, BudgetExceeded, ProviderFailed, ProviderTimeout, Unavailable
from lorewright.core.ids import new_id
from lorewright.db.engine import Database
from lorewright.db.transaction import Transaction
from lorewright.llm.base import Call, LanguageModel, Reply, Request
from lorewright.llm.failures import MayPass
from lorewright.platform.costs import actions, rules
from lorewright.platform.costs.actions import Asked, Ended, Holds
from lorewright.platform.costs.rules import NOTHING, Price, Usage
from lorewright.platform.costs.tables import Outcome

Cap = Callable[[Transaction, str], float]
"""(tx, owner) -> US dollars that the owner's calls may cost in a month."""

Kept = Callable[[], None]
"""Told of each answer that is kept from now on: it will not be asked for again."""

T = TypeVar("T")

SETTLE_TRIES = 3
SETTLE_PAUSE_S = 0.2

log = structlog.get_logger()


@dataclass(slots=True)
class _Entry:
    """What is known of a call so far."""

    asked: Asked
    used: Usage = NOTHING
    streamed_bytes: int = 0
    reply: Reply | None = None
    is_reserved: bool = False
    is_over: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Held by a thread that writes it down: who goes away leaves the first at work, and starts the second."""

    def hear(self, piece: str) -> None:
        self.streamed_bytes += len(piece.encode(errors="replace"))
        self.used = rules.used_when_broken(self.asked.most, self.streamed_bytes)

    def end(self, reply: Reply) -> None:
        self.reply = reply
        self.used = Usage(reply.input_tokens, reply.output_tokens)


def nobody() -> None:
    """Is told."""


class Ledgered:
    """`holds` says which sources stay: an answer is kept only with all that are in its request. Without a `price` no call is
    made, and what was answered before is used again.

    A call is one try of a provider: of one that may be billed though nothing came, all that was set aside counts as spent.

    The same asked twice at once through one of these is paid once within an event loop, where the second waits for the first: so the equal
    sections of a text. Two jobs or questions at once both pay, and neither goes beyond the cap.
    """

    def __init__(
        self,
        model: LanguageModel,
        db: Database,
        clock: Clock,
        *,
        price: Price | None,
        cap: Cap,
        holds: Holds,
        kept: Kept = nobody,
    ) -> None:
        self.provider = model.provider
        self.name = model.name
        self._model = model
        self._db = db
        self._clock = clock
        self._price = price
        self._cap = cap
        self._holds = holds
        self._kept = kept
        self._turns: WeakValueDictionary[tuple[asyncio.AbstractEventLoop, str], asyncio.Lock] = WeakValueDictionary()

    async def complete(self, request: Request, call: Call) -> Reply:
        """Raises as the model does, and `BudgetExceeded`, `Unavailable`."""
        async with self._entry(request, call) as entry:
            if entry.reply is None:
                entry.used = entry.asked.most  # who goes away cannot know what it came to
                entry.end(await self._model.complete(request, call))
        return _whole(entry)

    async def stream(self, request: Request, call: Call) -> AsyncGenerator[str | Reply, None]:
        """Raises as `complete` does. An answer that is there already comes in one piece."""
        async with self._entry(request, call) as entry:
            if entry.reply is not None:
                yield entry.reply.text
            else:
                entry.hear("")
                async with aclosing(self._model.stream(request, call)) as pieces:
                    async for piece in pieces:
                        if isinstance(piece, Reply):
                            entry.end(piece)
                        else:
                            entry.hear(piece)
                            yield piece
        yield _whole(entry)

    @asynccontextmanager
    async def _entry(self, request: Request, call: Call) -> AsyncIterator[_Entry]:
        """With a reply where it was there already, else with a reservation, which is settled however the block ends."""
        key = rules.key(self.provider, self.name, request, call)
        price = self._price or Price(0, 0)
        about = (key, self.provider, self.name, call, rules.bound(request), price)
        async with self._turn(key):
            entry = _Entry(Asked(new_id(), *about, self._clock.now()))
            began = time.monotonic()
            try:
                await _in_thread(partial(self._begin, entry))
                yield entry
            except MayPass as trouble:
                entry.used = entry.asked.most if trouble.may_be_billed else NOTHING
                raise
            except (BrokenAnswer, ProviderTimeout):
                if not entry.streamed_bytes:  # what it thought or wrote meanwhile nobody knows
                    entry.used = entry.asked.most
                raise
            except ProviderFailed:
                if not entry.streamed_bytes:  # an error in place of an answer is not billed
                    entry.used = NOTHING
                raise
            finally:
                took_ms = round(1_000 * (time.monotonic() - began))
                await _in_thread(partial(self._settle, entry, request, took_ms))

    def _turn(self, key: str) -> asyncio.Lock:
        return self._turns.setdefault((asyncio.get_running_loop(), key), asyncio.Lock())

    def _begin(self, entry: _Entry) -> None:
        owner = entry.asked.call.owner
        refusal = None
        with entry.lock:
            if entry.is_over:
                return
            with self._db.writing() as tx:
                entry.reply = actions.reuse(tx, owner, entry.asked)
                if entry.reply is None:
                    refusal = self._reserve(tx, owner, entry.asked)
            entry.is_reserved = entry.reply is None and refusal is None
        if refusal is not None:  # after the commit, which tells of it
            raise BudgetExceeded(refusal)

    def _reserve(self, tx: Transaction, owner: str, asked: Asked) -> str | None:
        """As `actions.reserve`."""
        if self._price is None:
            return rules.unpriced(self.provider, self.name)
        return actions.reserve(tx, owner, asked, cap_usd=self._cap(tx, owner))

    def _settle(self, entry: _Entry, request: Request, took_ms: int) -> None:
        """What was paid for reaches who asked, even where it cannot be written down; the reservation then stays."""
        with entry.lock:
            entry.is_over = True
            if not entry.is_reserved:
                return
            outcome = Outcome.FAILED if entry.reply is None else rules.outcome(request, entry.reply)
            answer = entry.reply.text if entry.reply is not None and outcome is Outcome.ANSWERED else None
            ended = Ended(outcome, entry.used, took_ms, answer)
            for left in reversed(range(SETTLE_TRIES)):
                try:
                    is_kept = self._write_down(entry.asked, ended)
                    break
                except Unavailable as error:
                    if left:
                        time.sleep(SETTLE_PAUSE_S)
                    else:
                        log.warning("what a call cost is not written down", call=entry.asked.id, reason=error.detail)
                        return
        if is_kept:
            self._kept()

    def _write_down(self, asked: Asked, ended: Ended) -> bool:
        """Whether the answer is kept. Raises `Unavailable`."""
        owner = asked.call.owner
        with self._db.writing() as tx:
            cap_usd = self._cap(tx, owner)
            return actions.settle(tx, owner, asked, ended, holds=self._holds, cap_usd=cap_usd, now=self._clock.now())


def _whole(entry: _Entry) -> Reply:
    if entry.reply is None:
        raise BrokenAnswer("The language model's answer ended before its end.")
    return entry.reply


async def _in_thread(work: Callable[[], T]) -> T:
    """Since a database may wait. Who is cancelled meanwhile goes at once; the work goes on to its end."""
    return await asyncio.shield(asyncio.get_running_loop().run_in_executor(None, work))
