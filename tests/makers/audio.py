"""Audio files of a made-up voice: a buzz at the pitch of a speaker, in syllables with pauses between them.

encoded(voice(8.0), "mp3")      # bytes of a file
"""

import io
from typing import Any, Literal

import av
import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.int16]
Format = Literal["mp3", "wav", "m4a", "flac", "opus", "vorbis"]

RATE = 22_050
FORMATS: tuple[Format, ...] = ("mp3", "wav", "m4a", "flac", "opus", "vorbis")
_MADE: dict[str, tuple[str, str, str, str, int]] = {
    "mp3": ("mp3", "libmp3lame", "s16p", "mono", RATE),
    "wav": ("wav", "pcm_s16le", "s16", "mono", RATE),
    "m4a": ("ipod", "aac", "fltp", "mono", RATE),
    "flac": ("flac", "flac", "s16", "mono", RATE),
    "opus": ("ogg", "libopus", "s16", "mono", 48_000),
    "vorbis": ("ogg", "vorbis", "fltp", "stereo", 44_100),
}
"""Container, codec, format of samples, channels, rate."""


def voice(seconds: float, *, level: float = 0.12, noise: float = 0.0003, pitch: float = 120.0) -> Samples:
    """(n,) at `RATE`. `level` and `noise` are shares of full scale; beyond it samples are cut off."""
    t = np.arange(round(seconds * RATE)) / RATE
    phase = 2 * np.pi * np.cumsum(pitch + 15 * np.sin(2 * np.pi * 0.7 * t)) / RATE
    buzz = sum(np.sin(number * phase) / number for number in range(1, 12))
    syllables = np.clip(np.sin(2 * np.pi * 3.1 * t) + 0.3, 0, 1)
    said = level * buzz * syllables * (t % 4 < 3.2)
    hiss = noise * np.random.default_rng(7).standard_normal(len(t))
    return np.asarray(np.clip(said + hiss, -1, 1) * 32_767, np.int16)


def encoded(samples: Samples, form: Format = "wav", **options: str) -> bytes:
    """A whole file. `options`: of the container."""
    container, codec, sample_format, layout, rate = _MADE[form]
    file = io.BytesIO()
    with av.open(file, "w", format=container, options=options) as out:
        stream: Any = out.add_stream(codec, rate=rate, options={"strict": "experimental"})
        stream.layout, stream.format = layout, sample_format
        _encode(out, stream, samples, av.AudioResampler(format=sample_format, layout=layout, rate=rate))
    return file.getvalue()


def film(samples: Samples) -> bytes:
    """An MP4 with sound and a picture that moves."""
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as out:
        sound: Any = out.add_stream("aac", rate=RATE)
        sound.layout = "mono"
        pictures: Any = out.add_stream("mpeg4", rate=10)
        pictures.width = pictures.height = 64
        pictures.pix_fmt = "yuv420p"
        for shade in range(60):
            frame = av.VideoFrame.from_ndarray(np.full((64, 64, 3), 4 * shade, np.uint8), format="rgb24")
            out.mux(pictures.encode(frame))
        out.mux(pictures.encode(None))
        _encode(out, sound, samples, av.AudioResampler(format="fltp", layout="mono", rate=RATE))
    return file.getvalue()


def of_size(size: int) -> bytes:
    """A WAV of exactly so many bytes, of which a chunk that nobody hears takes what is too much."""
    heard = encoded(voice(6.0))
    room = size - len(heard) - 8
    return heard + b"junk" + room.to_bytes(4, "little") + bytes(room)


def _encode(out: Any, stream: Any, samples: Samples, resampler: Any) -> None:
    frame = av.AudioFrame.from_ndarray(samples[None, :], format="s16", layout="mono")
    frame.sample_rate = RATE
    frame.pts = 0
    for part in (*resampler.resample(frame), *resampler.resample(None)):
        out.mux(stream.encode(part))
    out.mux(stream.encode(None))
