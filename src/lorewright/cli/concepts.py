"""Looking at the wiki's concepts and how its articles hang together."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from lorewright.cli.output import print_json, print_table
from lorewright.cli.store import AsJson, AsUser, DataDir, open_for
from lorewright.core.errors import Unavailable

if TYPE_CHECKING:
    from lorewright.db.transaction import Transaction
    from lorewright.gateway.taxonomy.schemas import ConceptEntry, MergeResponse, SplitResponse
    from lorewright.world import World

Decision = TypeVar("Decision")


def concepts(
    name: Annotated[str | None, typer.Argument(help="Only this one (its name or slug), with its articles.")] = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Place them anew first, and make the pages they lack.")
    ] = False,
    user: AsUser = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Show what the articles are about, each concept below the one it belongs to, with how many articles it has, and its slug.

    \b
    Examples:
      lorewright wiki concepts --rebuild
      lorewright wiki concepts "Tidal mill"
    """
    from lorewright.cli.work import STOPPED, given_up, work_off  # the rooms are loaded by the command that needs them
    from lorewright.gateway.articles.slugs import slugify
    from lorewright.gateway.taxonomy import actions, queries
    from lorewright.gateway.taxonomy.schemas import ConceptResponse
    from lorewright.platform.jobs.tables import Kind

    with open_for(user, data_dir) as (world, owner):
        if rebuild:
            kinds = (Kind.REBUILD_CONCEPTS, Kind.COMPILE_CONCEPT, Kind.PROJECT_FILES)
            begun = world.clock.now()
            with world.db.writing() as tx:
                actions.rebuild(tx, world, owner)
            if not work_off(world, owner, kinds):
                raise Unavailable(STOPPED)
            failed = given_up(world, owner, kinds, begun)
            if failed is not None:
                raise Unavailable(failed)
        with world.db.reading() as tx:
            one = None if name is None else queries.get_concept(tx, owner, slugify(name))
            found = [] if one else queries.list_concepts(tx, owner)
    if as_json:
        print_json(one or [ConceptResponse.model_validate(each, from_attributes=True) for each in found])
    elif one is not None:
        typer.echo(f"{one.label} ({one.article_count})")
        if one.description:
            typer.echo(f"\n{one.description}")
        typer.echo("")
        print_table([(each.slug, each.title) for each in one.articles])
    elif not found:
        typer.echo("There are no concepts.")
    else:
        _print_tree(found)


def merges(
    undo: Annotated[str | None, typer.Option(help="Take this decision back (its id).", metavar="ID")] = None,
    user: AsUser = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """List which names were decided to mean one concept, and why; or take a decision back for good.

    \b
    Examples:
      lorewright wiki merges
      lorewright wiki merges --undo 0976c604-4d52-4e28-9a86-77d503cdc74c
    """
    from lorewright.gateway.taxonomy import actions, queries  # the rooms are loaded by the command that needs them

    take_back = None if undo is None else partial(actions.undo_merge, merge_id=undo)
    found = _decided(user, data_dir, take_back, queries.list_merges)
    if as_json:
        print_json(found)
    elif not found:
        typer.echo("No two names were decided to mean one concept.")
    else:
        _print_decisions((one, f"{one.written} is called {one.called}") for one in found)


def splits(
    undo: Annotated[str | None, typer.Option(help="Take this decision back (its id).", metavar="ID")] = None,
    user: AsUser = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """List which names were decided to mean several things, and why; or take a decision back for good.

    \b
    Examples:
      lorewright wiki splits
      lorewright wiki splits --undo 0976c604-4d52-4e28-9a86-77d503cdc74c
    """
    from lorewright.gateway.taxonomy import actions, queries  # the rooms are loaded by the command that needs them

    take_back = None if undo is None else partial(actions.undo_split, split_id=undo)
    found = _decided(user, data_dir, take_back, queries.list_splits)
    if as_json:
        print_json(found)
    elif not found:
        typer.echo("No name was decided to mean several things.")
    else:
        _print_decisions((one, ", ".join(one.called)) for one in found)


def _decided(
    user: str | None,
    data_dir: Path | None,
    take_back: "Callable[[Transaction, World, str], None] | None",
    listed: "Callable[[Transaction, str], list[Decision]]",
) -> "list[Decision]":
    """The decisions that stand and those taken back, after this one is."""
    from lorewright.cli.work import STOPPED, work_off
    from lorewright.platform.jobs.tables import Kind

    with open_for(user, data_dir) as (world, owner):
        if take_back is not None:
            with world.db.writing() as tx:
                take_back(tx, world, owner)
            if not work_off(world, owner, (Kind.COMPILE_CONCEPT, Kind.PROJECT_FILES)):
                raise Unavailable(STOPPED)
        with world.db.reading() as tx:
            return listed(tx, owner)


def _print_decisions(found: "Iterable[tuple[MergeResponse | SplitResponse, str]]") -> None:
    """Each with what was decided."""
    print_table(
        [(one.id, "undone" if one.revoked_at else "stands", f"{decided}: {one.evidence}") for one, decided in found]
    )


def graph(user: AsUser = None, as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """Show how the articles hang together: a line for each link, with its sentence where one links.

    \b
    Examples:
      lorewright wiki graph
      lorewright wiki graph --json > graph.json
    """
    from lorewright.gateway.graph import queries  # the rooms are loaded by the command that needs them
    from lorewright.gateway.graph.schemas import GraphResponse

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.get_graph(tx, owner)
    if as_json:
        print_json(GraphResponse.model_validate(found, from_attributes=True))
        return
    if not found.edges:
        typer.echo(f"{len(found.nodes)} articles, none of which hangs together with another.")
        return
    named = {one.id: one.label for one in found.nodes}
    print_table([(named[one.source], one.relation_type, named[one.target], one.context or "") for one in found.edges])


def _print_tree(found: list["ConceptEntry"]) -> None:
    """The widest first at each level."""
    below: defaultdict[str | None, list[ConceptEntry]] = defaultdict(list)
    for one in sorted(found, key=lambda one: (-one.article_count, one.name)):
        below[one.parent_id].append(one)
    rows: list[tuple[str, str, str]] = []
    waiting = [(one, 0) for one in reversed(below[None])]
    while waiting:
        one, depth = waiting.pop()
        rows.append((f"{'  ' * depth}{one.label}", str(one.article_count), one.name))
        waiting += [(each, depth + 1) for each in reversed(below[one.id])]
    print_table(rows)
