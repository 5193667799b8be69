"""Searching the wiki and asking it."""

import asyncio
from typing import Annotated

import typer

from lorewright.cli.output import excerpt, print_json
from lorewright.cli.store import AsJson, DataDir, open_store
from lorewright.core.errors import BadInput

PASSAGE_CHARACTERS = 240


def search(
    words: Annotated[list[str], typer.Argument(help="What to look for, in your words.")],
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="At most so many articles.")] = 10,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Search the wiki by words and by meaning, best first.

    \b
    Examples:
      lorewright search operating margin
      lorewright search --limit 3 "how bees find home"
    """
    from lorewright.gateway.articles import queries  # the rooms are loaded by the command that needs them
    from lorewright.platform.accounts.rules import LOCAL_USER_ID

    question = " ".join(words).strip()
    if not 2 <= len(question) <= 10_000:
        raise BadInput("Say what to look for, in 2 to 10,000 characters.")
    with open_store(data_dir) as world, world.db.reading() as tx:
        hits = queries.search(tx, world, LOCAL_USER_ID, question, limit)
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
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Answer a question from the wiki, with the passages the answer rests on.

    \b
    Example:
      lorewright ask "What did the audit find about costs?"
    """
    from pydantic import ValidationError  # the rooms are loaded by the command that needs them

    from lorewright.gateway.conversations import actions
    from lorewright.gateway.conversations.schemas import QueryRequest
    from lorewright.platform.accounts.rules import LOCAL_USER_ID

    try:
        new = QueryRequest(question=question, conversation_id=conversation)
    except ValidationError:
        raise BadInput("A question has 1 to 10,000 characters and is not blank.") from None
    with open_store(data_dir) as world:
        answer = asyncio.run(actions.ask(world, LOCAL_USER_ID, new))
    if as_json:
        print_json(answer)
        return
    typer.echo(answer.query.answer)
    for number, citation in enumerate(answer.query.citations, start=1):
        place = _place(citation.page, citation.start_s)
        typer.echo(f"\n[{number}] {typer.style(citation.article.title, bold=True)}{place}  ({citation.article.slug})")
        typer.echo(f"    “{' '.join(citation.quote.split())}”")
        if citation.link is not None:
            typer.echo(f"    {citation.link}")


def _place(page: int | None, second: int | None) -> str:
    """Where in a source, as it stands behind the source's name; empty where there is nothing to say."""
    from lorewright.gateway.sources.rules import clock

    if second is not None:
        return f", {clock(second)}"
    return "" if page is None else f", p. {page}"
