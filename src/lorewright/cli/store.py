"""What every command shares: opening the store itself, with the server running or not, and saying what went wrong."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lorewright.core.errors import BadInput

if TYPE_CHECKING:
    from pydantic import ValidationError

    from lorewright.core.settings import Settings
    from lorewright.world import World


def _folder(name: str) -> Path:
    """An empty name would be the folder one happens to stand in."""
    if not name.strip():
        raise typer.BadParameter("it must name a folder.")
    return Path(name)


DataDir = Annotated[
    Path | None,
    typer.Option(
        "--data-dir",
        help="Where everything is kept.",
        envvar="LOREWRIGHT_DATA_DIR",
        show_default="~/.lorewright",
        parser=_folder,
        metavar="FOLDER",
    ),
]
AsUser = Annotated[
    str | None,
    typer.Option(
        "--user",
        help="Act for this user: an id, a username or an e-mail address, as `lorewright users` shows them.",
        envvar="LOREWRIGHT_USER",
        show_default="who there is without login",
        metavar="NAME",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Limit = Annotated[int, typer.Option(min=1, max=1_000, help="At most so many.")]
Offset = Annotated[int, typer.Option(min=0, help="Leave out so many first.")]


def read_settings(**given: Any) -> "Settings":
    """The environment's settings with those that the command line gave; ends the command where they do not hold."""
    from pydantic import ValidationError  # help and completion do without what takes half a second to load

    from lorewright.core.settings import Settings

    chosen = {name: value for name, value in given.items() if value is not None}
    if "data_dir" in chosen:
        chosen["data_dir"] = chosen["data_dir"].expanduser().absolute()
    try:
        return Settings(**chosen)
    except ValidationError as error:
        for one in error.errors():
            typer.secho(
                f"{_variable(one['loc'])}: {one['msg'].removeprefix('Value error, ')}", err=True, fg=typer.colors.RED
            )
        raise typer.Exit(2) from None


def _variable(place: "tuple[int | str, ...]") -> str:
    """By which name the environment sets it."""
    name = "__".join(map(str, place)).upper()
    return name if place and str(place[0]).isupper() else f"LOREWRIGHT_{name}"


def wrong_field(error: "ValidationError") -> BadInput:
    """The first that is not what it must be, as over HTTP."""
    first = error.errors()[0]
    return BadInput(f"{first['loc'][0]}: {first['msg'].removeprefix('Value error, ')}.")


@contextmanager
def open_for(user: str | None, data_dir: Path | None, *, under_api: bool = False) -> Iterator[tuple["World", str]]:
    """The world, and who is acted for. Raises `BadInput` where there is no such user.

    `under_api`: where nobody is named, whoever is there under `/api` without a token.
    """
    from lorewright.platform.accounts.queries import named
    from lorewright.platform.accounts.rules import LOCAL_USER_ID, SKIPPED_USER_ID

    with open_store(data_dir) as world:
        if user is None:
            yield world, SKIPPED_USER_ID if under_api and world.settings.skip_auth else LOCAL_USER_ID
            return
        with world.db.reading() as tx:
            found = named(tx, user)
        if len(found) != 1:
            many = f"{len(found)} users have this address; name one by id" if found else "There is no such user"
            raise BadInput(f"{many}: `lorewright users` lists them.")
        yield world, found[0].id


@contextmanager
def open_store(data_dir: Path | None) -> Iterator["World"]:
    """The world over the newest schema."""
    from lorewright import tables  # noqa: F401 - a schema is made of the tables that are loaded
    from lorewright.core.logs import configure_logs
    from lorewright.world import open_world

    settings = read_settings(data_dir=data_dir)
    configure_logs("warning" if "LOREWRIGHT_LOG__LEVEL" not in os.environ else settings.log.level, settings.log.format)
    world = open_world(settings)
    try:
        upgrade(world)
        yield world
    finally:
        world.close()


def upgrade(world: "World") -> None:
    """Brings an older store to the newest schema, and says so: an older Lorewright cannot open it any more."""
    from lorewright.db import maintenance, schema

    folder = world.settings.data_dir
    before = schema.upgrade(world.db, folder, datetime.now(UTC))
    if before is not None:
        copy = f" A copy from before lies in {folder / maintenance.SNAPSHOTS}." if world.db.dialect == "sqlite" else ""
        typer.echo(f"The store was upgraded from {before} to {schema.NEWEST}.{copy}", err=True)
