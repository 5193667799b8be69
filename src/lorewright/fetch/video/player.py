"""What the site says of a video: whether it may be watched, what it is called, which captions it has. Pure."""

import json
import re
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from lorewright.core.errors import BadInput

UNINTELLIGIBLE = "What YouTube answered cannot be understood."
ROBOT = "YouTube takes this machine for a robot just now and gives it nothing; try again later."
_PLAYER = re.compile(r"\bytInitialPlayerResponse\s*=\s*(?=\{)")
_CAPTIONS_PATH = re.compile(r"(?:https?://[^/?#]*)?(/api/timedtext\?[^#]*)")
_WITHHELD = re.compile(r"[?&]exp=xpe(?:&|$)")
"""Captions that the site gives only to its own player, which proves itself by a token; others get an empty answer."""
_FORMAT = re.compile(r"&fmt=\w*")
_LONGEST_REASON = 200
_MUCH = 50
"""Captions looked at; no video has so many by hand."""

_Item = TypeVar("_Item")


class Playability(msgspec.Struct, frozen=True):
    status: str = ""
    reason: str = ""


class Details(msgspec.Struct, frozen=True, rename="camel"):
    title: str = ""
    author: str = ""
    is_live: bool = False


class Track(msgspec.Struct, frozen=True, rename="camel"):
    """One language's captions."""

    base_url: str = ""
    language_code: str = ""
    kind: str = ""

    @property
    def is_automatic(self) -> bool:
        """Heard by a machine, not written by a person."""
        return self.kind == "asr"

    @property
    def path(self) -> str | None:
        """Where the site keeps it as JSON, without the site; None for an address that is no caption's, or withheld."""
        found = _CAPTIONS_PATH.fullmatch(self.base_url)
        return f"{_FORMAT.sub('', found[1])}&fmt=json3" if found and not _WITHHELD.search(self.base_url) else None


class Sound(msgspec.Struct, frozen=True, rename="camel"):
    """One language in which the video is spoken."""

    default_caption_track_index: int | None = None


class Tracks(msgspec.Struct, frozen=True, rename="camel"):
    caption_tracks: list[Track] = []
    audio_tracks: list[Sound] = []
    default_audio_track_index: int = 0


class Captions(msgspec.Struct, frozen=True):
    tracks: Tracks = msgspec.field(name="playerCaptionsTracklistRenderer", default=Tracks())


class Player(msgspec.Struct, frozen=True, rename="camel"):
    """The part that is used of what the site tells its own player."""

    playability_status: Playability = Playability()
    video_details: Details = Details()
    captions: Captions = Captions()

    @property
    def readable(self) -> list[Track]:
        """Captions that anybody gets."""
        return [one for one in self.captions.tracks.caption_tracks[:_MUCH] if one.path is not None]


def player_in(page: str) -> Player | None:
    """From the page on which a video is watched; None where it holds nothing of the kind. Raises `BadInput`."""
    found = _PLAYER.search(page)
    if found is None:
        return None
    try:
        said, _ = json.JSONDecoder().raw_decode(page, found.end())
        return msgspec.convert(said, Player)
    except (ValueError, RecursionError):  # what msgspec raises is a ValueError too
        raise BadInput(UNINTELLIGIBLE) from None


def player_of(answer: bytes) -> Player:
    """From the answer to the site's own player. Raises `BadInput`."""
    try:
        return msgspec.json.decode(answer, type=Player)
    except (ValueError, RecursionError):
        raise BadInput(UNINTELLIGIBLE) from None


def chosen(player: Player) -> Track:
    """The captions to read: in the language that is spoken, else English, else the first; in it what a person wrote before
    what a machine heard. What is spoken the captions that a machine heard tell, else the site's choice for the sound.

    Raises `BadInput` where there is nothing to read, with the reason that the site gives.
    """
    _refuse_unplayable(player)
    tracks = player.readable
    if player.video_details.is_live:
        raise BadInput("The video is live now; it can be taken in when it is over and has captions.")
    if not tracks:
        if player.captions.tracks.caption_tracks:
            raise BadInput("YouTube does not give this video's captions to programs.")
        raise BadInput("The video has no captions, so there is no transcript to read.")
    languages = [_language(one) for one in tracks]
    wanted = next((one for one in (_spoken(player), "en") if one in languages), languages[0])
    in_it = [one for one, language in zip(tracks, languages, strict=True) if language == wanted]
    return min(in_it, key=lambda one: one.is_automatic)


def _spoken(player: Player) -> str | None:
    heard = next((one for one in player.readable if one.is_automatic), None)
    if heard is not None:
        return _language(heard)
    told = player.captions.tracks
    sound = _at(told.audio_tracks, told.default_audio_track_index)
    track = None if sound is None else _at(told.caption_tracks, sound.default_caption_track_index)
    return None if track is None else _language(track)


def _at(items: Sequence[_Item], index: int | None) -> _Item | None:
    return items[index] if index is not None and 0 <= index < len(items) else None


def _language(track: Track) -> str:
    """Without the country."""
    return track.language_code.partition("-")[0].lower()


def _refuse_unplayable(player: Player) -> None:
    status, reason = player.playability_status.status, player.playability_status.reason
    said = reason.lower()
    if status in ("", "OK"):
        return
    if "private" in said:
        raise BadInput("The video is private.")
    if status in ("AGE_VERIFICATION_REQUIRED", "AGE_CHECK_REQUIRED") or "your age" in said:
        raise BadInput("The video is shown only to people who have proved their age, so it cannot be read.")
    if "bot" in said.split():
        raise BadInput(ROBOT)
    if status == "LIVE_STREAM_OFFLINE":
        raise BadInput(
            "The video is a live stream that has not begun; it can be taken in when it is over and has captions."
        )
    shown = " ".join(reason.split())[:_LONGEST_REASON].rstrip(" .")
    raise BadInput(f"The video cannot be watched: {shown}." if shown else "The video cannot be watched.")
