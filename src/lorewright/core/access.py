"""Settings of who may ask, and how often."""

import re
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

LEAST_SECRET_CHARACTERS = 32


def is_loopback(host: str) -> bool:
    """`host`: a name or an address, without brackets and port."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def plain_address(name: str) -> str:
    """An address of IPv4 as such, also where it comes written as one of IPv6: so a server on `::` gets it. Else as it is."""
    try:
        mapped = getattr(ip_address(name), "ipv4_mapped", None)
    except ValueError:
        return name
    return name if mapped is None else str(mapped)


def plain_network(name: str) -> IPv4Network | IPv6Network:
    """As `plain_address`. Raises `ValueError`."""
    network = ip_network(name, strict=False)
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    return network if mapped is None else IPv4Network((mapped, network.prefixlen - 96))


def exact_address(address: str) -> str:
    """As it is. Raises `ValueError` unless what travels there is encrypted or stays on this machine."""
    address = address.strip()
    if not address:
        return ""
    parts = urlsplit(address)
    plain = address.isascii() and address.isprintable() and " " not in address and parts.port != 0
    if not plain or not parts.hostname or parts.username is not None or parts.fragment:
        raise ValueError("must be an address such as https://login.example")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname)):
        raise ValueError("must begin with https:// (http:// only on this machine)")
    return address


def checked_address(address: str) -> str:
    """Without a query, and without a slash at its end. Raises `ValueError` as `exact_address`."""
    address = exact_address(address)
    if urlsplit(address).query:
        raise ValueError("must be an address such as https://login.example")
    return address.rstrip("/")


class IssuerSettings(BaseModel):
    """Who says who somebody is."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    issuer: str = ""
    client_id: str = ""
    client_secret: SecretStr | None = None

    _checked = field_validator("issuer")(checked_address)

    @field_validator("client_secret")
    @classmethod
    def empty_is_none(cls, secret: SecretStr | None) -> SecretStr | None:
        return secret if secret is not None and secret.get_secret_value() else None


class LoginSettings(IssuerSettings):
    api_url: str = ""
    """Of GitHub, whose interface has an address of its own."""

    _checked_api = field_validator("api_url")(checked_address)


class AuthSettings(BaseModel):
    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    enabled: bool = False
    providers: dict[str, LoginSettings] = {}
    owners: str = ""

    @field_validator("providers")
    @classmethod
    def names(cls, providers: dict[str, LoginSettings]) -> dict[str, LoginSettings]:
        for name, one in providers.items():
            if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", name):
                raise ValueError("a provider's name has letters, digits, - and _ alone")
            if not one.client_id:
                raise ValueError(f"the provider {name} needs a CLIENT_ID")
            if not one.issuer and name not in ("google", "github"):
                raise ValueError(f"the provider {name} needs an ISSUER")
        return providers

    @property
    def named_owners(self) -> frozenset[str]:
        return frozenset(filter(None, (one.strip().casefold() for one in self.owners.split(","))))


class OidcSettings(IssuerSettings):
    redirect_url: str = ""

    _checked_redirect = field_validator("redirect_url")(exact_address)

    @model_validator(mode="after")
    def names_the_client(self) -> Self:
        if self.issuer and not self.client_id:
            raise ValueError("single sign-on needs a CLIENT_ID beside its ISSUER")
        return self


class RateSettings(BaseModel):
    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    default_per_minute: int = Field(default=100, ge=1)
    search_per_minute: int = Field(default=20, ge=1)
    upload_per_minute: int = Field(default=10, ge=1)
    login_per_minute: int = Field(default=10, ge=1)
    login_peer_per_minute: int = Field(default=60, ge=1)
    voice_upload_per_hour: int = Field(default=5, ge=1)
    voice_process_per_hour: int = Field(default=10, ge=1)
    voice_list_per_hour: int = Field(default=100, ge=1)
    redis_url: SecretStr | None = None

    @field_validator("redis_url")
    @classmethod
    def of_redis(cls, url: SecretStr | None) -> SecretStr | None:
        if url is not None and url.get_secret_value().partition("://")[0] not in ("redis", "rediss"):
            raise ValueError("must be an address of Redis, such as redis://127.0.0.1:6379/0")
        return url


def listed(names: str) -> tuple[str, ...]:
    """What commas separate."""
    return tuple(filter(None, (one.strip() for one in names.split(","))))


def checked_networks(networks: str) -> str:
    """Raises `ValueError`."""
    for one in listed(networks):
        ip_network(one, strict=False)
    return networks
