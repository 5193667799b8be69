"""By way of whom the network is reached, where a setting says that the environment may name one."""

from urllib.request import getproxies, proxy_bypass


def proxy_for(scheme: str, host: str) -> str | None:
    """Its address; None where the host is reached without."""
    named = None if proxy_bypass(host) else getproxies().get(scheme)
    return f"http://{named}" if named and "://" not in named else named  # as other programs read `host:port`
