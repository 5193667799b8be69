"""Which addresses may be fetched. Pure."""

import re
from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import quote, urlsplit, urlunsplit

from lorewright.core.errors import BadInput

# IANA's registries of special-purpose addresses and RFC 6890, and what later RFCs added. `is_global` differs between Python's
# releases and lets some of these pass.
_SPECIAL_4 = tuple(
    map(
        IPv4Network,
        [
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by a provider's customers
            "127.0.0.0/8",  # loopback
            "169.254.0.0/16",  # link-local, and the clouds' metadata
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ],
    )
)
_GLOBAL_6 = IPv6Network("2000::/3")
"""All that is handed out. Outside lie loopback, mapped and translated IPv4, local, link-local and multicast addresses."""
_SPECIAL_6 = tuple(
    map(
        IPv6Network,
        [
            "2001::/23",  # protocol assignments, Teredo among them
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: an IPv4 address within
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ],
    )
)
_ISATAP = frozenset({0x0000_5EFE, 0x0200_5EFE})
"""Third quarter of an address of any network whose last is an IPv4 address behind a tunnel (RFC 5214)."""
_SCHEMES = {"http": 80, "https": 443}
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f-\x9f\ud800-\udfff]")
_LONGEST = 2_000
_NO_HOST = "This is not a web address: its host is missing or malformed."


class Target(NamedTuple):
    """An address taken apart and put together again in one spelling."""

    url: str
    scheme: str
    host: str
    """ASCII, lower case; an IPv6 address without brackets."""
    port: int


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether anybody in the internet could be meant by it, and nothing that only this machine or its network reaches."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _SPECIAL_4)
    is_tunnel = int(address) >> 32 & 0xFFFF_FFFF in _ISATAP
    return address in _GLOBAL_6 and not is_tunnel and not any(address in network for network in _SPECIAL_6)


def target_of(url: str) -> Target:
    """Raises `BadInput` for what is no address of a page: another scheme, a name and password in it, no host."""
    url = url.strip()
    if len(url) > _LONGEST or _FORBIDDEN.search(url):
        raise BadInput("This is not a web address: it is too long, or holds spaces or characters that cannot be seen.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadInput("This is not a web address.") from None
    scheme = parts.scheme.lower()
    if scheme not in _SCHEMES:
        raise BadInput("Only addresses that begin with http:// or https:// can be fetched.")
    if "@" in parts.netloc:
        raise BadInput("An address with a user name or password in it is not fetched.")
    host = _host(parts.hostname or "")
    port = _SCHEMES[scheme] if port is None else port
    shown = f"[{host}]" if ":" in host else host
    netloc = shown if port == _SCHEMES[scheme] else f"{shown}:{port}"
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~?[]")
    return Target(urlunsplit((scheme, netloc, path, query, "")), scheme, host, port)


def allowed_pairs(listed: str) -> frozenset[tuple[str, int]]:
    """Host and port of each `host:port` in a list with commas."""
    pairs = (one.rpartition(":") for one in filter(None, map(str.strip, listed.split(","))))
    return frozenset((_host(host.strip("[]")), int(port)) for host, _, port in pairs)


def check_addresses(target: Target, addresses: Collection[str]) -> None:
    """Raises `BadInput` unless every address that the host's name leads to is public."""
    for address in addresses:
        if "%" in address or not is_public(ip_address(address)):
            raise BadInput(
                f"{target.host} leads to an address that is not public, so it is not fetched."
                " LOREWRIGHT_FETCH__ALLOW_HOSTS can let a host and port through."
            )


def _host(name: str) -> str:
    """In ASCII. Raises `BadInput`."""
    host = name.rstrip(".").lower()
    if ":" in host:
        try:
            address = IPv6Address(host)
        except ValueError:
            raise BadInput(_NO_HOST) from None
        if address.scope_id is not None:  # of one of this machine's networks
            raise BadInput(_NO_HOST)
        return str(address)
    try:
        host = host.encode("idna").decode("ascii").lower().rstrip(".")  # which makes dots of other scripts' full stops
    except UnicodeError:
        host = ""
    if not host or not re.fullmatch(r"[a-z0-9._-]+", host):
        raise BadInput(_NO_HOST)
    return host
