"""From rows to listeners: one thread of the server notices what happened and hands it to whoever listens."""

import asyncio
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from datetime import timedelta

import structlog

from lorewright.core.errors import Unavailable
from lorewright.db.transaction import EVENTS
from lorewright.platform.events import queries
from lorewright.world import World

POLL_S = 0.025
LOOK_S = 1.0
"""So long the thread waits before it looks whether it is still wanted."""
SETTLED = timedelta(seconds=10)
"""Within so long a lower number may be committed after a higher one, as PostgreSQL hands numbers out before the commit."""
BACKLOG = 1_000
"""Messages that a listener may fall behind by, before it is given up."""

log = structlog.get_logger()


class Listener:
    """Who listens, in one event loop."""

    def __init__(self) -> None:
        self._messages: asyncio.Queue[str | None] = asyncio.Queue(BACKLOG)
        self._loop = asyncio.get_running_loop()
        self._follows = asyncio.Event()

    async def until_it_follows(self, most_s: float) -> None:
        """From then on it misses nothing that happens."""
        with suppress(TimeoutError):
            async with asyncio.timeout(most_s):
                await self._follows.wait()

    async def next(self) -> str | None:
        """The next message, as JSON; None where the listener fell too far behind."""
        return await self._messages.get()

    def follow(self) -> None:
        """From any thread."""
        self._loop.call_soon_threadsafe(self._follows.set)

    def hear(self, message: str) -> None:
        """From any thread."""
        self._loop.call_soon_threadsafe(self._put, message)

    def _put(self, message: str) -> None:
        if self._messages.qsize() < BACKLOG - 1:
            self._messages.put_nowait(message)
        elif not self._messages.full():
            self._messages.put_nowait(None)


class Feed:
    """Looks only while somebody listens."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lock = threading.Lock()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._thread: threading.Thread | None = None
        self._follows = False
        """Whether nothing that happens is missed any more."""

    @asynccontextmanager
    async def listening(self, owner: str) -> AsyncIterator[Listener]:
        """What happens to the owner from now on."""
        listener = Listener()
        try:
            self._add(owner, listener)
            await listener.until_it_follows(LOOK_S)
            yield listener
        finally:
            with self._lock:
                self._listeners[owner].discard(listener)
                if not self._listeners[owner]:
                    del self._listeners[owner]

    def _add(self, owner: str, listener: Listener) -> None:
        with self._lock:
            self._listeners[owner].add(listener)
            if self._follows:
                listener.follow()
            if self._thread is None:
                thread = threading.Thread(target=self._watch, name="events", daemon=True)
                thread.start()
                self._thread = thread

    def _watch(self) -> None:
        """Whatever goes wrong is told in the log, and tried again while somebody listens."""
        try:
            while self._is_wanted():
                self._try_to_follow()
        finally:
            self._leave()

    def _is_wanted(self) -> bool:
        """Else the thread ends, and the next listener starts another."""
        with self._lock:
            if self._thread is threading.current_thread() and not self._listeners:
                self._thread, self._follows = None, False
            return self._thread is threading.current_thread()

    def _leave(self) -> None:
        with self._lock:
            if self._thread is threading.current_thread():
                self._thread, self._follows = None, False

    def _try_to_follow(self) -> None:
        try:
            self._follow()
        except Exception as error:
            if isinstance(error, Unavailable):
                log.warning("events cannot be read for now", reason=error.detail)
            else:
                log.exception("events cannot be read")
            with self._lock:
                self._follows = False
            time.sleep(LOOK_S)

    def _follow(self) -> None:
        with closing(self._world.db.watch(POLL_S, EVENTS)) as committed:
            with self._world.db.reading() as tx:
                floor = queries.newest(tx)
            told: set[int] = set()
            self._all_follow()
            while self._is_wanted():
                if not committed.wait(LOOK_S):
                    continue
                with self._world.db.reading() as tx:
                    rows = queries.after(tx, floor)
                settled = self._world.clock.now() - SETTLED
                for row in rows:
                    if row.number not in told:
                        self._tell(row.user_id, row.message)
                told = {row.number for row in rows}
                floor = max((row.number for row in rows if row.happened_at < settled), default=floor)

    def _all_follow(self) -> None:
        with self._lock:
            self._follows = True
            for listeners in self._listeners.values():
                for listener in listeners:
                    listener.follow()

    def _tell(self, owner: str, message: str) -> None:
        with self._lock:
            for listener in self._listeners.get(owner, ()):
                listener.hear(message)
