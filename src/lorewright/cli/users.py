"""Who has an account."""

import typer

from lorewright.cli.output import print_json, print_table
from lorewright.cli.store import AsJson, DataDir, open_store


def users(as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """List who has logged in or registered, and who of them owns the installation.

    \b
    Example:
      lorewright users
    """
    from lorewright.platform.accounts.queries import everybody  # the rooms are loaded by the command that needs them

    with open_store(data_dir) as world, world.db.reading() as tx:
        found = everybody(tx, world.settings.auth.named_owners)
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo("Nobody has logged in or registered.")
        return
    print_table([(one.id, one.username or "-", one.email or "-", "owner" if one.is_owner else "") for one in found])
