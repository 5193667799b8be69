import pytest

from lorewright.llm.base import Provider
from lorewright.llm.models import VENDORS
from lorewright.llm.prices import FREE, UNKNOWN, is_own, per_million

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
        (Provider.OPENAI_COMPATIBLE, "gpt-4o", "http://llm.internal/v1", FREE),
    ],
)
def test_the_price_of_a_model(provider: Provider, model: str, base_url: str, price: tuple[float, float]) -> None:
    assert per_million(provider, model, base_url) == pytest.approx(price)


@pytest.mark.parametrize("base_url", [GROQ, "https://models.example/v1", "http://93.184.215.14:8000/v1"])
def test_of_somebody_elses_server_a_price_that_nobody_knows_is_not_nothing(base_url: str) -> None:
    assert per_million(Provider.OPENAI_COMPATIBLE, "no-such-model", base_url) is None


@pytest.mark.parametrize(
    ("host", "own"),
    [
        *(
            (host, True)
            for host in ("localhost", "LOCALHOST.", "gpu.localhost", "vllm", "gpu1", "nas.local", "a.home.arpa")
        ),
        *(
            (host, True)
            for host in ("127.0.0.1", "10.1.2.3", "192.168.0.9", "100.64.0.1", "[::1]", "[fd00::1]", "[fe80::1]")
        ),
        *(
            (host, False)
            for host in ("models.example", "local.example", "8.8.8.8", "[2606:4700::1111]", "[::ffff:8.8.8.8]")
        ),
        *((host, False) for host in ("134744072", "0x08080808", "8.8.2056", "notlocalhost.com")),
    ],
)
def test_whose_server_it_is(host: str, own: bool) -> None:
    assert is_own(f"http://{host}:8000/v1") is own


def test_a_compatible_server_of_a_known_company_costs_what_that_takes() -> None:
    assert (per_million(Provider.OPENAI_COMPATIBLE, "llama-3.3-70b-versatile", GROQ) or FREE) > FREE


@pytest.mark.parametrize("provider", [Provider.ANTHROPIC, Provider.OPENAI, Provider.GOOGLE])
def test_the_model_that_is_asked_where_none_is_set_has_a_known_price(provider: Provider) -> None:
    price = per_million(provider, VENDORS[provider].model, "")
    assert price is not None
    assert FREE < price < UNKNOWN
