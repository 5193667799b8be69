"""Audio of five formats, told by its content and decoded to its end: how long it really is, and what can be measured in it.

The decoder sees the given bytes and nothing else: which container they are is decided here and not left to it, so that no list
of other files is ever taken for audio; whatever it wants to open beside them is refused; and of codecs only those work that
these containers hold.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple

import msgspec

from lorewright.core.errors import Unreadable, Unsupported

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AudioKind = Literal["mp3", "wav", "m4a", "flac", "ogg"]

HEAD_BYTES = 64 * 1024
WINDOW_S = 0.02
"""Of one level: speech hardly changes within it."""
FULL_SCALE = 0.99
"""Of the loudest that a sample can be; what reaches it was cut off there."""
QUIETEST_DB = -100.0
"""Below the loudest; digital silence counts as this."""

NOT_AUDIO = "This is not audio that can be used: mp3, wav, m4a, flac and ogg are, told by their content."
DAMAGED = "The audio is damaged: much of it cannot be decoded."
CUT_OFF = "The audio is cut off: the file ends in the middle of a page."


class Sound(msgspec.Struct, frozen=True):
    """What was measured. Levels are in decibels below full scale (dBFS), of windows of 20 ms."""

    kind: AudioKind
    seconds: float
    """As decoded, however long it claims to be. No more is decoded than was asked for."""
    claimed_s: float | None
    """As its header has it; None where it says nothing."""
    clipped: float
    """Share of the samples at full scale, from 0 to 1."""
    levels_db: tuple[float, ...]
    """One for each window, in their order."""


class _Format(NamedTuple):
    demuxer: str
    codecs: frozenset[str]
    """As the decoders are called."""


_PCM = frozenset({"pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_alaw", "pcm_mulaw"})
_FORMATS: dict[AudioKind, _Format] = {
    "mp3": _Format("mp3", frozenset({"mp3", "mp3float"})),
    "wav": _Format("wav", _PCM),
    "m4a": _Format("mov", frozenset({"aac", "alac"})),
    "flac": _Format("flac", frozenset({"flac"})),
    "ogg": _Format("ogg", frozenset({"vorbis", "opus", "libopus", "flac"})),
}
_FIRST_FRAME = 64
"""Bytes of the first frame of an MP3 within which it says that it is no sound, but tells of the others."""
_MOST_BROKEN = 0.02
"""Share of the packets that may be broken: players pass over a few as well."""


def is_installed() -> bool:
    """Whether the package's extra `audio` is there."""
    return find_spec("av") is not None


def audio_kind(file: BinaryIO) -> AudioKind | None:
    """By the first bytes; None for anything else. The file is left at its start."""
    head = _beginning(file)
    if head[:4] == b"RIFF" and head[8:12] == b"WAVE":
        return "wav"
    if head[:4] == b"fLaC":
        return "flac"
    if head[:4] == b"OggS":
        return "ogg"
    if head[4:8] == b"ftyp":
        return "m4a"
    # Eleven bits begin each frame of MPEG audio, then its version and, here the third, its layer.
    if len(head) > 3 and head[0] == 0xFF and head[1] & 0xE6 == 0xE2 and head[1] & 0x18 != 0x08:
        return "mp3"
    return None


def _beginning(file: BinaryIO) -> bytes:
    """Of what follows a tag in front. The file is left at its start."""
    file.seek(0)
    head = file.read(HEAD_BYTES)
    if head.startswith(b"ID3") and len(head) >= 10:  # its length is four times seven bits
        length = sum((byte & 0x7F) << shift for byte, shift in zip(head[6:10], (21, 14, 7, 0), strict=True))
        file.seek(10 + length)
        head = file.read(HEAD_BYTES).lstrip(b"\0")
    file.seek(0)
    return head


def hear(data: bytes, most_s: float) -> Sound:
    """In this process; see `cage.Readers` for bytes that nobody vouches for. At most a little over `most_s` seconds are decoded.

    Raises `Unsupported` where it is no such audio, `Unreadable` where it is too damaged, or an Ogg that is cut off.
    """
    import av  # takes a while to load, and is wanted now and then only

    kind = audio_kind(BytesIO(data))
    if kind is None:
        raise Unsupported(NOT_AUDIO)
    form = _FORMATS[kind]
    options = {"codec_whitelist": ",".join(sorted(form.codecs)), "protocol_whitelist": "none"}
    try:
        with av.open(
            BytesIO(data), format=form.demuxer, options=options, io_open=_refuse, metadata_errors="replace"
        ) as container:
            stream = _only_stream(container, form)
            meter = _Meter()
            for frame in _frames(container, stream):
                meter.add(frame)
                if meter.seconds > most_s:
                    break
            if kind == "ogg" and not ogg_is_whole(data):
                raise Unreadable(CUT_OFF)
            return Sound(kind, meter.seconds, _claimed(kind, data, stream), meter.clipped, meter.levels_db())
    except av.error.FFmpegError:
        raise Unsupported(NOT_AUDIO) from None


def _refuse(*_named: object) -> Any:
    """The content names something else to be opened."""
    raise PermissionError


def _only_stream(container: Any, form: _Format) -> Any:
    """Raises `Unsupported` where there is a film, no sound, or more than one. A picture on the cover is no film."""
    from av.stream import Disposition

    films = [one for one in container.streams.video if not one.disposition & Disposition.attached_pic]
    if films or len(container.streams.audio) != 1:
        raise Unsupported(NOT_AUDIO)
    stream = container.streams.audio[0]
    if stream.codec_context is None or stream.codec_context.name not in form.codecs:
        raise Unsupported(NOT_AUDIO)
    return stream


def _frames(container: Any, stream: Any) -> Iterator[Any]:
    """What can be decoded. Raises `Unreadable` where too much cannot."""
    import av

    packets = broken = 0
    for packet in container.demux(stream):
        packets += 1
        try:
            frames = packet.decode()
        except av.error.InvalidDataError:
            broken += 1
            continue
        yield from frames
    if broken > max(1, _MOST_BROKEN * packets):
        raise Unreadable(DAMAGED)


def _claimed(kind: AudioKind, data: bytes, stream: Any) -> float | None:
    """Seconds, where the format has a place that says so; else what the decoder tells is its own estimate."""
    if kind == "wav":
        return _claimed_by_wav(data)
    # An MP3 says it in a frame of its own before the others, if at all.
    if kind == "mp3" and not any(
        mark in _beginning(BytesIO(data))[:_FIRST_FRAME] for mark in (b"Xing", b"Info", b"VBRI")
    ):
        return None
    return float(stream.duration * stream.time_base) if stream.duration else None


def _claimed_by_wav(data: bytes) -> float | None:
    """From the sizes of its chunks: the decoder believes them only as far as the file goes."""
    rate, place = 0, 12
    while place + 8 <= len(data):
        name, size = data[place : place + 4], int.from_bytes(data[place + 4 : place + 8], "little")
        if name == b"fmt ":
            rate = int.from_bytes(data[place + 16 : place + 20], "little")
        if name == b"data":
            is_known = rate > 0 and 0 < size < 0x7FFF_FFFF  # written while nobody knew yet how long it would be
            return size / rate if is_known else None
        place += 8 + size + size % 2
    return None


_OGG = b"OggS"
_OGG_HEAD = 27
"""Bytes of a page before the lengths of its segments."""
_OGG_LAST = 0x04
_OGG_ENDS_NOTHING = b"\xff" * 8
"""The granule position of a page on which no packet ends."""


def ogg_is_whole(data: bytes) -> bool:
    """Whether its last page is there to its end, and a packet ends with it.

    No place says how long an Ogg is. Its last page has a flag, which is not asked for: who records a stream, or is stopped, leaves none,
    and what is there is whole all the same. A file that is cut between two pages looks the same, one in some thousand.
    """
    end, place, is_last, ends_packet = 0, data.find(_OGG), False, False
    while place >= 0:
        body = place + _OGG_HEAD + data[place + _OGG_HEAD - 1] if place + _OGG_HEAD <= len(data) else len(data) + 1
        lengths = data[place + _OGG_HEAD : body]
        end = body + sum(lengths)
        if end > len(data):
            return False
        is_last = bool(data[place + 5] & _OGG_LAST)
        ends_packet = lengths[-1:] < b"\xff" and data[place + 6 : place + 14] != _OGG_ENDS_NOTHING
        place = data.find(_OGG, end)
    begun = data[end:]
    return (is_last or ends_packet) and not (begun and _OGG.startswith(begun))


class _Meter:
    """Adds up what frames tell, and keeps no sound longer than a window."""

    def __init__(self) -> None:
        self._before_s = 0.0
        self._since = 0
        self._samples = 0
        self._at_full_scale = 0
        self._rate = 0
        self._rest: NDArray[np.float32] | None = None
        self._powers: list[NDArray[np.float32]] = []

    @property
    def seconds(self) -> float:
        """Exact, however many frames there were, as long as the rate stays the same."""
        return self._before_s + (self._since / self._rate if self._rate else 0.0)

    @property
    def clipped(self) -> float:
        return self._at_full_scale / self._samples if self._samples else 0.0

    def add(self, frame: Any) -> None:
        import numpy as np

        sound = _as_float(frame)
        self._samples += sound.size
        self._at_full_scale += int(np.count_nonzero(np.abs(sound) >= FULL_SCALE))
        mono = sound.mean(axis=0)
        if self._rate != frame.sample_rate:
            self._before_s, self._since, self._rate, self._rest = self.seconds, 0, frame.sample_rate, None
        self._since += frame.samples
        if self._rest is not None:
            mono = np.concatenate((self._rest, mono))
        window = max(1, round(self._rate * WINDOW_S))
        whole = len(mono) // window * window
        if whole:
            self._powers.append(np.square(mono[:whole]).reshape(-1, window).mean(axis=1))
        self._rest = mono[whole:]

    def levels_db(self) -> tuple[float, ...]:
        import numpy as np

        if not self._powers:
            return ()
        power = np.maximum(np.concatenate(self._powers), 10 ** (QUIETEST_DB / 10))
        return tuple(round(float(level), 1) for level in 10 * np.log10(power))


def _as_float(frame: Any) -> "NDArray[np.float32]":
    """(channels, n), full scale is 1."""
    import numpy as np

    raw: NDArray[Any] = frame.to_ndarray()
    if not frame.format.is_planar:
        raw = raw.reshape(-1, frame.layout.nb_channels).T
    sound: NDArray[np.float32] = raw.astype(np.float32)
    if raw.dtype == np.uint8:
        return (sound - np.float32(128)) / np.float32(128)
    if np.issubdtype(raw.dtype, np.integer):
        return sound / np.float32(-int(np.iinfo(raw.dtype).min))
    return np.nan_to_num(sound, nan=0.0, posinf=1.0, neginf=-1.0)
