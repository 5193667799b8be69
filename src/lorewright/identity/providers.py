"""Which providers of identities there are, by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from lorewright.core.access import LoginSettings, OidcSettings
from lorewright.identity.base import IdentityProvider
from lorewright.identity.github import GitHubProvider
from lorewright.identity.oidc import OidcProvider

GOOGLE = "https://accounts.google.com"
SINGLE_SIGN_ON = "oidc"
"""The name of the retrieval service's provider."""

_KINDS: dict[str, Callable[[LoginSettings], IdentityProvider]] = {
    "github": GitHubProvider,
    "google": lambda given: OidcProvider(given.model_copy(update={"issuer": given.issuer or GOOGLE})),
}
"""Every other is an issuer of OpenID Connect."""


def opened(settings: Mapping[str, LoginSettings]) -> Mapping[str, IdentityProvider]:
    """Nothing is asked yet."""
    return MappingProxyType({name: _KINDS.get(name, OidcProvider)(one) for name, one in settings.items()})


def single_sign_on(settings: OidcSettings) -> Mapping[str, IdentityProvider]:
    """None where none is set up."""
    is_set_up = settings.issuer and settings.client_id
    return MappingProxyType({SINGLE_SIGN_ON: OidcProvider(settings)} if is_set_up else {})
