"""Which addresses are a video's. Pure."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

from lorewright.core.errors import BadInput

_PREFIX = re.compile(r"^(?:www|m|music|gaming)\.")
_SITES = frozenset({"youtube.com", "youtube-nocookie.com"})
_SHORT_SITE = "youtu.be"
_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_BEHIND = re.compile(r"/(?:shorts|live|embed|v|e|watch)/([^/?&]*)")
"""Where the path names it; what comes behind another slash or `&` belongs to whoever made the link."""
_LISTS = ("/playlist", "/embed/videoseries")


def video_of(url: str) -> str | None:
    """The id of the video that this address is of, in any form the site gives it; None for any other page.

    `url` is in the one spelling that `fetch.rules.target_of` gives. Raises `BadInput` for a list of videos and for an address
    that should name a video and does not.
    """
    parts = urlsplit(url)
    host = _PREFIX.sub("", parts.hostname or "")
    if parts.port is not None or host not in {*_SITES, _SHORT_SITE}:
        return None
    path = unquote(parts.path)
    if host == _SHORT_SITE:
        named = re.split(r"[/?&]", path[1:], maxsplit=1)[0]
        return _checked(named) if named else None
    if path.rstrip("/") == "/watch":
        return _checked("".join(parse_qs(parts.query).get("v", [])[:1]))
    if path.rstrip("/") in _LISTS:
        raise BadInput("This is the address of a list of videos; give that of one of them.")
    found = _BEHIND.match(path)
    return _checked(found[1]) if found else None


def watch_address(video: str) -> str:
    """The one address by which a video is known, whichever it was fed by."""
    return f"https://www.youtube.com/watch?v={video}"


def _checked(named: str) -> str:
    if not _ID.fullmatch(named):
        raise BadInput(
            "This address should name a video, by eleven letters, digits, hyphens or underscores, and does not."
        )
    return named
