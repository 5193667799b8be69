"""Asking a provider of identities: short answers in JSON, from the addresses of its settings or its own description.

Redirects are not followed, and an address is https, or on this machine.
"""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from lorewright import __version__
from lorewright.core.access import checked_address
from lorewright.core.deadlines import Deadline, backend
from lorewright.core.errors import Unavailable
from lorewright.core.tls import trusting

PATIENCE_S = 10.0
"""For one answer in all: who waits for it holds a thread."""
ROOM = 1 << 20
"""Bytes that an answer may have."""
MOST_TEXT = 1_000
NO_ANSWER = "The login provider does not answer; try again in a moment."


class Refused(Exception):
    """The provider answered with an error."""


def endpoint(address: object) -> str:
    """As a description names it. Raises `Unavailable` where it is not one to be asked."""
    try:
        if isinstance(address, str) and address:
            return address if checked_address(address.partition("?")[0]) else ""
    except ValueError:
        pass
    raise Unavailable("The login provider's description of itself cannot be used.")


def ask(address: str, form: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None) -> Any:
    """The JSON of its answer; posts `form` where there is one. Raises `Refused` and `Unavailable`."""
    import httpcore

    timed = backend(Deadline(PATIENCE_S), lambda host, _port: [host])
    sent = {"Accept": "application/json", "User-Agent": f"Lorewright/{__version__}", **(headers or {})}
    body = None
    if form is not None:
        body = urlencode(form).encode()
        sent["Content-Type"] = "application/x-www-form-urlencoded"
    received = b""
    try:
        with (
            httpcore.ConnectionPool(
                ssl_context=trusting() if address.startswith("https:") else None, network_backend=timed
            ) as pool,
            pool.stream(
                "GET" if body is None else "POST", address, headers=list(sent.items()), content=body
            ) as response,
        ):
            for piece in response.iter_stream():
                received += piece
                if len(received) > ROOM:
                    raise Unavailable(NO_ANSWER)
            status = response.status
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, OSError):
        raise Unavailable(NO_ANSWER) from None
    if status >= 500:
        raise Unavailable(NO_ANSWER)
    if status != 200:
        raise Refused
    try:
        return json.loads(received)
    except (ValueError, RecursionError):
        raise Refused from None


def text_of(value: object) -> str:
    """What a person may have written there, as far as it can be stored; empty where it is no text."""
    if not isinstance(value, str):
        return ""
    return value.replace("\x00", "").encode("utf-8", "ignore").decode()[:MOST_TEXT]
