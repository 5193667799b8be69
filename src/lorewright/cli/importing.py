"""Putting files into a collection, and having them read before the command ends."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from lorewright.cli.collections import collection_id, described
from lorewright.cli.ingest import files_in
from lorewright.cli.output import print_json
from lorewright.cli.progress import Show, showing
from lorewright.cli.store import AsJson, AsUser, DataDir, open_for
from lorewright.core.errors import AppError, BadInput, NotFound

if TYPE_CHECKING:
    from lorewright.world import World

AT_ONCE = 500
"""Documents whose jobs are waited for together."""


class Imported(NamedTuple):
    file: str
    document_id: str | None
    status: str
    """As of a document; `refused` where it is none."""
    duplicate: bool
    error: str | None


def import_(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FOLDER|FILE", help="Folders with all that is in them, or files.")
    ],
    collection: Annotated[str, typer.Option(help="The collection's name; it is made where there is none, or its id.")],
    readers: Annotated[
        int | None, typer.Option(min=1, max=32, help="So many files are read at once.", show_default="one a processor")
    ] = None,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Put all files of a folder into a collection, and read them.

    What the collection holds already is not read again, so that the same command goes on where one was stopped. What cannot be
    read is told with the reason; the exit status is then 1.

    \b
    Examples:
      lorewright import ~/Documents/reports --collection Reports
      lorewright import ~/Mail --collection Mail --readers 4
    """
    import_files(
        paths,
        collection,
        readers=readers or os.cpu_count() or 1,
        as_json=as_json,
        user=user,
        data_dir=data_dir,
        make=True,
    )


def import_files(
    paths: Sequence[Path],
    name: str,
    *,
    readers: int,
    as_json: bool,
    user: str | None,
    data_dir: Path | None,
    make: bool,
) -> None:
    """`make`: the collection too, where there is none. Raises `BadInput`, `NotFound`; ends the command with its status."""
    missing = next((path for path in paths if not path.exists()), None)
    if missing is not None:
        raise BadInput(f"There is no {missing}.")
    files = list(files_in([str(path) for path in paths]))
    with open_for(user, data_dir, under_api=True) as (world, owner), showing() as show:
        chosen = _collection(world, owner, name, make=make)
        taken = _take_in(world, owner, chosen, files, show)
        finished = _read(world, [one.document_id for one in taken if one.document_id], readers, show)
        outcome = _outcome(world, owner, taken)
    if as_json:
        print_json([one._asdict() for one in outcome])
    else:
        _print(outcome, finished=finished)
    if not finished:
        raise typer.Exit(130)
    if any(one.error for one in outcome):
        raise typer.Exit(1)


def _collection(world: "World", owner: str, name: str, *, make: bool) -> str:
    from lorewright.retrieval.collections import actions  # the rooms are loaded by the command that needs them

    try:
        with world.db.reading() as tx:
            return collection_id(tx, owner, name)
    except NotFound:
        if not make:
            raise
    new = described(name)
    with world.db.writing() as tx:
        return str(actions.create(tx, world, owner, new.name).id)


def _take_in(world: "World", owner: str, collection: str, files: Sequence[str], show: Show) -> list[Imported]:
    from lorewright.retrieval.documents import actions

    taken = []
    for number, file in enumerate(files):
        show(f"Taking in {os.path.basename(file)}", number, len(files))
        try:
            with open(file, "rb") as opened:
                one = actions.add(world, owner, collection, opened, name=os.path.basename(file))
        except AppError as error:
            taken.append(Imported(file, None, "refused", False, error.detail))
        except OSError as error:
            taken.append(Imported(file, None, "refused", False, f"{error.strerror or 'The file cannot be read'}."))
        else:
            taken.append(Imported(file, str(one.id), one.status, one.duplicate, None))
    return taken


def _read(world: "World", document_ids: Sequence[str], readers: int, show: Show) -> bool:
    """Runs the jobs of these documents until none is left. False where Ctrl+C came before."""
    from lorewright.cli.work import work_until
    from lorewright.db.transaction import Transaction
    from lorewright.platform.jobs.queries import count_live

    wanted = list(dict.fromkeys(document_ids))
    for start in range(0, len(wanted), AT_ONCE):
        group = wanted[start : start + AT_ONCE]

        def is_done(tx: Transaction, group: list[str] = group) -> bool:
            return not count_live(tx, source_ids=group)

        def shown(start: int = start, group: list[str] = group) -> None:
            with world.db.reading() as tx:
                left = count_live(tx, source_ids=group)
            show("Reading", start + max(0, len(group) - left), len(wanted))

        if not work_until(world, group, is_done, shown, readers=readers):
            return False
    return True


def _outcome(world: "World", owner: str, taken: Sequence[Imported]) -> list[Imported]:
    from lorewright.retrieval.documents.queries import get_document

    outcome = []
    with world.db.reading() as tx:
        for one in taken:
            if one.document_id is None:
                outcome.append(one)
                continue
            try:
                now = get_document(tx, owner, one.document_id)
            except NotFound:
                outcome.append(one._replace(status="deleted", error="It was deleted before it was read."))
            else:
                outcome.append(one._replace(status=now.status, error=now.error_message))
    return outcome


def _print(outcome: Sequence[Imported], *, finished: bool) -> None:
    for one in outcome:
        if one.error:
            typer.secho(f"{one.file}: {one.error}", fg=typer.colors.RED)
    indexed = [one for one in outcome if one.status == "indexed"]
    known = sum(one.duplicate for one in indexed)
    failed = sum(one.error is not None for one in outcome)
    typer.echo(f"{len(indexed) - known} new, {known} known already, {failed} failed.")
    waiting = sum(one.status == "processing" for one in outcome)
    if waiting:
        typer.echo(
            f"Stopped before {waiting} were read: they are queued, and `lorewright serve`, `lorewright worker` or the same "
            "command again goes on with them."
        )
    elif not finished:
        typer.echo(
            "Stopped before all had their vectors: `lorewright serve`, `lorewright worker` or the same command again does."
        )
