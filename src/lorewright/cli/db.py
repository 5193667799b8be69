"""The database's schema."""

from datetime import UTC, datetime

import typer

from lorewright.cli.output import print_json
from lorewright.cli.store import AsJson, DataDir, read_settings

app = typer.Typer(no_args_is_help=True, help="The database's schema.")


@app.callback()
def _group() -> None:
    """Keeps `db` a group, though it has one command so far."""


@app.command()
def upgrade(as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """Bring the database to the newest schema, after a snapshot (of SQLite)."""
    from lorewright import tables  # noqa: F401 - a schema is made of the tables that are loaded
    from lorewright.db import schema
    from lorewright.db.engine import Database

    settings = read_settings(data_dir=data_dir)
    db = Database(settings.database_url)
    before = schema.upgrade(db, settings.data_dir, datetime.now(UTC))
    db.close()
    if as_json:
        print_json({"from": before, "to": schema.NEWEST})
        return
    typer.echo(f"Upgraded from {before} to {schema.NEWEST}." if before else f"At {schema.NEWEST}: the newest.")
