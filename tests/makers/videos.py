"""A site of videos on loopback that answers as YouTube does: watch pages, the player's data, captions, oEmbed."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import quote

from tests.makers.site import Page, Site, site

JSON = "application/json; charset=UTF-8"
KEY = "AIzaSyNotAKeyAtAll"


class Track(NamedTuple):
    """One language's captions: (seconds, seconds, text) of each."""

    language: str
    cues: Sequence[tuple[float, float, str]]
    automatic: bool = False
    withheld: bool = False
    """From the page: the site's own application gets them all the same."""


@dataclass
class Film:
    title: str = "Otters of Mirefall"
    channel: str = "Ada Lund"
    tracks: Sequence[Track] = ()
    status: str = "OK"
    reason: str = ""
    details: dict[str, Any] = field(default_factory=dict)


@dataclass
class Videos:
    site: Site
    to_app: dict[str, bytes] = field(default_factory=dict)
    """What the site's own application is told, by the id of the video."""

    def player(self, sent: bytes) -> Page:
        told = self.to_app.get(json.loads(sent)["videoId"])
        return Page(b"{}", JSON, 404) if told is None else Page(told, JSON)

    def put(self, id_: str, film: Film) -> None:
        """The pages of a video, instead of those it had."""
        pages = self.site.pages
        pages[f"/watch?v={id_}&hl=en"] = Page(watch_page(_player(id_, film)).encode(), "text/html; charset=utf-8")
        self.to_app[id_] = json.dumps(_player(id_, film, to_app=True)).encode()
        address = quote(f"https://www.youtube.com/watch?v={id_}", safe="")
        told = {"title": film.title, "author_name": film.channel, "type": "video", "provider_name": "YouTube"}
        pages[f"/oembed?format=json&url={address}"] = Page(json.dumps(told).encode(), JSON)
        for track in film.tracks:
            pages[f"{_path(id_, track, to_app=True)}&fmt=json3"] = Page(json.dumps(json3(track)).encode(), JSON)
            if track.withheld:
                pages[f"{_path(id_, track)}&fmt=json3"] = Page(b"", "text/html; charset=UTF-8")


@contextmanager
def videos() -> Iterator[Videos]:
    with site() as made:
        found = Videos(made)
        for more in ("", f"&key={KEY}"):
            made.pages[f"/youtubei/v1/player?prettyPrint=false{more}"] = Page(posted=found.player)
        yield found


def watch_page(player: dict[str, Any]) -> str:
    """The page on which a video is watched, as far as it matters."""
    config = json.dumps({"INNERTUBE_API_KEY": KEY, "INNERTUBE_CLIENT_NAME": "WEB"})
    return (
        f"<!DOCTYPE html><html><head><title>YouTube</title><script nonce='x'>ytcfg.set({config});</script></head><body>"
        f"<script nonce='x'>var ytInitialPlayerResponse = {json.dumps(player)};var meta = document.createElement('meta');"
        "</script></body></html>"
    )


def json3(track: Track) -> dict[str, Any]:
    """What a machine heard comes word by word, a line at a time that stays while the next comes; the rest as it was written."""
    opening = {"tStartMs": 0, "dDurationMs": 3_600_000, "id": 1, "wpWinPosId": 1, "wsWinStyleId": 1}
    events: list[dict[str, Any]] = [opening] if track.automatic else []
    for start, end, text in track.cues:
        at, lasts = round(start * 1000), round((end - start) * 1000)
        if not track.automatic:
            events.append({"tStartMs": at, "dDurationMs": lasts, "segs": [{"utf8": text}]})
            continue
        words = re.findall(r"\S+", text)
        each = lasts // len(words)
        segments = [
            {"utf8": word if n == 0 else f" {word}", "tOffsetMs": n * each, "acAsrConf": 0}
            for n, word in enumerate(words)
        ]
        del segments[0]["tOffsetMs"]
        events.append({"tStartMs": at, "dDurationMs": lasts + 2_500, "wWinId": 1, "segs": segments})
        events.append(
            {"tStartMs": at + lasts, "dDurationMs": 2_500, "wWinId": 1, "aAppend": 1, "segs": [{"utf8": "\n"}]}
        )
    return {"wireMagic": "pb3", "pens": [{}], "wsWinStyles": [{}], "wpWinPositions": [{}], "events": events}


def _player(id_: str, film: Film, *, to_app: bool = False) -> dict[str, Any]:
    player: dict[str, Any] = {
        "responseContext": {},
        "playabilityStatus": {"status": film.status, "playableInEmbed": True},
        "videoDetails": {"videoId": id_, "title": film.title, "author": film.channel, "isLive": False, **film.details},
    }
    if film.reason:
        player["playabilityStatus"]["reason"] = film.reason
    if film.tracks:
        listed = [
            {
                "baseUrl": f"https://www.youtube.com{_path(id_, one, to_app=to_app)}" + ("&fmt=srv3" if to_app else ""),
                "name": {"simpleText": one.language},
                "vssId": f".{one.language}",
                "languageCode": one.language,
                "isTranslatable": True,
            }
            | ({"kind": "asr"} if one.automatic else {})
            for one in film.tracks
        ]
        player["captions"] = {"playerCaptionsTracklistRenderer": {"captionTracks": listed, "defaultAudioTrackIndex": 0}}
    return player


def _path(id_: str, track: Track, *, to_app: bool = False) -> str:
    more = ("&kind=asr" if track.automatic else "") + ("&exp=xpe" if track.withheld and not to_app else "")
    return f"/api/timedtext?v={id_}&ei=x&lang={track.language}{more}"
