"""Checking the store."""

import typer

from lorewright.cli.output import print_json
from lorewright.cli.store import AsJson, DataDir, open_store


def check(as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """Check every invariant between rows, stored bytes, wiki files and index. Changes nothing.

    Each thing that is wrong is a line. The exit status is 1 if anything is.

    \b
    Example:
      lorewright check
    """
    from lorewright.gateway.admin.queries import violations  # the rooms are loaded by the command that needs them

    found = []
    with open_store(data_dir) as world:
        for sentence in violations(world):
            found.append(sentence)
            if not as_json:
                typer.echo(sentence)
    if as_json:
        print_json({"ok": not found, "violations": found})
    elif found:
        typer.secho(
            f"{len(found)} {'thing is' if len(found) == 1 else 'things are'} wrong.", err=True, fg=typer.colors.RED
        )
    else:
        typer.echo("Everything holds.")
    if found:
        raise typer.Exit(1)
