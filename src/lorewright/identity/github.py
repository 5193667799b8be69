"""GitHub, which has the authorization code flow and no identity tokens: who it is, its interface tells.

https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
"""

from typing import Any
from urllib.parse import urlencode

from lorewright.core.access import LoginSettings
from lorewright.core.errors import BadInput
from lorewright.identity.asking import Refused, ask, text_of
from lorewright.identity.base import Challenge, Person
from lorewright.identity.oidc import REFUSED
from lorewright.identity.pkce import challenge_of

SITE = "https://github.com"
API = "https://api.github.com"
SCOPE = "read:user user:email"


class GitHubProvider:
    def __init__(self, settings: LoginSettings) -> None:
        """Of GitHub itself, or of a server of one's own, whose interface is where such servers have it."""
        self.issuer = settings.issuer or SITE
        self._api = settings.api_url or (API if self.issuer == SITE else f"{self.issuer}/api/v3")
        self._client_id = settings.client_id
        self._secret = settings.client_secret.get_secret_value() if settings.client_secret else ""

    def address(self, challenge: Challenge) -> str:
        asked = {
            "client_id": self._client_id,
            "redirect_uri": challenge.redirect_url,
            "scope": SCOPE,
            "state": challenge.state,
            "code_challenge": challenge_of(challenge.verifier),
            "code_challenge_method": "S256",
        }
        return f"{self.issuer}/login/oauth/authorize?{urlencode(asked)}"

    def person(self, challenge: Challenge, code: str) -> Person:
        form = {
            "client_id": self._client_id,
            "client_secret": self._secret,
            "code": code,
            "redirect_uri": challenge.redirect_url,
            "code_verifier": challenge.verifier,
        }
        try:
            token = ask(f"{self.issuer}/login/oauth/access_token", form)["access_token"]
            if not (isinstance(token, str) and token.isascii() and token.isprintable()):
                raise BadInput(REFUSED)
            said = {"Authorization": f"Bearer {token}", "X-GitHub-Api-Version": "2022-11-28"}
            user = ask(f"{self._api}/user", headers=said)
            subject = user["id"]
            email, verified = _email(ask(f"{self._api}/user/emails", headers=said))
            if isinstance(subject, bool) or not isinstance(subject, int):
                raise BadInput(REFUSED)
            return Person(
                issuer=self.issuer,
                subject=str(subject),
                email=email,
                email_verified=verified,
                name=text_of(user.get("name")) or text_of(user.get("login")),
                avatar_url=text_of(user.get("avatar_url")) or None,
            )
        except (Refused, KeyError, TypeError, AttributeError):  # an error comes with status 200, and without a token
            raise BadInput(REFUSED) from None


def _email(addresses: Any) -> tuple[str, bool]:
    """The primary one, and whether it is proved."""
    for one in addresses:
        if one["primary"]:
            return text_of(one["email"]), one["verified"] is True
    return "", False
