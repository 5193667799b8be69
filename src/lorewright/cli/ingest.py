"""Taking files in, and compiling them before the command ends."""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from lorewright.cli.output import print_json
from lorewright.cli.progress import Show, showing
from lorewright.cli.store import AsJson, AsUser, DataDir, open_for
from lorewright.core.errors import AppError, BadInput

if TYPE_CHECKING:
    from lorewright.gateway.sources.schemas import Source
    from lorewright.world import World

STANDARD_INPUT = "-"
ADDRESS = ("http://", "https://")
AT_ONCE = 500
"""Sources whose jobs are waited for together: their ids are parameters of a statement."""


@dataclass
class Results:
    """What became of each file."""

    new: list["Taken"] = field(default_factory=list)
    known: list["Taken"] = field(default_factory=list)
    failed: list["Failed"] = field(default_factory=list)
    waiting: list["Taken"] = field(default_factory=list)
    """Taken in, but not compiled yet when the command was stopped."""


class Taken(NamedTuple):
    file: str
    source: "Source"
    is_new: bool
    article: str | None = None
    """Its slug."""


class Failed(NamedTuple):
    file: str
    error: str


def ingest(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|FOLDER|URL|-",
            help="Files, folders with all that is in them, web addresses, or - for standard input.",
        ),
    ],
    title: Annotated[str | None, typer.Option(help="What to call it; for one file.")] = None,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Take in texts, Markdown, PDF, web pages and videos, and compile them into articles.

    A folder is searched to the bottom; what is hidden in it is left out. What is known already is not taken in again. The exit
    status is 1 if anything failed.

    \b
    Examples:
      lorewright ingest notes.md report.pdf
      lorewright ingest ~/Documents/papers
      lorewright ingest https://example.org/page
      lorewright ingest https://youtu.be/dQw4w9WgXcQ
      pbpaste | lorewright ingest - --title "Call with the auditor"
    """
    chosen = list(files_in(files))
    if title is not None and len(chosen) != 1:
        raise BadInput("--title names one file; give one at a time.")
    with open_for(user, data_dir) as (world, owner), showing() as show:
        taken, failed = _take_in(world, owner, chosen, title, show)
        finished = _work(world, owner, [one.source.id for one in taken], show)
        results = _outcome(world, owner, taken, failed)
    if as_json:
        print_json({name: [one._asdict() for one in group] for name, group in vars(results).items()})
    else:
        _print(results)
    if not finished:
        raise typer.Exit(130)
    if results.failed:
        raise typer.Exit(1)


def files_in(arguments: Sequence[str]) -> Iterator[str]:
    """Each file once, those of a folder in the order of their names; a folder that cannot be looked into stands for its files.

    What is hidden is left out, and so are pipes and the like: to open one waits for whoever writes into it.
    """
    found: dict[str, None] = {}

    def note(error: OSError) -> None:
        found[str(error.filename)] = None

    for argument in arguments:
        if argument == STANDARD_INPUT or argument.startswith(ADDRESS) or not Path(argument).is_dir():
            found[argument] = None
            continue
        for folder, subfolders, names in os.walk(argument, onerror=note):
            subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
            paths = (os.path.join(folder, name) for name in sorted(names) if not name.startswith("."))
            found.update((path, None) for path in paths if os.path.isfile(path) or not os.path.exists(path))
    return iter(found)


def _take_in(
    world: "World", owner: str, files: Sequence[str], title: str | None, show: Show
) -> tuple[list[Taken], list[Failed]]:
    from lorewright.gateway.sources.actions import (
        add_file,
        add_url,
    )  # the rooms are loaded by the command that needs them

    taken: list[Taken] = []
    failed: list[Failed] = []
    for number, file in enumerate(files):
        show(f"Taking in {_short(file)}", number, len(files))
        began = world.clock.now()
        try:
            if file.startswith(ADDRESS):
                source = add_url(world, owner, file, title=title, wants_compile=True)
            else:
                data = _read(file, world.settings.limits.upload_bytes + 1)
                name = None if file == STANDARD_INPUT else os.path.basename(file)
                with world.db.writing() as tx:
                    source = add_file(tx, world, owner, data, name=name, title=title)
        except AppError as error:
            failed.append(Failed(file, error.detail))
        else:
            taken.append(Taken(file, source, is_new=source.ingested_at >= began))
    return taken, failed


def _read(file: str, limit: int) -> bytes:
    """At most `limit` bytes. Raises `BadInput` where it cannot be read."""
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(limit)
    try:
        with open(file, "rb") as opened:
            return opened.read(limit)
    except OSError as error:
        raise BadInput(f"{error.strerror or 'The file cannot be read'}.") from None


def _work(world: "World", owner: str, source_ids: Sequence[str], show: Show) -> bool:
    """Runs the jobs of these sources until none is left and their files are written. False where Ctrl+C came before."""
    from lorewright.cli.work import work_until  # the rooms are loaded by the command that needs them
    from lorewright.db.transaction import Transaction
    from lorewright.gateway.articles.queries import articles_of_sources
    from lorewright.platform.jobs.queries import count_live, has_live_job, what_runs
    from lorewright.platform.jobs.tables import Kind

    wanted = list(dict.fromkeys(source_ids))
    for start in range(0, len(wanted), AT_ONCE):
        group = wanted[start : start + AT_ONCE]

        def live(tx: Transaction, group: list[str] = group) -> int:
            return count_live(tx, source_ids=group)

        def is_done(tx: Transaction, group: list[str] = group) -> bool:
            if live(tx, group):
                return False
            due = any(one.file_due for one in articles_of_sources(tx, owner, group).values())
            return not (due and has_live_job(tx, owner, Kind.PROJECT_FILES, None))

        def shown(start: int = start, group: list[str] = group) -> None:
            with world.db.reading() as tx:
                said = what_runs(tx, owner, group)
                doing = f"Compiling: {said[0].lower()}{said[1:]}" if said else "Compiling"
                show(doing, start + len(group) - live(tx, group), len(wanted))

        if not work_until(world, group, is_done, shown):
            return False
    return True


def _outcome(world: "World", owner: str, taken: Sequence[Taken], failed: Sequence[Failed]) -> Results:
    from lorewright.core.errors import NotFound
    from lorewright.gateway.articles.queries import articles_of_sources
    from lorewright.gateway.sources.queries import get_source
    from lorewright.gateway.sources.tables import IngestStatus

    results = Results(failed=list(failed))
    with world.db.reading() as tx:
        for one in taken:
            try:
                source = get_source(tx, owner, one.source.id)
            except NotFound:
                results.failed.append(Failed(one.file, "It was deleted before it was compiled."))
                continue
            article = articles_of_sources(tx, owner, [source.id]).get(source.id)
            now = one._replace(source=source, article=article.slug if article else None)
            if source.status is IngestStatus.FAILED:
                results.failed.append(Failed(one.file, source.error_message or "It could not be compiled."))
            elif source.status is not IngestStatus.COMPILED:
                results.waiting.append(now)
            else:
                (results.new if one.is_new else results.known).append(now)
    return results


def _print(results: Results) -> None:
    for heading, group in (("New", results.new), ("Known already", results.known), ("Waiting", results.waiting)):
        if group:
            typer.secho(f"{heading}:", bold=True)
            for one in group:
                typer.echo(f"  {one.file}" + (f" → {one.article}" if one.article else ""))
    if results.failed:
        typer.secho("Failed:", bold=True, fg=typer.colors.RED)
        for lost in results.failed:
            typer.echo(f"  {lost.file}: {lost.error}")
    typer.echo(f"{len(results.new)} new, {len(results.known)} known already, {len(results.failed)} failed.")
    if results.waiting:
        typer.echo(
            f"Stopped before {len(results.waiting)} were compiled: they are queued, and `lorewright serve`, "
            "`lorewright worker` or the same command again goes on with them."
        )


def _short(file: str) -> str:
    return "standard input" if file == STANDARD_INPUT else file if file.startswith(ADDRESS) else os.path.basename(file)
