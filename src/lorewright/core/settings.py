"""Every setting, read once at the entry from the environment (prefix LOREWRIGHT_, parts joined by __) and then frozen.

Each is described in docs/manual/settings.md; a test keeps the two together.
"""

import re
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


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


class LimitSettings(BaseModel):
    model_config = ConfigDict(frozen=True)

    text_characters: int = Field(default=500_000, ge=1)
    upload_bytes: int = Field(default=100 * 1024 * 1024, ge=1)
    body_bytes: int = Field(default=8 * 1024 * 1024, ge=1024)
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


class LogSettings(BaseModel):
    model_config = ConfigDict(frozen=True)

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["console", "json"] = "console"


def default_data_dir() -> Path:
    return Path.home() / ".lorewright"


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="LOREWRIGHT_", env_nested_delimiter="__", frozen=True, extra="ignore", hide_input_in_errors=True
    )

    data_dir: Path = Field(default_factory=default_data_dir)
    host: str = "127.0.0.1"
    port: int = Field(default=7842, ge=0, le=65535)
    allow_origins: str = ""
    database: DatabaseSettings = DatabaseSettings()
    limits: LimitSettings = LimitSettings()
    fetch: FetchSettings = FetchSettings()
    reading: ReadingSettings = ReadingSettings()
    jobs: JobSettings = JobSettings()
    log: LogSettings = LogSettings()

    @field_validator("data_dir", mode="before")
    @classmethod
    def names_a_folder(cls, folder: object) -> object:
        """An empty name would be the folder one happens to stand in."""
        if isinstance(folder, str) and not folder.strip():
            raise ValueError("must name a folder, or not be set")
        return folder

    @field_validator("host")
    @classmethod
    def loopback_only(cls, host: str) -> str:
        """Without login everybody who reaches the port is the owner, so only this machine may reach it."""
        if host != "localhost" and not (_is_address(host) and ip_address(host).is_loopback):
            raise ValueError("the gateway has no login yet, so it listens on loopback only (127.0.0.1, ::1, localhost)")
        return host

    @property
    def origins(self) -> tuple[str, ...]:
        """Origins of pages that may write here although they are not of this machine."""
        return tuple(filter(None, (origin.strip() for origin in self.allow_origins.split(","))))

    @property
    def database_url(self) -> str:
        return self.database.url or f"sqlite:///{self.data_dir / 'lorewright.db'}"

    @property
    def wiki_dir(self) -> Path:
        return self.data_dir / "wiki"

    @property
    def blobs_dir(self) -> Path:
        return self.data_dir / "blobs"


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
