"""Recordings as bytes, and what makes one of many: silence cut, voices equally loud, one rate. Pure but for decoding."""

import io
import wave
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lorewright.speech.base import Recording, Samples, SpeechRefused

RATE = 22_050
"""Of every line and episode, in Hz."""
FULL = 32_768.0
LEVEL_DB = -20.0
"""Of a line where somebody speaks, below full scale (RMS)."""
_FRAME_S = 0.02
_SILENT_DB = -50.0
"""A frame below that, seen from the loudest tenth of a line, is silence."""
LONGEST_SILENCE_S = 0.9
"""Within a line; what is more goes."""


def prepared(spoken: Recording) -> Recording:
    """At `RATE`, without silence around it and long silence within it, as loud as every other line."""
    samples = _resampled(spoken)
    frame = int(RATE * _FRAME_S)
    frames = samples[: len(samples) // frame * frame].reshape(-1, frame)
    power = np.mean(frames**2, axis=1)
    if not len(power) or not (loud := float(np.quantile(power, 0.9))):
        raise SpeechRefused("What was spoken is silence.")
    speaks = power > loud * 10 ** (_SILENT_DB / 10)
    level = np.sqrt(np.mean(power[speaks]))
    kept = frames[_kept(speaks)].ravel()
    return Recording(_clipped(kept * (10 ** (LEVEL_DB / 20) / level)), RATE)


def _kept(speaks: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which frames stay: those from the first to the last in which somebody speaks, but for what makes a silence too long."""
    places = np.arange(len(speaks))
    last_spoken = np.maximum.accumulate(np.where(speaks, places, -1))
    silent_for = places - last_spoken
    first, last = int(np.argmax(speaks)), int(len(speaks) - 1 - np.argmax(speaks[::-1]))
    most = int(LONGEST_SILENCE_S / _FRAME_S)
    kept: NDArray[np.bool_] = (places >= first - 1) & (places <= last + 2) & ((silent_for <= most) | (last_spoken < 0))
    return kept


def _resampled(spoken: Recording) -> NDArray[np.float64]:
    """At `RATE`, of full scale 1. By lines between the samples, low-passed where the rate is higher: it is speech."""
    samples = spoken.samples.astype(np.float64) / FULL
    if spoken.rate == RATE or not len(samples):
        return samples
    if spoken.rate > RATE:
        spectrum = np.fft.rfft(samples)
        spectrum[np.fft.rfftfreq(len(samples), 1 / spoken.rate) > 0.48 * RATE] = 0
        samples = np.fft.irfft(spectrum, len(samples))
    wanted = np.arange(int(len(samples) * RATE / spoken.rate)) * (spoken.rate / RATE)
    resampled: NDArray[np.float64] = np.interp(wanted, np.arange(len(samples)), samples)
    return resampled


def _clipped(samples: NDArray[np.float64]) -> Samples:
    return np.clip(np.rint(samples * FULL), -FULL, FULL - 1).astype(np.int16)


def joined(recordings: Sequence[Recording], pause_s: float) -> Recording:
    """One after the other, with silence between them. All of one rate."""
    rate = recordings[0].rate
    silence = np.zeros(int(rate * pause_s), np.int16)
    pieces = [piece for one in recordings for piece in (silence, one.samples)][1:]
    return Recording(np.concatenate(pieces), rate)


def to_wave(recording: Recording) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(recording.rate)
        out.writeframes(recording.samples.astype("<i2").tobytes())
    return file.getvalue()


def from_wave(data: bytes) -> Recording:
    """Of what `to_wave` made."""
    with wave.open(io.BytesIO(data)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        return Recording(samples.astype(np.int16, copy=False), file.getframerate())


_OPTIONS = {"codec_whitelist": "pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,mp3,mp3float", "protocol_whitelist": "none"}
"""No other decoder sees what a server answers, and nothing else is opened."""


def decoded(data: bytes, form: str = "wav") -> Recording:
    """Of a file of this format, whatever else it may look like: some formats name other files. Raises `SpeechRefused`."""
    import av  # loaded by whoever asks a server

    chunks: list[Samples] = []
    try:
        with av.open(io.BytesIO(data), "r", format=form, options=_OPTIONS) as container:
            to_mono = av.AudioResampler(format="s16", layout="mono", rate=RATE)
            for frame in container.decode(audio=0):
                chunks.extend(one.to_ndarray()[0] for one in to_mono.resample(frame))
            chunks.extend(one.to_ndarray()[0] for one in to_mono.resample(None))
    except (av.FFmpegError, IndexError, ValueError):
        raise SpeechRefused("What the speech server answers is no audio.") from None
    if not chunks:
        raise SpeechRefused("What the speech server answers is no audio.")
    return Recording(np.concatenate(chunks), RATE)
