"""Any issuer of OpenID Connect: the authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1; RFC 7636; RFC 9700).

An identity token counts when it is signed by one of the issuer's own keys, with a signature that no public key can make, and is of
this issuer, for this client, of this login and not over.
"""

import base64
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from lorewright.core.access import IssuerSettings
from lorewright.core.errors import BadInput, Unavailable
from lorewright.identity.asking import NO_ANSWER, Refused, ask, endpoint, text_of
from lorewright.identity.base import Challenge, Person
from lorewright.identity.pkce import challenge_of

if TYPE_CHECKING:
    from joserfc.jwk import KeySet

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519")
"""With HS256 and its like whoever knows the public key could sign."""
SCOPE = "openid email profile"
CLOCKS_APART_S = 30
KNOWN_S = 3600.0
"""So long the issuer's description and keys count."""
KEYS_AGAIN_S = 30.0
"""Not more often are the keys fetched because a token names one that is not known."""
AWAY_S = 5.0
"""So long an issuer that did not answer is not asked again: who waits for it holds a thread."""
MOST_SUBJECT = 255

REFUSED = "The login provider refused the code; start the login again."
UNPROVED = "The identity token does not verify; start the login again."


class OidcProvider:
    """Safe to use from several threads."""

    def __init__(self, settings: IssuerSettings, *, keys_again_s: float = KEYS_AGAIN_S) -> None:
        self.issuer = settings.issuer
        self._client_id = settings.client_id
        self._secret = settings.client_secret.get_secret_value() if settings.client_secret else ""
        self._keys_again_s = keys_again_s
        self._lock = threading.Lock()
        self._away_until = 0.0
        self._known: tuple[float, dict[str, Any]] | None = None
        self._keys: tuple[float, KeySet] | None = None

    def address(self, challenge: Challenge) -> str:
        asked = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": challenge.redirect_url,
            "scope": SCOPE,
            "state": challenge.state,
            "nonce": challenge.nonce,
            "code_challenge": challenge_of(challenge.verifier),
            "code_challenge_method": "S256",
        }
        where = endpoint(self._description().get("authorization_endpoint"))
        return f"{where}{'&' if '?' in where else '?'}{urlencode(asked)}"

    def person(self, challenge: Challenge, code: str) -> Person:
        description = self._description()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": challenge.redirect_url,
            "code_verifier": challenge.verifier,
        }
        headers = self._identify(form, description.get("token_endpoint_auth_methods_supported"))
        try:
            given = ask(endpoint(description.get("token_endpoint")), form, headers)
        except Refused:
            raise BadInput(REFUSED) from None
        if not isinstance(given, dict) or not isinstance(given.get("id_token"), str):
            raise BadInput(UNPROVED)
        claims = self._verified(given["id_token"], challenge.nonce)
        if "email" not in claims and description.get("userinfo_endpoint"):
            claims = {
                **self._told(description["userinfo_endpoint"], given.get("access_token"), claims["sub"]),
                **claims,
            }
        return Person(
            issuer=str(description["issuer"]),
            subject=claims["sub"],
            email=text_of(claims.get("email")),
            email_verified=claims.get("email_verified") in (True, "true"),
            name=text_of(claims.get("name")) or text_of(claims.get("preferred_username")),
            avatar_url=text_of(claims.get("picture")) or None,
        )

    def _identify(self, form: dict[str, str], methods: object) -> dict[str, str]:
        """Says which client asks, in the header or, where the issuer takes no other way, in the form."""
        if self._secret and (not isinstance(methods, list) or "client_secret_basic" in methods):
            pair = f"{quote(self._client_id, safe='')}:{quote(self._secret, safe='')}"
            return {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}
        form["client_id"] = self._client_id
        if self._secret:
            form["client_secret"] = self._secret
        return {}

    def _verified(self, token: str, nonce: str) -> dict[str, Any]:
        """The claims of an identity token. Raises `BadInput` where it does not hold."""
        from joserfc.errors import InvalidKeyIdError, JoseError
        from joserfc.jwt import JWTClaimsRegistry, decode

        rules = JWTClaimsRegistry(
            now=int(time.time()),
            leeway=CLOCKS_APART_S,
            iss={"essential": True, "value": str(self._description()["issuer"])},
            aud={"essential": True, "value": self._client_id},
            nonce={"essential": True, "value": nonce},
            sub={"essential": True},
            exp={"essential": True},
            iat={"essential": True},
        )
        try:
            try:
                claims = decode(token, self._key_set(), ALGORITHMS).claims
            except InvalidKeyIdError:  # the issuer has changed its keys
                claims = decode(token, self._key_set(anew=True), ALGORITHMS).claims
            rules.validate(claims)
        except (JoseError, ValueError, RecursionError):
            raise BadInput(UNPROVED) from None
        party = claims.get("azp", self._client_id)
        others = [one for one in claims["aud"] if one != self._client_id] if isinstance(claims["aud"], list) else []
        subject = claims["sub"]
        is_somebody = 0 < len(subject) <= MOST_SUBJECT and subject.isprintable()
        if party != self._client_id or (others and "azp" not in claims) or not is_somebody:
            raise BadInput(UNPROVED)
        return claims

    def _told(self, where: object, access_token: object, subject: str) -> dict[str, Any]:
        """What the issuer says beside the identity token. Raises `BadInput` where it is of somebody else."""
        if not isinstance(access_token, str) or not access_token.isascii() or not access_token.isprintable():
            return {}
        try:
            told = ask(endpoint(where), headers={"Authorization": f"Bearer {access_token}"})
        except Refused:
            return {}
        if not isinstance(told, dict) or told.get("sub") != subject:
            raise BadInput(UNPROVED)
        return told

    def _description(self) -> dict[str, Any]:
        """Raises `Unavailable`."""
        with self._lock:
            if self._known is None or time.monotonic() - self._known[0] > KNOWN_S:
                with self._not_in_vain():
                    self._known = (time.monotonic(), self._described())
            return self._known[1]

    @contextmanager
    def _not_in_vain(self) -> Iterator[None]:
        """Asks the issuer, unless it has just been away. Raises `Unavailable`."""
        if time.monotonic() < self._away_until:
            raise Unavailable(NO_ANSWER)
        try:
            yield
        except Unavailable:
            self._away_until = time.monotonic() + AWAY_S
            raise

    def _described(self) -> dict[str, Any]:
        """OpenID Connect Discovery 1.0, section 4."""
        try:
            found = ask(f"{self.issuer}/.well-known/openid-configuration")
        except Refused:
            found = None
        if not isinstance(found, dict) or str(found.get("issuer", "")).rstrip("/") != self.issuer:
            raise Unavailable("The login provider's description of itself cannot be used.")
        return found

    def _key_set(self, *, anew: bool = False) -> "KeySet":
        """Raises `Unavailable`."""
        where = endpoint(self._description().get("jwks_uri"))
        with self._lock:
            age_s = time.monotonic() - self._keys[0] if self._keys else KNOWN_S
            if self._keys is None or age_s > (self._keys_again_s if anew else KNOWN_S):
                with self._not_in_vain():
                    self._keys = (time.monotonic(), _keys_of(where))
            return self._keys[1]


def _keys_of(where: str) -> "KeySet":
    """Those keys that a signature can be checked with; of a kind that is not known the rest does without."""
    from joserfc.errors import JoseError
    from joserfc.jwk import JWKRegistry, KeySet

    try:
        listed = ask(where)["keys"]
    except (Refused, KeyError, TypeError):
        raise Unavailable("The login provider's keys cannot be read.") from None
    keys = []
    for one in listed if isinstance(listed, list) else []:
        if isinstance(one, dict) and one.get("kty") in ("RSA", "EC", "OKP") and one.get("use", "sig") == "sig":
            try:
                keys.append(JWKRegistry.import_key(one))
            except (JoseError, ValueError, TypeError, KeyError):
                continue
    return KeySet(keys)
