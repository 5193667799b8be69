"""How often somebody may ask, counted in windows that slide: at any moment, the requests of the last so many seconds."""

from typing import NamedTuple, Protocol


class Rate(NamedTuple):
    amount: int
    seconds: int


class Hit(NamedTuple):
    """What counting a request came to."""

    is_allowed: bool
    rate: Rate
    remaining: int
    reset_at: float
    """When the oldest request that counts no longer does: seconds since 1970."""
    retry_after_s: int
    """Whole seconds after which one more is allowed, at least 1; 0 where this one is."""


class Windows(Protocol):
    waits: bool
    """Whether counting may have to wait for somebody else."""

    def hit(self, key: str, rate: Rate) -> Hit:
        """Counts a request of `key`, unless it is one too many: what is refused does not count. Safe in several threads.

        A key has one rate. Raises `Unavailable` where nobody can count for now.
        """
        ...

    def close(self) -> None: ...
