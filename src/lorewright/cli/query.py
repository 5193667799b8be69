"""Searching the wiki and asking it."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from lorewright.cli.output import excerpt, print_json
from lorewright.cli.store import AsJson, AsUser, DataDir, open_for
from lorewright.core.errors import BadInput, Unavailable

if TYPE_CHECKING:
    from lorewright.gateway.conversations.schemas import QueryResponse

PASSAGE_CHARACTERS = 240


def search(
    words: Annotated[list[str], typer.Argument(help="What to look for, in your words.")],
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="At most so many articles.")] = 10,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Search the wiki by words and by meaning, best first.

    \b
    Examples:
      lorewright search operating margin
      lorewright search --limit 3 "how bees find home"
    """
    from lorewright.gateway.articles import queries  # the rooms are loaded by the command that needs them

    question = " ".join(words).strip()
    if not 2 <= len(question) <= 10_000:
        raise BadInput("Say what to look for, in 2 to 10,000 characters.")
    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        hits = queries.search(tx, world, owner, question, limit)
    if as_json:
        print_json(hits)
        return
    for number, hit in enumerate(hits, start=1):
        place = _place(hit.page, hit.start_s)
        typer.echo(f"{number}. {typer.style(hit.title, bold=True)}  ({hit.slug}{place})  {hit.why.score:.3f}")
        typer.echo(f"   {excerpt(hit.passage, question.split(), PASSAGE_CHARACTERS)}")
    if not hits:
        typer.echo("Nothing was found.")


def ask(
    question: Annotated[str, typer.Argument(help="A question; put it in quotation marks.")],
    conversation: Annotated[
        str | None, typer.Option(metavar="ID", help="Go on with this conversation instead of a new one.")
    ] = None,
    file_back: Annotated[
        bool, typer.Option("--file-back", help="File the conversation, with this answer, as an article of the wiki.")
    ] = False,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Answer a question from the wiki, with the passages the answer rests on.

    \b
    Examples:
      lorewright ask "What did the audit find about costs?"
      lorewright ask "And in 2023?" --conversation 0b8f6f7e-4d0c-4b7e-9d3c-0f5a2f1f7c11
    """
    from pydantic import ValidationError  # the rooms are loaded by the command that needs them

    from lorewright.gateway.conversations import actions
    from lorewright.gateway.conversations.schemas import QueryRequest

    try:
        new = QueryRequest(question=question, conversation_id=conversation, file_back=file_back)
    except ValidationError:
        raise BadInput("A question has 1 to 10,000 characters and is not blank.") from None
    with open_for(user, data_dir) as (world, owner):
        begun = world.clock.now()
        answer = asyncio.run(actions.ask(world, owner, new))
        left = None
        if answer.query.filed_back:
            from lorewright.cli.work import write_files  # only where something was filed
            from lorewright.platform.jobs.tables import Kind

            left = write_files(world, owner, begun, Kind.EMBED_CHUNKS)
    if as_json:
        print_json(answer)
    else:
        print_answer(answer.query)
    if left is not None:
        raise Unavailable(left)


def print_answer(query: "QueryResponse") -> None:
    """The answer and the places that it cites."""
    typer.echo(query.answer)
    for number, citation in enumerate(query.citations, start=1):
        place = _place(citation.page, citation.start_s)
        typer.echo(f"\n[{number}] {typer.style(citation.article.title, bold=True)}{place}  ({citation.article.slug})")
        typer.echo(f"    “{' '.join(citation.quote.split())}”")
        if citation.link is not None:
            typer.echo(f"    {citation.link}")
    for one in query.contradictions:
        decided = f", decided: {one.resolution}" if one.resolution else ""
        typer.echo(f"\n{one.relation.replace('_', ' ').capitalize()}{decided}:")
        typer.echo(f"    a “{one.claim_a}”  ({one.article_a.slug})\n    b “{one.claim_b}”  ({one.article_b.slug})")


def ask_collection(
    question: Annotated[str, typer.Argument(help="A question; put it in quotation marks.")],
    collection: Annotated[str, typer.Option(help="The collection's name or id.")],
    steps: Annotated[
        bool, typer.Option("--steps", help="Split the question, and answer its parts one by one.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=50, help="At most so many sources.")] = 5,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Answer a question from a collection of documents, with the passages the answer rests on.

    \b
    Example:
      lorewright query "What was the revenue in 2019 and 2020?" --collection Reports --steps
    """
    from lorewright.cli.collections import collection_id  # the rooms are loaded by the command that needs them
    from lorewright.retrieval.search import actions
    from lorewright.retrieval.search.schemas import SearchConfig

    if not 1 <= len(question.strip()) <= 10_000:
        raise BadInput("A question has 1 to 10,000 characters and is not blank.")
    config = SearchConfig(cot_enabled=steps, max_results=limit)
    with open_for(user, data_dir, under_api=True) as (world, owner):
        with world.db.reading() as tx:
            chosen = collection_id(tx, owner, collection)
        found = asyncio.run(actions.search(world, owner, chosen, question, config)).response
    if as_json:
        print_json(found)
        return
    for step in found.reasoning_steps:
        typer.secho(step.sub_question, bold=True)
        typer.echo(f"  {step.answer}")
    typer.echo(found.answer)
    for number, one in enumerate(found.sources, start=1):
        place = _place(one.page, None)
        typer.echo(f"\n[{number}] {typer.style(one.filename, bold=True)}{place}  {one.score:.3f}")
        typer.echo(f"    {excerpt(one.content, question.split(), PASSAGE_CHARACTERS)}")


def _place(page: int | None, second: int | None) -> str:
    """Where in a source, as it stands behind the source's name; empty where there is nothing to say."""
    from lorewright.gateway.sources.rules import clock

    if second is not None:
        return f", {clock(second)}"
    return "" if page is None else f", p. {page}"
