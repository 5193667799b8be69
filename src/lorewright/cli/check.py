"""Checking the store, and mending it."""

from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from lorewright.cli.output import print_json
from lorewright.cli.store import AsJson, DataDir, open_store

if TYPE_CHECKING:
    from lorewright.world import World


def check(
    repair: Annotated[bool, typer.Option("--repair", help="Mend first what can be made again.")] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Check every invariant between rows, stored bytes, wiki files and index. Changes nothing without --repair.

    Each thing that is wrong is a line. The exit status is 1 if anything is. What you did to the wiki's files is told, with what
    becomes of it, and is not wrong.

    With --repair, lost wiki files and a lost index are made again, what was left half written or belongs to nothing is removed,
    and edits of wiki files are kept at once. Then what is still wrong is told.

    \b
    Examples:
      lorewright check
      lorewright check --repair
    """
    from lorewright.gateway.admin import queries  # the rooms are loaded by the command that needs them
    from lorewright.retrieval.removal import queries as of_documents

    mended: list[str] = []
    found = []
    with open_store(data_dir) as world:
        if repair:
            mended = _mended(world, aloud=not as_json)
        for sentence in chain(queries.violations(world), of_documents.violations(world)):
            found.append(sentence)
            if not as_json:
                typer.echo(sentence)
        told = list(queries.notes(world))
    if as_json:
        print_json({"ok": not found, **({"mended": mended} if repair else {}), "violations": found, "notes": told})
    else:
        _print(found, told)
    if found:
        raise typer.Exit(1)


def _mended(world: "World", *, aloud: bool) -> list[str]:
    """Mends, and does the jobs that this asked for. Raises `Unavailable`."""
    from lorewright.cli.work import work_until
    from lorewright.core.errors import Unavailable
    from lorewright.gateway.admin.actions import repair
    from lorewright.platform.jobs.queries import count_live
    from lorewright.retrieval.removal.actions import repair as repair_documents

    mended = []
    for sentence in chain(repair(world), repair_documents(world)):
        mended.append(sentence)
        if aloud:
            typer.echo(f"Mended: {sentence}")
    if not work_until(world, None, lambda tx: count_live(tx) == 0, lambda: None):
        raise Unavailable("Stopped: a worker, or the same command again, goes on with what is left.")
    return mended


def _print(found: list[str], told: list[str]) -> None:
    for sentence in told:
        typer.echo(f"Note: {sentence}")
    if found:
        counted = "1 thing is" if len(found) == 1 else f"{len(found)} things are"
        typer.secho(f"{counted} wrong.", err=True, fg=typer.colors.RED)
    else:
        typer.echo("Everything holds.")
