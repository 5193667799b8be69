"""The way to a server that speaks, and back.

Each question has a connection of its own, and so long in all, however little comes at a time. Nothing of the environment counts but
a proxy, where that is switched on.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from lorewright.core.deadlines import Deadline, backend
from lorewright.core.proxy import proxy_for
from lorewright.core.tls import trusting
from lorewright.speech.base import SpeechRefused, SpeechUnavailable, Unanswered

if TYPE_CHECKING:
    import httpcore

TRIES = 3
PAUSE_S = 1.0
"""Before a text is asked for a second time; before the third time twice as long."""

T = TypeVar("T")


def pool(address: str, timeout_s: float, *, by_proxy: bool) -> "httpcore.ConnectionPool":
    """`by_proxy`: as the environment names one."""
    import httpcore

    parts = urlsplit(address)
    context = trusting() if parts.scheme == "https" else None
    timed = backend(Deadline(timeout_s), lambda host, _port: [host])
    proxy = proxy_for(parts.scheme, parts.hostname or "") if by_proxy else None
    if proxy:
        secured = trusting() if proxy.address.startswith("https:") else None
        return httpcore.HTTPProxy(
            proxy.address, proxy.auth, ssl_context=context, proxy_ssl_context=secured, network_backend=timed
        )
    return httpcore.ConnectionPool(ssl_context=context, network_backend=timed)


def read(response: "httpcore.Response", room: int, too_much: str) -> bytes:
    """Raises `SpeechRefused`, which says `too_much`, beyond `room` bytes."""
    chunks: list[bytes] = []
    for chunk in response.iter_stream():
        room -= len(chunk)
        if room < 0:
            raise SpeechRefused(too_much)
        chunks.append(chunk)
    return b"".join(chunks)


def patiently(ask: Callable[[], T], pause_s: float) -> T:
    """Tries again what may pass, a moment later; but not what may have been done and have to be paid for. Raises as `ask`."""
    for number in range(1, TRIES):
        try:
            return ask()
        except Unanswered:
            raise
        except SpeechUnavailable:
            time.sleep(pause_s * 2 ** (number - 1))
    return ask()
