"""Where lines come to lie in an episode, and a transcript in the formats that players read. Pure."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from lorewright.core.ids import derived_id
from lorewright.knowledge.script.base import LENGTH_VERSION, Speaker
from lorewright.knowledge.script.planning import CHAPTER_PAUSE_S, PAUSE_S
from lorewright.knowledge.sentences import sentences
from lorewright.retrieval.podcasts.tables import CUSTOM

LONGEST_UTTERANCE = 400
"""Characters that are spoken at once: synthesisers grow careless over long ones, and servers refuse them."""


class Format(StrEnum):
    JSON = "json"
    SRT = "srt"
    VTT = "vtt"
    MARKDOWN = "md"


def voice_id(name: str) -> str | None:
    """Of a voice of the user's own; None of a preset."""
    return name.removeprefix(CUSTOM) if name.startswith(CUSTOM) else None


def audio_key(spoken: str, language: str | None, voice: str, engine: str) -> str:
    """The same where the same will be heard."""
    return derived_id("line", engine, voice, language or "", spoken)


def pace_key(language: str, voice: str, engine: str) -> str:
    """The same where a pace is the same, and counted the same."""
    return derived_id("pace", LENGTH_VERSION, engine, voice, language)


def utterances(spoken: str) -> list[str]:
    """What is spoken at once: sentences together as long as they are short, a long one in parts."""
    found: list[str] = []
    for start, end in sentences(spoken):
        for part in _parts(spoken[start:end].strip()):
            if found and len(found[-1]) + 1 + len(part) <= LONGEST_UTTERANCE:
                found[-1] += f" {part}"
            else:
                found.append(part)
    return found


def _parts(sentence: str) -> Iterator[str]:
    """Cut behind a comma or a space, where it must be."""
    while len(sentence) > LONGEST_UTTERANCE:
        head = sentence[:LONGEST_UTTERANCE]
        cut = max(head.rfind(mark) + len(mark) for mark in (", ", "; ", ": ", "，", "、"))
        cut = cut if cut > LONGEST_UTTERANCE // 3 else head.rfind(" ") + 1 or LONGEST_UTTERANCE
        yield sentence[:cut].strip()
        sentence = sentence[cut:]
    yield sentence


# -- Places in time ---------------------------------------------------------------------------------------------------

LEAST_PAUSE_S, MOST_PAUSE_S = 0.25, 1.1
"""Between two lines; before a chapter twice as much, and never 2 s."""
_BEFORE_CHAPTER = CHAPTER_PAUSE_S / PAUSE_S
_NEAR = 0.85
"""Share of the time asked for from which on an episode is brought to it by its pauses."""


class Spoken(Protocol):
    """A line that has been spoken."""

    @property
    def seconds(self) -> float: ...
    @property
    def chapter(self) -> str | None: ...


def starts(lines: Sequence[Spoken], wanted_s: float) -> list[float]:
    """Where each line begins, in seconds; the pauses are made so long, within reason, that the whole comes to `wanted_s`."""
    spoken_s = sum(one.seconds for one in lines)
    weights = [_BEFORE_CHAPTER if one.chapter is not None else 1.0 for one in lines[1:]]
    total = sum(weights)
    pause = PAUSE_S
    if total and spoken_s >= _NEAR * wanted_s:
        pause = min(MOST_PAUSE_S, max(LEAST_PAUSE_S, (wanted_s - spoken_s) / total))
    elif total:  # it is shorter for want of matter: pauses do not make it longer
        pause = PAUSE_S
    places, place = [], 0.0
    for one, weight in zip(lines, [*weights, 0.0], strict=True):
        places.append(place)
        place += one.seconds + min(pause * weight, _LONGEST_PAUSE_S)
    return places


_LONGEST_PAUSE_S = 1.6


class Part(NamedTuple):
    """A chapter of an episode."""

    title: str
    start_s: float
    end_s: float


def chapters(opening: str, lines: Sequence[tuple[str | None, float]], end_s: float) -> list[Part]:
    """Each line with the chapter that it begins and its place; what comes before the first chapter is called `opening`."""
    begins = [(title, start) for title, start in lines if title is not None]
    if not begins or begins[0][1] > 0:
        begins.insert(0, (opening, 0.0))
    ends = [start for _, start in begins[1:]] + [end_s]
    return [Part(title, start, end) for (title, start), end in zip(begins, ends, strict=True)]


def cover_text(names: Sequence[str]) -> str:
    """What an episode says of itself in its tags: from which files it was made."""
    return f"Made from {', '.join(names)} by Lorewright. The voices are synthetic; the transcript names the source of each line."


# -- Transcripts ------------------------------------------------------------------------------------------------------


class Said(NamedTuple):
    start_s: float
    end_s: float
    speaker: Speaker
    text: str
    chapter: str | None
    sources: Sequence[str]
    """Each as it is to be read: a file, and a page."""


class _Cue(NamedTuple):
    start_s: float
    end_s: float
    said: Said
    text: str


def written(format_: Format, title: str, lines: Sequence[Said]) -> str:
    """In one of the formats that are text."""
    if format_ is Format.SRT:
        return srt(lines)
    return vtt(title, lines) if format_ is Format.VTT else markdown(title, lines)


def srt(lines: Sequence[Said]) -> str:
    cues = enumerate(_cues(lines), start=1)
    return "\n".join(
        f"{number}\n{_clock(cue.start_s, ',')} --> {_clock(cue.end_s, ',')}\n{_name(cue.said)}: {cue.text}\n"
        for number, cue in cues
    )


def vtt(title: str, lines: Sequence[Said]) -> str:
    head = f"WEBVTT - {_escaped(title)}\n\n"
    return head + "\n".join(
        f"{_clock(cue.start_s, '.')} --> {_clock(cue.end_s, '.')}\n<v {_name(cue.said)}>{_escaped(cue.text)}\n"
        for cue in _cues(lines)
    )


def markdown(title: str, lines: Sequence[Said]) -> str:
    parts = [f"# {title}"]
    for one in lines:
        if one.chapter is not None:
            parts.append(f"## {one.chapter}")
        sources = f" *({'; '.join(dict.fromkeys(one.sources))})*" if one.sources else ""
        parts.append(f"**{_name(one)}** [{_clock(one.start_s, '.')[:8]}] {one.text}{sources}")
    return "\n\n".join(parts) + "\n"


def _cues(lines: Sequence[Said]) -> Iterator[_Cue]:
    """A cue for each sentence, as long as its share of the letters: nobody reads a minute's worth at once."""
    for said in lines:
        pieces = [said.text[start:end].strip() for start, end in sentences(said.text)]
        letters, place = sum(map(len, pieces)), said.start_s
        for piece in pieces:
            end = min(said.end_s, place + (said.end_s - said.start_s) * len(piece) / letters)
            yield _Cue(place, end, said, piece)
            place = end


def _name(said: Said) -> str:
    return said.speaker.value.capitalize()


def _clock(seconds: float, mark: str) -> str:
    milliseconds = round(1000 * seconds)
    return f"{milliseconds // 3_600_000:02}:{milliseconds // 60_000 % 60:02}:{milliseconds // 1000 % 60:02}{mark}{milliseconds % 1000:03}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("-->", "→").replace(">", "&gt;")
