"""What a file is, by what is in it, and how it is read."""

import re
from typing import BinaryIO

from lorewright.core.errors import TooLarge, Unsupported
from lorewright.core.names import safe_file_name, title_from_file_name
from lorewright.reading import kinds
from lorewright.reading.kinds import FileKind

UNNAMED = "document"
_IDENTIFIER = re.compile(
    r"(?<![^\W_])(?=[a-f-]*\d)(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,})(?![^\W_])", re.IGNORECASE
)
"""A UUID or the digits of a hash, which machines call files by and nobody asks for."""
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


def title_of(own: str | None, filename: str) -> str:
    """What the passages of a document are found by beside their own words: its title, else its name, as far as that says anything."""
    return own or " ".join(_IDENTIFIER.sub(" ", title_from_file_name(filename) or filename).split())
