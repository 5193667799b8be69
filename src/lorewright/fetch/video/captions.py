"""Captions as the site gives them, to what is said when. Pure."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import msgspec

from lorewright.core.errors import BadInput
from lorewright.fetch.video.player import UNINTELLIGIBLE

_Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=7 * 24 * 3_600_000)]
_PAUSE_MS = 400
"""A silence that parts what a machine heard: nobody makes it within a phrase."""
_BEGIN_MS, _LETTER_MS = 150, 45
"""How long a word takes to say, roughly: of what a machine heard only the beginning of each word is told."""


class Cue(NamedTuple):
    start_ms: int
    end_ms: int
    text: str
    """As it is shown: perhaps several lines."""


class _Segment(msgspec.Struct, frozen=True):
    text: str = msgspec.field(name="utf8", default="")
    offset_ms: _Milliseconds = msgspec.field(name="tOffsetMs", default=0)


class _Event(msgspec.Struct, frozen=True):
    start_ms: _Milliseconds = msgspec.field(name="tStartMs", default=0)
    duration_ms: _Milliseconds = msgspec.field(name="dDurationMs", default=0)
    segments: list[_Segment] = msgspec.field(name="segs", default=[])


class _Captions(msgspec.Struct, frozen=True):
    events: list[_Event] = []


def cues_of(answer: bytes, *, automatic: bool) -> list[Cue]:
    """From the site's format json3, in the order of time; none where nothing is said. Raises `BadInput`."""
    if not answer.strip():
        return []
    try:
        events = msgspec.json.decode(answer, type=_Captions).events
    except (ValueError, RecursionError):
        raise BadInput(UNINTELLIGIBLE) from None
    cues = [cue for event in events for cue in (_heard(event) if automatic else _written(event))]
    return sorted(cues, key=lambda cue: cue.start_ms)


def _written(event: _Event) -> Iterator[Cue]:
    text = "".join(segment.text for segment in event.segments).strip()
    if text:
        yield Cue(event.start_ms, event.start_ms + event.duration_ms, text)


def _heard(event: _Event) -> Iterator[Cue]:
    """Parted where there is a pause; an end is where the last word ends, not where it leaves the screen."""
    words = [(event.start_ms + one.offset_ms, one.text) for one in event.segments if one.text.strip()]
    begun = 0
    for index, (start_ms, text) in enumerate(words):
        ends_ms = start_ms + _BEGIN_MS + _LETTER_MS * len(text.strip())
        if index + 1 == len(words) or words[index + 1][0] - ends_ms >= _PAUSE_MS:
            yield Cue(words[begun][0], ends_ms, _joined([word for _, word in words[begun : index + 1]]))
            begun = index + 1


def _joined(words: Sequence[str]) -> str:
    return "".join(words).strip()
