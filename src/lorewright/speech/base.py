"""What speaks a text, whoever it is: the built-in synthesiser, or a server."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lorewright.core.errors import ProviderFailed, Unavailable

Samples = NDArray[np.int16]
"""(n,), one channel; full scale is 32,768."""

PRESETS = ("alloy", "echo", "fable", "onyx", "nova", "shimmer")
"""Voices that need no sample."""


class SpeechUnavailable(Unavailable):
    """Nothing speaks for now: not installed, not set up, not reached. The sentence says what to do."""

    def __init__(self, detail: str, after_s: float | None = None) -> None:
        """`after_s`: when to try again, as a server says."""
        super().__init__(detail)
        self.after_s = after_s


class Unanswered(SpeechUnavailable):
    """It was asked, and nobody knows what became of it: it may have to be paid for."""


class SpeechRefused(ProviderFailed):
    """Whoever speaks does not take this text or this voice; trying again does not help."""


@dataclass(frozen=True)
class Recording:
    samples: Samples
    rate: int
    """Samples a second (Hz)."""

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate


class Speech(Protocol):
    @property
    def name(self) -> str:
        """Engine and version: what it says of a text is kept under this name, the text and the voice."""
        ...

    @property
    def provider(self) -> str:
        """By which costs are told."""
        ...

    @property
    def usd_per_million(self) -> float | None:
        """For so many characters. None where that is not known: nobody may be asked then, since no budget could be kept."""
        ...

    def speak(self, text: str, voice: str) -> Recording:
        """`text`: some sentences, as they are spoken. Raises `SpeechUnavailable`, `SpeechRefused`."""
        ...


class PresetSpeech(Speech, Protocol):
    """Speaks in the voices of `PRESETS`."""

    def speak(self, text: str, voice: str, language: str | None = None) -> Recording:
        """`language` (ISO 639-1): of the text, where that is known; else it is told from the text."""
        ...

    def lacks(self) -> str | None:
        """What must be installed or set before it can speak, in a sentence; None where nothing is. Asks nobody."""
        ...

    def close(self) -> None: ...
