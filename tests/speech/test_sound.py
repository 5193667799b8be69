"""What recordings are made of, and an episode of them."""

import io

import av
import numpy as np
import pytest

from lorewright.speech import episode
from lorewright.speech.base import Recording, Samples, SpeechRefused
from lorewright.speech.episode import About, Chapter, encoded, loudness
from lorewright.speech.sound import LEVEL_DB, LONGEST_SILENCE_S, RATE, decoded, from_wave, joined, prepared, to_wave


def tone(seconds: float, *, rate: int = RATE, height: float = 0.2, hertz: float = 300.0) -> Samples:
    times = np.arange(int(seconds * rate)) / rate
    samples: Samples = (32_767 * height * np.sin(2 * np.pi * hertz * times)).astype(np.int16)
    return samples


def silence(seconds: float) -> Samples:
    return np.zeros(int(seconds * RATE), np.int16)


def heard(mp3: bytes) -> tuple[Samples, float]:
    """Its samples at `RATE`, and its loudness in LUFS."""
    recording = decoded(mp3, "mp3")
    pieces = [recording.samples[begin : begin + RATE] for begin in range(0, len(recording.samples), RATE)]
    return recording.samples, loudness(episode.frames(pieces), RATE)


def test_silence_goes_from_both_ends_and_long_silence_from_within() -> None:
    spoken = np.concatenate([silence(1), tone(2), silence(4), tone(1), silence(3)])
    found = prepared(Recording(spoken, RATE))
    assert found.seconds == pytest.approx(3 + LONGEST_SILENCE_S, abs=0.2)


@pytest.mark.parametrize("height", [0.01, 0.2, 0.9])
def test_all_lines_are_equally_loud_where_somebody_speaks(height: float) -> None:
    found = prepared(Recording(np.concatenate([tone(1, height=height), silence(0.5), tone(1, height=height)]), RATE))
    spoken = found.samples[: RATE // 2].astype(float) / 32_768
    assert 10 * np.log10(np.mean(spoken**2)) == pytest.approx(LEVEL_DB, abs=0.5)


@pytest.mark.parametrize("rate", [8_000, 16_000, 24_000, 44_100, 48_000])
def test_every_rate_becomes_the_same_and_keeps_length_and_pitch(rate: int) -> None:
    found = prepared(Recording(tone(2, rate=rate), rate))
    assert found.rate == RATE
    assert found.seconds == pytest.approx(2, abs=0.1)
    spectrum = np.abs(np.fft.rfft(found.samples))
    assert np.argmax(spectrum) / found.seconds == pytest.approx(300, abs=3)


def test_silence_alone_is_refused() -> None:
    for samples in (silence(1), silence(0)):
        with pytest.raises(SpeechRefused):
            prepared(Recording(samples, RATE))


def test_a_recording_comes_back_as_it_was_kept() -> None:
    recording = Recording(tone(0.5), RATE)
    assert np.array_equal(from_wave(to_wave(recording)).samples, recording.samples)
    assert decoded(to_wave(recording)).seconds == pytest.approx(0.5, abs=0.01)
    assert joined([recording, recording], 0.5).seconds == pytest.approx(1.5)


@pytest.mark.parametrize(
    "data", [b"", b"MZ no audio at all" * 50, b"RIFF\x00\x00\x00\x00WAVEfmt ", b"#EXTM3U\n#EXTINF:9\n/etc/passwd\n"]
)
def test_what_is_no_audio_is_refused(data: bytes) -> None:
    with pytest.raises(SpeechRefused):
        decoded(data)


def test_an_episode_is_as_loud_as_said_however_its_parts_were() -> None:
    rng = np.random.default_rng(1)
    bursts = [tone(0.3, height=float(one), hertz=float(200 + 900 * one)) for one in rng.uniform(0.02, 0.9, 40)]
    parts = [part for burst in bursts for part in (burst, silence(0.1))]
    mp3 = encoded(
        lambda: parts, About("Tides", "Lorewright", "Made from a test"), [Chapter("One", 0, 8), Chapter("Two", 8, 16)]
    )
    samples, lufs = heard(mp3)
    assert lufs == pytest.approx(episode.LOUDNESS_LUFS, abs=0.5)
    assert len(samples) / RATE == pytest.approx(16, abs=0.2)
    assert np.abs(samples).max() < 32_700
    with av.open(io.BytesIO(mp3)) as container:
        assert container.metadata["title"] == "Tides"
        assert container.metadata["comment"] == "Made from a test"
        assert [one["metadata"]["title"] for one in container.chapters()] == ["One", "Two"]
