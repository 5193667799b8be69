"""The built-in synthesiser: espeak-ng in a child process of its own, six voices, the language that the text is in."""

import json
import threading
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
import structlog

from lorewright.core.children import Child
from lorewright.reading.language import language_of
from lorewright.reading.wire import receive, send
from lorewright.speech.base import Recording, SpeechRefused, SpeechUnavailable

PACKAGE = "espeakng-loader"
NOT_INSTALLED = "The built-in voices are not installed: in Lorewright's folder, pip install '.[speech,audio]'."
VOICES_VERSION = 1
"""Raised with whatever changes how a voice sounds."""
TIMEOUT_S = 60.0
"""For one text, on a busy machine; it takes some milliseconds for each second spoken."""
MOST_BYTES = 64 << 20
"""Of what the child answers: some twenty minutes of speech, and no text is that long."""

log = structlog.get_logger()


class Voice(NamedTuple):
    variant: str
    """How espeak-ng shapes the voice: one of its files under `voices/!v`."""
    pitch: int
    """0 to 99, as espeak-ng counts; what it comes to in hertz depends on the variant."""
    pitch_range: int
    """0 to 99: how much it goes up and down."""
    rate: int
    """Words a minute, as espeak-ng counts them."""


VOICES = {
    "alloy": Voice("f5", 30, 50, 165),
    "echo": Voice("m3", 50, 50, 165),
    "fable": Voice("m1", 80, 65, 168),
    "onyx": Voice("m7", 18, 40, 158),
    "nova": Voice("f2", 50, 55, 168),
    "shimmer": Voice("Annie", 58, 55, 170),
}
"""A third of an octave apart or about so: see tests/speech."""

_NAMES = {"en": ("en-us", "en"), "zh": ("cmn",), "no": ("nb",)}
"""By ISO 639-1 where espeak-ng calls the language otherwise."""


class Espeak:
    """One child, started when first needed and replaced after a fault. One text at a time; others wait. Safe for threads."""

    provider = "builtin"
    usd_per_million = 0.0

    def __init__(self) -> None:
        try:
            self.name = f"{PACKAGE} {version(PACKAGE)}, voices {VOICES_VERSION}"
        except PackageNotFoundError:
            self.name = PACKAGE
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._closed = False

    def lacks(self) -> str | None:
        return None if find_spec("espeakng_loader") and find_spec("av") else NOT_INSTALLED

    def speak(self, text: str, voice: str, language: str | None = None) -> Recording:
        """In the language that the text seems to be in where none is named, English where nothing tells."""
        chosen = VOICES.get(voice)
        if chosen is None:
            raise SpeechRefused(f"There is no voice called {voice}: there are {', '.join(VOICES)}.")
        language = language or language_of(text) or "en"
        names = _NAMES.get(language, (language,))
        asked = {
            "text": text.replace("\0", " "),
            # A language that espeak-ng does not have is spoken as English rather than not at all.
            "names": [f"{name}+{chosen.variant}" for name in (*names, *_NAMES["en"])],
            "rate": chosen.rate,
            "pitch": chosen.pitch,
            "pitch_range": chosen.pitch_range,
        }
        with self._lock:
            spoken, rate = self._ask(asked)
        if not spoken:
            raise SpeechRefused("The built-in voices have nothing to say of this text.")
        return Recording(np.frombuffer(spoken, "<i2").astype(np.int16, copy=False), rate)

    def close(self) -> None:
        """For good."""
        self._closed = True
        with self._lock:
            self._drop()

    def _ask(self, asked: dict[str, object]) -> tuple[bytes, int]:
        """Raises `SpeechUnavailable`."""
        if self._closed:
            raise SpeechUnavailable("The synthesiser is closed.")
        try:
            if self._child is None:
                self._child = _started()
            clock = threading.Timer(TIMEOUT_S, self._child.kill)
            clock.start()
            try:
                return self._child.ask(json.dumps(asked).encode()), self._child.rate
            finally:
                clock.cancel()
        except (EOFError, OSError) as error:
            log.warning("the synthesiser's child ended", reason=type(error).__name__)
            self._drop()
            raise SpeechUnavailable("The built-in synthesiser broke down; it is started anew the next time.") from None

    def _drop(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


class _Child(Child):
    def __init__(self, library: str, data: str) -> None:
        """Raises `EOFError` where it does not start."""
        super().__init__("lorewright.speech.child", library, data)
        try:
            self.rate = int(receive(self.answers, MOST_BYTES))
        except EOFError:
            self.end()
            raise

    def ask(self, asked: bytes) -> bytes:
        """Raises `EOFError`, also where the child says more than it could, and `BrokenPipeError`."""
        send(self.to, asked)
        return receive(self.answers, MOST_BYTES)


def _started() -> _Child:
    """Raises `SpeechUnavailable`, `EOFError`."""
    if find_spec("espeakng_loader") is None:
        raise SpeechUnavailable(NOT_INSTALLED)
    import espeakng_loader  # finds the files, and loads nothing unless asked to

    return _Child(espeakng_loader.get_library_path(), espeakng_loader.get_data_path())
