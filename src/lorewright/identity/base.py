"""Who somebody is, as others say: a provider sends the person back with a code, which is exchanged for what it knows of them."""

from typing import NamedTuple, Protocol


class Person(NamedTuple):
    """As a provider knows somebody."""

    issuer: str
    subject: str
    """The person's name there, which no other person ever has."""
    email: str
    """Empty where it is not told."""
    email_verified: bool
    name: str
    avatar_url: str | None


class Challenge(NamedTuple):
    """What one login is recognised by when the person comes back."""

    state: str
    nonce: str
    verifier: str
    """Of PKCE (RFC 7636): only its hash is told before the code is exchanged."""
    redirect_url: str
    """Where the person comes back to, exactly as the provider knows it."""


class IdentityProvider(Protocol):
    """Asks over the network: call it with no transaction open, and not on an event loop's thread."""

    issuer: str

    def address(self, challenge: Challenge) -> str:
        """Where the person is sent to. Raises `Unavailable`."""
        ...

    def person(self, challenge: Challenge, code: str) -> Person:
        """Raises `BadInput` where the code is refused or what comes for it does not verify, and `Unavailable`."""
        ...
