"""An episode of many recordings: equally loud as a whole, encoded as MP3. It never holds more than one of them."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import log10
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lorewright.reading.audio import is_installed
from lorewright.speech.base import Samples
from lorewright.speech.sound import FULL, RATE

if TYPE_CHECKING:
    import av

LOUDNESS_LUFS = -16.0
"""Of one channel, ITU-R BS.1770 with its gates."""
MEDIA_TYPE = "audio/mpeg"
BIT_RATE = 64_000
_CEILING = 10 ** (-1.5 / 20)
"""No sample is above it: encoding adds a little."""
_KNEE = 0.6
"""Of the ceiling; above, peaks are bent rather than cut off."""
_TRIES = 4
_NEAR_LU = 0.1
_LAME_SCALES = 0.95
"""Whatever it encodes at this bit rate comes out so much quieter."""
_QUALITY = "7"
"""Of LAME, 0 best and slow to 9: of speech at this rate nobody hears the difference, and it takes a third of the time."""
_MILLISECONDS = Fraction(1, 1000)


NOT_INSTALLED = "What decodes and encodes audio is not installed: in Lorewright's folder, pip install '.[audio]'."


class Chapter(NamedTuple):
    title: str
    start_s: float
    end_s: float


class About(NamedTuple):
    """What the tags say."""

    title: str
    artist: str
    comment: str


def lacks() -> str | None:
    """What must be installed before an episode can be made, in a sentence; None where nothing is."""
    return None if is_installed() else NOT_INSTALLED


Parts = Callable[[], Iterable[Samples]]
"""The samples in order, at `RATE`; asked for more than once."""


def encoded(parts: Parts, about: About, chapters: Sequence[Chapter]) -> bytes:
    """MP3 with ID3 tags (2.3), chapters among them, at `LOUDNESS_LUFS`."""
    import av  # loaded by whoever makes an episode

    gain = _gain(parts)
    file = io.BytesIO()
    with av.open(file, "w", format="mp3", options={"id3v2_version": "3"}) as container:
        for name, value in (("title", about.title), ("artist", about.artist), ("comment", about.comment)):
            container.metadata[name] = value
        container.metadata["genre"] = "Podcast"
        stream = container.add_stream("libmp3lame", rate=RATE, layout="mono", options={"compression_level": _QUALITY})
        stream.bit_rate = BIT_RATE
        container.set_chapters(
            [
                {
                    "id": number,
                    "start": round(1000 * one.start_s),
                    "end": round(1000 * one.end_s),
                    "time_base": _MILLISECONDS,
                    "metadata": {"title": one.title},
                }
                for number, one in enumerate(chapters)
            ]
        )
        for frame in frames(parts(), gain):
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return file.getvalue()


def loudness(frames: Iterable["av.AudioFrame"], rate: int) -> float:
    """Integrated, in LUFS; `frames` of one channel of 16-bit samples."""
    import av
    from av.filter import Graph

    graph = Graph()
    source = graph.add_abuffer(sample_rate=rate, format="s16", layout="mono", time_base=Fraction(1, rate))
    meter = graph.add("ebur128", "metadata=1:framelog=quiet")
    sink = graph.add("abuffersink")
    source.link_to(meter)
    meter.link_to(sink)
    graph.configure()
    measured = "-inf"

    def drain() -> None:
        nonlocal measured
        while True:
            try:
                measured = sink.pull().metadata.get("lavfi.r128.I", measured)
            except (av.BlockingIOError, av.EOFError):
                return

    for frame in frames:
        source.push(frame)
        drain()
    source.push(None)
    drain()
    return float(measured)


def _gain(parts: Parts) -> float:
    """By which the whole comes to `LOUDNESS_LUFS`; found by measuring, since bent peaks take a little of it."""
    gain, aim = 1.0, LOUDNESS_LUFS - 20 * log10(_LAME_SCALES)
    for _ in range(_TRIES):
        lacking = aim - loudness(frames(parts(), gain), RATE)
        if not np.isfinite(lacking) or abs(lacking) < _NEAR_LU:
            break
        gain *= 10 ** (lacking / 20)
    return gain


def frames(parts: Iterable[Samples], gain: float = 1.0) -> Iterator["av.AudioFrame"]:
    """Of a second or less each, so much louder."""
    import av

    place = 0
    for samples in parts:
        for begin in range(0, len(samples), RATE):
            piece = _louder(samples[begin : begin + RATE], gain)
            frame = av.AudioFrame.from_ndarray(piece[None, :], format="s16", layout="mono")
            frame.sample_rate = RATE
            frame.time_base = Fraction(1, RATE)
            frame.pts = place
            place += len(piece)
            yield frame


def _louder(samples: Samples, gain: float) -> Samples:
    """Above the knee the curve flattens towards the ceiling, with no corner in it."""
    wanted = samples.astype(np.float32) * (gain / FULL)
    knee = _KNEE * _CEILING
    over = np.abs(wanted) > knee
    room = _CEILING - knee
    bent = np.sign(wanted) * (knee + room * np.tanh((np.abs(wanted) - knee) / room))
    out: Samples = np.rint(np.where(over, bent, wanted) * FULL).astype(np.int16)
    return out
