"""Asking for podcasts, and what becomes of them."""

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, case, delete, insert, select, update

from lorewright.core.errors import BadInput, Conflict
from lorewright.core.ids import new_id
from lorewright.db.among import among
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.knowledge import texts
from lorewright.knowledge.script.base import Line, Pace
from lorewright.knowledge.tables import ScopeKind
from lorewright.platform.jobs import actions as jobs
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.originals.queries import Originals
from lorewright.platform.remains.actions import leave
from lorewright.platform.remains.tables import Remains
from lorewright.retrieval.collections import actions as collections
from lorewright.retrieval.collections.queries import get_row as get_collection_row
from lorewright.retrieval.podcasts import queries, rules
from lorewright.retrieval.podcasts.schemas import Podcast, PodcastRequest
from lorewright.retrieval.podcasts.tables import PodcastStatus, podcast, podcast_line, podcast_source, voice_pace
from lorewright.retrieval.voices import actions as voices
from lorewright.retrieval.voices import queries as voice_queries
from lorewright.speech import episode
from lorewright.speech.base import SpeechUnavailable
from lorewright.world import World

EPISODES = Originals(podcast, lambda world: world.podcasts, "podcast")
RECORDINGS = Originals(podcast_line, lambda world: world.lines, "podcast-line")

EMPTY = "The collection is empty: put documents into it first."
NOT_READ = "No document of the collection has been read yet, so there is nothing to speak about."


class Rest(NamedTuple):
    """What a line rests on."""

    document_id: str
    text_id: str
    passage: int
    start: int
    end: int
    page: int | None
    quote: str


class NewLine(NamedTuple):
    line: Line
    audio_key: str
    rests: Sequence[Rest]


def generate(world: World, owner: str, new: PodcastRequest) -> Podcast:
    """Asks for an episode.

    Raises `NoCollection`, `NotFound` for a voice, `NotAllowed`, `BadInput`, `Conflict` where too many are under way, and
    `SpeechUnavailable` where what speaks is not installed.
    """
    own = [one for one in map(rules.voice_id, dict.fromkeys((new.host_voice, new.expert_voice))) if one is not None]
    collection_id, now = str(new.collection_id), world.clock.now()
    with world.db.reading() as tx:
        row = get_collection_row(tx, owner, collection_id)
        for voice in own:
            voice_queries.ready(tx, owner, voice)
        if not row.document_count:
            raise BadInput(EMPTY)
        if texts.scope_with_ready(tx, owner, ScopeKind.COLLECTION, collection_id) is None:
            raise BadInput(NOT_READ)
    _check_speech(world, new)
    with world.db.writing() as tx:
        collections.count(tx, owner, collection_id, 0)  # it stays until this commits
        tx.lock("podcasts", owner)  # two requests must not both take the last place
        _check_room(tx, world, owner)
        made = {
            "id": new_id(),
            "user_id": owner,
            "collection_id": collection_id,
            "title": " ".join(new.title.split()),
            "duration": new.duration,
            "host_voice": new.host_voice,
            "expert_voice": new.expert_voice,
            "status": PodcastStatus.QUEUED.value,
            "progress_percentage": 0,
            "created_at": now,
        }
        tx.execute(insert(podcast), made)
        voices.begin_use(tx, owner, str(made["id"]), own)
        enqueue(tx, owner, Kind.MAKE_PODCAST, now=now, source_id=str(made["id"]))
        return queries.get_podcast(tx, owner, str(made["id"]))


def cancel(tx: Transaction, world: World, owner: str, podcast_id: str) -> Podcast:
    """Its script goes, and what was spoken of it. Raises `NotFound`, `NotAllowed`, and `Conflict` once it has ended."""
    row = _take_from_worker(tx, owner, podcast_id)
    if not queries.is_under_way(row):
        raise Conflict(f"The podcast has ended: it is {row.status}.")
    now = world.clock.now()
    _drop_lines(tx, owner, podcast_id, now)
    _end(tx, owner, podcast_id, PodcastStatus.CANCELLED, None, now)
    return queries.get_podcast(tx, owner, podcast_id)


def remove(tx: Transaction, world: World, owner: str, podcast_id: str) -> None:
    """With all its bytes; one that is under way is given up. Raises `NotFound`, `NotAllowed`."""
    queries.get_row(tx, owner, podcast_id)
    forget(tx, world, owner, [podcast_id])


def forget(tx: Transaction, world: World, owner: str, podcast_ids: Sequence[str]) -> None:
    """These with their lines; a job then erases their bytes."""
    if not podcast_ids:
        return
    jobs.forget(tx, owner, *podcast_ids)
    mine = (podcast.c.user_id == owner) & among(podcast.c.id, podcast_ids)
    rows = tx.execute(select(podcast).where(mine).order_by(podcast.c.id).with_for_update()).all()
    for row in rows:
        _drop_lines(tx, owner, row.id, world.clock.now())
        voices.end_use(tx, owner, row.id)
    tx.execute(delete(podcast).where(mine))
    leave(tx, owner, [(Remains.PODCAST, row.blob) for row in rows if row.blob], world.clock.now())


def forget_resting_on(tx: Transaction, world: World, owner: str, document_ids: Iterable[str]) -> None:
    """What is deleted may not be heard any more: the whole episode goes, since nobody can cut a sentence out of it."""
    forget(tx, world, owner, queries.resting_on(tx, owner, document_ids))


def set_generating(tx: Transaction, owner: str, podcast_id: str) -> None:
    _set(tx, owner, podcast_id, status=PodcastStatus.GENERATING)


def set_failed(tx: Transaction, owner: str, podcast_id: str, sentence: str, now: datetime) -> None:
    """What was spoken stays until it is deleted: another podcast that says the same need not have it spoken again."""
    _end(tx, owner, podcast_id, PodcastStatus.FAILED, sentence, now)


def tell(tx: Transaction, owner: str, podcast_id: str, percent: int, step: str) -> None:
    """What has been reached stays so, though some of it be done once more."""
    known = podcast.c.progress_percentage
    _set(tx, owner, podcast_id, progress_percentage=case((known > percent, known), else_=percent), current_step=step)


def set_script(tx: Transaction, owner: str, podcast_id: str, lines: Sequence[NewLine], notes: str | None) -> None:
    _set(tx, owner, podcast_id, notes=notes)
    for ordinal, new in enumerate(lines):
        row = {
            "id": new_id(),
            "user_id": owner,
            "podcast_id": podcast_id,
            "ordinal": ordinal,
            "speaker": new.line.speaker.value,
            "chapter": new.line.chapter,
            "content": new.line.text,
            "spoken": new.line.spoken,
            "language": new.line.language,
            "audio_key": new.audio_key,
        }
        tx.execute(insert(podcast_line), row)
        rests = [
            {
                "line_id": row["id"],
                "ordinal": number,
                "user_id": owner,
                "podcast_id": podcast_id,
                "document_id": rest.document_id,
                "text_id": rest.text_id,
                "passage": rest.passage,
                "start_char": rest.start,
                "end_char": rest.end,
                "page": rest.page,
                "quote": rest.quote,
            }
            for number, rest in enumerate(new.rests)
        ]
        if rests:
            tx.execute(insert(podcast_source), rests)


def set_pace(tx: Transaction, owner: str, key: str, pace: Pace) -> None:
    """What was measured first stays."""
    tx.execute(
        insert_missing(tx.dialect, voice_pace), {"user_id": owner, "key": key, "length_per_s": pace.length_per_s}
    )


def set_spoken(tx: Transaction, owner: str, line_id: str, blob: str, seconds: float) -> None:
    mine = (podcast_line.c.user_id == owner) & (podcast_line.c.id == line_id)
    tx.execute(update(podcast_line).where(mine).values(blob=blob, seconds=seconds))


def set_unspoken(tx: Transaction, owner: str, line_ids: Sequence[str]) -> None:
    """Of these lines there is no recording any more; their length still tells that there was one."""
    mine = (podcast_line.c.user_id == owner) & among(podcast_line.c.id, line_ids)
    tx.execute(update(podcast_line).where(mine).values(blob=None))


def set_keys(tx: Transaction, owner: str, podcast_id: str, keys: Mapping[str, str], now: datetime) -> None:
    """By the line. Of these lines there is no recording any more that sounds as they should."""
    _leave_recordings(tx, owner, podcast_id, now, of=keys)
    for line_id, key in keys.items():
        mine = (podcast_line.c.user_id == owner) & (podcast_line.c.id == line_id)
        tx.execute(update(podcast_line).where(mine).values(audio_key=key, blob=None))


def set_completed(
    tx: Transaction, world: World, owner: str, row: Row[Any], starts: dict[str, float], **made: object
) -> None:
    """`starts`: where each line begins, by its id. What was recorded of the lines is not needed any more."""
    now = world.clock.now()
    _leave_recordings(tx, owner, row.id, now)
    for line_id, start in starts.items():
        mine = (podcast_line.c.user_id == owner) & (podcast_line.c.id == line_id)
        tx.execute(update(podcast_line).where(mine).values(start_s=start, blob=None))
    done = {"status": PodcastStatus.COMPLETED, "progress_percentage": 100, "current_step": None, "completed_at": now}
    _set(tx, owner, row.id, **done, **made)
    voices.end_use(tx, owner, row.id)
    for voice in dict.fromkeys((row.host_voice, row.expert_voice)):
        used = rules.voice_id(voice)
        if used is not None:
            voices.count_use(tx, owner, used)


def _take_from_worker(tx: Transaction, owner: str, podcast_id: str) -> Row[Any]:
    """The podcast, which stays as it is, and whose job, where one is left, can write nothing more. Jobs before podcasts: as workers do."""
    row = queries.get_row(tx, owner, podcast_id)
    if queries.is_under_way(row):
        jobs.forget(tx, owner, podcast_id)
    return queries.get_row(tx, owner, podcast_id, to_change=True)


def _end(
    tx: Transaction, owner: str, podcast_id: str, status: PodcastStatus, sentence: str | None, now: datetime
) -> None:
    """Without an episode."""
    voices.end_use(tx, owner, podcast_id)
    ended = {"status": status, "error_message": sentence, "current_step": None, "completed_at": now}
    _set(tx, owner, podcast_id, **ended)


def _drop_lines(tx: Transaction, owner: str, podcast_id: str, now: datetime) -> None:
    _leave_recordings(tx, owner, podcast_id, now)
    mine = (podcast_source.c.user_id == owner) & (podcast_source.c.podcast_id == podcast_id)
    tx.execute(delete(podcast_source).where(mine))
    tx.execute(delete(podcast_line).where(podcast_line.c.user_id == owner, podcast_line.c.podcast_id == podcast_id))


def _leave_recordings(
    tx: Transaction, owner: str, podcast_id: str, now: datetime, of: Container[str] | None = None
) -> None:
    """`of` these lines; all of them where it is not given."""
    lines = [one for one in queries.lines(tx, owner, podcast_id) if of is None or one.id in of]
    blobs = dict.fromkeys(one.blob for one in lines if one.blob)
    if blobs:
        leave(tx, owner, [(Remains.PODCAST_LINE, blob) for blob in blobs], now)


def _check_room(tx: Transaction, world: World, owner: str) -> None:
    """Raises `Conflict`."""
    most = world.settings.limits.podcasts_under_way
    if queries.count_under_way(tx, owner) >= most:
        raise Conflict(
            f"{most} podcasts are under way already, the most of one user: wait for one to end, or cancel it."
        )


def _check_speech(world: World, new: PodcastRequest) -> None:
    """Raises `SpeechUnavailable`."""
    own = [rules.voice_id(name) is not None for name in (new.host_voice, new.expert_voice)]
    presets = [] if all(own) else [world.speech.lacks()]
    for lacking in (*presets, *([world.elevenlabs.lacks()] if any(own) else []), episode.lacks()):
        if lacking is not None:
            raise SpeechUnavailable(lacking)


def _set(tx: Transaction, owner: str, podcast_id: str, **values: object) -> None:
    tx.execute(update(podcast).where(podcast.c.user_id == owner, podcast.c.id == podcast_id).values(**values))
