"""Settings of the servers that are asked: language models, embedders, speech. `settings` reads them with all others."""

from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

from lorewright.core.proxy import check_proxies

MOST_PRICE_USD = 1e6
"""US dollars for a million tokens or characters: a dollar for each."""


class ServerSettings(BaseModel):
    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    base_url: str = ""
    api_key: SecretStr | None = None

    @field_validator("base_url")
    @classmethod
    def leads_somewhere(cls, address: str) -> str:
        address = address.strip().rstrip("/")
        if not address:
            return ""
        parts = urlsplit(address)
        plain = address.isascii() and address.isprintable() and " " not in address and parts.port != 0
        if not plain or parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("must be an address such as https://models.example/v1")
        if parts.username is not None or parts.password is not None:
            raise ValueError("must not hold a name or password: give a key in API_KEY")
        return address

    @field_validator("api_key")
    @classmethod
    def empty_is_none(cls, key: SecretStr | None) -> SecretStr | None:
        stripped = key.get_secret_value().strip() if key is not None else ""
        return SecretStr(stripped) if stripped else None


class ModelServerSettings(ServerSettings):
    model: str = ""


def _can_be_sent(key: SecretStr | None) -> SecretStr | None:
    """Raises `ValueError` where no header can hold it."""
    secret = key.get_secret_value() if key is not None else ""
    if not (secret.isascii() and secret.isprintable()) or " " in secret:
        raise ValueError("has characters that no key has")
    return key


class ProviderSettings(ModelServerSettings):
    input_usd_per_million: float | None = Field(default=None, ge=0, le=MOST_PRICE_USD, allow_inf_nan=False)
    output_usd_per_million: float | None = Field(default=None, ge=0, le=MOST_PRICE_USD, allow_inf_nan=False)

    @model_validator(mode="after")
    def whole_price(self) -> Self:
        if (self.input_usd_per_million is None) != (self.output_usd_per_million is None):
            raise ValueError("needs both of INPUT_USD_PER_MILLION and OUTPUT_USD_PER_MILLION, or neither")
        return self


class EmbeddingSettings(ModelServerSettings):
    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    provider: Literal["builtin", "openai_compatible", "ollama"] = "builtin"
    timeout_s: float = Field(default=60.0, gt=0)
    question_timeout_s: float = Field(default=5.0, gt=0)

    _sendable = field_validator("api_key")(_can_be_sent)

    @model_validator(mode="after")
    def names_a_server(self) -> Self:
        if self.provider != "builtin" and not self.model:
            raise ValueError(f"the provider {self.provider} needs a model, in MODEL")
        if self.provider == "openai_compatible" and not self.base_url:
            raise ValueError("the provider openai_compatible needs an address, in BASE_URL")
        return self


LEAST_BUDGET_USD = 1e-6
MOST_BUDGET_USD = 1e6
"""Between these a budget is a number of pico-dollars that can be counted with."""


class LlmSettings(BaseModel):
    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    default_provider: Literal["builtin", "anthropic", "openai", "google", "ollama", "openai_compatible"] = "builtin"
    fallback_enabled: bool = False
    monthly_budget_usd: float = Field(default=50.0, ge=LEAST_BUDGET_USD, le=MOST_BUDGET_USD, allow_inf_nan=False)
    anthropic: ProviderSettings = ProviderSettings()
    openai: ProviderSettings = ProviderSettings()
    google: ProviderSettings = ProviderSettings()
    ollama: ProviderSettings = ProviderSettings()
    openai_compatible: ProviderSettings = ProviderSettings()
    connect_timeout_s: float = Field(default=10.0, gt=0)
    silence_timeout_s: float = Field(default=60.0, gt=0)
    call_timeout_s: float = Field(default=600.0, gt=0)
    tries: int = Field(default=3, ge=1, le=3)
    backoff_s: float = Field(default=1.0, ge=0)
    use_proxy: bool = False

    _proxies = field_validator("use_proxy")(check_proxies)

    @property
    def providers(self) -> dict[str, ProviderSettings]:
        return {name: getattr(self, name) for name in ("anthropic", "openai", "google", "ollama", "openai_compatible")}


_UsdPerMillion = Annotated[float | None, Field(ge=0, le=MOST_PRICE_USD, allow_inf_nan=False)]


class ElevenLabsSettings(ModelServerSettings):
    usd_per_million_characters: _UsdPerMillion = None
    timeout_s: float = Field(default=30.0, gt=0)
    processing_timeout_s: float = Field(default=180.0, gt=0)

    _sendable = field_validator("api_key")(_can_be_sent)


class SpeechSettings(BaseModel):
    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    engine: Literal["builtin", "openai", "openai_compatible"] = "builtin"
    model: str = ""
    usd_per_million_characters: _UsdPerMillion = None
    timeout_s: float = Field(default=60.0, gt=0)
    openai_compatible: ServerSettings = ServerSettings()
    elevenlabs: ElevenLabsSettings = ElevenLabsSettings()
    use_proxy: bool = False

    _proxies = field_validator("use_proxy")(check_proxies)

    @model_validator(mode="after")
    def names_a_server(self) -> Self:
        if self.engine == "openai_compatible" and not self.openai_compatible.base_url:
            raise ValueError("the engine openai_compatible needs an address, in OPENAI_COMPATIBLE__BASE_URL")
        return self
