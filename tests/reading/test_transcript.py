"""Transcripts: sentences over captions, no line twice, and when each is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reading.checks import check

from lorewright.core.errors import Unreadable
from lorewright.fetch.video.captions import Cue
from lorewright.fetch.video.vtt import as_vtt
from lorewright.reading import read
from lorewright.reading.base import Reading, moments_in, second_at


def _read(*cues: tuple[float, float, str], language: str = "en") -> Reading:
    made = [Cue(round(start * 1000), round(end * 1000), text) for start, end, text in cues]
    return read(as_vtt("https://example.org/", "Bees & honey", language, False, made), "transcript")


def _left_out(reading: Reading) -> list[str]:
    return [one.what for one in reading.coverage.skipped]


def test_sentences_run_over_captions_and_tell_when_they_begin() -> None:
    reading = _read((0, 2, "Bees make\nhoney all summer."), (2, 5, "They store it in wax,"), (5, 8, "which they make."))
    assert reading.content == "Bees make honey all summer. They store it in wax, which they make."
    assert (reading.title, reading.language, len(reading.blocks)) == ("Bees & honey", "en", 1)
    assert [(reading.content[m.start :].split()[0], m.second) for m in reading.moments] == [
        ("Bees", 0),
        ("They", 2),
        ("which", 5),
    ]
    assert second_at(reading.moments, reading.content.index("wax")) == 2
    assert [m.second for m in moments_in(reading.moments, reading.content.index("store"), 60)] == [2, 5]
    assert _left_out(reading) == []


def test_a_pause_and_another_speaker_begin_a_paragraph() -> None:
    reading = _read(
        (0, 2, "Bees make honey."), (5, 7, "So do some wasps."), (7, 9, ">> Really, wasps?"), (9, 11, "- Some do.")
    )
    assert reading.content.split("\n\n") == ["Bees make honey.", "So do some wasps.", "Really, wasps?", "Some do."]


def test_what_nobody_says_is_left_out_and_told() -> None:
    reading = _read((0, 2, "[Music]"), (2, 4, "♪ Bees make honey. ♪"), (4, 6, "(applause)"), (6, 8, "<i>They do.</i>"))
    assert reading.content == "Bees make honey.\n\nThey do."
    assert "notes on sounds" in _left_out(reading)[0]


ROLLING = [
    ((0, 2, "bees make honey"), (2, 4, "bees make honey\nfrom the nectar"), (4, 6, "from the nectar\nof flowers.")),
    ((0, 2, "bees make"), (2, 3, "bees make honey"), (3, 4, "bees make honey from the nectar"), (4, 6, "of flowers.")),
]


@pytest.mark.parametrize("cues", ROLLING)
def test_captions_that_roll_are_read_once(cues: tuple[tuple[float, float, str], ...]) -> None:
    reading = _read(*cues)
    assert reading.content == "bees make honey from the nectar of flowers."
    assert "2 repeated lines" in _left_out(reading)
    assert second_at(reading.moments, reading.content.index("of flowers")) == 4


def test_words_that_people_repeat_stay() -> None:
    said = ["We will fight on.", "Fight on.", "They asked why.", "Nobody knew.", "Then it rained.", "And all was well."]
    reading = _read(*((n, n + 1, line) for n, line in enumerate(said)))
    assert reading.content == " ".join(said)


def test_without_punctuation_a_pause_ends_a_sentence() -> None:
    reading = _read(
        (0, 3, "today we look at how the bees of our garden"),
        (3, 5, "make their honey"),
        (5.7, 9, "a bee visits a hundred flowers on every single trip"),
        (11, 12, "um"),
        (14, 17, "i have been told that it can carry its own weight"),
    )
    assert reading.content.split("\n\n") == [
        "Today we look at how the bees of our garden make their honey.",
        "A bee visits a hundred flowers on every single trip.",
        "Um.",
        "I have been told that it can carry its own weight.",
    ]
    assert "punctuation" in _left_out(reading)
    assert [m.second for m in reading.moments] == [0, 3, 5, 11, 14]


def test_a_long_sentence_without_pauses_is_cut_and_its_halves_are_none() -> None:
    lines = [f"and then {n} bees went on and on and on to" for n in range(100, 109)]
    reading = _read(*((n * 3.0, n * 3.0 + 3, line) for n, line in enumerate(lines[:-1])), (25, 28, lines[-1]))
    first, second, last = reading.content.split("\n\n")
    assert first == "A" + " ".join(lines[:5])[1:]
    assert second == " ".join(lines[5:8]) + "."
    assert last == "A" + lines[8][1:] + "."


@pytest.mark.parametrize(("language", "stop"), [("ja", "。"), ("zh", "。"), ("hi", "।"), ("th", ""), ("de", ".")])
def test_a_sentence_ends_as_its_language_writes(language: str, stop: str) -> None:
    said = {
        "ja": "蜂は花の蜜を集める",
        "zh": "蜜蜂采集花蜜",
        "hi": "मधुमक्खी शहद बनाती है",
        "th": "ผึ้งทำน้ำผึ้ง",
        "de": "Bienen machen Honig",
    }
    reading = _read((0, 2, said[language]), (5, 7, said[language]), language=language)
    assert reading.content == f"{said[language]}{stop}\n\n{said[language]}{stop}"


@pytest.mark.parametrize(
    "data", [b"", b"bees", b"WEBVTT", b"WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n[Music]\n", b"\xff\xfe"]
)
def test_what_says_nothing_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read(data, "transcript")


CUE = st.tuples(
    st.integers(0, 90_000),
    st.integers(0, 20),
    st.text("ab.é\u0301 \n[]<>-♪。ผ蜂ǰ", max_size=20) | st.sampled_from(["a b.", "a b"]),
)


@given(st.lists(CUE, max_size=12))
def test_whatever_is_said_the_map_fits_the_text(cues: list[tuple[int, int, str]]) -> None:
    try:
        reading = _read(*((start, start + lasts, text) for start, lasts, text in sorted(cues)))
    except Unreadable:
        return
    check(reading)
    starts = [moment.start for moment in reading.moments]
    assert starts[0] == 0
    assert starts == sorted(starts)
    assert starts[-1] < len(reading.content)
    assert all(second_at(reading.moments, block.start) is not None for block in reading.blocks)
