"""Bytes to text, with a map and a report of what was read. One file or folder for each format, chosen here by name."""

from collections.abc import Callable, Mapping
from typing import Literal

from lorewright.reading.base import DocumentHead, Reader, Reading

Kind = Literal["text", "pdf", "page", "transcript"]
HeadKind = Literal["pdf", "page"]


def _text() -> Reader:
    from lorewright.reading.text import TextReader

    return TextReader()


def _pdf() -> Reader:
    from lorewright.reading.pdf.reader import PdfReader

    return PdfReader()


def _page() -> Reader:
    from lorewright.reading.page import PageReader

    return PageReader()


def _transcript() -> Reader:
    from lorewright.reading.transcript.reader import TranscriptReader

    return TranscriptReader()


_READERS: Mapping[Kind, Callable[[], Reader]] = {"text": _text, "pdf": _pdf, "page": _page, "transcript": _transcript}


def read(data: bytes, kind: Kind, name: str | None = None, charset: str | None = None) -> Reading:
    """In this process; see `cage.Readers` for files that nobody vouches for. Raises `Unreadable`."""
    return _READERS[kind]().read(data, name, charset)


def head(data: bytes, kind: HeadKind, charset: str | None = None) -> DocumentHead:
    """What a PDF or a page says of itself, without reading it. Raises `Unreadable`."""
    if kind == "pdf":
        from lorewright.reading.pdf.reader import read_head

        return read_head(data)
    from lorewright.reading.page import read_page_head

    return read_page_head(data, charset)
