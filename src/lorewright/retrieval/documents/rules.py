"""What a file is, by what is in it, and how it is read."""

import re
from typing import BinaryIO

from lorewright.core.errors import TooLarge, Unsupported
from lorewright.core.names import MAX_TITLE, clean_title, safe_file_name, title_from_file_name
from lorewright.reading import kinds
from lorewright.reading.base import BlockKind, Reading
from lorewright.reading.kinds import FileKind

UNNAMED = "document"
_IDENTIFIER = re.compile(
    r"(?<![^\W_])(?=[a-f-]*\d)(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,})(?![^\W_])", re.IGNORECASE
)
"""A UUID or the digits of a hash, which machines call files by and nobody asks for."""
_NAMES_NOTHING = re.compile(
    r"(?!(?:1[5-9]|20)\d\d$)"  # a year names something
    r"(?:(?:doc|document|file|text|note|page|passage|article|item|source|scan|img|image|untitled|download)s?[\W_]*)?\d*",
    re.IGNORECASE,
)
"""A number, perhaps with the kind of thing that is numbered."""
_LINES = (BlockKind.HEADING, BlockKind.PARAGRAPH)
_OFFICE = "application/vnd.openxmlformats-officedocument"
MEDIA_TYPES: dict[FileKind, str] = {
    "pdf": "application/pdf",
    "docx": f"{_OFFICE}.wordprocessingml.document",
    "xlsx": f"{_OFFICE}.spreadsheetml.sheet",
    "pptx": f"{_OFFICE}.presentationml.presentation",
    "epub": "application/epub+zip",
    "eml": "message/rfc822",
    "html": "text/html",
    "md": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
}


def kind_of(file: BinaryIO, name: str) -> FileKind:
    """By content; among kinds of text the name decides. The file is left at its start. Raises `Unsupported`."""
    kind = kinds.kind_of(file, name)
    if kind is None:
        raise Unsupported("This kind of file cannot be read.")
    return kind


def fit_size(file: BinaryIO, limit: int) -> int:
    """In bytes; the file is left at its start. Raises `TooLarge`."""
    size = file.seek(0, 2)
    file.seek(0)
    if size > limit:
        raise TooLarge(f"The file is larger than {limit // (1024 * 1024)} MB, the most that can be taken in.")
    return size


def file_name(name: str | None) -> str:
    return safe_file_name(name) or UNNAMED


def title_of(reading: Reading, filename: str) -> str:
    """What the passages of a document are found by beside their own words: its title, else its name, else how it begins."""
    own = clean_title(reading.title)
    named = " ".join(_IDENTIFIER.sub(" ", title_from_file_name(filename) or filename).split())
    return own or (_begins(reading) if _NAMES_NOTHING.fullmatch(named) else None) or named


def _begins(reading: Reading) -> str | None:
    """The first block, where it is no longer than a title and something comes after it."""
    if len(reading.blocks) < 2:
        return None
    first = reading.blocks[0]
    line = reading.content[first.start : first.end]
    return clean_title(line) if first.kind in _LINES and len(line) <= MAX_TITLE else None
