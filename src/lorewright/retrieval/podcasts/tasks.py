"""Making episodes: a script, each of its lines spoken, then all of it together. What is done is kept, so that a restart goes on."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from io import BytesIO
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import Row

from lorewright.core.errors import BadInput, NotFound, Unavailable
from lorewright.db.transaction import Transaction
from lorewright.knowledge import texts
from lorewright.knowledge.engine import Asking
from lorewright.knowledge.script.base import Chapter, Line, Pace, Sample, Script, Speaker, Told, Writer
from lorewright.knowledge.script.material import Material, material
from lorewright.knowledge.script.planning import samples, scripted, shortage
from lorewright.knowledge.tables import ScopeKind
from lorewright.platform import speaking
from lorewright.platform.engines import writer_of
from lorewright.platform.jobs.actions import Claimed
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Task, Work
from lorewright.platform.originals import actions as originals
from lorewright.platform.remains.tables import Remains
from lorewright.retrieval.documents import actions as documents
from lorewright.retrieval.documents.queries import counts
from lorewright.retrieval.documents.tables import DocumentStatus
from lorewright.retrieval.podcasts import actions, queries, rules
from lorewright.retrieval.podcasts.actions import EPISODES, RECORDINGS, NewLine, Rest
from lorewright.retrieval.voices import queries as voices
from lorewright.speech import episode, sound
from lorewright.speech.base import Recording, Samples, Speech
from lorewright.world import World

SCRIPTED, ALL_SPOKEN = 5, 90
"""Per cent of the work that is done once there is a script, and once all of it has been spoken."""
BETWEEN_UTTERANCES_S = 0.25

_NOTHING_TO_SAY = (
    "The documents of the collection hold no running text that can be read aloud: they may be tables, lists or code."
)


class Voice(NamedTuple):
    """One that speaks in the episode."""

    engine: Speech
    name: str
    """What it is called there; with the engine's it names what is kept of it."""
    speaks: Callable[[str, str | None], Recording]
    """A text and its language. Raises `SpeechUnavailable`, `SpeechRefused`."""


Voices = Mapping[Speaker, Voice]


def make_podcast(world: World, work: Work) -> None:
    """Goes on where it was left, and makes way for whatever is more urgent."""
    with world.db.reading() as tx:
        row = queries.get_row(tx, work.owner, work.source_id)
        lines = queries.lines(tx, work.owner, row.id)
    cast = _cast(world, work.owner, row)
    lines = _of_this_cast(world, work, lines, cast) if lines else _write(world, work, row, cast)
    if _speak(world, work, lines, cast):
        _put_together(world, work, row)


def _cast(world: World, owner: str, row: Row[Any]) -> Voices:
    voices = {name: _voice(world, owner, name) for name in {row.host_voice, row.expert_voice}}
    return {Speaker.HOST: voices[row.host_voice], Speaker.EXPERT: voices[row.expert_voice]}


def _voice(world: World, owner: str, name: str) -> Voice:
    own, engine = rules.voice_id(name), world.speech
    if own is None:
        return Voice(engine, name, lambda text, language: engine.speak(text, name, language))
    with world.db.reading() as tx:
        known = str(voices.ready(tx, owner, own).provider_voice_id)
    return Voice(world.elevenlabs, known, lambda text, _language: world.elevenlabs.speak(text, known))


def _spoken(world: World, owner: str, voice: Voice, text: str, language: str | None) -> Recording:
    """Raises `SpeechUnavailable`, `SpeechRefused`, `BudgetExceeded`."""
    return sound.prepared(speaking.spoken(world, owner, voice.engine, text, lambda: voice.speaks(text, language)))


# -- The script -------------------------------------------------------------------------------------------------------


def _write(world: World, work: Work, row: Row[Any], cast: Voices) -> Sequence[Row[Any]]:
    """Raises `BadInput` where there is nothing to say."""
    _tell(world, work, 0, "Reading the documents")
    writer = writer_of(world, work.owner, documents.lock_rows, work.advanced, seconds=60 * row.duration)
    with world.db.reading() as tx:
        scope = texts.scope_id(tx, work.owner, ScopeKind.COLLECTION, row.collection_id)
        found = material(tx, scope, writer.most_texts) if scope is not None else Material((), 0)
        unread = counts(tx, work.owner, row.collection_id).get(DocumentStatus.PROCESSING, 0)
    chapters = work.awaited(_chapters(work, writer, found.texts))
    if not any(one.exchanges for one in chapters):
        raise BadInput(_NOTHING_TO_SAY)
    pace = {speaker: _pace(world, work, cast[speaker], sample) for speaker, sample in samples(chapters).items()}
    script = scripted(row.title, chapters, 60 * row.duration, pace)
    told = {one.text_id: one for one in found.texts}
    new = [_new_line(line, cast[line.speaker], told) for line in script.lines]
    sources = {rest.document_id for one in new for rest in one.rests}
    speaking.check_room(world, work.owner, ((cast[line.speaker].engine, line.spoken) for line in script.lines))
    work.check()
    with world.db.background() as tx:
        # Documents before jobs, as whoever deletes them does.
        if documents.lock_rows(tx, work.owner, sources) != sources:
            raise Unavailable("A document was deleted meanwhile; the script is written again.")
        work.renew(tx)
        actions.set_script(tx, work.owner, row.id, new, _notes(script, found.left_out, unread))
        work.advance(tx)
        _told(tx, work, SCRIPTED, "The script is written")
    with world.db.reading() as tx:
        return queries.lines(tx, work.owner, row.id)


def _pace(world: World, work: Work, voice: Voice, sample: Sample) -> Pace:
    """As it was heard once: who speaks may have to be paid, and the same documents shall give the same episode."""
    key = rules.pace_key(sample.language, voice.name, voice.engine.name)
    with world.db.reading() as tx:
        known = queries.pace(tx, work.owner, key)
    if known is None:
        heard = _recorded(world, work.owner, voice, sample.text, sample.language)
        known = Pace.measured(sample.text, heard.seconds)
        with work.writing() as tx:
            actions.set_pace(tx, work.owner, key, known)
            work.advance(tx)
    return known


async def _chapters(work: Work, writer: Writer, found: Iterable[Told]) -> list[Chapter]:
    chapters = []
    for told in found:
        work.check()
        chapters.append(await writer.chapter(told, Asking(work.owner, (told.source_id,))))
    return chapters


def _notes(script: Script, left_out: int, unread: int) -> str | None:
    notes = list(script.notes)
    if unread:
        were = "1 document was" if unread == 1 else f"{unread} documents were"
        notes.append(f"{were} not read yet when the script was written.")
    if left_out:
        notes.append(f"The newest documents were read; {left_out} older ones were not.")
    return " ".join(notes) or None


def _new_line(line: Line, voice: Voice, told: Mapping[str, Told]) -> NewLine:
    rests = [
        Rest(one.source_id, one.text_id, passage.ordinal, one.start, one.end, passage.page, quote)
        for one in line.grounds
        for passage in told[one.text_id].passages
        if passage.start < one.end
        and one.start < passage.end
        and (quote := passage.content[max(0, one.start - passage.start) : one.end - passage.start].strip())
    ]
    return NewLine(line, _key(line, voice), rests)


def _key(line: Line | Row[Any], voice: Voice) -> str:
    return rules.audio_key(line.spoken, line.language, voice.name, voice.engine.name)


# -- Speaking ---------------------------------------------------------------------------------------------------------


def _of_this_cast(world: World, work: Work, lines: Sequence[Row[Any]], cast: Voices) -> Sequence[Row[Any]]:
    """The lines; where somebody else was to speak them when they were written, as another engine or model, they are spoken anew.

    Else one episode would be heard of both. Raises `BudgetExceeded`.
    """
    others = {line.id: key for line in lines if (key := _key(line, cast[Speaker(line.speaker)])) != line.audio_key}
    if not others:
        return lines
    unspoken = [line for line in lines if line.id in others or line.blob is None]
    speaking.check_room(world, work.owner, ((cast[Speaker(line.speaker)].engine, line.spoken) for line in unspoken))
    with work.writing() as tx:
        actions.set_keys(tx, work.owner, work.source_id, others, world.clock.now())
    with world.db.reading() as tx:
        return queries.lines(tx, work.owner, work.source_id)


def _speak(world: World, work: Work, lines: Sequence[Row[Any]], cast: Voices) -> bool:
    """Every line of which there is no recording. Whether all of them have one now; else something more urgent is ready."""
    for number, line in enumerate(lines, start=1):
        if line.blob is not None:
            continue
        percent = SCRIPTED + (ALL_SPOKEN - SCRIPTED) * number // len(lines)
        step = f"Line {number} of {len(lines)} is spoken"
        if _has_been_heard(world, work, line, percent, step):
            continue
        recording = _recorded(world, work.owner, cast[Speaker(line.speaker)], line.spoken, line.language)
        work.check()
        data = BytesIO(sound.to_wave(recording))
        with world.db.background() as tx:
            blob = originals.keep(tx, world, RECORDINGS, work.owner, data)
            work.renew(tx)
            originals.hold(tx, RECORDINGS, work.owner, blob)
            _put_spoken(tx, work, line, blob, recording.seconds)
            originals.keep_again(world, RECORDINGS, work.owner, blob, data)
            _told(tx, work, percent, step)
            if work.gives_way(tx):
                return False
    return True


def _has_been_heard(world: World, work: Work, line: Row[Any], percent: int, step: str) -> bool:
    """Whether the same words were spoken already in the same voice: that recording is taken."""
    with world.db.reading() as tx:
        same = queries.spoken(tx, work.owner, line.audio_key)
    if same is None:
        return False
    with work.writing() as tx:
        originals.hold(tx, RECORDINGS, work.owner, same.blob)
        if world.lines.size(work.owner, same.blob) is None:
            return False
        _put_spoken(tx, work, line, same.blob, same.seconds)
        _told(tx, work, percent, step)
    return True


def _put_spoken(tx: Transaction, work: Work, line: Row[Any], blob: str, seconds: float) -> None:
    actions.set_spoken(tx, work.owner, line.id, blob, seconds)
    if line.seconds is None:  # one that was lost and is spoken again is no progress: a store may lose all it is given
        work.advance(tx)


def _recorded(world: World, owner: str, voice: Voice, text: str, language: str | None) -> Recording:
    said = [_spoken(world, owner, voice, one, language) for one in rules.utterances(text)]
    return sound.joined(said, BETWEEN_UTTERANCES_S)


# -- The episode ------------------------------------------------------------------------------------------------------


def _put_together(world: World, work: Work, row: Row[Any]) -> None:
    _tell(world, work, ALL_SPOKEN, "The episode is put together")
    with world.db.reading() as tx:
        row = queries.get_row(tx, work.owner, row.id)  # which has notes since it has a script
        lines = queries.lines(tx, work.owner, row.id)
        names = queries.sources_named(tx, work.owner, row.id)
    starts = rules.starts(lines, 60 * row.duration)
    seconds = starts[-1] + lines[-1].seconds
    chapters = rules.chapters(row.title, [(one.chapter, at) for one, at in zip(lines, starts, strict=True)], seconds)
    about = episode.About(row.title, "Lorewright", rules.cover_text(names))
    data = BytesIO(
        episode.encoded(
            lambda: _samples(world, work, lines, starts), about, [episode.Chapter(*part) for part in chapters]
        )
    )
    work.check()
    with world.db.background() as tx:
        blob = originals.keep(tx, world, EPISODES, work.owner, data)
        work.renew(tx)
        originals.hold(tx, EPISODES, work.owner, blob)
        placed = {line.id: start for line, start in zip(lines, starts, strict=True)}
        notes = " ".join(filter(None, [shortage(seconds, 60 * row.duration), row.notes])) or None
        made = {"blob": blob, "size_bytes": len(data.getbuffer()), "seconds": round(seconds, 3), "notes": notes}
        actions.set_completed(tx, world, work.owner, row, placed, **made)
        originals.keep_again(world, EPISODES, work.owner, blob, data)
        work.finish(tx, f"{len(lines)} lines, {round(seconds)} seconds")


def _samples(world: World, work: Work, lines: Sequence[Row[Any]], starts: Sequence[float]) -> Iterator[Samples]:
    """Of each line and of the silence after it; one line at a time is held. Raises `Unavailable` where a recording is gone."""
    ends = [round(after * sound.RATE) for _, after in pairwise(starts)]
    place = 0
    for line, end in zip(lines, [*ends, 0], strict=True):
        work.check()
        try:
            samples = sound.from_wave(world.lines.get(work.owner, line.blob)).samples
        except NotFound:
            _forget_missing(world, work, lines)
            raise Unavailable("What was spoken of some lines is missing; they are spoken again.") from None
        yield samples
        place += len(samples)
        if end > place:
            yield np.zeros(end - place, np.int16)
            place = end


def _forget_missing(world: World, work: Work, lines: Sequence[Row[Any]]) -> None:
    missing = [line.id for line in lines if world.lines.size(work.owner, line.blob) is None]
    with work.writing() as tx:
        actions.set_unspoken(tx, work.owner, missing)


def _tell(world: World, work: Work, percent: int, step: str) -> None:
    with work.writing() as tx:
        _told(tx, work, percent, step)


def _told(tx: Transaction, work: Work, percent: int, step: str) -> None:
    work.report(tx, percent, step)
    actions.tell(tx, work.owner, work.source_id, percent, step)


def _started(tx: Transaction, held: Claimed, _now: datetime) -> None:
    if held.source_id is not None:
        actions.set_generating(tx, held.user_id, held.source_id)


def _failed(tx: Transaction, held: Claimed, sentence: str, now: datetime) -> None:
    if held.source_id is not None:
        actions.set_failed(tx, held.user_id, held.source_id, sentence, now)


def erase_episode(tx: Transaction, world: World, owner: str, sha256: str) -> None:
    originals.erase(tx, world, EPISODES, owner, sha256)


def erase_recording(tx: Transaction, world: World, owner: str, sha256: str) -> None:
    originals.erase(tx, world, RECORDINGS, owner, sha256)


TASKS = {Kind.MAKE_PODCAST: Task(make_podcast, started=_started, failed=_failed)}
ERASERS = {Remains.PODCAST: erase_episode, Remains.PODCAST_LINE: erase_recording}
