"""All commands."""

import atexit
import gc
import sys
from typing import Annotated

import typer

from lorewright import __version__
from lorewright.cli import (
    check,
    collections,
    conversations,
    costs,
    db,
    importing,
    ingest,
    jobs,
    lint,
    podcasts,
    query,
    reindex,
    serve,
    settings,
    sources,
    users,
    voices,
    wiki,
)
from lorewright.core.errors import AppError

app = typer.Typer(
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="Turns what you read into a wiki you can check, and answers questions from it with citations.",
)
app.command("serve")(serve.serve)
app.command("worker")(serve.worker)
app.command("ingest")(ingest.ingest)
app.command("search")(query.search)
app.command("ask")(query.ask)
app.add_typer(conversations.app, name="conversations")
app.add_typer(wiki.app, name="wiki")
app.add_typer(collections.app, name="collections")
app.add_typer(collections.documents, name="documents")
app.add_typer(podcasts.app, name="podcasts")
app.command("import")(importing.import_)
app.command("query")(query.ask_collection)
app.add_typer(voices.app, name="voices")
app.add_typer(sources.app, name="sources")
app.add_typer(lint.app, name="lint")
app.add_typer(jobs.app, name="jobs")
app.command("costs")(costs.costs)
app.add_typer(settings.app, name="settings")
app.command("users")(users.users)
app.command("check")(check.check)
app.command("reindex")(reindex.reindex)
app.add_typer(db.app, name="db")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lorewright {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of every command."""


def main() -> None:
    """Says in a sentence what went wrong."""
    # The memory goes back at once anyway: Python else looks for cycles among all modules, which takes a third of a short command's time.
    atexit.register(gc.freeze)
    try:
        app()
    except AppError as error:
        typer.secho(f"Error: {error.detail}", err=True, fg=typer.colors.RED)
        sys.exit(1)
