"""What may be set."""

import msgspec
from pydantic import SecretStr

from lorewright.core.errors import BadInput
from lorewright.core.said import plain
from lorewright.core.settings import LEAST_BUDGET_USD, MOST_BUDGET_USD
from lorewright.llm.base import Provider
from lorewright.llm.keys import can_be_sent

BUILTIN = "builtin"
"""Beside the providers: the engine that asks no model."""
BUILTIN_MODEL = "extractive"

MOST_KEY_CHARACTERS = 1_000
"""Windows keeps 2,560 bytes, at two a character."""


class Preferences(msgspec.Struct, frozen=True):
    default_provider: str
    """A `Provider`, or `BUILTIN`."""
    fallback_enabled: bool
    monthly_budget_usd: float


def provider_of(name: str) -> Provider | None:
    """None for the built-in engine. Raises `BadInput`."""
    if name == BUILTIN:
        return None
    try:
        return Provider(name)
    except ValueError:
        raise BadInput(f"Unknown provider: {plain(name)}") from None


def hosted(name: str) -> Provider:
    """Of one that may have a key. Raises `BadInput`."""
    provider = provider_of(name)
    if provider is None:
        raise BadInput(f"Provider {name} needs no API key")
    return provider


def check_budget(dollars: float) -> None:
    """Raises `BadInput`."""
    if not dollars >= LEAST_BUDGET_USD:  # which is true of what is no number
        raise BadInput("Budget must be positive")
    if dollars > MOST_BUDGET_USD:
        raise BadInput(f"Budget must be at most {MOST_BUDGET_USD:,.0f} US dollars")


def checked_key(given: SecretStr) -> SecretStr:
    """Without the white space around it that copying brings. Raises `BadInput`, which does not repeat it."""
    key = given.get_secret_value().strip()
    if not key:
        raise BadInput("The API key is empty")
    if len(key) > MOST_KEY_CHARACTERS:
        raise BadInput(f"The API key is longer than {MOST_KEY_CHARACTERS:,} characters")
    if not can_be_sent(key):
        raise BadInput("The API key has characters that no key has: it must be printable ASCII without spaces")
    return SecretStr(key)
