"""Asking the site: the page on which a video is watched, its player's data where the page does not tell, captions, the title."""

import re
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import msgspec

from lorewright.core.errors import BadInput
from lorewright.fetch.base import Asking, Fetcher, NotServed
from lorewright.fetch.video.addresses import watch_address
from lorewright.fetch.video.captions import cues_of
from lorewright.fetch.video.player import ROBOT, UNINTELLIGIBLE, Player, chosen, player_in, player_of
from lorewright.fetch.video.vtt import as_vtt

_JSON = frozenset({"application/json"})
_CAPTIONS = frozenset({"application/json", "text/plain", "text/html", "text/xml", ""})
"""The site gives its JSON many names."""
_PAGE = frozenset({"text/html"})
_APP = {"clientName": "ANDROID", "clientVersion": "20.10.38", "hl": "en"}
"""The site's application for telephones, which gets captions that are withheld from the page."""
_KEY = re.compile(r'"INNERTUBE_API_KEY"\s*:\s*"([\w-]{1,100})"')
_ROBOT_PAGE = re.compile(r"g-recaptcha|/sorry/index")
_CONSENT_PAGE = re.compile(r"https://consent\.(?:youtube|google)\.com/(?:s|save)\b")
_TOO_MANY = 429
_CONSENT = "YouTube asks for consent to its cookies before it shows the video, and none are accepted here."


class Video(NamedTuple):
    """A video whose transcript could be had."""

    address: str
    title: str | None
    channel: str | None
    transcript: bytes
    """WebVTT."""


class _Told(msgspec.Struct, frozen=True):
    """What the site says to whoever embeds a video (https://oembed.com)."""

    title: str = ""
    author_name: str = ""


def video(fetcher: Fetcher, site: str, id_: str) -> Video:
    """At most four requests, in the time that one address has. `site` is the address of YouTube, or of what stands for it.

    Raises `BadInput` with the reason why there is nothing to read.
    """
    asking = fetcher.asking()
    try:
        player = _player(asking, site, id_)
        track = chosen(player)
        cues = cues_of(asking.ask(f"{site}{track.path}", _CAPTIONS).data, automatic=track.is_automatic)
    except NotServed as error:
        raise (BadInput(ROBOT) if error.http_status == _TOO_MANY else error) from None
    if not cues:
        raise BadInput("The video's captions are empty, so there is no transcript to read.")
    title, channel = _names(asking, site, id_, player)
    address = watch_address(id_)
    transcript = as_vtt(address, title or "", track.language_code, track.is_automatic, cues)
    return Video(address, title, channel, transcript)


def _player(asking: Asking, site: str, id_: str) -> Player:
    """From the page; where that gives no captions that anybody may read, what the site's own application is told."""
    address = f"{site}/watch?v={id_}&hl=en"
    fetched = asking.ask(address, _PAGE)
    page = fetched.data.decode("utf-8", "replace")
    player = player_in(page)
    if player is not None and player.readable:
        return player
    key = _KEY.search(page)
    told = _told_to_app(asking, site, id_, key[1] if key else "")
    if told is not None and (told.readable or player is None):
        return told
    if player is not None:
        return player
    if _CONSENT_PAGE.search(page) or (urlsplit(fetched.url).hostname or "").startswith("consent."):
        raise BadInput(_CONSENT)
    raise BadInput(ROBOT if _ROBOT_PAGE.search(page) else UNINTELLIGIBLE)


def _told_to_app(asking: Asking, site: str, id_: str, key: str) -> Player | None:
    """None where the site does not tell."""
    asked = msgspec.json.encode({"context": {"client": _APP}, "videoId": id_})
    address = f"{site}/youtubei/v1/player?prettyPrint=false" + (f"&key={key}" if key else "")
    try:
        player = player_of(asking.ask(address, _JSON, asked).data)
    except BadInput:
        return None
    return player if player.playability_status.status else None


def _names(asking: Asking, site: str, id_: str, player: Player) -> tuple[str | None, str | None]:
    """Title and channel; what the player was not told, whoever embeds the video is."""
    title, channel = player.video_details.title, player.video_details.author
    if not title or not channel:
        told = _told_to_embedders(asking, site, id_)
        title, channel = title or told.title, channel or told.author_name
    return title or None, channel or None


def _told_to_embedders(asking: Asking, site: str, id_: str) -> _Told:
    address = f"{site}/oembed?format=json&url={quote(watch_address(id_), safe='')}"
    try:
        return msgspec.json.decode(asking.ask(address, _JSON).data, type=_Told)
    except (BadInput, ValueError, RecursionError):  # the title is worth no more than one try
        return _Told()
