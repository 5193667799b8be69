"""Keeping passwords as Argon2id hashes (RFC 9106), with the same work for whoever is not known."""

import threading
from functools import cached_property
from typing import TYPE_CHECKING

from lorewright.identity.pkce import random_word

if TYPE_CHECKING:
    from pwdlib import PasswordHash

MEMORY_KIB, ROUNDS = 19_456, 2
"""As OWASP recommends for one thread (Password Storage Cheat Sheet, Argon2id)."""
AT_ONCE = 2
"""So many cores may be busy with it, and so often that memory taken."""


class Passwords:
    """Safe to use from several threads: some wait for others."""

    def __init__(self) -> None:
        self._places = threading.BoundedSemaphore(AT_ONCE)
        self._lock = threading.Lock()

    def hash(self, password: str) -> str:
        with self._places:
            return self._hasher.hash(password)

    def verify(self, password: str, known: str | None) -> bool:
        """Without a known hash as much is done, for nothing: how long it takes does not tell whether there is one."""
        with self._lock:
            nobodys = self._nobodys
        return self._is_of(password, known or nobodys) and known is not None

    def _is_of(self, password: str, kept: str) -> bool:
        with self._places:
            return self._hasher.verify(password, kept)

    @cached_property
    def _hasher(self) -> "PasswordHash":
        from pwdlib import PasswordHash
        from pwdlib.hashers.argon2 import Argon2Hasher

        return PasswordHash([Argon2Hasher(time_cost=ROUNDS, memory_cost=MEMORY_KIB, parallelism=1)])

    @cached_property
    def _nobodys(self) -> str:
        """Made with the first login, whoever that is of."""
        return self._hasher.hash(random_word())
