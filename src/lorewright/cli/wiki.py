"""Looking at the wiki's articles."""

import sys
from typing import Annotated

import typer

from lorewright.cli.output import print_json, print_table
from lorewright.cli.store import AsJson, DataDir, Limit, Offset, open_store

app = typer.Typer(no_args_is_help=True, help="Look at the wiki's articles.")


@app.command("list")
def list_(
    concept: Annotated[str | None, typer.Option(help="Only articles with this concept (its slug).")] = None,
    limit: Limit = 50,
    offset: Offset = 0,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """List the articles, newest change first.

    \b
    Examples:
      lorewright wiki list
      lorewright wiki list --concept gross-margin --json
    """
    from lorewright.gateway.articles import queries  # the rooms are loaded by the command that needs them
    from lorewright.platform.accounts.rules import LOCAL_USER_ID

    with open_store(data_dir) as world, world.db.reading() as tx:
        found = queries.list_articles(tx, LOCAL_USER_ID, concept=concept, limit=limit, offset=offset)
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo("There are no articles." if concept is None else f"There are no articles about {concept}.")
        return
    print_table([(f"{one.updated_at:%Y-%m-%d %H:%M}", one.slug, one.title) for one in found])


@app.command()
def show(
    slug: Annotated[str, typer.Argument(help="The article's slug, as `wiki list` shows it, or its id.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Show an article: laid out on a terminal, as Markdown where the output goes into a file or a pipe.

    \b
    Examples:
      lorewright wiki show annual-report-2023
      lorewright wiki show annual-report-2023 > report.md
    """
    from lorewright.gateway.articles import queries  # the rooms are loaded by the command that needs them
    from lorewright.platform.accounts.rules import LOCAL_USER_ID

    with open_store(data_dir) as world, world.db.reading() as tx:
        found = queries.get_article(tx, LOCAL_USER_ID, slug)
    if as_json:
        print_json(found)
        return
    if not sys.stdout.isatty():
        typer.echo(found.content, nl=False)
        return
    from rich.console import Console  # only a terminal needs it
    from rich.markdown import Markdown

    Console().print(Markdown(_without_front_matter(found.content)))


def _without_front_matter(content: str) -> str:
    if content.startswith("---\n"):
        _, closing, body = content[4:].partition("\n---\n")
        return body if closing else content
    return content
