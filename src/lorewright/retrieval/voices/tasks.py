"""Having a provider make a voice of a sample, and having it taken away there.

The provider is asked for a voice once. That it will be is written down and committed before, and what became of it afterwards;
whoever finds the first without the second, after a crash or an answer that never came, looks for the voice by its label.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import Row

from lorewright.db.transaction import Transaction
from lorewright.platform.jobs.actions import Claimed, enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Task, Work
from lorewright.platform.originals import actions as originals
from lorewright.platform.remains.tables import Remains
from lorewright.retrieval.voices import actions, queries, rules
from lorewright.retrieval.voices.tables import VoiceStatus
from lorewright.speech.base import SpeechRefused, SpeechUnavailable, Unanswered
from lorewright.speech.elevenlabs import Unusable
from lorewright.world import World

log = structlog.get_logger()


def process_voice(world: World, work: Work) -> None:
    """Ends with a voice that is ready or failed; or asks for itself again, where the provider has yet to show what it made."""
    with world.db.reading() as tx:
        row = queries.get_row(tx, work.owner, work.source_id)
        clone = queries.clone_of(tx, work.owner, row.id)
    if row.status != VoiceStatus.PROCESSING:
        with work.writing() as tx:
            work.finish(tx, "There is nothing to be done.")
        return
    patience_s = world.settings.speech.elevenlabs.processing_timeout_s
    until = rules.later(world.clock.now(), patience_s) if clone is None else clone.until
    made = after_s = None
    try:
        made = _found(world, clone) if clone is not None and clone.is_open else _asked(world, work, row, until)
    except SpeechUnavailable as error:
        log.warning("a voice is not made yet", reason=error.detail)
        after_s = error.after_s
    now = world.clock.now()
    with work.writing() as tx:
        if made is None:
            delay_s = rules.wait_s(after_s, actions.LOOK_AGAIN_S, (until - now).total_seconds())
            enqueue(tx, work.owner, Kind.PROCESS_VOICE, now=now, source_id=row.id, delay_s=delay_s)
            work.finish(tx, "The provider has not made the voice yet.")
        else:
            actions.set_ready(tx, work.owner, row.id, made, now)
            work.finish(tx, f"The voice “{row.name}” is ready.")


def _asked(world: World, work: Work, row: Row[Any], until: datetime) -> str:
    """What it made of the sample. Raises `Unanswered`, `SpeechUnavailable` where it made nothing, `SpeechRefused`, `NotFound`."""
    if world.clock.now() >= until:
        raise SpeechRefused(
            f"ElevenLabs has failed for {world.settings.speech.elevenlabs.processing_timeout_s:g} seconds: delete the voice,"
            " and upload it again later."
        )
    sample = world.voices.get(work.owner, row.blob)
    with work.writing() as tx:
        actions.intend(tx, work.owner, row.id, until)
    try:
        return world.elevenlabs.clone(sample, rules.MEDIA_TYPES[row.kind], rules.label_of(row.id))
    except (Unusable, Unanswered):  # there may be something now
        raise
    except (SpeechRefused, SpeechUnavailable):
        with work.writing() as tx:
            actions.settle(tx, work.owner, row.id)
        raise


def _found(world: World, clone: Row[Any]) -> str | None:
    """None where it is not there yet. Raises `SpeechRefused` once it has not come in time, `SpeechUnavailable` before."""
    is_over = world.clock.now() >= clone.until
    try:
        made = world.elevenlabs.find(rules.label_of(clone.voice_id))
    except SpeechUnavailable:
        if not is_over:
            raise
        made = []
    if not made and is_over:
        raise SpeechRefused("ElevenLabs did not make the voice in time: delete it, and upload the sample again later.")
    return made[0] if made else None


def _failed(tx: Transaction, held: Claimed, sentence: str, now: datetime) -> None:
    if held.source_id is not None:
        actions.set_failed(tx, held.user_id, held.source_id, sentence, now)


def forget_voice(world: World, work: Work) -> None:
    """Takes away what the provider has of a voice that is deleted or failed; later, where more may still come of it."""
    with world.db.reading() as tx:
        clone = queries.clone_of(tx, work.owner, work.source_id)
        is_kept = queries.keeps_clone(tx, work.owner, work.source_id)
    if clone is None or is_kept:
        with work.writing() as tx:
            work.finish(tx, "There is nothing to be taken away.")
        return
    removed = 0
    for one in _left_of(world, clone):
        world.elevenlabs.remove(one)
        removed += 1
    now = world.clock.now()
    with work.writing() as tx:
        if not removed and clone.is_open and now < clone.until:
            actions.ask_to_forget(tx, work.owner, clone, now)
        else:
            actions.drop_clone(tx, work.owner, clone.voice_id)
        work.finish(tx, "The provider keeps nothing of the voice." if removed else "The provider was looked through.")


def _left_of(world: World, clone: Row[Any]) -> Iterator[str]:
    """What the provider has of it: what is known, then whatever else goes by its label."""
    if clone.provider_voice_id is not None:
        yield clone.provider_voice_id
    yield from (one for one in world.elevenlabs.find(rules.label_of(clone.voice_id)) if one != clone.provider_voice_id)


def take_up_clones(world: World) -> None:
    """Asks again for what was given up, as while a provider could not be reached: what is deleted must go there too some day."""
    if world.elevenlabs.lacks() is not None:
        return
    with world.db.reading() as tx:
        rows = tx.execute(queries.clones_of_no_use()).all()
    for row in rows:
        with world.db.background() as tx:
            enqueue(tx, row.user_id, Kind.FORGET_VOICE, now=world.clock.now(), source_id=row.voice_id)


def erase_sample(tx: Transaction, world: World, owner: str, sha256: str) -> None:
    originals.erase(tx, world, actions.ORIGINALS, owner, sha256)


TASKS = {
    Kind.PROCESS_VOICE: Task(process_voice, failed=_failed),
    Kind.FORGET_VOICE: Task(forget_voice),
}
ERASERS = {Remains.VOICE: erase_sample}
