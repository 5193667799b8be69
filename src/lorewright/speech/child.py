"""The synthesiser's child: it speaks one text after another and knows nothing else.

espeak-ng is under the GPL. It is loaded by this process alone, which talks to ours over two pipes: length-prefixed JSON in,
samples out. The texts are of others, so it has limits and no network, as the reader child has.
"""

import ctypes
import json
import os
import sys
from typing import Any

from lorewright.core.children import live_with
from lorewright.reading.confinement import allow_cpu, confine
from lorewright.reading.wire import receive, send

MEMORY_BYTES = 1 << 30
CPU_S = 60
"""For one text, of which a second is spoken in some milliseconds."""

# speak_lib.h
_SYNCHRONOUS = 2
_DONT_EXIT = 0x8000
_UTF8, _END_PAUSE = 1, 0x1000
_RATE, _VOLUME, _PITCH, _RANGE = 1, 2, 3, 4
_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class _Synthesiser:
    def __init__(self, library: str, data: str) -> None:
        """Raises `OSError` where the library cannot be loaded, or not with this data."""
        self._library = ctypes.CDLL(library)
        self.rate: int = self._library.espeak_Initialize(_SYNCHRONOUS, 0, os.fsencode(data), _DONT_EXIT)
        if self.rate <= 0:
            raise OSError("espeak-ng cannot read its data")
        self._chunks: list[bytes] = []
        self._hears = _CALLBACK(self._hear)  # must live as long as the library may call it
        self._library.espeak_SetSynthCallback(self._hears)

    def speak(self, text: str, names: list[str], rate: int, pitch: int, pitch_range: int) -> bytes:
        """In the first of these voices that there is: 16-bit samples. Empty where there is none of them."""
        if not any(self._library.espeak_SetVoiceByName(name.encode()) == 0 for name in names):
            return b""
        for parameter, value in ((_RATE, rate), (_VOLUME, 100), (_PITCH, pitch), (_RANGE, pitch_range)):
            self._library.espeak_SetParameter(parameter, value, 0)
        self._library.espeak_ng_SetRandSeed(ctypes.c_long(1))  # of the breath in some voices, else the time of day
        written = text.encode() + b"\0"
        self._library.espeak_Synth(written, len(written), 0, 1, 0, _UTF8 | _END_PAUSE, None, None)
        self._library.espeak_Synchronize()
        spoken = b"".join(self._chunks)
        self._chunks.clear()
        return spoken

    def _hear(self, samples: Any, count: int, _events: Any) -> int:
        if samples and count > 0:
            self._chunks.append(ctypes.string_at(samples, 2 * count))
        return 0


def main() -> None:
    """Arguments: LEASH, LIBRARY, DATA."""
    leash, library, data = sys.argv[1:]
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the library prints must not get among the answers
    live_with(int(leash))
    synthesiser = _Synthesiser(library, data)
    confine(MEMORY_BYTES)
    send(answers, str(synthesiser.rate).encode())
    while True:
        try:
            asked = json.loads(receive(requests))
        except EOFError:
            return
        # The library's state goes on from text to text, and would be heard: each is spoken by one that has said nothing yet.
        speaker = os.fork()
        if not speaker:
            allow_cpu(CPU_S)
            send(answers, synthesiser.speak(**asked))
            os._exit(0)
        if os.waitpid(speaker, 0)[1]:
            os._exit(1)
