"""The only door to the network for addresses that a person gives."""

from collections.abc import Set
from typing import NamedTuple, Protocol

from lorewright.core.errors import BadInput


class NotServed(BadInput):
    """The server answered, and gave nothing."""

    def __init__(self, status: int) -> None:
        super().__init__(f"The server answered with status {status}.")
        self.http_status = status


class Fetched(NamedTuple):
    """What an address gave."""

    url: str
    """Where it came from in the end, after redirects."""
    media_type: str
    """Lower case, without parameters; empty where the server named none."""
    charset: str | None
    """As the server named it."""
    data: bytes


class Fetcher(Protocol):
    def fetch(self, url: str) -> Fetched:
        """Raises `BadInput` with the reason: a refused address, no answer, an error, too large, too slow."""
        ...

    def asking(self) -> "Asking":
        """Several requests in the time that one address has, which begins now."""
        ...


class Asking(Protocol):
    """Requests to the services behind a site's pages. Nothing is kept between them, no cookie either."""

    def ask(self, url: str, media_types: Set[str], body: bytes | None = None) -> Fetched:
        """`body`: JSON, sent by POST. Raises as `Fetcher.fetch`; `NotServed` where the server says no."""
        ...
