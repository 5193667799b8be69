"""Audio is told by its content, decoded to its end, and measured; what is none is refused without opening anything."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.makers.audio import FORMATS, RATE, Format, encoded, film, voice

from lorewright.core.errors import Unavailable, Unreadable, Unsupported
from lorewright.reading.audio import audio_kind, hear, ogg_is_whole
from lorewright.reading.cage import ReaderProcess

VOICE = voice(6.0)
KINDS = {"opus": "ogg", "vorbis": "ogg"}


@pytest.fixture(scope="module")
def process() -> Iterator[ReaderProcess]:
    process = ReaderProcess()
    yield process
    process.close()


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_told_and_decoded_to_its_end(process: ReaderProcess, form: Format) -> None:
    data = encoded(VOICE, form)
    sound = process.hear(data, 300)
    assert sound.kind == audio_kind(BytesIO(data)) == KINDS.get(form, form)
    assert sound.seconds == pytest.approx(6.0, abs=0.1)
    assert sound.claimed_s is None or sound.claimed_s == pytest.approx(sound.seconds, abs=0.2)
    assert sound.clipped == 0
    assert len(sound.levels_db) == pytest.approx(300, abs=6)
    said = np.percentile(sound.levels_db, 80)
    assert -30 < said < -10


def test_no_more_is_decoded_than_was_asked_for(process: ReaderProcess) -> None:
    silence = np.zeros(3_600 * RATE, np.int16)
    data = encoded(silence, "flac")
    assert len(data) < 1_000_000
    assert 300 < process.hear(data, 300).seconds < 301


@pytest.mark.parametrize("form", ["opus", "vorbis"])
def test_an_ogg_is_whole_where_it_ends_with_a_page_of_whole_packets(form: Format) -> None:
    data = encoded(VOICE, form)
    pages = _pages(data)
    assert {end for end in range(1, len(data) + 1) if ogg_is_whole(data[:end])} == {end for _, end in pages}
    assert ogg_is_whole(data + bytes(128))  # what somebody put behind it
    *_, (start, end) = pages
    last = bytearray(data[start:end])
    assert last[5] & 4
    last[5] &= ~4  # as who records a stream leaves it
    assert ogg_is_whole(data[:start] + last)
    last[6:14] = b"\xff" * 8  # no packet ends on it
    assert not ogg_is_whole(data[:start] + last)
    last[26 + last[26]] = 255  # the length of the last segment: its packet goes on in the next page
    assert not ogg_is_whole(data[:start] + last + bytes(255))
    nothing = bytearray(data[start : start + 27])
    nothing[26] = 0  # a page without a packet, that says it is the last
    assert ogg_is_whole(data + nothing)
    with pytest.raises(Unreadable, match="cut off"):
        hear(data[: len(data) * 8 // 10], 300)


def _pages(data: bytes) -> list[tuple[int, int]]:
    """Where each page of an Ogg begins and ends."""
    found, place = [], 0
    while place < len(data):
        lengths = data[place + 27 : place + 27 + data[place + 26]]
        found.append((place, place + 27 + len(lengths) + sum(lengths)))
        place = found[-1][1]
    return found


def test_what_was_cut_off_at_full_scale_is_counted() -> None:
    assert hear(encoded(voice(6.0, level=3.0)), 300).clipped > 0.05
    assert hear(encoded(np.zeros(6 * RATE, np.int16)), 300).levels_db == (-100.0,) * 300


def _wave(name: bytes) -> bytes:
    return name + bytes(100)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"RIFF",
        _wave(b"MZ"),
        _wave(b"\x7fELF"),
        b"#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n",
        b"ffconcat version 1.0\nfile /etc/passwd\n",
        b"ID3\x04\0\0\0\0\0\0ffconcat version 1.0\nfile /etc/passwd\n",
        b"\xff\xfb\x90\x00ffconcat version 1.0\nfile /etc/passwd\n",
        b"<?xml version='1.0'?><MPD><BaseURL>file:///etc/passwd</BaseURL></MPD>",
        b"RIFF\xff\0\0\0AVI LIST" + bytes(200),
        b"RIFF\xff\0\0\0WAVE" + bytes(200),
        b"OggS" + bytes(500),
        b"fLaC" + bytes(500),
        b"\0\0\0\x18ftypM4A \0\0\0\0" + bytes(500),
        b"\xff\xf1\x50\x80" + bytes(500),  # AAC, which has the same eleven bits
        b"\xff\xfd\x90\x00" + bytes(500),  # MPEG audio, layer II
        bytes(5_000),
    ],
)
def test_what_is_no_audio_is_refused(process: ReaderProcess, data: bytes) -> None:
    with pytest.raises((Unsupported, Unreadable)) as error:
        process.hear(data, 300)
    assert "/" not in error.value.detail


def test_a_film_is_no_audio(process: ReaderProcess) -> None:
    with pytest.raises(Unsupported):
        process.hear(film(VOICE), 300)


@pytest.mark.parametrize("form", ["wav", "mp3", "flac"])
def test_one_that_is_cut_off_bears_less_than_it_claims(process: ReaderProcess, form: Format) -> None:
    data = encoded(VOICE, form)
    sound = process.hear(data[: len(data) * 6 // 10], 300)
    assert sound.seconds < 4.5
    assert sound.claimed_s == pytest.approx(6.0, abs=0.2)


def test_an_mp3_claims_only_what_its_first_frame_says() -> None:
    """Without it the decoder guesses from the rate; words in a tag say nothing."""
    data = encoded(VOICE, "mp3", write_xing="0", id3v2_version="0", write_id3v1="0")
    tagged = b"ID3\x04\0\0\0\0\x01\0" + b"Info Xing".ljust(128, b"\0") + data
    for one in (data, tagged, tagged[: len(tagged) // 2]):
        assert hear(one, 300).claimed_s is None
    assert hear(tagged, 300).seconds == pytest.approx(6.0, abs=0.1)
    assert hear(encoded(VOICE, "mp3"), 300).claimed_s == pytest.approx(6.0, abs=0.05)


def test_an_m4a_without_its_table_is_no_audio(process: ReaderProcess) -> None:
    data = encoded(VOICE, "m4a")
    with pytest.raises(Unsupported):
        process.hear(data[: len(data) * 6 // 10], 300)


def test_one_that_is_damaged_throughout_is_refused(process: ReaderProcess) -> None:
    data = bytearray(encoded(VOICE, "mp3"))
    noise = np.random.default_rng(3)
    for place in range(3_000, len(data), 400):
        data[place : place + 200] = noise.bytes(200)
    with pytest.raises((Unsupported, Unreadable)):
        process.hear(bytes(data), 300)


@settings(max_examples=40)
@given(
    form=st.sampled_from(FORMATS), flips=st.lists(st.tuples(st.integers(0, 4_000), st.integers(0, 255)), max_size=40)
)
def test_whatever_is_changed_in_it_ends_in_an_answer(
    process: ReaderProcess, form: Format, flips: list[tuple[int, int]]
) -> None:
    data = bytearray(encoded(voice(0.5), form))
    for place, value in flips:
        data[place % len(data)] = value
    with suppress(Unsupported, Unreadable):
        assert process.hear(bytes(data), 300).seconds < 301


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    process = ReaderProcess()
    with pytest.raises(Unavailable, match="audio"):
        process.hear(encoded(VOICE), 300)
    process.close()
