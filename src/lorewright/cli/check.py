"""Checking the store."""

import typer

from lorewright.cli.output import print_json
from lorewright.cli.store import AsJson, DataDir, open_store


def check(as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """Check every invariant between rows, stored bytes, wiki files and index. Changes nothing.

    Each thing that is wrong is a line. The exit status is 1 if anything is. What you did to the wiki's files is told, with what
    becomes of it, and is not wrong.

    \b
    Example:
      lorewright check
    """
    from lorewright.gateway.admin import queries  # the rooms are loaded by the command that needs them

    found = []
    with open_store(data_dir) as world:
        for sentence in queries.violations(world):
            found.append(sentence)
            if not as_json:
                typer.echo(sentence)
        told = list(queries.notes(world))
    if as_json:
        print_json({"ok": not found, "violations": found, "notes": told})
    else:
        _print(found, told)
    if found:
        raise typer.Exit(1)


def _print(found: list[str], told: list[str]) -> None:
    for sentence in told:
        typer.echo(f"Note: {sentence}")
    if found:
        counted = "1 thing is" if len(found) == 1 else f"{len(found)} things are"
        typer.secho(f"{counted} wrong.", err=True, fg=typer.colors.RED)
    else:
        typer.echo("Everything holds.")
