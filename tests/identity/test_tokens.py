"""Tokens that we sign, and those that only look like one."""

import base64
import hmac
import json
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from lorewright.core.clock import SystemClock
from lorewright.core.errors import Unavailable
from lorewright.identity.tokens import BadTokenError, Tokens

SECRET = "a secret that is long enough for anybody"


class _Clock:
    at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at


@pytest.fixture
def clock() -> _Clock:
    return _Clock()


@pytest.fixture
def tokens(tmp_path: Path, clock: _Clock) -> Tokens:
    return Tokens(SecretStr(SECRET), tmp_path, clock)


def forged(claims: dict[str, Any], *, secret: str = SECRET, header: dict[str, Any] | None = None) -> str:
    """Signed by hand, as RFC 7515 has it."""
    parts = [json.dumps(one).encode() for one in (header or {"alg": "HS256", "typ": "JWT"}, claims)]
    signed = b".".join(base64.urlsafe_b64encode(one).rstrip(b"=") for one in parts)
    mac = base64.urlsafe_b64encode(hmac.digest(secret.encode(), signed, "sha256")).rstrip(b"=")
    return (signed + b"." + mac).decode()


def test_what_was_signed_is_read(tokens: Tokens, clock: _Clock) -> None:
    token = tokens.read(tokens.sign("api", "somebody", 60, email="ada@example.org"))
    now = int(clock.at.timestamp())
    assert (token.subject, token.audience, token.expires_at) == ("somebody", "api", now + 60)
    assert set(token.claims) == {"sub", "aud", "iat", "exp", "jti", "email"}
    assert token.claims["email"] == "ada@example.org"
    assert token.claims["iat"] == now
    assert token.id != tokens.read(tokens.sign("api", "somebody", 60, email="ada@example.org")).id


def test_it_counts_until_it_expires(tokens: Tokens, clock: _Clock) -> None:
    token = tokens.sign("api", "somebody", 60)
    clock.at += timedelta(seconds=59)
    tokens.read(token)
    clock.at += timedelta(seconds=1)
    with pytest.raises(BadTokenError) as caught:
        tokens.read(token)
    assert caught.value.expired


def _claims(clock: _Clock, **more: object) -> dict[str, Any]:
    now = int(clock.at.timestamp())
    return {"sub": "somebody", "aud": "api", "iat": now, "exp": now + 60, **more}


def test_one_that_the_same_secret_signed_elsewhere_counts(tokens: Tokens, clock: _Clock) -> None:
    assert tokens.read(forged(_claims(clock))).subject == "somebody"
    assert tokens.read(forged({"sub": "somebody", "exp": int(clock.at.timestamp()) + 9})).audience is None


@pytest.mark.parametrize(
    "more",
    [
        {"exp": None},
        {"exp": "tomorrow"},
        {"exp": 1e400},
        {"nbf": 1e18},
        {"nbf": "x"},
        {"iat": 1e18},
        {"sub": None},
        {"sub": 7},
        {"sub": "a\x00b"},
        {"aud": 7},
        {"aud": ["api"]},
        {"aud": {}},
    ],
    ids=str,
)
def test_one_that_says_what_no_token_of_ours_does_counts_for_nothing(
    tokens: Tokens, clock: _Clock, more: dict[str, object]
) -> None:
    claims = {name: value for name, value in _claims(clock, **more).items() if value is not None}
    with pytest.raises(BadTokenError):
        tokens.read(forged(claims))


@pytest.mark.parametrize(
    "header",
    [
        {"alg": "none"},
        {"alg": "HS512"},
        {"alg": "RS256"},
        {"alg": "HS256", "crit": ["b64"], "b64": False},
        {"alg": "HS256", "crit": ["x"], "x": 1},
        {"typ": "JWT"},
        {"alg": ["HS256"]},
    ],
    ids=str,
)
def test_one_of_another_kind_counts_for_nothing(tokens: Tokens, clock: _Clock, header: dict[str, Any]) -> None:
    for token in (
        forged(_claims(clock), header=header),
        forged(_claims(clock), header=header).rpartition(".")[0] + ".",
    ):
        with pytest.raises(BadTokenError):
            tokens.read(token)


def test_one_of_another_secret_counts_for_nothing(tokens: Tokens, clock: _Clock) -> None:
    with pytest.raises(BadTokenError):
        tokens.read(forged(_claims(clock), secret=SECRET + "!"))


def test_one_that_never_ends_can_be_kept_as_spent(tokens: Tokens, clock: _Clock) -> None:
    token = tokens.read(forged(_claims(clock, exp=10**15)))
    assert datetime.fromtimestamp(token.expires_at, UTC).year == 9999


def test_no_letter_of_it_can_be_changed(tokens: Tokens) -> None:
    token = tokens.sign("api", "somebody", 60)
    for place, letter in enumerate(token[:-1]):  # of the last one two bits are padding
        with pytest.raises(BadTokenError):
            tokens.read(token[:place] + ("A" if letter != "A" else "B") + token[place + 1 :])


DEEP = base64.urlsafe_b64encode(b"[" * 4_000).decode()


@pytest.mark.parametrize(
    "text", ["", ".", "..", "a.b.c", f"{DEEP}.e30.e30", "x" * 100_000, "e30.e30.e30", "\ud800.e30.e30"]
)
def test_what_is_no_token_counts_for_nothing(tokens: Tokens, text: str) -> None:
    with pytest.raises(BadTokenError):
        tokens.read(text)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=200))
def test_any_text_is_refused(tokens: Tokens, text: str) -> None:
    with pytest.raises(BadTokenError):
        tokens.read(text)


def test_without_a_secret_one_is_made_that_only_we_can_read(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with ThreadPoolExecutor(8) as pool:  # as processes that start at once
        signed = list(pool.map(lambda _: Tokens(None, folder, SystemClock()).sign("api", "somebody", 60), range(8)))
    for token in signed:
        assert Tokens(None, folder, SystemClock()).read(token).subject == "somebody"
    assert stat.S_IMODE((folder / "jwt-secret").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["jwt-secret"]


def test_a_secret_that_is_cut_short_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "jwt-secret").write_text("short")
    with pytest.raises(Unavailable, match="jwt-secret"):
        Tokens(None, tmp_path, SystemClock()).sign("api", "somebody", 60)


def test_what_signs_and_hashes_is_loaded_when_it_is_first_needed() -> None:
    heavy = ("joserfc", "cryptography", "pwdlib", "argon2", "limits", "redis", "httpcore")
    code = f"import sys, lorewright.app, lorewright.worker; print(*(name for name in {heavy} if name in sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.split() == []
