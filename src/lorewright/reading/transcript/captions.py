"""The captions of a WebVTT file (https://www.w3.org/TR/webvtt1/), without what is no speech and what is shown twice."""

import re
from collections.abc import Sequence
from html import unescape
from itertools import pairwise
from typing import NamedTuple

from lorewright.reading.characters import collapsed, is_unspaced

_HEAD = re.compile(r"\ufeff?WEBVTT(?:[ \t]+(?P<title>[^\n]*))?(?:\n|$)")
_LANGUAGE = re.compile(r"^Language:[ \t]*([A-Za-z]{2})\b", re.MULTILINE)
_TIME = r"(?:(\d{1,4}):)?(\d\d):(\d\d)\.(\d{3})"
_TIMES = re.compile(rf"^{_TIME}[ \t]+-->[ \t]+{_TIME}[^\n]*$", re.MULTILINE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,100}>|<[\d:.]{1,20}>")
_SOUND = re.compile(r"\[[^\[\]]{1,40}\]|^\([^()]{1,40}\)$|[♪♫♬]+", re.MULTILINE)
"""[Music], (applause): what is heard and not said."""
_SPEAKER = re.compile(r"^(?:>{2,3}|[-–—](?=\s))\s*")
"""How captions say that somebody else speaks."""
_LONGEST_REPEAT = 300
_SHORTEST_REPEAT = 4
"""Characters of a caption that may be those of the one before."""
_ROLLING = 0.3
"""Share of captions that begin with what the one before ended with, where they roll over the screen: else people repeat words."""


class Head(NamedTuple):
    title: str
    language: str | None
    """ISO 639-1, where it is named."""


class Caption(NamedTuple):
    start_ms: int
    end_ms: int
    text: str
    """On one line, never empty."""
    is_turn: bool = False
    """Somebody else begins to speak."""


def head_of(text: str) -> Head | None:
    """None where it is no WebVTT."""
    found = _HEAD.match(text)
    if found is None:
        return None
    language = _LANGUAGE.search(text.split("\n\n", 1)[0])
    return Head(found["title"] or "", language[1].lower() if language else None)


def captions_of(text: str) -> tuple[list[Caption], int]:
    """In the order of the file, and how many notes on sounds were left out."""
    captions, sounds = [], 0
    for block in text.split("\n\n"):
        times = _TIMES.search(block)
        if times is None:
            continue
        shown = _TAG.sub("", unescape(block[times.end() :])).strip()
        said, notes = _SOUND.subn(" ", shown)
        sounds += notes
        turn = _SPEAKER.match(said.strip())
        line = collapsed(" ".join(_SPEAKER.sub("", one.strip()) for one in said.splitlines()))
        if any(map(str.isalnum, line)):
            captions.append(Caption(_ms(times.groups()[:4]), _ms(times.groups()[4:]), line, turn is not None))
    return captions, sounds


def unrolled(captions: Sequence[Caption]) -> tuple[list[Caption], int]:
    """Without what a caption repeats of the one before because it still stands on the screen; how many did."""
    repeats = [0, *(_repeat(one.text, other.text) for one, other in pairwise(captions))]
    repeating = sum(map(bool, repeats))
    if repeating < max(2, _ROLLING * len(captions)):
        return list(captions), 0
    rest = [one._replace(text=one.text[repeat:].strip()) for one, repeat in zip(captions, repeats, strict=False)]
    return [one for one in rest if one.text], repeating


def _repeat(before: str, after: str) -> int:
    """How many characters `after` begins with that `before` ends with, whole words."""
    begin = after[:_SHORTEST_REPEAT]
    place = before.find(begin, max(0, len(before) - _LONGEST_REPEAT))
    while place >= 0:
        length = len(before) - place
        if after.startswith(before[place:]) and _parts(before, place) and _parts(after, length):
            return length
        place = before.find(begin, place + 1)
    return 0


def _parts(text: str, place: int) -> bool:
    """Whether a word may begin or end there."""
    around = text[max(0, place - 1) : place + 1]
    return place in (0, len(text)) or not around.isalnum() or is_unspaced(around[0])


def _ms(parts: Sequence[str | None]) -> int:
    hours, minutes, seconds, thousandths = (int(part or 0) for part in parts)
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths
