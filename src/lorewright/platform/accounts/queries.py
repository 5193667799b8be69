"""Finding users, and whether a token still counts."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, bindparam, exists, func, or_, select

from lorewright.db.transaction import Transaction
from lorewright.identity.names import comparable
from lorewright.platform.accounts.rules import LOCAL_USER_ID, SKIPPED_USER_ID
from lorewright.platform.accounts.tables import account, identity, spent_token


@dataclass(frozen=True, slots=True)
class User:
    id: str
    username: str | None
    email: str
    name: str
    avatar_url: str | None
    is_owner: bool
    """Of the whole installation: its settings, keys and budget."""


LOCAL = User(LOCAL_USER_ID, None, "", "Anonymous", None, is_owner=True)
SKIPPED = User(SKIPPED_USER_ID, "developer", "developer@localhost.localdomain", "Developer", None, is_owner=False)

_IS_SPENT = exists().where(spent_token.c.id == bindparam("token_id"))
_CALLER = select(account, _IS_SPENT.label("is_spent")).where(account.c.id == bindparam("user_id"))


def caller(tx: Transaction, token_id: str, user_id: str, owners: frozenset[str]) -> User | None:
    """Whose token it is; None where it was logged out, or there is no such user.

    `owners`: who owns the installation, by name; where nobody is named it is who came first.
    """
    row = tx.execute(_CALLER, {"token_id": token_id, "user_id": user_id}).first()
    return None if row is None or row.is_spent else _user(row, owners)


def get_user(tx: Transaction, user_id: str, owners: frozenset[str]) -> User:
    """Who is there."""
    return _user(tx.execute(select(account).where(account.c.id == user_id)).one(), owners)


def by_username(tx: Transaction, username: str) -> Row[Any] | None:
    """As whoever registered wrote it, or nearly."""
    return tx.execute(select(account).where(account.c.username_key == comparable(username))).first()


def by_identity(tx: Transaction, issuer: str, subject: str) -> Row[Any] | None:
    found = select(account).join(identity, identity.c.user_id == account.c.id)
    return tx.execute(found.where(identity.c.issuer == issuer, identity.c.subject == subject)).first()


def named(tx: Transaction, name: str) -> list[User]:
    """Who goes by this id, username or e-mail address: more than one where several have an address."""
    has_address = func.lower(account.c.email) == name.lower()
    is_called = or_(account.c.id == name, account.c.username_key == comparable(name), has_address)
    return _users(tx, select(account).where(is_called))


def everybody(tx: Transaction, owners: frozenset[str]) -> list[User]:
    """In the order in which they came."""
    return _users(tx, select(account).order_by(account.c.created_at, account.c.id), owners)


def _users(tx: Transaction, wanted: Select[Any], owners: frozenset[str] = frozenset()) -> list[User]:
    return [_user(row, owners) for row in tx.execute(wanted)]


def _user(row: Row[Any], owners: frozenset[str]) -> User:
    """An address makes an owner only where the provider has proved it."""
    names = {row.id, row.email.casefold() if row.email_verified else None}
    is_owner = bool(owners & names) if owners else row.is_first
    return User(row.id, row.username, row.email, row.name, row.avatar_url, is_owner)
