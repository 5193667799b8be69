"""Which models the settings and the environment allow."""

import subprocess
import sys

import pytest
from pydantic import SecretStr, ValidationError

from lorewright.core.errors import Unavailable
from lorewright.core.servers import LlmSettings, ProviderSettings
from lorewright.core.settings import Settings
from lorewright.core.vendors import VENDOR_VARIABLES
from lorewright.llm.base import Provider
from lorewright.llm.keys import StoredKeys
from lorewright.llm.models import VENDORS, Models
from tests.llm.asking import completed
from tests.makers.models import Stub


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Without what this machine happens to have, its keychain among it."""
    for names in VENDOR_VARIABLES.values():
        for name in names:
            monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    return monkeypatch


def _models(settings: LlmSettings) -> Models:
    return Models(settings, StoredKeys(settings.providers))


def test_with_nothing_set_only_ollama_can_be_asked(environment: pytest.MonkeyPatch) -> None:
    models = _models(Settings().llm)
    lacking = {provider: models.lacks(provider) for provider in Provider}
    assert lacking.pop(Provider.OLLAMA) is None
    assert (
        lacking[Provider.ANTHROPIC] == "Anthropic has no API key: set ANTHROPIC_API_KEY, or store one in the settings."
    )
    assert "LOREWRIGHT_LLM__OPENAI_COMPATIBLE__BASE_URL" in str(lacking[Provider.OPENAI_COMPATIBLE])
    for provider in lacking:
        with pytest.raises(Unavailable):
            models.open(provider)


def test_a_provider_of_the_environment_is_asked(environment: pytest.MonkeyPatch, stub: Stub) -> None:
    for name, value in stub.environment.items():
        environment.setenv(name, value)
    stub.answer_with("Hello.")
    assert completed(_models(Settings().llm).open(stub.provider)).text == "Hello."


def test_the_vendors_variables_are_read_and_ours_go_before(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("ANTHROPIC_API_KEY", " theirs ")
    environment.setenv("ANTHROPIC_BASE_URL", "https://proxy.example/")
    environment.setenv("GEMINI_API_KEY", "gemini")
    environment.setenv("OPENAI_API_KEY", "theirs")
    environment.setenv("LOREWRIGHT_LLM__OPENAI__API_KEY", "ours")
    environment.setenv("LOREWRIGHT_LLM__GOOGLE__MODEL", "gemini-x")
    llm = Settings().llm
    assert llm.anthropic == ProviderSettings(base_url="https://proxy.example", api_key=SecretStr("theirs"))
    assert llm.google == ProviderSettings(api_key=SecretStr("gemini"), model="gemini-x")
    assert llm.openai.api_key == SecretStr("ours")
    environment.setenv("GOOGLE_API_KEY", "google")
    assert Settings().llm.google.api_key == SecretStr("google")


@pytest.mark.parametrize(
    ("listening", "address"),
    [
        ("0.0.0.0", "http://127.0.0.1:11434"),  # noqa: S104 - what its users write
        ("0.0.0.0:8000", "http://127.0.0.1:8000"),
        (":8000", "http://127.0.0.1:8000"),
        ("[::]:8000", "http://127.0.0.1:8000"),
        ("[::1]", "http://[::1]:11434"),
        ("box.lan", "http://box.lan:11434"),
        ("box.lan:80/", "http://box.lan:80"),
        ("https://ollama.example/", "https://ollama.example"),
    ],
)
def test_where_ollama_is(environment: pytest.MonkeyPatch, listening: str, address: str) -> None:
    environment.setenv("OLLAMA_HOST", listening)
    assert _models(Settings().llm).base_url(Provider.OLLAMA) == address


@pytest.mark.parametrize(
    ("provider", "given", "used"),
    [
        (Provider.ANTHROPIC, "https://proxy.example/v1/", "https://proxy.example"),
        (Provider.GOOGLE, "https://proxy.example/v1beta", "https://proxy.example"),
        (Provider.OLLAMA, "http://box:11434/v1", "http://box:11434"),
        (Provider.OLLAMA, "http://box:11434/api", "http://box:11434"),
        (Provider.OPENAI, "https://proxy.example/v1/", "https://proxy.example/v1"),
        (Provider.OPENAI_COMPATIBLE, "http://[::1]:1234/llm/v1", "http://[::1]:1234/llm/v1"),
    ],
)
def test_an_address_with_its_version_or_without(provider: Provider, given: str, used: str) -> None:
    settings = LlmSettings.model_validate({provider.value: {"base_url": given}})
    assert _models(settings).base_url(provider) == used


@pytest.mark.parametrize(
    "address",
    [
        "ftp://a.example",
        "a.example/v1",
        "https:///x",
        "https://u:p@a.example",
        "https://a.example/?k=v",
        "file:///x",
        "https://a b/",
        "https://ä.example",
        "https://a:99999/",
        "https://a:b/",
    ],
)
def test_what_is_no_address_is_refused_without_being_repeated(environment: pytest.MonkeyPatch, address: str) -> None:
    environment.setenv("LOREWRIGHT_LLM__OPENAI__BASE_URL", address)
    with pytest.raises(ValidationError) as refused:
        Settings()
    assert address not in str(refused.value)


def test_no_key_is_in_what_is_printed(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("OPENAI_API_KEY", "sk-very-secret")
    settings = Settings()
    model = _models(settings.llm).open(Provider.OPENAI)
    for shown in (repr(settings), str(settings), settings.model_dump_json(), repr(model), repr(vars(settings.llm))):
        assert "very-secret" not in shown


@pytest.mark.parametrize("key", ["two words", "line\nbreak", "schlüssel", "nul\0"])
def test_a_key_that_no_header_can_hold_is_told_without_it(key: str) -> None:
    models = _models(LlmSettings(openai=ProviderSettings(api_key=SecretStr(key))))
    with pytest.raises(Unavailable, match="characters that no key has") as refused:
        models.open(Provider.OPENAI)
    assert key not in refused.value.detail


@pytest.mark.parametrize(
    "price", [{"input": 1}, {"output": 1}, {"input": -1, "output": 1}, {"input": 1, "output": "nan"}]
)
def test_a_price_is_whole_and_a_number(price: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ProviderSettings.model_validate({f"{side}_usd_per_million": usd for side, usd in price.items()})


def test_an_empty_variable_is_none(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("OPENAI_API_KEY", "theirs")
    environment.setenv("LOREWRIGHT_LLM__ANTHROPIC__API_KEY", "  ")
    assert Settings().llm.anthropic.api_key is None
    assert Settings().llm.openai.api_key == SecretStr("theirs")


def test_every_provider_has_a_vendor_and_settings() -> None:
    assert set(VENDORS) == set(Provider)
    assert set(LlmSettings().providers) == {provider.value for provider in Provider}


def test_starting_loads_nothing_of_models() -> None:
    heavy = ["httpcore", "keyring", "genai_prices", "httpx2", "cryptography"]
    code = f"import sys, lorewright.app, lorewright.worker; print(*(name for name in {heavy} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
