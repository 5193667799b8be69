"""Users and credentials as they come in and leave. A password only comes in."""

from typing import Annotated, Literal
from unicodedata import category
from uuid import UUID

from pydantic import BaseModel, Field, SecretStr, ValidationInfo, field_validator

from lorewright.http.fields import Line, Title, storable
from lorewright.identity.names import comparable, is_common, is_email


class Profile(BaseModel):
    """Who is signed in to the gateway."""

    id: str
    email: str
    name: str
    avatar_url: str | None


class RegisterRequest(BaseModel):
    username: Annotated[Title, Field(max_length=64)]
    password: Annotated[SecretStr, Field(min_length=8, max_length=128)]
    email: Annotated[Line, Field(max_length=254)]

    @field_validator("username")
    @classmethod
    def can_be_written(cls, username: str) -> str:
        if not username.isprintable() or username != username.strip():
            raise ValueError("must be printable, without spaces around it")
        return username

    @field_validator("password")
    @classmethod
    def not_guessed_at_once(cls, password: SecretStr, before: ValidationInfo) -> SecretStr:
        said = password.get_secret_value()
        if any(category(one) in ("Cc", "Cs") for one in said):
            raise ValueError("must not hold control characters or lone surrogates")
        if is_common(said):
            raise ValueError("is among those that are tried first; choose another")
        if comparable(said) == comparable(before.data.get("username", "")):
            raise ValueError("must not be the username")
        return password

    @field_validator("email")
    @classmethod
    def leads_somewhere(cls, email: str) -> str:
        if not is_email(email):
            raise ValueError("must be an e-mail address")
        return email


class RegisterResponse(BaseModel):
    user_id: UUID
    username: str
    email: str


class LoginRequest(BaseModel):
    username: Annotated[Line, Field(max_length=1_000)]
    password: Annotated[SecretStr, Field(max_length=1_000)]

    @field_validator("password")
    @classmethod
    def has_bytes(cls, password: SecretStr) -> SecretStr:
        storable(password.get_secret_value())
        return password


class TokenResponse(BaseModel):
    access_token: str
    token_type: Literal["bearer"]
    expires_in: int
    """Seconds."""


class Account(BaseModel):
    """Who asks, under `/api`."""

    user_id: UUID
    username: str | None
    """Null for who came by single sign-on."""
    email: str


class LoggedOut(BaseModel):
    status: Literal["ok"]
