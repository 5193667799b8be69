"""Taking in voices, having them processed, and what becomes of them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, BinaryIO

from sqlalchemy import Row, bindparam, delete, insert, update

from lorewright.core.errors import BadInput, Conflict
from lorewright.core.ids import new_id
from lorewright.db.transaction import Transaction
from lorewright.platform.jobs import actions as jobs
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.originals import actions as originals
from lorewright.platform.originals.queries import Originals
from lorewright.platform.remains.actions import leave
from lorewright.platform.remains.tables import Remains
from lorewright.retrieval.voices import queries, rules
from lorewright.retrieval.voices.schemas import Voice, VoiceProcessResponse, VoiceUpdate
from lorewright.retrieval.voices.tables import VoiceStatus, voice, voice_clone, voice_use
from lorewright.speech.base import SpeechUnavailable
from lorewright.world import World

ORIGINALS = Originals(voice, lambda world: world.voices, "voice")

LOOK_AGAIN_S = 5.0
"""How often it is looked whether a provider that did not answer has made the voice."""

_ONE = update(voice).where(voice.c.user_id == bindparam("owner"), voice.c.id == bindparam("one"))


def add(world: World, owner: str, file: BinaryIO, *, name: str, description: str | None, gender: str) -> Voice:
    """Keeps the sample of a voice, which nobody has processed yet.

    Raises `BadInput`, `TooLarge`, `Unsupported`, `Unreadable`, `Unavailable`.
    """
    about = {
        "name": rules.check_name(name),
        "description": rules.check_description(description),
        "gender": rules.check_gender(gender),
    }
    with world.db.reading() as tx:
        _check_room(tx, world, owner)
    size, kind = rules.check_file(file, world.settings.limits.voice_bytes)
    sound = world.readers.hear(file.read(), rules.MOST_S)
    rules.check_length(sound)
    file.seek(0)
    with world.db.writing() as tx:
        blob = originals.keep(tx, world, ORIGINALS, owner, file)
        now = world.clock.now()
        row = {
            "id": new_id(),
            "user_id": owner,
            **about,
            "status": VoiceStatus.UPLOADING.value,
            "kind": kind,
            "blob": blob,
            "size_bytes": size,
            "seconds": sound.seconds,
            "quality": rules.quality_of(sound),
            "times_used": 0,
            "created_at": now,
            "updated_at": now,
        }
        tx.lock("voices", owner)  # two uploads must not both take the last place
        _check_room(tx, world, owner)
        originals.hold(tx, ORIGINALS, owner, blob)
        tx.execute(insert(voice), row)
        originals.keep_again(world, ORIGINALS, owner, blob, file)
        return queries.get_voice(tx, owner, str(row["id"]))


def change(tx: Transaction, world: World, owner: str, voice_id: str, new: VoiceUpdate) -> Voice:
    """Raises `NotFound`, `NotAllowed`, `BadInput`."""
    row = queries.get_row(tx, owner, voice_id, to_change=True)
    given: dict[str, object] = {}
    if new.name is not None:
        given["name"] = rules.check_name(new.name)
    if new.gender is not None:
        given["gender"] = rules.check_gender(new.gender)
    if new.description is not None:
        given["description"] = rules.check_description(new.description)
    changed = {name: value for name, value in given.items() if getattr(row, name) != value}
    if changed:
        _set(tx, owner, voice_id, world.clock.now(), **changed)
    return queries.get_voice(tx, owner, voice_id)


def process(tx: Transaction, world: World, owner: str, voice_id: str, provider: str) -> VoiceProcessResponse:
    """Asks for the voice to be cloned. Raises `NotFound`, `NotAllowed`, `BadInput`, `Conflict`, `Unavailable`."""
    row = queries.get_row(tx, owner, voice_id, to_change=True)
    if provider != rules.PROVIDER:
        raise BadInput(f"There is no such provider of voices; {rules.PROVIDER} is one.")
    if row.status in (VoiceStatus.PROCESSING, VoiceStatus.READY):
        raise Conflict(f"The voice is {row.status} already.")
    if row.status != VoiceStatus.UPLOADING:
        raise BadInput("The voice could not be processed, and cannot be again: delete it, and upload a sample anew.")
    lacking = world.elevenlabs.lacks()
    if lacking is not None:
        raise SpeechUnavailable(lacking)
    now = world.clock.now()
    _set(tx, owner, voice_id, now, status=VoiceStatus.PROCESSING)
    enqueue(tx, owner, Kind.PROCESS_VOICE, now=now, source_id=voice_id)
    return VoiceProcessResponse(
        voice_id=row.id,
        status=VoiceStatus.PROCESSING,
        provider_name=provider,
        message="The voice is being processed, which takes about 30 to 120 seconds.",
    )


def remove(tx: Transaction, world: World, owner: str, voice_id: str) -> None:
    """With its sample, and what the provider has of it: jobs take both away. Raises `NotFound`, `NotAllowed`, `Conflict`."""
    queries.get_row(tx, owner, voice_id)
    jobs.forget(tx, owner, voice_id)
    row = queries.get_row(tx, owner, voice_id, to_change=True)
    if queries.is_in_use(tx, owner, voice_id):
        raise Conflict("A podcast that is under way speaks with this voice: wait for its end, or cancel it.")
    jobs.forget(tx, owner, voice_id)  # again: one that committed while this waited asked for it to be processed
    forget_clone(tx, owner, voice_id, world.clock.now())
    tx.execute(delete(voice).where(voice.c.user_id == owner, voice.c.id == voice_id))
    leave(tx, owner, [(Remains.VOICE, row.blob)], world.clock.now())


def set_ready(tx: Transaction, owner: str, voice_id: str, provider_voice_id: str, now: datetime) -> None:
    known = {"provider_name": rules.PROVIDER, "provider_voice_id": provider_voice_id}
    _set(tx, owner, voice_id, now, status=VoiceStatus.READY, error_message=None, processed_at=now, **known)
    _set_clone(tx, owner, voice_id, provider_voice_id=provider_voice_id, is_open=False)


def set_failed(tx: Transaction, owner: str, voice_id: str, sentence: str, now: datetime) -> None:
    """What the provider may have made nevertheless is taken away."""
    _set(tx, owner, voice_id, now, status=VoiceStatus.FAILED, error_message=sentence)
    forget_clone(tx, owner, voice_id, now)


def intend(tx: Transaction, owner: str, voice_id: str, until: datetime) -> None:
    """Before the provider is asked for it. `until`: so long something may come of it, counted from the first time."""
    if queries.clone_of(tx, owner, voice_id) is not None:
        _set_clone(tx, owner, voice_id, is_open=True)
        return
    row = {"voice_id": voice_id, "user_id": owner, "provider_name": rules.PROVIDER, "until": until, "is_open": True}
    tx.execute(insert(voice_clone), row)


def settle(tx: Transaction, owner: str, voice_id: str) -> None:
    """The provider has made nothing, and may be asked again."""
    _set_clone(tx, owner, voice_id, is_open=False)


def forget_clone(tx: Transaction, owner: str, voice_id: str, now: datetime) -> None:
    """Asks for what the provider has to be taken away, or may have, of a voice that is not wanted any more."""
    clone = queries.clone_of(tx, owner, voice_id)
    if clone is None:
        return
    if clone.provider_voice_id is None and not clone.is_open:
        drop_clone(tx, owner, voice_id)
    else:
        ask_to_forget(tx, owner, clone, now)


def ask_to_forget(tx: Transaction, owner: str, clone: Row[Any], now: datetime) -> None:
    """At once where it is known what there is; else when nothing more can come of what was asked, or the next look is due."""
    delay_s = 0.0 if clone.provider_voice_id else min(LOOK_AGAIN_S, (clone.until - now).total_seconds())
    enqueue(tx, owner, Kind.FORGET_VOICE, now=now, source_id=clone.voice_id, delay_s=max(0.0, delay_s))


def drop_clone(tx: Transaction, owner: str, voice_id: str) -> None:
    """The provider has nothing of it any more."""
    mine = (voice_clone.c.user_id == owner) & (voice_clone.c.voice_id == voice_id)
    tx.execute(delete(voice_clone).where(mine))


def begin_use(tx: Transaction, owner: str, podcast_id: str, voice_ids: Iterable[str]) -> None:
    """From now on a podcast speaks with these voices. Raises `NotFound`, `NotAllowed`, and `BadInput` for one that is not ready."""
    for voice_id in sorted(set(voice_ids)):
        queries.get_row(tx, owner, voice_id, to_change=True)  # else it could be deleted before this commits
        queries.ready(tx, owner, voice_id)
        tx.execute(insert(voice_use), {"voice_id": voice_id, "podcast_id": podcast_id, "user_id": owner})


def end_use(tx: Transaction, owner: str, podcast_id: str) -> None:
    """However the podcast ended. Nothing happens where it used none."""
    tx.execute(delete(voice_use).where(voice_use.c.user_id == owner, voice_use.c.podcast_id == podcast_id))


def count_use(tx: Transaction, owner: str, voice_id: str) -> None:
    """An episode was made with it."""
    tx.execute(
        update(voice).where(voice.c.user_id == owner, voice.c.id == voice_id).values(times_used=voice.c.times_used + 1)
    )


def _check_room(tx: Transaction, world: World, owner: str) -> None:
    """Raises `BadInput`."""
    most = world.settings.limits.voices
    if queries.count(tx, owner) >= most:
        raise BadInput(f"There are {most} voices already, the most that one user may have: delete one first.")


def _set(tx: Transaction, owner: str, voice_id: str, now: datetime, **values: object) -> None:
    tx.execute(_ONE, {"owner": owner, "one": voice_id, "updated_at": now, **values})


def _set_clone(tx: Transaction, owner: str, voice_id: str, **values: object) -> None:
    mine = (voice_clone.c.user_id == owner) & (voice_clone.c.voice_id == voice_id)
    tx.execute(update(voice_clone).where(mine).values(**values))
