"""Looking at sources, and deleting them."""

from typing import Annotated

import typer

from lorewright.cli.output import print_fields, print_json, print_table
from lorewright.cli.store import AsJson, AsUser, DataDir, Limit, Offset, open_for
from lorewright.core.errors import BadInput, Unavailable

app = typer.Typer(no_args_is_help=True, help="Look at sources, and delete them.")

SourceId = Annotated[str, typer.Argument(help="The source's id, as `sources list` shows it.")]


@app.command("list")
def list_(
    status: Annotated[str | None, typer.Option(help="Only those pending, processing, compiled or failed.")] = None,
    limit: Limit = 50,
    offset: Offset = 0,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """List the sources, newest first.

    \b
    Examples:
      lorewright sources list
      lorewright sources list --status failed
    """
    from lorewright.gateway.sources import queries  # the rooms are loaded by the command that needs them
    from lorewright.gateway.sources.tables import IngestStatus

    if status is not None and status not in list(IngestStatus):
        raise BadInput(f"There is no status {status}: there are {', '.join(IngestStatus)}.")
    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.list_sources(tx, owner, status=status, limit=limit, offset=offset)
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo("There are no such sources." if status else "There are no sources.")
        return
    print_table(
        [(one.id, f"{one.ingested_at:%Y-%m-%d %H:%M}", one.source_type, one.status, one.title or "") for one in found]
    )


@app.command()
def show(source_id: SourceId, as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Show a source: what it is, and what became of it."""
    from lorewright.gateway.sources import queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.get_source(tx, owner, source_id)
    if as_json:
        print_json(found)
        return
    print_fields(
        [
            ("id", found.id),
            ("title", found.title),
            ("type", found.source_type),
            ("status", found.status),
            ("error", found.error_message),
            ("author", found.author),
            ("published", found.published_date),
            ("taken in", found.ingested_at),
            ("compiled", found.compiled_at),
            ("tokens", found.token_count),
            ("SHA-256", found.content_hash),
        ]
    )


@app.command()
def delete(
    source_id: SourceId,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Delete a source and all that rests on it, for good.

    Its article, its claims and the sentences of answers that rest on it go too, and what is left of it in files and in the
    index is erased before the command ends.

    \b
    Example:
      lorewright sources delete 0b8f6f7e-4d0c-4b7e-9d3c-0f5a2f1f7c11
    """
    from lorewright.cli.work import erase  # the rooms are loaded by the command that needs them
    from lorewright.gateway.removal import actions
    from lorewright.gateway.sources.queries import get_source
    from lorewright.platform.jobs.tables import Kind

    with open_for(user, data_dir) as (world, owner):
        with world.db.reading() as tx:
            source = get_source(tx, owner, source_id)
        if not yes:
            typer.confirm(f"Delete “{source.title}” and all that rests on it, for good?", abort=True, err=True)
        begun = world.clock.now()
        with world.db.writing() as tx:
            deleted = actions.delete_source(tx, world, owner, source_id)
        left = erase(world, owner, begun, Kind.PROJECT_FILES)
    if as_json:
        print_json(deleted)
    else:
        receipt = deleted.receipt
        typer.echo(f"Deleted “{source.title}”, and with it:")
        print_fields(
            [
                ("  articles", receipt.articles),
                ("  of them edits", receipt.edits or None),
                ("  passages", receipt.passages),
                ("  claims", receipt.claims),
                ("  answers changed", receipt.answers),
            ]
        )
        for place in receipt.outside:
            typer.echo(f"Not ours to erase: {place}")
    if left is not None:
        raise Unavailable(left)
