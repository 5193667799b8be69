"""Tokens that we sign ourselves: JSON Web Tokens with HS256 (RFC 7519), and nothing else counts as one."""

import hashlib
import secrets
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import SecretStr

from lorewright.core.access import LEAST_SECRET_CHARACTERS
from lorewright.core.clock import Clock
from lorewright.core.errors import Unavailable
from lorewright.core.files import new_file, why_unwritable
from lorewright.core.ids import new_id

if TYPE_CHECKING:
    from joserfc.jwk import OctKey

ALGORITHM = "HS256"
MOST_CHARACTERS = 8_192
LATEST = 253_402_300_799
"""The last second of the year 9999, after which no database keeps a moment."""


class BadTokenError(Exception):
    """The token does not count."""

    def __init__(self, *, expired: bool) -> None:
        super().__init__()
        self.expired = expired


class Token(NamedTuple):
    """What a token says that counts."""

    id: str
    """The same for everything that says the same: the SHA-256 of what is signed."""
    subject: str
    audience: str | None
    expires_at: int
    """Seconds since 1970."""
    claims: Mapping[str, Any]


class Tokens:
    def __init__(self, secret: SecretStr | None, folder: Path, clock: Clock) -> None:
        """Without a secret one is made in the folder, for whoever opens it next too."""
        self._secret = secret
        self._file = folder / "jwt-secret"
        self._clock = clock

    def check(self) -> None:
        """Raises `Unavailable` where a secret is kept and is no good. Makes none."""
        if self._secret is None and self._file.exists():
            self._kept()

    def sign(self, audience: str, subject: str, lifetime_s: int, **more: str) -> str:
        """Raises `Unavailable` where no secret can be kept."""
        from joserfc.jwt import encode

        now = int(self._clock.now().timestamp())
        times = {"iat": now, "exp": now + lifetime_s, "jti": new_id()}
        return encode({"alg": ALGORITHM}, {"sub": subject, "aud": audience, **times, **more}, self._key, [ALGORITHM])

    def read(self, token: str) -> Token:
        """Raises `BadTokenError`, and as `sign`."""
        from joserfc.errors import ExpiredTokenError, JoseError
        from joserfc.jwt import JWTClaimsRegistry, decode

        now = int(self._clock.now().timestamp())
        rules = JWTClaimsRegistry(now=now, sub={"essential": True}, exp={"essential": True})
        if len(token) > MOST_CHARACTERS:
            raise BadTokenError(expired=False)
        try:
            claims = decode(token, self._key, [ALGORITHM]).claims
            rules.validate(claims)
        except ExpiredTokenError:
            raise BadTokenError(expired=True) from None
        except (JoseError, ValueError, RecursionError):  # what is not signed by us may be anything
            raise BadTokenError(expired=False) from None
        audience = claims.get("aud")
        if not (audience is None or isinstance(audience, str)) or not claims["sub"].isprintable():
            raise BadTokenError(expired=False)
        signed = token.rpartition(".")[0]
        id_ = hashlib.sha256(signed.encode()).hexdigest()
        return Token(id_, claims["sub"], audience, min(int(claims["exp"]), LATEST), claims)

    @cached_property
    def _key(self) -> "OctKey":
        from joserfc.jwk import OctKey

        secret = self._kept() if self._secret is None else self._secret.get_secret_value()
        return OctKey.import_key(secret)

    def _kept(self) -> str:
        """Of several processes that come at once the first one's counts. Raises `Unavailable`."""
        try:
            if not self._file.exists():
                self._file.parent.mkdir(parents=True, exist_ok=True)
                with new_file(self._file.parent) as (file, temporary):  # nobody else may read it
                    file.write(secrets.token_urlsafe(48).encode())
                    file.flush()
                    _link(temporary, self._file)
            secret = self._file.read_text("ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = why_unwritable(error) if isinstance(error, OSError) else None
            raise Unavailable(reason or "The file jwt-secret in the data folder cannot be read.") from error
        if len(secret) < LEAST_SECRET_CHARACTERS:
            raise Unavailable("The file jwt-secret in the data folder is cut short; remove it, and log in anew.")
        return secret


def _link(written: Path, name: Path) -> None:
    """Gives what was written its name, unless another process was first."""
    try:
        name.hardlink_to(written)
    except FileExistsError:
        return
