"""Conversations: what was asked before, going on elsewhere from it, and keeping it."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from lorewright.cli.output import print_fields, print_json, print_table, write_new
from lorewright.cli.query import print_answer
from lorewright.cli.store import AsJson, AsUser, DataDir, Limit, open_for
from lorewright.core.errors import BadInput, Unavailable

app = typer.Typer(
    no_args_is_help=True, help="Look at conversations, fork them, export them, and file them in the wiki."
)

ConversationId = Annotated[
    str, typer.Argument(metavar="ID", help="The conversation's id, as `conversations list` shows it.")
]


@app.command("list")
def list_(limit: Limit = 50, as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """List the conversations, the most recently updated first: id, when, how many turns, title."""
    from lorewright.gateway.conversations import queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.list_conversations(tx, owner, limit)
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo('There are no conversations. Begin one: lorewright ask "..."')
        return
    print_table([(one.id, f"{one.updated_at:%Y-%m-%d %H:%M}", str(one.turn_count), one.title) for one in found])


@app.command()
def show(
    conversation_id: ConversationId, as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None
) -> None:
    """Show a conversation: its questions and answers with what they rest on; of a fork first the turns that it shares."""
    from lorewright.gateway.conversations import queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.get_conversation(tx, owner, conversation_id)
    if as_json:
        print_json(found)
        return
    one = found.conversation
    print_fields(
        [
            ("id", one.id),
            ("title", one.title),
            ("begun", one.created_at),
            ("updated", one.updated_at),
            ("forked from", one.parent_conversation_id),
            ("at turn", one.forked_at_turn_index),
            ("forks", one.fork_count or None),
            ("filed as", one.filed_article_id),
        ]
    )
    for turn in found.queries:
        typer.echo(f"\n{turn.turn_index}. {typer.style(' '.join(turn.question.split()), bold=True)}\n")
        print_answer(turn)


@app.command()
def export(
    conversation_id: ConversationId,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to this file; a folder gets one named by the title."
        ),
    ] = None,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Print a conversation as Markdown, or write it to a file that is not there yet.

    \b
    Examples:
      lorewright conversations export 0b8f6f7e-4d0c-4b7e-9d3c-0f5a2f1f7c11 > harbour.md
      lorewright conversations export 0b8f6f7e-4d0c-4b7e-9d3c-0f5a2f1f7c11 -o notes/
    """
    from lorewright.gateway.conversations import queries, rules  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.export(tx, owner, conversation_id)
    if output is None:
        typer.echo(found.markdown, nl=False)
        return
    path = output / rules.file_name(found.title) if output.is_dir() else output
    write_new(path, found.markdown.encode())
    typer.echo(f"Written to {path}")


@app.command()
def fork(
    conversation_id: ConversationId,
    turn: Annotated[int, typer.Argument(help="The turn that the new question takes the place of, counted from 0.")],
    question: Annotated[str, typer.Argument(help="A question; put it in quotation marks.")],
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Ask another question in the place of a turn, in a new conversation that shares all turns before it.

    The conversation that it is forked from stays as it is.

    \b
    Example:
      lorewright conversations fork 0b8f6f7e-4d0c-4b7e-9d3c-0f5a2f1f7c11 1 "And what did it cost?"
    """
    from pydantic import ValidationError  # the rooms are loaded by the command that needs them

    from lorewright.gateway.conversations import actions
    from lorewright.gateway.conversations.schemas import ForkRequest

    try:
        new = ForkRequest(turn_index=turn, new_question=question)
    except ValidationError:
        raise BadInput("A question has 1 to 10,000 characters and is not blank.") from None
    with open_for(user, data_dir) as (world, owner):
        answer = asyncio.run(actions.fork(world, owner, conversation_id, new))
    if as_json:
        print_json(answer)
        return
    print_answer(answer.query)
    typer.echo(f"\nConversation {answer.conversation.id}")


@app.command()
def file(
    conversation_id: ConversationId,
    turns: Annotated[
        list[int] | None, typer.Option("--turn", help="Only this turn, counted from 0; may be repeated.")
    ] = None,
    title: Annotated[
        str | None, typer.Option(help="What the article of the chosen turns is called, instead of the first question.")
    ] = None,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """File a conversation, or some of its turns, as an article of the wiki that rests on the same sources.

    Filed again it is brought up to date.

    \b
    Examples:
      lorewright conversations file 0b8f6f7e-4d0c-4b7e-9d3c-0f5a2f1f7c11
      lorewright conversations file 0b8f6f7e-4d0c-4b7e-9d3c-0f5a2f1f7c11 --turn 0 --turn 2 --title "The harbour"
    """
    from pydantic import ValidationError  # the rooms are loaded by the command that needs them

    from lorewright.cli.work import write_files
    from lorewright.gateway.conversations import actions
    from lorewright.gateway.conversations.schemas import FileBackSelectionRequest, FiledSelection, TurnSelection
    from lorewright.platform.jobs.tables import Kind

    if title is not None and not turns:
        raise BadInput("A whole conversation is filed under its own title; choose turns with --turn to give another.")
    try:
        chosen = [TurnSelection(conversation_id=conversation_id, turn_indices=turns or [])]
        new = FileBackSelectionRequest(selections=chosen, title=title)
    except ValidationError:
        raise BadInput("A title has 1 to 200 characters and is not blank; at most 1,000 turns are chosen.") from None
    with open_for(user, data_dir) as (world, owner):
        filed: FiledSelection
        begun = world.clock.now()
        with world.db.writing() as tx:
            if turns:
                filed = actions.file_selection(tx, world, owner, new)
            else:
                filed = actions.file_conversation(tx, world, owner, conversation_id)
        left = write_files(world, owner, begun, Kind.EMBED_CHUNKS)
    if as_json:
        print_json(filed)
    else:
        typer.echo(f"Filed as “{filed.article.title}” ({filed.article.slug})")
    if left is not None:
        raise Unavailable(left)
