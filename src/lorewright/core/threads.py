"""Work in a thread for somebody who may leave before it has ended."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from lorewright.core.errors import ClientGone

T = TypeVar("T")


async def unless_left(work: Callable[[Callable[[], None]], T]) -> T:
    """What the work comes to in a thread. A thread cannot be cancelled: when whoever waits is, the function that the work is given
    raises `ClientGone` from then on. The work calls it as the last thing in its transaction, which is rolled back then."""
    left = threading.Event()

    def check() -> None:
        if left.is_set():
            raise ClientGone("Whoever asked went away before it was stored.")

    try:
        return await asyncio.to_thread(work, check)
    except asyncio.CancelledError:
        left.set()
        raise
