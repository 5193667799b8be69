"""What tokens cost, from the prices that come with genai-prices: it is asked for no newer ones."""

from typing import NamedTuple

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


def per_million(provider: Provider, model: str, base_url: str) -> PerMillion:
    """`base_url` tells whose an OpenAI-compatible server is. The first use loads the prices, which takes half a second."""
    from genai_prices import Usage, calc_price

    tokens = Usage(input_tokens=_TOKENS, output_tokens=_TOKENS)
    try:
        if provider in _HOSTED:
            price = calc_price(tokens, model, provider_id=_HOSTED[provider])
        elif provider is Provider.OPENAI_COMPATIBLE:
            price = calc_price(tokens, model, provider_api_url=base_url)
        else:
            return FREE
    except LookupError:
        return UNKNOWN if provider in _HOSTED else FREE
    scale = 1_000_000 / _TOKENS
    return PerMillion(float(price.input_price) * scale, float(price.output_price) * scale)
