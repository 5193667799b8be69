"""Every setting, read once at the entry from the environment (prefix LOREWRIGHT_, parts joined by __) and then frozen.

Each is described in docs/manual/settings.md; a test keeps the two together.
"""

import re
from ipaddress import ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from lorewright.core.access import (
    LEAST_SECRET_CHARACTERS,
    AuthSettings,
    OidcSettings,
    RateSettings,
    checked_address,
    checked_networks,
    is_loopback,
    listed,
)
from lorewright.core.proxy import check_proxies
from lorewright.core.servers import EmbeddingSettings, LlmSettings, SpeechSettings
from lorewright.core.vendors import VendorVariables


class DatabaseSettings(BaseModel):
    model_config = ConfigDict(frozen=True)

    url: str | None = None

    @field_validator("url")
    @classmethod
    def of_a_kind_we_know(cls, url: str | None) -> str | None:
        if url is not None and url.partition("://")[0] not in ("sqlite", "postgresql", "postgresql+psycopg"):
            raise ValueError(
                "only SQLite (a file in the data folder, where this is not set) and PostgreSQL"
                " (postgresql+psycopg://user:password@host/name) are supported"
            )
        return url


class BlobSettings(BaseModel):
    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    url: str | None = None

    @field_validator("url")
    @classmethod
    def of_an_object_store(cls, url: str | None) -> str | None:
        """`s3://bucket/prefix?endpoint=http://host:port&region=name`"""
        if not url:
            return None
        parts = urlsplit(url)
        asked = dict(parse_qsl(parts.query, keep_blank_values=True))
        if parts.scheme != "s3" or not re.fullmatch(r"[A-Za-z0-9._-]+", parts.netloc) or parts.fragment:
            raise ValueError(
                "must be an address such as s3://bucket/prefix; credentials have their own variables (AWS_...)"
            )
        if not asked.keys() <= {"endpoint", "region"} or not all(asked.values()):
            raise ValueError("knows only endpoint=... and region=... behind its question mark")
        if not re.fullmatch(r"https?://[^/?#@\s]+(/[^?#@\s]*)?", asked.get("endpoint", "https://amazon")):
            raise ValueError("must name an endpoint such as https://objects.example:9000")
        return url


class LimitSettings(BaseModel):
    model_config = ConfigDict(frozen=True)

    text_characters: int = Field(default=500_000, ge=1)
    upload_bytes: int = Field(default=100 * 1024 * 1024, ge=1)
    body_bytes: int = Field(default=8 * 1024 * 1024, ge=1024)
    voice_bytes: int = Field(default=10 * 1024 * 1024, ge=1)
    voices: int = Field(default=10, ge=1)
    podcasts_under_way: int = Field(default=10, ge=1)
    stall_s: float = Field(default=30.0, gt=0)


class ReadingSettings(BaseModel):
    model_config = ConfigDict(frozen=True)

    timeout_s: float = Field(default=120.0, gt=0)
    memory_mb: int = Field(default=1_500, ge=256)


class FetchSettings(BaseModel):
    model_config = ConfigDict(frozen=True)

    allow_hosts: str = ""
    timeout_s: float = Field(default=30.0, gt=0)
    page_bytes: int = Field(default=20 * 1024 * 1024, ge=1)
    use_proxy: bool = False
    video_url: str = "https://www.youtube.com"

    _proxies = field_validator("use_proxy")(check_proxies)

    @field_validator("video_url")
    @classmethod
    def site_alone(cls, url: str) -> str:
        if not re.fullmatch(r"https?://[^/?#@\s]+/?", url, re.IGNORECASE):
            raise ValueError("must be the address of a site, such as https://www.youtube.com")
        return url.rstrip("/")

    @field_validator("allow_hosts")
    @classmethod
    def hosts_and_ports(cls, listed: str) -> str:
        for one in filter(None, map(str.strip, listed.split(","))):
            host, _, port = one.rpartition(":")
            if not host or not (port.isascii() and port.isdecimal()) or "/" in one:
                raise ValueError("must be a list of host:port with commas, such as wiki.local:8080,[::1]:9000")
        return listed


class JobSettings(BaseModel):
    model_config = ConfigDict(frozen=True)

    lease_s: float = Field(default=15.0, ge=1)
    attempts: int = Field(default=5, ge=1)


class AnswerSettings(BaseModel):
    model_config = ConfigDict(frozen=True)

    unproved: Literal["mark", "omit"] = "mark"


class LintSettings(BaseModel):
    model_config = ConfigDict(frozen=True)

    weighing_cpu_s: float = Field(default=90.0, ge=0)


class LogSettings(BaseModel):
    model_config = ConfigDict(frozen=True)

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["console", "json"] = "console"


def default_data_dir() -> Path:
    return Path.home() / ".lorewright"


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="LOREWRIGHT_",
        env_nested_delimiter="__",
        frozen=True,
        extra="ignore",
        hide_input_in_errors=True,
        validate_by_name=True,
    )

    data_dir: Path = Field(default_factory=default_data_dir)
    auth: AuthSettings = AuthSettings()
    oidc: OidcSettings = OidcSettings()
    only: Literal["gateway", "retrieval"] | None = None
    environment: str = Field(default="", validation_alias="ENVIRONMENT")
    host: str = "127.0.0.1"
    port: int = Field(default=7842, ge=0, le=65535)
    public_url: str = ""
    skip_auth: bool = Field(default=False, validation_alias="SKIP_AUTH")
    registration: Literal["open", "closed"] | None = None
    rate: RateSettings = RateSettings()
    trusted_proxies: str = ""
    allow_hosts: str = ""
    allow_origins: str = ""
    database: DatabaseSettings = DatabaseSettings()
    blobs: BlobSettings = BlobSettings()
    limits: LimitSettings = LimitSettings()
    fetch: FetchSettings = FetchSettings()
    reading: ReadingSettings = ReadingSettings()
    jobs: JobSettings = JobSettings()
    llm: LlmSettings = LlmSettings()
    embeddings: EmbeddingSettings = EmbeddingSettings()
    speech: SpeechSettings = SpeechSettings()
    answers: AnswerSettings = AnswerSettings()
    lint: LintSettings = LintSettings()
    log: LogSettings = LogSettings()
    jwt_secret_key: SecretStr | None = Field(default=None, validation_alias="JWT_SECRET_KEY")
    jwt_algorithm: Literal["HS256"] = Field(default="HS256", validation_alias="JWT_ALGORITHM")
    jwt_expiration: int | None = Field(default=None, ge=1, validation_alias="JWT_EXPIRATION")
    jwt_expiration_minutes: int | None = Field(default=None, ge=1, validation_alias="JWT_EXPIRATION_MINUTES")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, VendorVariables(settings_cls)

    @field_validator("data_dir", mode="before")
    @classmethod
    def names_a_folder(cls, folder: object) -> object:
        """An empty name would be the folder one happens to stand in."""
        if isinstance(folder, str) and not folder.strip():
            raise ValueError("must name a folder, or not be set")
        return folder

    _public = field_validator("public_url")(checked_address)
    _proxies = field_validator("trusted_proxies")(checked_networks)

    @field_validator("host")
    @classmethod
    def loopback_unless_login(cls, host: str, before: ValidationInfo) -> str:
        """Without login everybody who reaches the port is the owner, so only this machine may reach it."""
        if host != "localhost" and not _is_address(host):
            raise ValueError("must be an address of this machine, or localhost")
        auth, only = before.data.get("auth", AuthSettings()), before.data.get("only")
        if not (is_loopback(host) or auth.enabled or only == "retrieval"):
            raise ValueError(
                "without login everybody who comes may do everything, so it listens on loopback only"
                " (127.0.0.1, ::1, localhost); switch login on with LOREWRIGHT_AUTH__ENABLED"
            )
        return host

    @field_validator("skip_auth")
    @classmethod
    def skipped_nowhere_else(cls, skipped: bool, before: ValidationInfo) -> bool:
        if skipped and _is_production(before):
            raise ValueError("must not be set in production (ENVIRONMENT): it lets everybody in")
        if skipped and not is_loopback(before.data.get("host", "")):
            raise ValueError("works on loopback only: it lets everybody in")
        return skipped

    @field_validator("jwt_secret_key", mode="before")
    @classmethod
    def long_enough(cls, secret: object, before: ValidationInfo) -> object:
        if secret == "":
            return None
        if isinstance(secret, str) and len(secret) < LEAST_SECRET_CHARACTERS:
            raise ValueError(f"must have at least {LEAST_SECRET_CHARACTERS} characters")
        if isinstance(secret, str) and _is_production(before) and len(set(secret.strip())) < 2:
            raise ValueError("must not be one character again and again in production (ENVIRONMENT)")
        return secret

    @property
    def origins(self) -> tuple[str, ...]:
        """Origins of pages that may write here although they are not of this machine."""
        return listed(self.allow_origins)

    @property
    def is_open(self) -> bool:
        """Whether the gateway is served to whoever reaches it: it has one local user."""
        return not self.auth.enabled and self.only != "retrieval"

    @property
    def may_register(self) -> bool:
        default = "open" if is_loopback(self.host) else "closed"
        return (self.registration or default) == "open"

    @property
    def token_s(self) -> int:
        """So long a token counts."""
        if self.jwt_expiration is None and self.jwt_expiration_minutes is not None:
            return 60 * self.jwt_expiration_minutes
        return self.jwt_expiration or 3600

    @property
    def database_url(self) -> str:
        return self.database.url or f"sqlite:///{self.data_dir / 'lorewright.db'}"

    @property
    def wiki_dir(self) -> Path:
        return self.data_dir / "wiki"

    @property
    def blobs_dir(self) -> Path:
        return self.data_dir / "blobs"

    @property
    def documents_dir(self) -> Path:
        return self.data_dir / "documents"

    @property
    def podcasts_dir(self) -> Path:
        return self.data_dir / "podcasts"

    @property
    def lines_dir(self) -> Path:
        return self.data_dir / "podcast-lines"

    @property
    def voices_dir(self) -> Path:
        return self.data_dir / "voices"


def _is_production(before: ValidationInfo) -> bool:
    return bool(before.data.get("environment", "").strip().casefold() == "production")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
