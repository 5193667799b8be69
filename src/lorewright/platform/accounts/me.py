"""Who is asking. Without login there is one local user."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from lorewright.platform.accounts.rules import LOCAL_USER_ID


@dataclass(frozen=True, slots=True)
class User:
    id: str


async def current_user() -> User:
    return User(LOCAL_USER_ID)


Me = Annotated[User, Depends(current_user)]
