"""A transcript as WebVTT (https://www.w3.org/TR/webvtt1/): what is kept of a video, and any player can read. Pure."""

import re
from collections.abc import Iterable

from lorewright.fetch.video.captions import Cue

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_LINE_ENDS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


def as_vtt(address: str, title: str, language: str, automatic: bool, cues: Iterable[Cue]) -> bytes:
    """The head names the title, the language and whether a machine heard it; a note, the address."""
    head = [
        f"WEBVTT {_line(title)}".strip(),
        f"Kind: {'asr' if automatic else 'captions'}",
        f"Language: {_line(language)}",
        "",
        f"NOTE {address}",
    ]
    body = [
        f"\n{_moment(cue.start_ms)} --> {_moment(cue.end_ms)}\n{_LINE_ENDS.sub(chr(10), cue.text.translate(_ESCAPES))}"
        for cue in cues
    ]
    return "\n".join([*head, *body, ""]).encode("utf-8", "replace")


def _line(text: str) -> str:
    return " ".join(text.translate(_ESCAPES).split())


def _moment(ms: int) -> str:
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02}.{ms % 1000:03}"
