"""Work in a thread for somebody who may leave before it has ended, or may not be made to wait for what others do."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from contextvars import copy_context
from math import ceil
from typing import TypeVar
from weakref import WeakValueDictionary

from anyio import to_thread

from lorewright.core.errors import Busy, ClientGone

T = TypeVar("T")


class Threads:
    """Of one kind of work alone: what takes long in them makes nobody else wait. Each is made when first needed."""

    def __init__(self, name: str, most: int) -> None:
        self._pool = ThreadPoolExecutor(most, name)

    async def run(self, work: Callable[[], T]) -> T:
        """As `asyncio.to_thread`."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, copy_context().run, work)

    def close(self) -> None:
        """What has not begun does not begin any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class BusyThreads(Threads):
    """For work that somebody else may draw out: who gets no thread within `patience_s` is sent away, and nobody waits without an end.

    One user has at most `each` of them at once, so that nobody holds them all.
    """

    def __init__(self, name: str, most: int, *, each: int | None = None, patience_s: float, busy: str) -> None:
        """`busy`: what is told then, without how many there may be."""
        super().__init__(name, most)
        self._free = asyncio.Semaphore(most)
        self._shares: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._each = each or most
        self._patience_s = patience_s
        self._busy = f"{busy} ({most} at once{f', {each} of one user' if self._each < most else ''})"

    async def run(self, work: Callable[[], T]) -> T:
        """For nobody in particular. Raises `Busy`."""
        return await self._run(work, self._free)

    async def run_for(self, who: str, work: Callable[[], T]) -> T:
        """Raises `Busy`."""
        share = self._shares.setdefault(who, asyncio.Semaphore(self._each))  # gone with the last who holds it here
        return await self._run(work, share, self._free)

    async def _run(self, work: Callable[[], T], *bounds: asyncio.Semaphore) -> T:
        async with AsyncExitStack() as held:
            try:
                async with asyncio.timeout(self._patience_s):
                    for bound in bounds:
                        await held.enter_async_context(bound)
            except TimeoutError:
                again_s = max(1, ceil(self._patience_s))
                raise Busy(f"{self._busy}; try again in {again_s} seconds.", again_s) from None
            return await super().run(work)


async def unless_left(work: Callable[[Callable[[], None]], T]) -> T:
    """What the work comes to in a thread. A thread cannot be cancelled: when whoever waits is, the function that the work is given
    raises `ClientGone` from then on. The work calls it as the last thing in its transaction, which is rolled back then."""
    left = threading.Event()

    def check() -> None:
        if left.is_set():
            raise ClientGone("Whoever asked went away before it was stored.")

    try:
        # In none of the threads that compute: it may have to wait for others who write.
        return await to_thread.run_sync(work, check, abandon_on_cancel=True)
    except asyncio.CancelledError:
        left.set()
        raise
