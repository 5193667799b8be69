import pytest

from lorewright.llm.base import Provider
from lorewright.llm.models import VENDORS
from lorewright.llm.prices import FREE, UNKNOWN, per_million

GROQ = "https://api.groq.com/openai/v1"


@pytest.mark.parametrize(
    ("provider", "model", "base_url", "price"),
    [
        (Provider.ANTHROPIC, "claude-sonnet-4-5", "", (3.0, 15.0)),
        (Provider.OPENAI, "gpt-4o", "", (2.5, 10.0)),
        (Provider.GOOGLE, "gemini-2.5-pro", "", (1.25, 10.0)),
        (Provider.OPENAI, "gpt-4o", "https://gateway.example/v1", (2.5, 10.0)),
        (Provider.ANTHROPIC, "claude-of-tomorrow-99", "", UNKNOWN),
        (Provider.OPENAI, "", "", UNKNOWN),
        (Provider.OLLAMA, "gpt-4o", "https://ollama.com", FREE),
        (Provider.OPENAI_COMPATIBLE, "gpt-4o", "http://127.0.0.1:1234/v1", FREE),
        (Provider.OPENAI_COMPATIBLE, "no-such-model", GROQ, FREE),
    ],
)
def test_the_price_of_a_model(provider: Provider, model: str, base_url: str, price: tuple[float, float]) -> None:
    assert per_million(provider, model, base_url) == pytest.approx(price)


def test_a_compatible_server_of_a_known_company_costs_what_that_takes() -> None:
    assert min(per_million(Provider.OPENAI_COMPATIBLE, "llama-3.3-70b-versatile", GROQ)) > 0


@pytest.mark.parametrize("provider", [Provider.ANTHROPIC, Provider.OPENAI, Provider.GOOGLE])
def test_the_model_that_is_asked_where_none_is_set_has_a_known_price(provider: Provider) -> None:
    price = per_million(provider, VENDORS[provider].model, "")
    assert FREE < price < UNKNOWN
