"""What makes a text fit to be a source, and what a source is called."""

import re
from pathlib import PurePosixPath
from urllib.parse import quote

from lorewright.core.errors import BadInput, TooLarge
from lorewright.reading.characters import cleaned

MAX_TITLE = 200
UNTITLED_NOTE = "Untitled Note"
UNTITLED_PDF = "Untitled PDF"
_CONTROL = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u061c\ufeff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]+"
)


def fit_text(content: str, limit: int) -> str:
    """The text as it is kept. Raises `TooLarge` over `limit` characters, `BadInput` where there is nothing to read."""
    if len(content) > limit:
        raise TooLarge(f"The text has {len(content):,} characters; at most {limit:,} can be taken in at once.")
    if "\x00" in content:
        raise BadInput("The text holds NUL characters; it seems to be binary data.")
    if any("\ud800" <= character <= "\udfff" for character in content):
        raise BadInput("The text holds lone surrogates, which are no characters; send it as valid UTF-8.")
    if not cleaned(content)[0].strip():  # zero-width characters are no text either
        raise BadInput("The text is empty.")
    return content


def fit_pdf(data: bytes, limit: int) -> bytes:
    """Raises `TooLarge` over `limit` bytes, `BadInput` where the content is not a PDF, whatever its name says."""
    if len(data) > limit:
        raise TooLarge(f"The file is larger than {limit // (1024 * 1024)} MB, the most that can be taken in.")
    if b"%PDF-" not in data[:1024]:  # readers accept leading bytes before the header
        raise BadInput("File must be a PDF")
    return data


def token_count(content: str) -> int:
    """An estimate: a token has about four characters."""
    return max(1, len(content) // 4)


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
