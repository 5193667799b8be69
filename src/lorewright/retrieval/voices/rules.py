"""What a voice is called, which samples can be used, and how good one is."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from math import prod
from typing import TYPE_CHECKING, BinaryIO

from lorewright.core.errors import BadInput, TooLarge, Unsupported
from lorewright.http.fields import is_blank
from lorewright.reading.audio import NOT_AUDIO, AudioKind, Sound, audio_kind
from lorewright.retrieval.voices.tables import Gender

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PROVIDER = "elevenlabs"
"""The only one there is."""
LONGEST_NAME = 200
LONGEST_DESCRIPTION = 1_000
LEAST_S = 5.0
MOST_S = 300.0

MEDIA_TYPES: dict[AudioKind, str] = {
    "mp3": "audio/mpeg",
    "wav": "audio/wav",
    "m4a": "audio/mp4",
    "flac": "audio/flac",
    "ogg": "audio/ogg",
}

_NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")
_SLACK_S = 0.5
"""So much, and `_SLACK` of it, may a length be off that a header claims: encoders add a little at both ends."""
_SLACK = 0.02
_P56_MARGIN_DB = 15.9
_LEAST_SPOKEN_DB = -60.0


def label_of(voice_id: str) -> str:
    """What it is called at a provider: by this it is found again, and nothing is told of whose voice it is."""
    return f"lorewright-{voice_id}"


def check_name(name: str) -> str:
    """Raises `BadInput`."""
    if not 1 <= len(name) <= LONGEST_NAME or is_blank(name) or _NOT_STORABLE.search(name):
        raise BadInput(f"A voice's name has 1 to {LONGEST_NAME} characters, and is not blank.")
    return name


def check_description(description: str | None) -> str | None:
    """None where it is empty. Raises `BadInput`."""
    if description and (len(description) > LONGEST_DESCRIPTION or _NOT_STORABLE.search(description)):
        raise BadInput(f"A voice's description has at most {LONGEST_DESCRIPTION:,} characters that can be stored.")
    return description or None


def check_gender(gender: str) -> str:
    """Raises `BadInput`."""
    if gender not in list(Gender):
        raise BadInput(f"A voice's gender is one of {', '.join(Gender)}.")
    return gender


def check_file(file: BinaryIO, limit: int) -> tuple[int, AudioKind]:
    """Its size in bytes, and what it is by its content. The file is left at its start. Raises `TooLarge`, `Unsupported`."""
    size = file.seek(0, 2)
    if size > limit:
        raise TooLarge(f"The sample is larger than {limit / (1024 * 1024):g} MB, the most that a voice's may have.")
    kind = audio_kind(file)
    if kind is None:
        raise Unsupported(NOT_AUDIO)
    return size, kind


def check_length(sound: Sound) -> None:
    """Raises `BadInput`."""
    if sound.seconds > MOST_S:
        raise BadInput(f"The sample is longer than {MOST_S:g} seconds; 30 seconds to two minutes do best.")
    slack = _SLACK_S + _SLACK * sound.seconds
    lacking = (sound.claimed_s or 0.0) - sound.seconds
    if lacking > slack:
        raise BadInput(
            f"The file says that it has {sound.claimed_s:.1f} seconds, and has {sound.seconds:.1f}: it is cut off or damaged."
        )
    # The length of an Ogg is what its last page says, and not all who write one know it.
    if sound.claimed_s is not None and sound.kind != "ogg" and -lacking > slack:
        raise BadInput(f"The file says that it has {sound.claimed_s:.1f} seconds, and has {sound.seconds:.1f}.")
    if sound.seconds < LEAST_S:
        raise BadInput(f"The sample has {sound.seconds:.1f} seconds; it must have {LEAST_S:g} at least.")


def quality_of(sound: Sound) -> int:
    """0 to 100: how well a voice can be told from the sample.

    The geometric mean of five marks from 0 to 1, so that what is ruined by one fault is not saved by the others. Each rises in
    a straight line between two values:

    - level of the speech: 0 at -45 dBFS, 1 from -26 to -12, 0 at -3. Telephony takes speech to be at -26 dBov; what is speech and
      what is not is told by the margin of ITU-T P.56, 15.9 dB below the loud, which here is the 95th percentile of the windows.
    - clipping: 1 where no sample is at full scale, 0 where one in a hundred is.
    - noise: the speech's level above the floor, which is the 10th percentile of the windows, as in the signal-to-noise ratio by
      quantiles of NIST (stnr): 0 at 5 dB, 1 from 35.
    - speech: 0 where a tenth of the windows hold some, 1 from a half on.
    - length: 0 at 0 s, 1 from 30 s to two minutes, which are called best, 0 at ten minutes.
    """
    import numpy as np

    levels = np.asarray(sound.levels_db, np.float64)
    if not len(levels):
        return 0
    floor, loud = (float(one) for one in np.percentile(levels, (10, 95)))
    is_spoken = levels > max(loud - _P56_MARGIN_DB, _LEAST_SPOKEN_DB)
    if not is_spoken.any():
        return 0
    level = _mean_db(levels[is_spoken])
    marks: Sequence[float] = (
        min(_ramp(level, -45, -26), _ramp(level, -3, -12)),
        _ramp(sound.clipped, 0.01, 0),
        _ramp(level - floor, 5, 35),
        _ramp(float(is_spoken.mean()), 0.1, 0.5),
        min(_ramp(sound.seconds, 0, 30), _ramp(sound.seconds, 600, 120)),
    )
    return round(100 * prod(marks) ** (1 / len(marks)))


def wait_s(after_s: float | None, least_s: float, left_s: float) -> float:
    """Before a provider is asked again that says when, or does not; at its last moment at the latest."""
    return max(least_s, min(after_s or 0.0, left_s))


def later(now: datetime, seconds: float) -> datetime:
    return now + timedelta(seconds=seconds)


def _mean_db(levels: "NDArray[np.float64]") -> float:
    """Of their powers."""
    import numpy as np

    return float(10 * np.log10(np.mean(10 ** (levels / 10))))


def _ramp(value: float, nought: float, one: float) -> float:
    return min(1.0, max(0.0, (value - nought) / (one - nought)))
