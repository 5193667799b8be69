"""The built-in voices."""

import os
import signal
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import psutil
import pytest

from lorewright.speech.base import PRESETS, SpeechRefused, SpeechUnavailable
from lorewright.speech.espeak import Espeak
from lorewright.speech.sound import prepared
from tests.speech.pitch import LEAST_RATIO, pitch

TEXT = "The gate at the lower lock was closed in the spring, because the river carried more sand than anybody had expected."


@pytest.fixture(scope="module")
def espeak() -> Iterator[Espeak]:
    speech = Espeak()
    yield speech
    speech.close()


def test_every_two_voices_differ_in_pitch_by_two_semitones(espeak: Espeak) -> None:
    pitches = {voice: pitch(espeak.speak(TEXT, voice)) for voice in PRESETS}
    for one, other in combinations(PRESETS, 2):
        low, high = sorted((pitches[one], pitches[other]))
        assert high / low >= LEAST_RATIO, pitches


def test_a_voice_says_about_so_many_words_a_minute_as_people_do(espeak: Espeak) -> None:
    for voice in PRESETS:
        words_a_minute = 60 * len(TEXT.split()) / espeak.speak(TEXT, voice).seconds
        assert 140 <= words_a_minute <= 210, voice


def test_the_same_text_sounds_the_same_whatever_was_said_before(espeak: Espeak) -> None:
    first = espeak.speak(TEXT, "nova").samples
    espeak.speak("Something else, in another voice.", "onyx")
    other = Espeak()
    try:
        assert np.array_equal(first, espeak.speak(TEXT, "nova").samples)
        assert np.array_equal(first, other.speak(TEXT, "nova").samples)
    finally:
        other.close()


def test_a_text_is_spoken_in_its_own_language(espeak: Espeak) -> None:
    german = "Der Damm wurde im Frühjahr geschlossen, weil der Fluss mehr Sand führte als man erwartet hatte."
    told, named = espeak.speak(german, "echo"), espeak.speak(german, "echo", "de")
    assert np.array_equal(told.samples, named.samples)
    assert not np.array_equal(told.samples, espeak.speak(german, "echo", "en").samples)
    assert espeak.speak("Saluton al la tuta mondo.", "echo", "xx").seconds > 1  # a language that nobody speaks


def test_what_cannot_be_spoken_is_refused(espeak: Espeak) -> None:
    with pytest.raises(SpeechRefused, match="no voice called baritone"):
        espeak.speak(TEXT, "baritone")
    with pytest.raises(SpeechRefused, match="silence"):
        prepared(espeak.speak("\0 \n", "alloy"))


def test_it_speaks_on_after_its_child_was_killed() -> None:
    speech = Espeak()
    try:
        before = set(psutil.Process().children())
        speech.speak("One.", "alloy")
        [child] = set(psutil.Process().children()) - before
        os.kill(child.pid, signal.SIGKILL)
        child.wait(10)
        with pytest.raises(SpeechUnavailable):
            speech.speak("Two.", "alloy")
        assert speech.speak("Three.", "alloy").seconds > 0.2
    finally:
        speech.close()


def test_a_closed_one_speaks_no_more() -> None:
    speech = Espeak()
    speech.close()
    with pytest.raises(SpeechUnavailable):
        speech.speak("One.", "alloy")
