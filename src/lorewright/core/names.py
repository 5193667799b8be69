"""What people call their files and texts, made fit to be shown, stored and sent."""

import re
from pathlib import PurePosixPath
from urllib.parse import quote

MAX_TITLE = 200
_CONTROL = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u061c\ufeff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]+"
)


def clean_title(title: str | None) -> str | None:
    """One line without control characters, at most 200 characters; None where nothing is left."""
    if title is None:
        return None
    return " ".join(_CONTROL.sub(" ", title).split())[:MAX_TITLE].strip() or None


def safe_file_name(name: str | None) -> str | None:
    """The last part of a path in anybody's spelling, without control characters."""
    if name is None:
        return None
    last = PurePosixPath(name.replace("\\", "/")).name
    cleaned = clean_title(last)
    return cleaned if cleaned not in (None, ".", "..") else None


def title_from_file_name(name: str | None) -> str | None:
    """`annual_report-2023.pdf` -> `annual report-2023`"""
    safe = safe_file_name(name)
    return clean_title(PurePosixPath(safe).stem.replace("_", " ")) if safe else None


def content_disposition(kind: str, name: str) -> str:
    """The header for a file of this name: plain ASCII for old clients, RFC 6266's `filename*` for the rest."""
    safe = safe_file_name(name) or "original"
    plain = re.sub(r'[^ -~]|["\\%]', "_", safe)
    return f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{quote(safe, safe='')}"
