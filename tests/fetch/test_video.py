"""Addresses of videos in all their forms, and which captions are read."""

import json

import pytest

from lorewright.core.errors import BadInput
from lorewright.fetch.rules import target_of
from lorewright.fetch.video.addresses import video_of
from lorewright.fetch.video.captions import Cue, cues_of
from lorewright.fetch.video.player import Player, chosen, player_of
from lorewright.fetch.video.vtt import as_vtt

ID = "dQw4w9WgXcQ"


@pytest.mark.parametrize(
    "address",
    [
        f"https://www.youtube.com/watch?v={ID}",
        f"http://youtube.com/watch?v={ID}",
        f"HTTPS://WWW.YOUTUBE.COM:443/watch?v={ID}",
        f"https://www.youtube.com/watch/?list=PL1&v={ID}&index=3&t=1m30s",
        f"https://www.youtube.com/watch?v={ID}#t=90",
        f"https://www.youtube.com/watch/{ID}",
        f"https://m.youtube.com/watch?v={ID}&pp=abc",
        f"https://music.youtube.com/watch?v={ID}&list=RDAM",
        f"https://gaming.youtube.com/watch?v={ID}",
        f"https://youtu.be/{ID}",
        f"https://www.youtu.be/{ID}/",
        f"http://Youtu.Be/{ID}?si=xyz&t=42",
        f"https://youtu.be/{ID}&feature=youtu.be",
        f"https://www.youtube.com/shorts/{ID}?feature=share",
        f"https://www.youtube.com/live/{ID}?si=abc",
        f"https://www.youtube.com/embed/{ID}?autoplay=1",
        f"https://www.youtube-nocookie.com/embed/{ID}",
        f"https://www.youtube.com/v/{ID}&hl=en_US&fs=1",
        f"https://www.youtube.com/e/{ID}",
    ],
)
def test_every_form_of_an_address_names_the_video(address: str) -> None:
    assert video_of(target_of(address).url) == ID


@pytest.mark.parametrize(
    "address",
    [
        "https://www.youtube.com/",
        "https://www.youtube.com/@somebody",
        "https://www.youtube.com/channel/UC1234567890",
        "https://www.youtube.com/watchlist",
        "https://youtu.be/",
        f"https://www.youtube.com:8443/watch?v={ID}",
        f"https://youtube.com.example.org/watch?v={ID}",
        f"https://notyoutube.com/watch?v={ID}",
        f"https://example.org/watch?v={ID}&u=youtube.com",
    ],
)
def test_other_addresses_are_pages(address: str) -> None:
    assert video_of(target_of(address).url) is None


@pytest.mark.parametrize(
    "address",
    [
        "https://www.youtube.com/playlist?list=PL1",
        "https://www.youtube.com/embed/videoseries?list=PL1",
        "https://www.youtube.com/watch",
        "https://www.youtube.com/watch?v=",
        f"https://www.youtube.com/watch?v={ID}x",
        "https://youtu.be/%2e%2e%2f%2e%2e%2fa",
        "https://www.youtube.com/shorts/",
    ],
)
def test_one_that_should_name_a_video_and_does_not_is_refused(address: str) -> None:
    with pytest.raises(BadInput):
        video_of(target_of(address).url)


def _player(*tracks: str, sound: int | None = None) -> Player:
    """`en`, or `en*` where a machine heard it."""
    listed = [
        {
            "baseUrl": f"https://www.youtube.com/api/timedtext?lang={one}&fmt=srv3&v={ID}",
            "languageCode": one.rstrip("*"),
            "kind": "asr" if one.endswith("*") else "",
        }
        for one in tracks
    ]
    audio = [] if sound is None else [{"defaultCaptionTrackIndex": sound}]
    rendered = {"captionTracks": listed, "audioTracks": audio}
    told = {"playabilityStatus": {"status": "OK"}, "captions": {"playerCaptionsTracklistRenderer": rendered}}
    return player_of(json.dumps(told).encode())


@pytest.mark.parametrize(
    ("tracks", "sound", "read"),
    [
        (["en*", "en"], None, "en"),
        (["en*", "de", "en-GB"], None, "en-GB"),
        (["fr", "de*", "en"], None, "de*"),
        (["fr", "de", "de*", "en"], None, "de"),
        (["fr", "pt-BR", "en"], 1, "pt-BR"),
        (["fr", "en-US"], None, "en-US"),
        (["fr", "it"], None, "fr"),
        (["fr", "it"], 7, "fr"),
    ],
)
def test_the_language_that_is_spoken_comes_first_and_in_it_what_a_person_wrote(
    tracks: list[str], sound: int | None, read: str
) -> None:
    assert chosen(_player(*tracks, sound=sound)).path == f"/api/timedtext?lang={read}&v={ID}&fmt=json3"


def test_what_a_machine_heard_is_parted_where_it_pauses() -> None:
    def heard(at: int, *words: tuple[str, int]) -> dict[str, object]:
        return {"tStartMs": at, "dDurationMs": 5_000, "segs": [{"utf8": word, "tOffsetMs": ms} for word, ms in words]}

    events = [
        {"tStartMs": 0, "dDurationMs": 9_000_000, "id": 1},
        heard(1_000, ("bees", 0), (" make", 300), (" honey", 600), (" people", 2_000), (" eat", 2_400)),
        {"tStartMs": 3_900, "aAppend": 1, "segs": [{"utf8": "\n"}]},
        heard(4_000, ("it", 0)),
    ]
    answer = json.dumps({"wireMagic": "pb3", "events": events}).encode()
    assert cues_of(answer, automatic=True) == [
        Cue(1_000, 1_975, "bees make honey"),
        Cue(3_000, 3_685, "people eat"),
        Cue(4_000, 4_240, "it"),
    ]


def test_a_transcript_is_kept_as_webvtt() -> None:
    cues = [Cue(1_500, 3_723_004, "a <b>\n\n--> & c"), Cue(3_723_004, 3_723_005, "d")]
    assert as_vtt("https://x", "Bees\n\n00:00:00.000 --> x", "en", True, cues).decode() == (
        "WEBVTT Bees 00:00:00.000 --&gt; x\nKind: asr\nLanguage: en\n\nNOTE https://x\n\n"
        "00:00:01.500 --> 01:02:03.004\na &lt;b&gt;\n--&gt; &amp; c\n\n01:02:03.004 --> 01:02:03.005\nd\n"
    )
