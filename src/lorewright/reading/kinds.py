"""What kind of file some bytes are, told by what is in them; only among kinds of text does the name decide."""

import re
from pathlib import PurePosixPath
from typing import BinaryIO, Literal

from lorewright.core.errors import Unreadable
from lorewright.reading import Kind
from lorewright.reading.archive import Archive
from lorewright.reading.delimited import delimited
from lorewright.reading.encodings import decoded
from lorewright.reading.markup import is_markdown
from lorewright.reading.office.package import COMPOUND

FileKind = Literal["pdf", "docx", "xlsx", "pptx", "epub", "eml", "html", "md", "txt", "csv", "image"]

HEAD_BYTES = 65_536
_PDF_WITHIN = 1024
"""Readers of PDF accept so many bytes before its first mark."""
_IMAGES = (
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"II*\0",
    b"MM\0*",
    b"II+\0",
    b"MM\0+",
    b"GIF87a",
    b"GIF89a",
)
_OFFICE: dict[str, FileKind] = {"word/": "docx", "xl/": "xlsx", "ppt/": "pptx"}
_OF_NAMES: dict[str, FileKind] = {
    ".txt": "txt",
    ".text": "txt",
    ".log": "txt",
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".htm": "html",
    ".html": "html",
    ".xhtml": "html",
    ".eml": "eml",
}
_OLD_NAMES: dict[str, FileKind] = {".docx": "docx", ".xlsx": "xlsx", ".pptx": "pptx"}
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?>(?:<!--(?>.*?-->)\s*)*)<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_FIELD = re.compile(r"([A-Za-z][A-Za-z-]{1,40}):[ \t]?[^\n]*\n(?:[ \t]+[^\n]*\n)*")
_FIELDS = frozenset(
    {
        *(
            "from",
            "to",
            "cc",
            "bcc",
            "subject",
            "date",
            "sender",
            "reply-to",
            "received",
            "return-path",
            "delivered-to",
        ),
        *("message-id", "mime-version", "content-type"),
    }
)
"""Fields that begin a message, and hardly any other text."""
_LEAST_FIELDS = 3


def kind_of(file: BinaryIO, name: str | None = None) -> FileKind | None:
    """None for what no reader reads. The file is left where it began; of a large one only its ends are looked at, and whether a text is one all through."""
    file.seek(0)
    head = file.read(HEAD_BYTES)
    try:
        return _binary(file, head, name) or _text(file, head, name)
    finally:
        file.seek(0)


def read_as(kind: FileKind) -> Kind:
    """Which reader takes it."""
    return "text" if kind == "md" or kind == "txt" else kind


def _binary(file: BinaryIO, head: bytes, name: str | None) -> FileKind | None:
    if b"%PDF-" in head[:_PDF_WITHIN]:
        return "pdf"
    if head.startswith(_IMAGES) or (head.startswith(b"RIFF") and head[8:12] == b"WEBP") or _is_bitmap(head):
        return "image"
    if head.startswith(b"PK\x03\x04"):
        return _zipped(file)
    if head.startswith(COMPOUND):  # with a password, or too old: its reader says which
        return _OLD_NAMES.get(_suffix(name))
    return None


def _zipped(file: BinaryIO) -> FileKind | None:
    """By the parts that the archive's directory names."""
    try:
        names = Archive(file).names
    except Unreadable:
        return None
    if "meta-inf/container.xml" in names:
        return "epub"
    if "[content_types].xml" not in names:
        return None
    return next((kind for folder, kind in _OFFICE.items() if any(one.startswith(folder) for one in names)), None)


def _text(file: BinaryIO, head: bytes, name: str | None) -> FileKind | None:
    try:
        text, encoding, _ = decoded(_whole(head))
    except Unreadable:
        return None
    kind = _text_kind(text.replace("\r\n", "\n"), name)
    if kind in ("txt", "md", "csv") and not encoding.startswith(("utf-16", "utf-32")) and _holds_nul(file):
        return None
    return kind


def _holds_nul(file: BinaryIO) -> bool:
    """Whether what follows the head does, as only binary files do."""
    return any(b"\0" in piece for piece in iter(lambda: file.read(1 << 20), b""))


def _text_kind(text: str, name: str | None) -> FileKind:
    named = _OF_NAMES.get(_suffix(name))
    if _HTML.match(text):
        return "html"
    if _is_message(text, _LEAST_FIELDS if named != "eml" else 1):
        return "eml"
    if named in ("txt", "csv"):
        return named
    if named == "html" and "<" in text:
        return "html"
    if is_markdown(text, name):
        return "md"
    return "csv" if delimited(text) else "txt"


def _is_bitmap(head: bytes) -> bool:
    """Two letters tell little: the size of what follows them must be that of a header too."""
    return head.startswith(b"BM") and int.from_bytes(head[14:18], "little") in (12, 40, 52, 56, 64, 108, 124)


def _is_message(text: str, least: int) -> bool:
    """Whether it begins with fields as a message does, several of them such as only messages have."""
    place = 0
    known = 0
    while found := _FIELD.match(text, place):
        known += found[1].lower() in _FIELDS
        place = found.end()
    return known >= least and (text[place : place + 1] in ("\n", "") or place >= HEAD_BYTES // 2)


def _whole(head: bytes) -> bytes:
    """Up to the last line that is whole, so that no character is cut; of wide characters there are as many as fit."""
    if len(head) < HEAD_BYTES or b"\0" in head:
        return head
    end = head.rfind(b"\n")
    return head[: end + 1] if end > 0 else head


def _suffix(name: str | None) -> str:
    return PurePosixPath(name.replace("\\", "/")).suffix.lower() if name else ""
