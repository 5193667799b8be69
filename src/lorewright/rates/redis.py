"""Counting in Redis, for several servers together. The script that counts is of the library `limits`."""

import time
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING

from lorewright.core.errors import Unavailable
from lorewright.rates.base import Hit, Rate

if TYPE_CHECKING:
    from limits.storage import RedisStorage

AWAY = "Redis, which counts requests, does not answer; try again in a moment."
PREFIX = "lorewright"
PATIENCE_S = 2.0


class RedisWindows:
    waits = True

    def __init__(self, url: str) -> None:
        """Connects with the first request."""
        self._url = url

    @cached_property
    def _storage(self) -> "RedisStorage":
        """Raises `Unavailable` where the package for it is not there."""
        from limits.errors import ConfigurationError
        from limits.storage import RedisStorage

        try:
            return RedisStorage(
                self._url,
                key_prefix=PREFIX,
                wrap_exceptions=True,
                socket_timeout=PATIENCE_S,
                socket_connect_timeout=PATIENCE_S,
            )
        except ConfigurationError:
            raise Unavailable("Redis needs its driver: in Lorewright's folder, pip install '.[redis]'.") from None

    def hit(self, key: str, rate: Rate) -> Hit:
        from limits.errors import StorageError

        try:
            is_allowed = self._storage.acquire_entry(key, rate.amount, rate.seconds)
            oldest, counted = self._storage.get_moving_window(key, rate.amount, rate.seconds)
        except StorageError:
            raise Unavailable(AWAY) from None
        reset_at = oldest + rate.seconds
        retry_after_s = 0 if is_allowed else max(1, ceil(reset_at - time.time()))
        return Hit(is_allowed, rate, max(0, rate.amount - counted), reset_at, retry_after_s)

    def close(self) -> None:
        """Its connections end with the process."""
