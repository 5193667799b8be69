"""What many claims state, read by two processes: reading those of some thousand articles takes a minute of one."""

import os
import sys
import threading
from collections.abc import Sequence

import msgspec
import structlog

from lorewright.core.children import Child, live_with
from lorewright.knowledge.contradict import statements
from lorewright.knowledge.disputes.statements import Claim, Statement
from lorewright.reading.wire import receive, send

WORTH_A_CHILD = 200
"""Articles; it takes as long to start as reading some thirty of them does, and 40 MB."""
PATIENCE_S = 300.0
"""For its half, which takes a second or so."""

Stated = list[tuple[Statement, ...]]
"""By the places of the claims."""

_CLAIMS = msgspec.msgpack.Decoder(list[Claim])
_STATED = msgspec.msgpack.Decoder(Stated)
_ALONE = "claims are read by one process"

log = structlog.get_logger()


class Halves:
    """Reads claims; where so many `articles` wait, and the machine has a core for it, half of them in a child, until that breaks down. To be
    closed."""

    def __init__(self, articles: int) -> None:
        is_worth_it = articles >= WORTH_A_CHILD and (os.cpu_count() or 1) > 1
        self._child: Child | None = None
        if is_worth_it:
            try:
                self._child = Child("lorewright.knowledge.halves")
            except OSError as error:
                log.warning(_ALONE, reason=type(error).__name__)

    def read(self, claims: Sequence[Claim]) -> Stated:
        """Those of one article one behind the other: what they have in common is remembered."""
        half = len(claims) // 2
        if self._child is None or not half:
            return [statements(one) for one in claims]
        clock = threading.Timer(PATIENCE_S, self._child.kill)
        clock.start()
        try:
            send(self._child.to, msgspec.msgpack.encode(claims[half:]))
            mine = [statements(one) for one in claims[:half]]
            return mine + _STATED.decode(receive(self._child.answers))
        except (EOFError, OSError, msgspec.DecodeError) as error:
            log.warning(_ALONE, reason=type(error).__name__)
            self.close()
            return self.read(claims)
        finally:
            clock.cancel()

    def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


def main() -> None:
    """The child's. Argument: LEASH."""
    live_with(int(sys.argv[1]))
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get among the answers
    while True:
        try:
            claims = _CLAIMS.decode(receive(requests))
        except EOFError:
            return
        send(answers, msgspec.msgpack.encode([statements(one) for one in claims]))
