"""Podcasts: having them made, hearing and reading them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lorewright.cli.collections import collection_id
from lorewright.cli.output import print_fields, print_json, print_more, print_table, write_new
from lorewright.cli.progress import showing
from lorewright.cli.store import AsJson, AsUser, DataDir, Limit, Offset, open_for, wrong_field
from lorewright.core.errors import BadInput, NotFound, Unavailable

if TYPE_CHECKING:
    from lorewright.db.transaction import Transaction
    from lorewright.retrieval.podcasts.schemas import Podcast
    from lorewright.world import World

app = typer.Typer(no_args_is_help=True, help="Make podcasts of collections, show and download them.")

PodcastId = Annotated[str, typer.Argument(help="The podcast's id, as `podcasts list` shows it.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Voice = "alloy, echo, fable, onyx, nova, shimmer, or a voice of one's own by its name or as custom:<id>."


@app.command()
def create(
    name: Annotated[str, typer.Argument(metavar="COLLECTION", help="A collection's name or id.")],
    title: Annotated[str | None, typer.Option(help="What to call it.", show_default="the collection's name")] = None,
    minutes: Annotated[int, typer.Option(min=1, max=60, help="How long it is to be.")] = 5,
    host: Annotated[str, typer.Option(metavar="VOICE", help=f"Who asks: {Voice}")] = "nova",
    expert: Annotated[str, typer.Option(metavar="VOICE", help=f"Who answers: {Voice}")] = "echo",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Save the episode here as well, where no file is yet."),
    ] = None,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Have an episode made of a collection, and wait for it.

    Ctrl+C leaves it to `lorewright serve` or `lorewright worker`, which go on where it stood.

    \b
    Example:
      lorewright podcasts create Reports --minutes 10 --host shimmer --expert onyx -o reports.mp3
    """
    from pydantic import ValidationError

    from lorewright.retrieval.collections.queries import get_collection
    from lorewright.retrieval.podcasts import actions, queries
    from lorewright.retrieval.podcasts.schemas import PodcastRequest

    if output is not None and output.exists():
        raise BadInput(f"{output} cannot be written: File exists.")  # before it is waited for
    with open_for(user, data_dir, under_api=True) as (world, owner):
        with world.db.reading() as tx:
            collection = get_collection(tx, owner, collection_id(tx, owner, name))
            host, expert = _voice(tx, owner, host), _voice(tx, owner, expert)
        asked: dict[str, Any] = {"collection_id": collection.id, "duration": minutes}
        try:
            new = PodcastRequest(
                **asked, host_voice=host, expert_voice=expert, title=collection.name if title is None else title
            )
        except ValidationError as error:
            raise wrong_field(error) from None
        made = actions.generate(world, owner, new)
        finished = _make(world, owner, str(made.podcast_id))
        with world.db.reading() as tx:
            made = queries.get_podcast(tx, owner, str(made.podcast_id))
        if as_json:
            print_json(made)
        else:
            typer.echo(made.podcast_id)
            _print_outcome(made)
        if made.audio_url and output is not None:
            _save(world, owner, made, output)
    if not finished:
        raise typer.Exit(130)
    if not made.audio_url:
        raise typer.Exit(1)


@app.command("list")
def list_(
    limit: Limit = 50, offset: Offset = 0, as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None
) -> None:
    """List the podcasts, newest first."""
    from lorewright.retrieval.podcasts import queries

    with open_for(user, data_dir, under_api=True) as (world, owner), world.db.reading() as tx:
        found, total = queries.list_podcasts(tx, owner, limit=limit, offset=offset)
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo("There are no podcasts." if total == 0 else "There are no more podcasts.")
        return
    print_table([(str(one.podcast_id), f"{one.created_at:%Y-%m-%d}", _state(one), one.title) for one in found])
    print_more(total, offset + len(found))


@app.command()
def show(
    podcast_id: PodcastId,
    transcript: Annotated[
        str | None, typer.Option(metavar="FORMAT", help="Print what is said instead: json, srt, vtt or md.")
    ] = None,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Show a podcast and its chapters, or its transcript."""
    from lorewright.retrieval.podcasts import queries

    with open_for(user, data_dir, under_api=True) as (world, owner), world.db.reading() as tx:
        if transcript is not None:
            typer.echo(_transcript(tx, owner, podcast_id, transcript), nl=False)
            return
        found = queries.get_podcast(tx, owner, podcast_id)
    if as_json:
        print_json(found)
        return
    print_fields(
        [
            ("id", found.podcast_id),
            ("title", found.title),
            ("collection", found.collection_id),
            ("status", _state(found)),
            ("step", found.current_step),
            ("voices", f"{found.host_voice} asks, {found.expert_voice} answers"),
            ("asked for", f"{found.duration} min"),
            ("length", None if found.duration_seconds is None else _clock(found.duration_seconds)),
            ("bytes", found.size_bytes),
            ("notes", found.notes),
            ("error", found.error_message),
            ("created", found.created_at),
        ]
    )
    for chapter in found.chapters or ():
        typer.echo(f"{_clock(chapter.start_s)}  {chapter.title}")


@app.command()
def download(
    podcast_id: PodcastId,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file to write, which must not be there yet.",
            show_default="<title>.mp3 here",
        ),
    ] = None,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Save an episode as MP3."""
    from lorewright.core.names import safe_file_name
    from lorewright.retrieval.podcasts import queries

    with open_for(user, data_dir, under_api=True) as (world, owner):
        with world.db.reading() as tx:
            queries.completed(tx, owner, podcast_id)
            found = queries.get_podcast(tx, owner, podcast_id)
        target = output or Path(safe_file_name(f"{found.title}.mp3".replace("/", "-")) or "podcast.mp3")
        _save(world, owner, found, target)
    typer.echo(f"Saved {target}.")


@app.command()
def cancel(podcast_id: PodcastId, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Give up a podcast that is under way."""
    from lorewright.retrieval.podcasts import actions

    with open_for(user, data_dir, under_api=True) as (world, owner), world.db.writing() as tx:
        made = actions.cancel(tx, world, owner, podcast_id)
    typer.echo(f"Cancelled “{made.title}”.")


@app.command()
def remove(podcast_id: PodcastId, yes: Yes = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Delete a podcast, for good."""
    from lorewright.cli.work import erase
    from lorewright.retrieval.podcasts import actions, queries

    with open_for(user, data_dir, under_api=True) as (world, owner):
        with world.db.reading() as tx:
            found = queries.get_podcast(tx, owner, podcast_id)
        if not yes:
            typer.confirm(f"Delete “{found.title}”, for good?", abort=True, err=True)
        begun = world.clock.now()
        with world.db.writing() as tx:
            actions.remove(tx, world, owner, podcast_id)
        left = erase(world, owner, begun)
    typer.echo(f"Deleted “{found.title}”.")
    if left is not None:
        raise Unavailable(left)


def _voice(tx: "Transaction", owner: str, name: str) -> str:
    """As a request names it: a preset, or one of one's own, by its name too. Raises `BadInput`."""
    from lorewright.cli.voices import voice_called
    from lorewright.retrieval.podcasts.tables import CUSTOM
    from lorewright.speech.base import PRESETS

    if name in PRESETS or name.startswith(CUSTOM):
        return name
    try:
        return f"{CUSTOM}{voice_called(tx, owner, name).voice_id}"
    except NotFound:
        raise BadInput(
            f"There is no voice called {name}: there are {', '.join(PRESETS)}, and those that `lorewright voices list` shows."
        ) from None


def _make(world: "World", owner: str, podcast_id: str) -> bool:
    """Runs the podcast's job to its end. False where Ctrl+C came before."""
    from lorewright.cli.work import work_until
    from lorewright.platform.jobs.queries import count_live
    from lorewright.retrieval.podcasts import queries

    def is_done(tx: "Transaction") -> bool:
        return not count_live(tx, source_ids=[podcast_id])

    with showing() as progress:

        def shown() -> None:
            with world.db.reading() as tx:
                try:
                    now = queries.get_row(tx, owner, podcast_id)
                except NotFound:  # deleted meanwhile: the job is gone too
                    return
            progress(now.current_step or "Waiting", now.progress_percentage, 100)

        return work_until(world, [podcast_id], is_done, shown)


def _save(world: "World", owner: str, made: "Podcast", target: Path) -> None:
    from lorewright.retrieval.podcasts import queries

    with world.db.reading() as tx:
        blob = queries.completed(tx, owner, str(made.podcast_id)).blob
    write_new(target, world.podcasts.get(owner, blob))


def _transcript(tx: "Transaction", owner: str, podcast_id: str, format_: str) -> str:
    from lorewright.retrieval.podcasts import queries, rules

    try:
        chosen = rules.Format(format_)
    except ValueError:
        raise BadInput(f"There is no format {format_}: there are {', '.join(rules.Format)}.") from None
    if chosen is rules.Format.JSON:
        return queries.transcript(tx, owner, podcast_id).model_dump_json(indent=2) + "\n"
    return rules.written(chosen, *queries.said(tx, owner, podcast_id))


def _print_outcome(made: "Podcast") -> None:
    if made.error_message:
        typer.secho(made.error_message, err=True, fg=typer.colors.RED)
    elif made.duration_seconds is not None:
        typer.echo(f"{_clock(made.duration_seconds)}, {len(made.chapters or ())} chapters.", err=True)
    elif made.status == "cancelled":
        typer.echo("It was cancelled.", err=True)
    if made.notes:
        typer.echo(made.notes, err=True)


def _state(one: "Podcast") -> str:
    return f"{one.status} {one.progress_percentage} %" if one.status == "generating" else str(one.status)


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
