"""Who there is without login, and what may be asked without a credential."""

import re
from typing import Literal

LOCAL_USER_ID = "anonymous"
"""Who there is without login; nobody may take the name."""
SKIPPED_USER_ID = "00000000-0000-4000-8000-000000000000"
"""Who there is under `/api` where SKIP_AUTH is set."""

COOKIE = "lorewright_session"
COOKIE_S = 24 * 60 * 60
LOGIN_COOKIE = "lorewright_login"
LOGIN_S = 10 * 60
"""So long a login may take at its provider."""

Audience = Literal["gateway", "api"]
"""What a token counts for: both services, or only what lies under `/api`."""
LOGIN_AUDIENCE = "login"
"""Of the token that a browser keeps while its person is at a provider. It counts for nothing else."""

API = "/api"
_OPEN = frozenset({"/", "/health", "/openapi.json", "/app", "/auth/callback", "/auth/logout"})
_OPEN_FOLDERS = ("/app/", "/auth/login/")
_OPEN_UNDER_API = frozenset(
    f"{API}/auth/{name}" for name in ("register", "login", "logout", "oidc/login", "oidc/callback")
)


def needed(path: str, *, login: bool, only: str | None) -> Audience | None:
    """What a credential must count for to be let in to this path; None where none is needed.

    `login`: whether the gateway wants one. `only`: the one service that is there.
    """
    if only != "gateway" and (path == API or path.startswith(f"{API}/")):
        return None if path in _OPEN_UNDER_API else "api"
    if not login or only == "retrieval" or path in _OPEN or path.startswith(_OPEN_FOLDERS):
        return None
    return "gateway"


def counts_for(audience: str | None, wanted: Audience) -> bool:
    """Whether a token of this audience does; one that names none counts for less."""
    return audience == "gateway" or (wanted == "api" and audience in ("api", None))


def prefers_json(accept: str) -> bool:
    """Whether a client would rather have JSON than a page, by its `Accept` (RFC 9110, section 12.5.1)."""
    return _quality(accept, "application/json") > _quality(accept, "text/html")


def _quality(accept: str, wanted: str) -> float:
    """0 to 1; what is named more closely decides."""
    ranges = {"*/*": 0, f"{wanted.partition('/')[0]}/*": 1, wanted: 2}
    best = (-1, 0.0)
    for one in accept.split(","):
        name, *parameters = (part.strip().lower() for part in one.split(";"))
        if name in ranges:
            said = next((part[2:] for part in parameters if part.startswith("q=")), "1")
            quality = float(said) if re.fullmatch(r"[01](\.\d{0,3})?", said) else 0.0
            best = max(best, (ranges[name], quality))
    return best[1]
