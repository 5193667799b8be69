"""Who is asking: whom the gate has let in, and without login the one local user."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Security
from fastapi.security import HTTPBearer
from starlette.requests import HTTPConnection

from lorewright.core.errors import NotAllowed, NotSignedIn
from lorewright.http.dependencies import TheWorld
from lorewright.platform.accounts.gate import NO_CREDENTIAL
from lorewright.platform.accounts.queries import LOCAL, User


async def current_user(connection: HTTPConnection, world: TheWorld) -> User:
    """Of the gateway. Raises `NotSignedIn`."""
    return LOCAL if world.settings.is_open else _let_in(connection)


async def api_user(connection: HTTPConnection) -> User:
    """Of what lies under `/api`. Raises `NotSignedIn`."""
    return _let_in(connection)


def _let_in(connection: HTTPConnection) -> User:
    me: User | None = getattr(connection.state, "me", None)
    if me is None:
        raise NotSignedIn(NO_CREDENTIAL)
    return me


async def _looked_again(connection: HTTPConnection) -> Callable[[], Awaitable[bool]]:
    still_in: Callable[[], Awaitable[bool]] = getattr(connection.state, "still_in", _always)
    return still_in


async def _always() -> bool:
    return True


StillIn = Annotated[Callable[[], Awaitable[bool]], Depends(_looked_again)]
"""For a connection that outlasts a look at the credential: whether that counts still."""
Me = Annotated[User, Depends(current_user)]
ApiMe = Annotated[User, Depends(api_user)]

BEARER = Security(HTTPBearer(auto_error=False, description="The `access_token` of `POST /api/auth/login`"))
"""For `dependencies` of what lies under `/api`: it only describes; the gate looks, before anything is read."""


async def _owner_only(me: Me) -> None:
    if not me.is_owner:
        raise NotAllowed("Only the owner of this installation may do this.")


OwnerOnly = Depends(_owner_only)
"""For `dependencies` of what changes the whole installation, or tells of it."""
