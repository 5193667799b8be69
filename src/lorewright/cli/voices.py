"""Voices of one's own: taking in samples, having a provider make voices of them, looking after them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lorewright.cli.output import print_fields, print_json, print_more, print_table, write_new
from lorewright.cli.store import AsJson, AsUser, DataDir, Offset, open_for
from lorewright.core.errors import BadInput, NotFound, Unavailable

if TYPE_CHECKING:
    from lorewright.db.transaction import Transaction
    from lorewright.retrieval.voices.schemas import Voice
    from lorewright.world import World

app = typer.Typer(no_args_is_help=True, help="Take in samples of voices and have voices made of them, for podcasts.")

Which = Annotated[str, typer.Argument(metavar="VOICE", help="A voice's name or id, as `voices list` shows them.")]
Name = Annotated[str, typer.Argument(help="What to call it.")]
Gender = Annotated[str, typer.Option(help="male, female or neutral.")]
Description = Annotated[str | None, typer.Option(help="What it sounds like, or whose it is.")]

NOT_FORGOTTEN = "What its provider has of it is not taken away yet: a worker goes on trying."


@app.command("list")
def list_(
    limit: Annotated[int, typer.Option(min=1, max=100, help="At most so many.")] = 100,
    offset: Offset = 0,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """List the voices, newest first."""
    from lorewright.retrieval.voices import queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir, under_api=True) as (world, owner), world.db.reading() as tx:
        found = queries.list_voices(tx, owner, limit=limit, offset=offset)
    if as_json:
        print_json(found)
        return
    if not found.voices:
        typer.echo("There are no voices." if found.total_count == 0 else "There are no more voices.")
        return
    print_table([(str(one.voice_id), one.status, one.gender, one.name) for one in found.voices])
    print_more(found.total_count, offset + len(found.voices))


@app.command()
def add(
    file: Annotated[Path, typer.Argument(help="The sample: mp3, wav, m4a, flac or ogg, 5 to 300 seconds.")],
    name: Annotated[str, typer.Option(help="What to call the voice.")],
    gender: Gender,
    description: Description = None,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Take in the sample of a voice. Thirty seconds to two minutes of speech without noise do best.

    \b
    Example:
      lorewright voices add ada.wav --name Ada --gender female
    """
    from lorewright.retrieval.voices import actions

    try:
        sample = file.open("rb")
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}.") from None
    with sample, open_for(user, data_dir, under_api=True) as (world, owner):
        made = actions.add(world, owner, sample, name=name, description=description, gender=gender)
    if as_json:
        print_json(made)
    else:
        typer.echo(made.voice_id)


@app.command()
def show(which: Which, as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Show a voice: how far it is, and how good its sample was."""
    with open_for(user, data_dir, under_api=True) as (world, owner), world.db.reading() as tx:
        found = voice_called(tx, owner, which)
    if as_json:
        print_json(found)
        return
    print_fields(
        [
            ("id", found.voice_id),
            ("name", found.name),
            ("description", found.description),
            ("gender", found.gender),
            ("status", found.status),
            ("error", found.error_message),
            ("quality", found.quality_score),
            ("provider", found.provider_name),
            ("sample bytes", found.sample_file_size),
            ("used", found.times_used),
            ("taken in", found.created_at),
            ("processed", found.processed_at),
        ]
    )


@app.command()
def process(
    which: Which,
    provider: Annotated[str, typer.Option(help="Who makes the voice.")] = "elevenlabs",
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Have a provider make the voice of its sample, which is sent there. Ends when the voice is ready, or failed."""
    from lorewright.cli.work import STOPPED, work_until
    from lorewright.retrieval.voices import actions, queries
    from lorewright.retrieval.voices.tables import VoiceStatus

    with open_for(user, data_dir, under_api=True) as (world, owner):
        with world.db.writing() as tx:
            id_ = str(voice_called(tx, owner, which).voice_id)
            actions.process(tx, world, owner, id_, provider)

        def is_done(tx: "Transaction") -> bool:
            return queries.get_voice(tx, owner, id_).status != VoiceStatus.PROCESSING

        if not work_until(world, [id_], is_done, lambda: None):
            raise Unavailable(STOPPED)
        with world.db.reading() as tx:
            found = queries.get_voice(tx, owner, id_)
    if as_json:
        print_json(found)
    elif found.status == VoiceStatus.READY:
        typer.echo(f"“{found.name}” is ready; podcasts know it as custom:{found.voice_id}.")
    if found.status == VoiceStatus.FAILED:
        raise Unavailable(f"“{found.name}” could not be processed. {found.error_message}")


@app.command()
def rename(which: Which, name: Name, as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Call a voice otherwise."""
    from lorewright.retrieval.voices import actions
    from lorewright.retrieval.voices.schemas import VoiceUpdate

    with open_for(user, data_dir, under_api=True) as (world, owner), world.db.writing() as tx:
        found = voice_called(tx, owner, which)
        changed = actions.change(tx, world, owner, str(found.voice_id), VoiceUpdate(name=name))
    if as_json:
        print_json(changed)
    else:
        typer.echo(f"“{found.name}” is called “{changed.name}” now.")


@app.command()
def remove(
    which: Which,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Delete a voice with its sample, and what the provider has of it, for good."""
    from lorewright.cli.work import erase
    from lorewright.retrieval.voices import actions

    with open_for(user, data_dir, under_api=True) as (world, owner):
        with world.db.reading() as tx:
            found = voice_called(tx, owner, which)
        if not yes:
            typer.confirm(f"Delete “{found.name}”, for good?", abort=True, err=True)
        begun = world.clock.now()
        with world.db.writing() as tx:
            actions.remove(tx, world, owner, str(found.voice_id))
        is_gone = _erased(world, owner, str(found.voice_id))
        left = erase(world, owner, begun) if is_gone else NOT_FORGOTTEN
    typer.echo(f"Deleted “{found.name}”.")
    if left is not None:
        raise Unavailable(left)


@app.command()
def sample(
    which: Which,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            "--to",
            metavar="FILE",
            help="The file to write, which must not be there yet; - for standard output.",
        ),
    ],
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Write the sample of a voice to a file, as it came in."""
    from lorewright.retrieval.voices import queries

    with open_for(user, data_dir, under_api=True) as (world, owner):
        with world.db.reading() as tx:
            row = queries.get_row(tx, owner, str(voice_called(tx, owner, which).voice_id))
        data = world.voices.get(owner, row.blob)
    if str(output) == "-":
        sys.stdout.buffer.write(data)
        return
    write_new(output, data)


def voice_called(tx: "Transaction", owner: str, which: str) -> "Voice":
    """Of this name, or this id. Raises `NotFound`, and `BadInput` where several have the name."""
    from lorewright.retrieval.voices import queries

    found = queries.named(tx, owner, which)
    if len(found) > 1:
        raise BadInput(f"{len(found)} voices are called {which}; name one by its id, which `voices list` shows.")
    try:
        return found[0] if found else queries.get_voice(tx, owner, which)
    except NotFound:
        raise NotFound(f"There is no voice called {which}; `lorewright voices list` shows those there are.") from None


def _erased(world: "World", owner: str, voice_id: str) -> bool:
    """Whether nothing is left of it, on the disk and at its provider, when the command ends."""
    from lorewright.cli.work import work_until
    from lorewright.platform.jobs.queries import has_live_job
    from lorewright.platform.jobs.tables import Kind
    from lorewright.retrieval.voices import queries

    def is_done(tx: "Transaction") -> bool:
        erasing = has_live_job(tx, owner, Kind.ERASE_REMAINS, None)
        return not erasing and not has_live_job(tx, owner, Kind.FORGET_VOICE, voice_id)

    if not work_until(world, [voice_id], is_done, lambda: None):
        return False
    with world.db.reading() as tx:
        return queries.clone_of(tx, owner, voice_id) is None
