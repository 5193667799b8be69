"""What tokens cost, from the prices that come with genai-prices: it is asked for no newer ones."""

import re
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from lorewright.llm.base import Provider


class PerMillion(NamedTuple):
    """US dollars for a million tokens."""

    input_usd: float
    output_usd: float


UNKNOWN = PerMillion(15.0, 75.0)
"""Of a hosted model that has no known price: as much as the largest of Anthropic's cost for years, so that a cap holds."""
FREE = PerMillion(0.0, 0.0)

_HOSTED = {Provider.ANTHROPIC: "anthropic", Provider.OPENAI: "openai", Provider.GOOGLE: "google"}
_TOKENS = 1_000
"""Some prices rise with the request, from 100,000 tokens on, of which ours stay far below."""


_OWN_NAMES = (".localhost", ".local", ".internal", ".home.arpa")
"""Names of one's own network, which the internet does not know. Those without a dot are such too,"""
_NUMBER = re.compile(r"\d+|0x[\da-f]*")
"""but for an address in another spelling."""


def per_million(provider: Provider, model: str, base_url: str) -> PerMillion | None:
    """`base_url` tells whose an OpenAI-compatible server is; None of one that is somebody else's and of which no price is known.

    The first use loads the prices, which takes half a second.
    """
    from genai_prices import Usage, calc_price

    tokens = Usage(input_tokens=_TOKENS, output_tokens=_TOKENS)
    try:
        if provider in _HOSTED:
            price = calc_price(tokens, model, provider_id=_HOSTED[provider])
        elif provider is Provider.OPENAI_COMPATIBLE and not is_own(base_url):
            price = calc_price(tokens, model, provider_api_url=base_url)
        else:
            return FREE
    except LookupError:
        return UNKNOWN if provider in _HOSTED else None
    scale = 1_000_000 / _TOKENS
    return PerMillion(float(price.input_price) * scale, float(price.output_price) * scale)


def is_own(base_url: str) -> bool:
    """Whether it is the address of a server on this machine or in its network, as far as can be told without asking for its name."""
    host = (urlsplit(base_url).hostname or "").rstrip(".")
    try:
        address = ip_address(host)
    except ValueError:
        return host.endswith(_OWN_NAMES) or ("." not in host and not _NUMBER.fullmatch(host))
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return not (mapped or address).is_global
