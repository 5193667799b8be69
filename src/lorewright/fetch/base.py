"""The only door to the network for addresses that a person gives."""

from typing import NamedTuple, Protocol


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
