"""What makes a text fit to be a source, and what a source is called."""

import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from lorewright.core.errors import BadInput, TooLarge
from lorewright.core.names import safe_file_name
from lorewright.fetch.base import Fetched
from lorewright.reading import Kind as Format
from lorewright.reading.characters import cleaned

UNTITLED_NOTE = "Untitled Note"
UNTITLED_PDF = "Untitled PDF"
TEXT = "text/plain; charset=utf-8"
PDF = "application/pdf"
HTML = "text/html"
TRANSCRIPT = "text/vtt"
_PLAIN = "text/plain"
_FORMATS: dict[str, Format] = {
    PDF: "pdf",
    HTML: "page",
    "application/xhtml+xml": "page",
    _PLAIN: "text",
    TRANSCRIPT: "transcript",
    "text/markdown": "text",
    "text/x-markdown": "text",
}
_SUFFIXES = {PDF: ".pdf", HTML: ".html", "application/xhtml+xml": ".html", _PLAIN: ".txt"}
_LIKE_HTML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|!--|\?xml)", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")


def fit_text(content: str, limit: int) -> str:
    """The text as it is kept. Raises `TooLarge` over `limit` characters, `BadInput` where there is nothing to read."""
    if len(content) > limit:
        raise TooLarge(f"The text has {len(content):,} characters; at most {limit:,} can be taken in at once.")
    if "\x00" in content:
        raise BadInput("The text holds NUL characters; it seems to be binary data.")
    if _SURROGATE.search(content):
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


def original_name(file_name: str | None, title: str, media_type: str) -> str:
    """What the original is called when it is saved."""
    return file_name or f"{title}{_SUFFIXES.get(media_type.partition(';')[0], '')}"


def format_of(media_type: str) -> tuple[Format, str | None]:
    """How a source of this type is read, and the encoding that its server named."""
    kind, _, charset = media_type.partition("; charset=")
    return _FORMATS.get(kind, "text"), charset or None


def fetched_type(fetched: Fetched) -> str:
    """The media type by the content; what kind of text it is, by the server's word. Raises `BadInput` where nothing can be read."""
    if b"%PDF-" in fetched.data[:1024]:
        return PDF
    kind = fetched.media_type or (HTML if _LIKE_HTML.match(fetched.data) else _PLAIN)
    if kind not in _FORMATS or kind == PDF:
        raise BadInput("The address gives no page, no text and no PDF.")
    if not fetched.data.strip():
        raise BadInput("The page is empty.")
    return f"{kind}; charset={fetched.charset}" if fetched.charset else kind


def untitled_video(video: str) -> str:
    return f"YouTube: {video}"


def link_to(url: str | None, second: int | None) -> str | None:
    """The address of a video that begins to play there; None for what nobody says."""
    return None if url is None or second is None else f"{url}&t={second}s"


def clock(second: int) -> str:
    """12:34, or 1:02:34."""
    minutes, seconds = divmod(second, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"


def host_of(url: str) -> str:
    return urlsplit(url).hostname or url


def name_in(url: str) -> str | None:
    """The last part of an address's path, where it looks like the name of a file."""
    last = unquote(PurePosixPath(urlsplit(url).path).name)
    return safe_file_name(last) if PurePosixPath(last).suffix else None
