"""Who somebody is: as others say, as they prove by a password, and as we said ourselves when we signed a token."""

from collections.abc import Mapping
from dataclasses import dataclass

from lorewright.core.clock import Clock
from lorewright.core.settings import Settings
from lorewright.identity.base import IdentityProvider
from lorewright.identity.passwords import Passwords
from lorewright.identity.providers import opened, single_sign_on
from lorewright.identity.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Identity:
    providers: Mapping[str, IdentityProvider]
    """Of the gateway, by name."""
    single_sign_on: Mapping[str, IdentityProvider]
    """Of the retrieval service."""
    passwords: Passwords
    tokens: Tokens


def identity_of(settings: Settings, clock: Clock) -> Identity:
    """Nothing is asked and nothing made yet."""
    tokens = Tokens(settings.jwt_secret_key, settings.data_dir, clock)
    return Identity(opened(settings.auth.providers), single_sign_on(settings.oidc), Passwords(), tokens)
