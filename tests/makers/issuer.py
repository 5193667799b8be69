"""Providers of identities on loopback: an issuer of OpenID Connect that signs with real keys, and a stand-in for GitHub.

Both keep to what the protocols demand of a client, and refuse what does not: another redirect address, a code used twice, a
verifier that is not the challenge's. A test may make the issuer lie.
"""

import base64
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Protocol, TypeVar
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from joserfc import jws
from joserfc.jwk import ECKey, KeySet, RSAKey

CLIENT_ID, CLIENT_SECRET = "lorewright", "s3cret/with:signs"
Answer = tuple[int, Any]

Claims = dict[str, Any]


class Provider(Protocol):
    asked: list[str]

    def get(self, path: str, query: dict[str, str], headers: dict[str, str]) -> Answer | str: ...

    def post(self, path: str, form: dict[str, str], headers: dict[str, str]) -> Answer: ...


Made = TypeVar("Made", bound=Provider)


def make_key(kid: str) -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": kid, "use": "sig", "alg": "RS256"})


@dataclass
class Issuer:
    """Its person logs in at once: who asks at `authorize` is sent back with a code."""

    address: str
    person: Claims
    key: RSAKey | ECKey
    lie: Callable[[Claims], Claims] = lambda claims: claims
    """Makes of the right claims what is signed."""
    sign: Callable[[Claims], str] | None = None
    """Makes an identity token of the claims, where the key does not sign it."""
    description: Claims = field(default_factory=dict)
    """Beside what is true, or in its place."""
    told: Claims | None = None
    """What `userinfo` answers, where it is not the person."""
    asked: list[str] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    CONFIGURATION: ClassVar[str] = "/.well-known/openid-configuration"

    def get(self, path: str, query: dict[str, str], headers: dict[str, str]) -> Answer | str:
        """What it answers, or the address that the browser is sent to."""
        if path == self.CONFIGURATION:
            return 200, self._described()
        if path == "/jwks":
            return 200, KeySet([self.key]).as_dict(private=False)
        if path == "/authorize":
            code = f"code-{len(self.codes)}"
            self.codes[code] = query
            return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state'], 'iss': self.address})}"
        if path == "/userinfo" and headers.get("authorization") == "Bearer at-1":
            return 200, self.told or self.person
        return 404, {"error": "not_found"}

    def post(self, path: str, form: dict[str, str], headers: dict[str, str]) -> Answer:
        asked = self.codes.pop(form.get("code", ""), None)
        if path != "/token" or asked is None or not _is_client(headers, form) or not _holds(asked, form):
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        given = {**self.person, "iss": self.address, "aud": CLIENT_ID, "iat": now, "exp": now + 300}
        claims = self.lie({**given, "nonce": asked["nonce"]})
        return 200, {"access_token": "at-1", "token_type": "Bearer", "id_token": (self.sign or self._signed)(claims)}

    def _signed(self, claims: Claims) -> str:
        algorithm = "RS256" if isinstance(self.key, RSAKey) else "ES256"
        header: Claims = {"alg": algorithm, "kid": self.key.kid or ""}
        return jws.serialize_compact(header, json.dumps(claims).encode(), self.key)

    def _described(self) -> Claims:
        paths = {"authorization": "authorize", "token": "token", "userinfo": "userinfo"}
        ends: Claims = {f"{name}_endpoint": f"{self.address}/{path}" for name, path in paths.items()}
        return {"issuer": self.address, **ends, "jwks_uri": f"{self.address}/jwks", **self.description}


@dataclass
class GitHub:
    """As its documentation has it: an error comes with status 200, and a number says who it is."""

    address: str
    user: Claims
    emails: list[Claims]
    asked: list[str] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def get(self, path: str, query: dict[str, str], headers: dict[str, str]) -> Answer | str:
        if path == "/login/oauth/authorize":
            code = f"code-{len(self.codes)}"
            self.codes[code] = query
            return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"
        if headers.get("authorization") != "Bearer gho_1":
            return 401, {"message": "Bad credentials"}
        found: dict[str, Any] = {"/api/v3/user": self.user, "/api/v3/user/emails": self.emails}
        return (200, found[path]) if path in found else (404, {"message": "Not Found"})

    def post(self, path: str, form: dict[str, str], headers: dict[str, str]) -> Answer:
        asked = self.codes.pop(form.get("code", ""), None)
        if (
            path != "/login/oauth/access_token"
            or asked is None
            or not _is_client(headers, form)
            or not _holds(asked, form)
        ):
            return 200, {"error": "bad_verification_code"}
        return 200, {"access_token": "gho_1", "token_type": "bearer", "scope": "read:user,user:email"}


@contextmanager
def issuer(**person: Any) -> Iterator[Issuer]:
    who = {"sub": "person-1", "email": "ada@example.org", "email_verified": True, "name": "Ada", **person}
    with _served(lambda address: Issuer(address, who, make_key("first"))) as made:
        yield made


@contextmanager
def github(**user: Any) -> Iterator[GitHub]:
    who = {"id": 4711, "login": "ada", "name": "Ada L.", "avatar_url": "https://example.org/ada.png", **user}
    emails = [
        {"email": "old@example.org", "primary": False, "verified": True},
        {"email": "ada@example.org", "primary": True, "verified": True},
    ]
    with _served(lambda address: GitHub(address, who, emails)) as made:
        yield made


def _handler(provider: Callable[[], Provider]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider().asked.append(self.path)
            parts = urlsplit(self.path)
            self._answer(provider().get(parts.path, dict(parse_qsl(parts.query)), self._headers()))

        def do_POST(self) -> None:
            provider().asked.append(self.path)
            form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
            self._answer(provider().post(urlsplit(self.path).path, form, self._headers()))

        def _headers(self) -> dict[str, str]:
            return {name.lower(): value for name, value in self.headers.items()}

        def _answer(self, answer: Answer | str) -> None:
            status, body = (302, None) if isinstance(answer, str) else answer
            data = b"" if body is None else json.dumps(body).encode()
            self.send_response(status)
            if isinstance(answer, str):
                self.send_header("Location", answer)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Silent."""

    return Handler


@contextmanager
def _served(make: Callable[[str], Made]) -> Iterator[Made]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(lambda: made))
    server.daemon_threads = True
    made: Made = make(f"http://127.0.0.1:{server.server_address[1]}")
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()


def _is_client(headers: dict[str, str], form: dict[str, str]) -> bool:
    """Said in the header (RFC 6749, section 2.3.1) or in the form."""
    scheme, _, pair = headers.get("authorization", "").partition(" ")
    if scheme == "Basic":
        id_, _, secret = base64.b64decode(pair).decode().partition(":")
        return (unquote(id_), unquote(secret)) == (CLIENT_ID, CLIENT_SECRET)
    return (form.get("client_id"), form.get("client_secret")) == (CLIENT_ID, CLIENT_SECRET)


def _holds(asked: dict[str, str], form: dict[str, str]) -> bool:
    """Whether the code is exchanged as it was asked for."""
    digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return (
        asked["client_id"] == CLIENT_ID
        and asked["redirect_uri"] == form.get("redirect_uri")
        and asked["code_challenge"] == challenge
        and asked["code_challenge_method"] == "S256"
    )
