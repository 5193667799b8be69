"""How high a voice is."""

import numpy as np

from lorewright.speech.base import Recording

LEAST_RATIO = 1.12
"""Between the fundamental frequencies of any two voices: about two semitones, which nobody takes for the same."""


def pitch(recording: Recording) -> float:
    """The median fundamental frequency in Hz: of each voiced frame the lag at which it is most like itself."""
    samples, rate = recording.samples.astype(float), recording.rate
    size, found = int(rate * 0.04), []
    for begin in range(0, len(samples) - size, size):
        frame = samples[begin : begin + size] - samples[begin : begin + size].mean()
        likeness = np.correlate(frame, frame, "full")[size - 1 :]
        if likeness[0] < size * 500.0**2:
            continue
        shortest, longest = int(rate / 400), int(rate / 60)
        lag = shortest + int(likeness[shortest:longest].argmax())
        if likeness[lag] > 0.5 * likeness[0]:
            found.append(rate / lag)
    return float(np.median(found))
