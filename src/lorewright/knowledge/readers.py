"""What many claims state, read by two processes: reading those of some thousand articles takes a minute of one."""

import os
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import msgspec
import structlog

from lorewright.core.children import Child, live_with
from lorewright.knowledge.contradict import statements
from lorewright.knowledge.disputes.statements import Claim, Statement
from lorewright.reading.wire import receive, send

WORTH_A_CHILD = 200
"""Articles; it takes as long to start as reading some thirty of them does, and 40 MB."""
AHEAD = 2
"""Batches that the child has: one that it reads, and one more, so that it does not wait while what it has read is stored."""
PATIENCE_S = 300.0
"""For a batch, which takes a second or so."""

Said = Mapping[str, Sequence[Claim]]
"""By the ids of the articles that say it."""
Stated = Mapping[str, Sequence[Statement]]
"""By the ids of the articles."""

_SAID = msgspec.msgpack.Decoder(dict[str, list[Claim]])
_STATED = msgspec.msgpack.Decoder(dict[str, list[Statement]])
_ALONE = "claims are read by one process"

log = structlog.get_logger()


class Readers:
    """This process; where so many `articles` wait, and the machine has a core for it, a child beside it, until that breaks down. To be closed."""

    def __init__(self, articles: int) -> None:
        is_worth_it = articles >= WORTH_A_CHILD and (os.cpu_count() or 1) > 1
        self._child: Child | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        if is_worth_it:
            try:
                self._child = Child("lorewright.knowledge.readers")
            except OSError as error:
                log.warning(_ALONE, reason=type(error).__name__)

    def read(self, batches: Iterable[Said]) -> Iterator[Stated]:
        """Of each batch, whichever is read first. What the articles of one have in common is remembered while it is read."""
        waiting: deque[tuple[Said, Future[Stated]]] = deque()
        for batch in batches:
            if self._child is not None and len(waiting) < AHEAD:
                waiting.append((batch, self._thread.submit(_by_child, self._child, batch)))
            else:
                yield _read(batch)
            while waiting and waiting[0][1].done():
                yield self._answered(*waiting.popleft())
        while waiting:
            yield self._answered(*waiting.popleft())

    def close(self) -> None:
        self._end_child()
        self._thread.shutdown(cancel_futures=True)

    def _answered(self, batch: Said, answer: Future[Stated]) -> Stated:
        try:
            return answer.result()
        except (EOFError, OSError, msgspec.DecodeError) as error:
            if self._child is not None:
                log.warning(_ALONE, reason=type(error).__name__)
            self._end_child()
            return _read(batch)

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            self._thread.submit(child.end).result()  # behind whatever the thread still tells it


def _by_child(child: Child, batch: Said) -> Stated:
    clock = threading.Timer(PATIENCE_S, child.kill)
    clock.start()
    try:
        send(child.to, msgspec.msgpack.encode(batch))
        return _STATED.decode(receive(child.answers))
    finally:
        clock.cancel()


def _read(batch: Said) -> Stated:
    return {id_: [each for one in said for each in statements(one)] for id_, said in batch.items()}


def main() -> None:
    """The child's. Argument: LEASH."""
    live_with(int(sys.argv[1]))
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get among the answers
    while True:
        try:
            batch = _SAID.decode(receive(requests))
        except EOFError:
            return
        send(answers, msgspec.msgpack.encode(_read(batch)))
