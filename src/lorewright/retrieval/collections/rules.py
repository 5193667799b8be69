"""What is whose."""

from typing import Any
from uuid import UUID

from sqlalchemy import Row

from lorewright.core.errors import NotAllowed, NotFound


def check_own(owner: str, user_id: UUID) -> None:
    """Of a body that names a user. Raises `NotAllowed`."""
    if str(user_id) != owner:
        raise NotAllowed("The user_id is not your own.")


def own(row: Row[Any] | None, owner: str, missing: NotFound) -> Row[Any]:
    """The row, looked up by its id alone. Raises `missing` where there is none, `NotAllowed` where it is another user's."""
    if row is None:
        raise missing
    if row.user_id != owner:
        raise NotAllowed("This is another user's.")
    return row
