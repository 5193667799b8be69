"""Collections of documents: making, listing and deleting them, and what is in them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lorewright.cli.output import print_fields, print_json, print_more, print_table
from lorewright.cli.store import AsJson, AsUser, DataDir, Limit, Offset, open_for, wrong_field
from lorewright.core.errors import NotFound, Unavailable

if TYPE_CHECKING:
    from lorewright.db.transaction import Transaction
    from lorewright.retrieval.collections.schemas import Described


app = typer.Typer(no_args_is_help=True, help="Make, list and delete collections of documents.")
documents = typer.Typer(no_args_is_help=True, help="Look at the documents of a collection, add and delete them.")

Name = Annotated[str, typer.Argument(metavar="COLLECTION", help="A collection's name or id.")]
DocumentId = Annotated[str, typer.Argument(help="The document's id, as `documents list` shows it.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def collection_id(tx: "Transaction", owner: str, name: str) -> str:
    """Of the owner's collection that is called so, or has this id. Raises `NotFound`."""
    from lorewright.http.fields import storable  # the rooms are loaded by the command that needs them
    from lorewright.retrieval.collections import queries

    try:
        row = queries.named(tx, owner, storable(name))
        return str(queries.get_collection(tx, owner, name).id if row is None else row.id)
    except (NotFound, ValueError):  # what is no UTF-8 is the name of nothing
        raise NotFound(
            f"There is no collection called {name}; `lorewright collections list` shows those there are."
        ) from None


def described(name: str, description: str | None = None) -> "Described":
    """As over HTTP. Raises `BadInput`."""
    from pydantic import ValidationError

    from lorewright.retrieval.collections.schemas import Described

    try:
        return Described(name=name, description=description)
    except ValidationError as error:
        raise wrong_field(error) from None


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="What to call it.")],
    description: Annotated[str | None, typer.Option(help="What is in it.")] = None,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Make a collection.

    \b
    Example:
      lorewright collections create Reports --description "Annual reports since 2015"
    """
    from lorewright.retrieval.collections import actions

    new = described(name, description)
    with open_for(user, data_dir, under_api=True) as (world, owner), world.db.writing() as tx:
        made = actions.create(tx, world, owner, new.name, new.description)
    if as_json:
        print_json(made)
    else:
        typer.echo(made.id)


@app.command("list")
def list_(
    limit: Limit = 50, offset: Offset = 0, as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None
) -> None:
    """List the collections, newest first."""
    from lorewright.retrieval.collections import queries

    with open_for(user, data_dir, under_api=True) as (world, owner), world.db.reading() as tx:
        found, total = queries.list_collections(tx, owner, limit=limit, offset=offset)
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo("There are no collections." if total == 0 else "There are no more collections.")
        return
    print_table([(str(one.id), f"{one.created_at:%Y-%m-%d}", f"{one.document_count}", one.name) for one in found])
    print_more(total, offset + len(found))


@app.command()
def delete(name: Name, yes: Yes = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Delete a collection with all documents in it, for good."""
    from lorewright.cli.work import erase
    from lorewright.retrieval.collections.queries import get_collection
    from lorewright.retrieval.removal import actions

    with open_for(user, data_dir, under_api=True) as (world, owner):
        with world.db.reading() as tx:
            found = get_collection(tx, owner, collection_id(tx, owner, name))
        if not yes:
            what = f"“{found.name}” and its {found.document_count} documents"
            typer.confirm(f"Delete {what}, for good?", abort=True, err=True)
        begun = world.clock.now()
        with world.db.writing() as tx:
            actions.delete_collection(tx, world, owner, str(found.id))
        left = erase(world, owner, begun)
    typer.echo(f"Deleted “{found.name}”.")
    if left is not None:
        raise Unavailable(left)


@documents.command("list")
def list_documents(
    name: Name,
    limit: Limit = 50,
    offset: Offset = 0,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """List the documents of a collection, newest first."""
    from lorewright.retrieval.documents import queries

    with open_for(user, data_dir, under_api=True) as (world, owner), world.db.reading() as tx:
        chosen = collection_id(tx, owner, name)
        found, total = queries.list_documents(tx, owner, chosen, limit=limit, offset=offset)
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo("The collection is empty." if total == 0 else "There are no more documents.")
        return
    rows = [(str(one.id), one.status, f"{one.chunk_count}", one.error_message or one.filename) for one in found]
    print_table(rows)
    print_more(total, offset + len(found))


@documents.command()
def show(document_id: DocumentId, as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Show a document: what it is, what was read of it, and what was not."""
    from lorewright.retrieval.documents import queries

    with open_for(user, data_dir, under_api=True) as (world, owner), world.db.reading() as tx:
        found = queries.get_document(tx, owner, document_id)
    if as_json:
        print_json(found)
        return
    read = found.coverage
    print_fields(
        [
            ("id", found.id),
            ("file", found.filename),
            ("kind", found.kind),
            ("status", found.status),
            ("error", found.error_message),
            ("bytes", found.size_bytes),
            ("passages", found.chunk_count),
            ("characters", read and read.characters),
            ("pages", f"{read.pages_read} of {read.pages_total}" if read and read.pages_total else None),
            ("recognised", _recognised(read.pages_recognised, read.uncertain) if read else None),
            ("taken in", found.created_at),
        ]
    )
    for one in read.skipped if read else ():
        typer.echo(f"Not read: {one.what}" + (f" on page {one.page}" if one.page else "") + f", since {one.why}.")


def _recognised(pages: int, uncertain: Sequence[int]) -> str | None:
    if not pages:
        return None
    doubt = f"; some text is likely to be wrong on page {', '.join(map(str, uncertain))}" if uncertain else ""
    return f"{pages} of these, from images{doubt}"


@documents.command()
def add(
    name: Name,
    files: Annotated[list[Path], typer.Argument(help="Files, or folders with all that is in them.")],
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Put files into a collection; as `lorewright import` does."""
    from lorewright.cli.importing import import_files

    import_files(files, name, readers=1, as_json=as_json, user=user, data_dir=data_dir, make=False)


@documents.command("delete")
def delete_document(document_id: DocumentId, yes: Yes = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Delete a document, for good."""
    from lorewright.cli.work import erase
    from lorewright.retrieval.documents.queries import get_document
    from lorewright.retrieval.removal import actions

    with open_for(user, data_dir, under_api=True) as (world, owner):
        with world.db.reading() as tx:
            found = get_document(tx, owner, document_id)
        if not yes:
            typer.confirm(f"Delete “{found.filename}”, for good?", abort=True, err=True)
        begun = world.clock.now()
        with world.db.writing() as tx:
            actions.delete_document(tx, world, owner, document_id)
        left = erase(world, owner, begun)
    typer.echo(f"Deleted “{found.filename}”.")
    if left is not None:
        raise Unavailable(left)
