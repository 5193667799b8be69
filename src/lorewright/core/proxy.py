"""By way of whom the network is reached, where a setting says that the environment may name one."""

from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

_SCHEMES = ("http", "https")


class Proxy(NamedTuple):
    address: str
    """Without name and password."""
    auth: tuple[bytes, bytes] | None
    """Name and password, where it wants any."""


def proxy_for(scheme: str, host: str) -> Proxy | None:
    """None where the host is reached without. Raises `ValueError` as `check_proxies` does."""
    named = None if proxy_bypass(host) else getproxies().get(scheme)
    return _proxy(scheme, named) if named else None


def check_proxies(used: bool) -> bool:
    """`used`, unless it is true and the environment names what is no proxy: then it raises `ValueError`, without repeating it."""
    for scheme in _SCHEMES if used else ():
        if named := getproxies().get(scheme):
            _proxy(scheme, named)
    return used


def _proxy(scheme: str, named: str) -> Proxy:
    named = named if "://" in named else f"http://{named}"  # as other programs read `host:port`
    try:
        parts = urlsplit(named)
        is_one = (
            bool(parts.hostname) and parts.port != 0 and named.isascii() and named.isprintable() and " " not in named
        )
    except ValueError:
        is_one = False
    if not is_one or parts.scheme not in _SCHEMES:
        raise ValueError(
            f"needs in {scheme.upper()}_PROXY the address of an HTTP proxy, such as http://proxy.example:3128"
        )
    auth = None
    if parts.username is not None:
        auth = unquote(parts.username).encode(), unquote(parts.password or "").encode()
    return Proxy(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}", auth)
