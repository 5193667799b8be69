"""Looking at the wiki's articles, and what becomes of them."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from lorewright.cli.concepts import concepts, graph, merges, splits
from lorewright.cli.output import print_json, print_table
from lorewright.cli.store import AsJson, AsUser, DataDir, Limit, Offset, open_for
from lorewright.core.errors import BadInput, Unavailable

if TYPE_CHECKING:
    from lorewright.db.transaction import Transaction
    from lorewright.gateway.articles.schemas import ArticleResponse, ComputedPage
    from lorewright.world import World

app = typer.Typer(no_args_is_help=True, help="Look at the wiki's articles, edit them, and go back to what they said.")
app.command()(concepts)
app.command()(merges)
app.command()(splits)
app.command()(graph)


@app.command("list")
def list_(
    concept: Annotated[str | None, typer.Option(help="Only articles with this concept (its slug).")] = None,
    limit: Limit = 50,
    offset: Offset = 0,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """List the articles, newest change first.

    \b
    Examples:
      lorewright wiki list
      lorewright wiki list --concept gross-margin --json
    """
    from lorewright.gateway.articles import queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.list_articles(tx, owner, concept=concept, limit=limit, offset=offset)
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
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Show an article: laid out on a terminal, as Markdown where the output goes into a file or a pipe.

    \b
    Examples:
      lorewright wiki show annual-report-2023
      lorewright wiki show annual-report-2023 > report.md
    """
    from lorewright.gateway.articles import queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.get_article(tx, owner, slug)
    if as_json:
        print_json(found)
        return
    if not sys.stdout.isatty():
        typer.echo(found.content, nl=False)
        return
    from rich.console import Console  # only a terminal needs it
    from rich.markdown import Markdown

    Console().print(Markdown(_without_front_matter(found.content)))


@app.command()
def index(
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="How many articles.")] = 1_000,
    offset: Offset = 0,
    user: AsUser = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Print an index of the wiki as Markdown: its articles by the letters of their titles, with what they are about."""
    from lorewright.gateway.articles import computed  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        page = computed.index(tx, owner, limit, offset)
    _print_page(page, as_json)


@app.command()
def overview(user: AsUser = None, as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """Print an overview of the wiki as Markdown: how much there is, what most of it is about, what changed last."""
    from lorewright.gateway.articles import computed  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        page = computed.overview(tx, owner)
    _print_page(page, as_json)


def _print_page(page: "ComputedPage", as_json: bool) -> None:
    if as_json:
        print_json(page)
    else:
        typer.echo(page.content, nl=False)


Slug = Annotated[str, typer.Argument(help="The article's slug, as `wiki list` shows it, or its id.")]


@app.command()
def history(
    slug: Slug,
    limit: Limit = 50,
    offset: Offset = 0,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """List an article's versions, newest first; `*` marks the one that is shown."""
    from lorewright.gateway.articles import queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        id_ = queries.id_of(tx, owner, slug)
        found = queries.list_versions(tx, owner, id_, limit, offset)
    if as_json:
        print_json(found)
        return
    print_table(
        [
            (
                f"{one.number}{'*' if one.is_shown else ''}",
                f"{one.made_at:%Y-%m-%d %H:%M}",
                f"{_MAKERS[one.made_by]}{f' (restored from {one.restored_from})' if one.restored_from else ''}",
                one.title,
            )
            for one in found
        ]
    )


@app.command()
def diff(
    slug: Slug,
    from_version: Annotated[
        int | None, typer.Argument(min=1, help="By default the one before.", metavar="FROM")
    ] = None,
    to_version: Annotated[
        int | None, typer.Argument(min=1, help="By default the one that is shown.", metavar="TO")
    ] = None,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Compare two versions of an article, sentence by sentence.

    \b
    Examples:
      lorewright wiki diff annual-report-2023
      lorewright wiki diff annual-report-2023 1 4
    """
    from lorewright.gateway.articles import queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        id_ = queries.id_of(tx, owner, slug)
        found = queries.diff(tx, owner, id_, from_version, to_version)
    if as_json:
        print_json(found)
        return
    typer.echo(f"From version {found.from_version} to {found.to_version}:")
    if found.title_before != found.title_after:
        typer.echo(f"- # {found.title_before}\n+ # {found.title_after}")
    section = None
    for one in found.changes:
        if one.section != section:
            section = one.section
            typer.echo(f"\n{section}")
        for sign, said in (("-", one.before), ("+", one.after)):
            if said is not None:
                typer.echo(f"{sign} {said}")


@app.command()
def restore(
    slug: Slug,
    version: Annotated[int, typer.Argument(min=1, help="As `wiki history` numbers it.")],
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Make an older version of an article the one that is shown, as a new version; nothing of its history is lost."""
    from lorewright.gateway.articles import edits, queries  # the rooms are loaded by the command that needs them
    from lorewright.gateway.articles.schemas import RestoreRequest

    with open_for(user, data_dir) as (world, owner):
        with world.db.writing() as tx:
            id_ = queries.id_of(tx, owner, slug)
            edits.restore(tx, world, owner, id_, RestoreRequest(version=version))
            found = queries.get_article(tx, owner, id_)
        left = _work(world, owner, found)
    _tell(found, as_json, left)


@app.command()
def edit(
    slug: Slug,
    file: Annotated[
        typer.FileText | None,
        typer.Option("--file", help="Markdown to take instead of opening an editor; `-` reads it."),
    ] = None,
    title: Annotated[str | None, typer.Option(help="What it is to be called.")] = None,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Edit an article, in the editor that $EDITOR names. What you write survives each compilation of its source.

    \b
    Examples:
      lorewright wiki edit annual-report-2023
      lorewright wiki show annual-report-2023 | sed 's/colour/color/' | lorewright wiki edit annual-report-2023 --file -
      lorewright wiki edit annual-report-2023 --title "The report of 2023"
    """
    from pydantic import ValidationError

    from lorewright.gateway.articles import edits, queries  # the rooms are loaded by the command that needs them
    from lorewright.gateway.articles.schemas import EditRequest

    with open_for(user, data_dir) as (world, owner):
        with world.db.reading() as tx:
            found = queries.get_article(tx, owner, slug)
        content = file.read() if file else None if title else _edited(found.slug, found.content)
        if content is None and title is None:
            typer.echo("Nothing was changed.")
            return
        try:
            new = EditRequest(base_version=found.version, content=content, title=title)
        except ValidationError as error:
            raise typer.BadParameter("; ".join(one["msg"] for one in error.errors())) from None
        with world.db.writing() as tx:
            edits.edit(tx, world, owner, found.id, new)
            found = queries.get_article(tx, owner, found.id)
        left = _work(world, owner, found)
    _tell(found, as_json, left)


@app.command()
def recompile(slug: Slug, user: AsUser = None, as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """Compile an article again from its source. What you wrote into it survives."""
    from lorewright.cli.work import STOPPED  # the rooms are loaded by the command that needs them
    from lorewright.gateway.articles import actions, queries
    from lorewright.platform.jobs.queries import get_job

    with open_for(user, data_dir) as (world, owner):
        with world.db.writing() as tx:
            asked = actions.recompile(tx, world, owner, slug, None)
            found = queries.get_article(tx, owner, slug)
        left = _work(world, owner, found, asked.job_id)
        if left == STOPPED:
            raise Unavailable(STOPPED)
        with world.db.reading() as tx:
            job = get_job(tx, owner, asked.job_id)
            found = queries.get_article(tx, owner, found.id)
    if job is not None and job.error:
        raise Unavailable(job.error)
    _tell(found, as_json, left)


def _work(world: "World", owner: str, found: "ArticleResponse", job_id: str | None = None) -> str | None:
    """Does that job, writes the article's file, and has searches find what it says now; the sentence to end with where not all of it
    was done."""
    # The rooms are loaded by the command that needs them.
    from lorewright.cli.work import STOPPED, unwritten, work_until
    from lorewright.platform.jobs.queries import count_live, get_job, has_live_job
    from lorewright.platform.jobs.tables import Kind, Status

    ids = [one.id for one in found.sources]
    begun = world.clock.now()

    def is_done(tx: "Transaction") -> bool:
        live = count_live(tx, source_ids=ids) or has_live_job(tx, owner, Kind.PROJECT_FILES, None)
        job = get_job(tx, owner, job_id) if job_id else None
        return not (live or (job is not None and job.status in (Status.QUEUED, Status.RUNNING)))

    return unwritten(world, owner, begun) if work_until(world, ids, is_done, lambda: None) else STOPPED


def _edited(name: str, content: str) -> str | None:
    """What a person makes of it in her editor; None where she changes nothing."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with TemporaryDirectory(prefix="lorewright-") as folder:
        path = Path(folder) / f"{name}.md"
        path.write_text(content)
        try:
            subprocess.run([*shlex.split(editor), str(path)], check=True)  # noqa: S603 - the person's own editor
        except (OSError, subprocess.CalledProcessError) as error:
            raise BadInput(f"The editor {editor} ended badly ({error}); set $EDITOR to the one you use.") from error
        new = path.read_text()
    return None if new == content else new


def _tell(found: "ArticleResponse", as_json: bool, left: str | None) -> None:
    """Raises `Unavailable` with the sentence that says what is left to do."""
    if as_json:
        print_json(found)
    else:
        typer.echo(f"{found.slug} is at version {found.version}: {found.title}")
    if left is not None:
        raise Unavailable(left)


_MAKERS = {"engine": "compiled", "person": "edited", "merge": "compiled, with your edit"}


def _without_front_matter(content: str) -> str:
    if content.startswith("---\n"):
        _, closing, body = content[4:].partition("\n---\n")
        return body if closing else content
    return content
