"""Settings as they come in and leave. A key only comes in."""

from typing import Literal

from pydantic import BaseModel, SecretStr, StrictBool, StrictFloat


class ProviderDetail(BaseModel):
    enabled: bool
    """It has an address and a model."""
    model: str
    configured: bool
    """It can be asked: it has a key too, where it needs one."""


class LLMSettingsResponse(BaseModel):
    default_provider: str
    fallback_enabled: bool
    monthly_budget_usd: float
    providers: dict[str, ProviderDetail]


class SyncSettingsResponse(BaseModel):
    enabled: bool
    interval_minutes: int
    bucket: str | None


class AllSettingsResponse(BaseModel):
    data_dir: str
    gateway_port: int
    llm: LLMSettingsResponse
    sync: SyncSettingsResponse


class SettingsUpdateRequest(BaseModel):
    """What is null or left out stays as it is."""

    monthly_budget_usd: StrictFloat | None = None
    default_provider: str | None = None
    fallback_enabled: StrictBool | None = None


class SettingsUpdateResponse(BaseModel):
    status: Literal["ok"]


class DefaultProviderRequest(BaseModel):
    provider: str


class DefaultProviderResponse(BaseModel):
    provider: str
    status: Literal["ok"]


class APIKeyRequest(BaseModel):
    provider: str
    api_key: SecretStr


class ProviderKeyResponse(BaseModel):
    provider: str
    configured: bool


class LLMTestResponse(BaseModel):
    provider: str
    status: Literal["ok", "error"]
    latency_ms: float | None
    """Null where nobody was asked."""
    error: str | None
