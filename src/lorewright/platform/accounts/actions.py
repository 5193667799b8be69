"""Registering, logging in, and logging out."""

import hmac
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from lorewright.core.errors import BadInput, Conflict, NotAllowed, NotSignedIn
from lorewright.core.ids import new_id
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.identity.base import Challenge, IdentityProvider, Person
from lorewright.identity.names import comparable
from lorewright.identity.pkce import random_word
from lorewright.identity.tokens import BadTokenError, Token
from lorewright.platform.accounts import queries, rules
from lorewright.platform.accounts.rules import Audience
from lorewright.platform.accounts.schemas import LoginRequest, RegisterRequest, RegisterResponse, TokenResponse
from lorewright.platform.accounts.tables import account, identity, spent_token
from lorewright.rates.base import Hit, Rate
from lorewright.world import World

MINUTE_S = 60
UNKNOWN = "The username or the password is wrong."
NOBODY = "The login provider let nobody in; start the login again."
BAD_STATE = "This login was not begun in this browser, is over, or was used already; start it again."


def register(world: World, new: RegisterRequest) -> RegisterResponse:
    """Raises `NotAllowed` where nobody may, and `Conflict` where name or address is taken."""
    if not world.settings.may_register:
        raise NotAllowed("Registration is closed here; ask who runs this service.")
    key = comparable(new.username)
    if key == rules.LOCAL_USER_ID:
        raise Conflict("The username or the e-mail address is taken.")
    row = {
        **_blank(world),
        "username": new.username,
        "username_key": key,
        "email": new.email,
        "email_key": comparable(new.email),
        "name": new.username,
        "password_hash": world.identity.passwords.hash(new.password.get_secret_value()),
    }
    with world.db.writing() as tx:
        if tx.execute(insert_missing(tx.dialect, account).returning(account.c.id), row).first() is None:
            raise Conflict("The username or the e-mail address is taken.")
    return RegisterResponse(user_id=row["id"], username=new.username, email=new.email)


def count_login(world: World, username: str) -> Hit:
    """Whether this account, which need not exist, may be tried once more."""
    rate = Rate(world.settings.rate.login_per_minute, MINUTE_S)
    return world.windows.hit(f"account:{comparable(username)}", rate)


def log_in(world: World, who: LoginRequest) -> TokenResponse:
    """Raises `NotSignedIn`, after the same work whether the name or the password is wrong."""
    with world.db.reading() as tx:
        row = queries.by_username(tx, who.username)
    known = row.password_hash if row is not None else None
    is_right = world.identity.passwords.verify(who.password.get_secret_value(), known)
    if row is None or not is_right:
        raise NotSignedIn(UNKNOWN)
    return _token(world, "api", row.id, row.email, world.settings.token_s)


def token_for(world: World, audience: Audience, user: queries.User, lifetime_s: int) -> TokenResponse:
    return _token(world, audience, user.id, user.email, lifetime_s)


def begin_sign_in(world: World, service: Audience, name: str, redirect_url: str) -> tuple[str, str]:
    """Where the browser is sent, and what it keeps until it comes back. Raises `BadInput` and `Unavailable`."""
    provider = _provider(world, service, name)
    challenge = Challenge(random_word(), random_word(), random_word(), redirect_url)
    kept = {"service": service, **challenge._asdict()}
    return provider.address(challenge), world.identity.tokens.sign(rules.LOGIN_AUDIENCE, name, rules.LOGIN_S, **kept)


def complete_sign_in(
    world: World, service: Audience, kept: str | None, state: str, code: str | None, issuer: str | None
) -> queries.User:
    """Who has come back from a provider; the user is made or brought up to date.

    `kept`: what the browser has kept. `code`: None where the provider gave none, as when the person said no. `issuer`: who says
    that the code is theirs, where they do (RFC 9207).
    Raises `BadInput` where it is not this browser that began it, where it was used already, or where code or token is no good.
    """
    token = _begun(world, kept, service, state)
    provider = _provider(world, service, token.subject)
    if issuer is not None and issuer.rstrip("/") != provider.issuer:
        raise BadInput(BAD_STATE)
    with world.db.writing() as tx:
        if not spend(tx, token, world.clock.now()):
            raise BadInput(BAD_STATE)
    if code is None:
        raise BadInput(NOBODY)
    challenge = Challenge(*(token.claims[field] for field in Challenge._fields))
    person = provider.person(challenge, code)
    with world.db.writing() as tx:
        return _welcome(tx, world, service, person)


def log_out(world: World, tokens: list[str]) -> None:
    """They count no more; what never did is passed over."""
    for one in tokens:
        try:
            token = world.identity.tokens.read(one)
        except BadTokenError:
            continue
        with world.db.writing() as tx:
            spend(tx, token, world.clock.now())


def spend(tx: Transaction, token: Token, now: datetime) -> bool:
    """Whether it counted until now. What has expired by itself is forgotten."""
    tx.execute(delete(spent_token).where(spent_token.c.expires_at < now))
    row = {"id": token.id, "expires_at": datetime.fromtimestamp(token.expires_at, UTC)}
    spent = insert_missing(tx.dialect, spent_token).returning(spent_token.c.id)
    return tx.execute(spent, row).first() is not None


def _token(world: World, audience: Audience, user_id: str, email: str, lifetime_s: int) -> TokenResponse:
    token = world.identity.tokens.sign(audience, user_id, lifetime_s, email=email)
    return TokenResponse(access_token=token, token_type="bearer", expires_in=lifetime_s)  # noqa: S106 - no password


def _begun(world: World, kept: str | None, service: Audience, state: str) -> Token:
    """What the browser keeps of the login that has this state. Raises `BadInput`."""
    try:
        token = world.identity.tokens.read(kept or "")
    except BadTokenError:
        raise BadInput(BAD_STATE) from None
    is_login = token.audience == rules.LOGIN_AUDIENCE and token.claims.get("service") == service
    if not is_login or not hmac.compare_digest(str(token.claims["state"]).encode(), state.encode("utf-8", "replace")):
        raise BadInput(BAD_STATE)
    return token


def _provider(world: World, service: Audience, name: str) -> IdentityProvider:
    """Raises `BadInput`."""
    known = world.identity.providers if service == "gateway" else world.identity.single_sign_on
    if name not in known:
        raise BadInput(f"Unsupported provider: {name[:100]}")
    return known[name]


def _welcome(tx: Transaction, world: World, service: Audience, person: Person) -> queries.User:
    """Known by issuer and subject alone: an address may change hands, or be claimed by who does not have it."""
    tx.lock("identity", person.issuer, person.subject)
    known = queries.by_identity(tx, person.issuer, person.subject)
    told: dict[str, Any] = person._asdict()
    key = {name: told.pop(name) for name in ("issuer", "subject")}
    if known is None:
        user_id = new_id()
        tx.execute(insert(account), {**_blank(world), **told, "id": user_id})
        tx.execute(insert(identity), {**key, "user_id": user_id})
    else:
        user_id = known.id
        tx.execute(update(account).where(account.c.id == user_id).values(**told))
    if service == "gateway":
        _make_first(tx, user_id)
    return queries.get_user(tx, user_id, world.settings.auth.named_owners)


def _make_first(tx: Transaction, user_id: str) -> None:
    """Unless somebody was before."""
    tx.lock("first account")
    if tx.execute(select(account.c.id).where(account.c.is_first)).first() is None:
        tx.execute(update(account).where(account.c.id == user_id).values(is_first=True))


def _blank(world: World) -> dict[str, Any]:
    """An account of nobody yet."""
    nothing = dict.fromkeys(("username", "username_key", "email_key", "password_hash", "avatar_url"))
    fixed = {"id": new_id(), "created_at": world.clock.now(), "is_first": False, "email_verified": False}
    return {**nothing, **fixed, "name": ""}
