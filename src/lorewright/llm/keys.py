"""Keys of providers: in the environment, or in the operating system's keychain; nowhere else."""

import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, Protocol, TypeVar

from pydantic import SecretStr

from lorewright.core.errors import Unavailable
from lorewright.core.servers import ServerSettings
from lorewright.llm.base import Provider

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "lorewright"
PATIENCE_S = 20.0
"""Time for a person to unlock the keychain, who may not be there."""

T = TypeVar("T")


class Keys(Protocol):
    def named(self, provider: Provider) -> SecretStr | None:
        """The one in the environment, which goes before any other."""
        ...

    def get(self, provider: Provider) -> SecretStr | None: ...

    def set(self, provider: Provider, key: SecretStr) -> None:
        """Raises `Unavailable` where there is nowhere to keep it."""
        ...

    def delete(self, provider: Provider) -> None:
        """Nothing happens where there is none. Raises `Unavailable`."""
        ...


def can_be_sent(key: str) -> bool:
    """Whether a header can hold it."""
    return key.isascii() and key.isprintable() and " " not in key


class StoredKeys:
    """The environment comes first; what is set goes to the keychain."""

    def __init__(self, settings: Mapping[str, ServerSettings]) -> None:
        """`settings`: by provider; read from the environment."""
        self._settings = settings

    def named(self, provider: Provider) -> SecretStr | None:
        return self._settings[provider.value].api_key

    def get(self, provider: Provider) -> SecretStr | None:
        """Where no keychain can be opened, as if nothing were in it."""
        named = self.named(provider)
        if named is not None:
            return named
        try:
            stored = _ask_keychain(lambda keychain: keychain.get_password(SERVICE, provider.value))
        except Unavailable:
            return None
        return SecretStr(stored) if stored else None

    def set(self, provider: Provider, key: SecretStr) -> None:
        _ask_keychain(lambda keychain: keychain.set_password(SERVICE, provider.value, key.get_secret_value()))

    def delete(self, provider: Provider) -> None:
        def delete(keychain: "KeyringBackend") -> None:
            if keychain.get_password(SERVICE, provider.value) is not None:
                keychain.delete_password(SERVICE, provider.value)

        _ask_keychain(delete)


def _ask_keychain(question: "Callable[[KeyringBackend], T]") -> T:
    """Raises `Unavailable`."""
    answer: Future[T] = Future()

    def ask() -> None:
        try:
            answer.set_result(question(_keychain()))
        except _failures():
            answer.set_exception(Unavailable(_NO_KEYCHAIN))

    # A locked keychain waits for its password as long as it takes: it is left behind where nobody gives it.
    Thread(target=ask, name="keychain", daemon=True).start()
    try:
        return answer.result(PATIENCE_S)
    except TimeoutError:
        raise Unavailable(_NO_KEYCHAIN) from None


def _keychain() -> "KeyringBackend":
    """By name: left to itself, keyring would take whatever is installed, such as one that writes a plain file."""
    if sys.platform == "darwin":
        from keyring.backends import macOS

        return macOS.Keyring()
    if sys.platform == "win32":
        from keyring.backends import Windows

        return Windows.WinVaultKeyring()
    from keyring.backends import SecretService

    return SecretService.Keyring()  # type: ignore[no-untyped-call]  # its initialiser bears no types


def _failures() -> tuple[type[Exception], ...]:
    from keyring.errors import KeyringError

    if sys.platform in ("darwin", "win32"):
        return (KeyringError, OSError)
    from jeepney import DBusErrorResponse
    from secretstorage.exceptions import SecretStorageException

    return (KeyringError, SecretStorageException, DBusErrorResponse, OSError)


_NO_KEYCHAIN = (
    "This machine has no keychain that can be opened (a Secret Service on Linux), so no API key can be stored:"
    " set the provider's environment variable, such as ANTHROPIC_API_KEY, which is always read."
)
