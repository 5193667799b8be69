"""Bytes to text, with a map and a report of what was read. One file or folder for each format, chosen here by name."""

from collections.abc import Callable, Mapping
from typing import Literal

from lorewright.reading.base import PdfHead, Reader, Reading

Kind = Literal["text", "pdf"]


def _text() -> Reader:
    from lorewright.reading.text import TextReader

    return TextReader()


def _pdf() -> Reader:
    from lorewright.reading.pdf.reader import PdfReader

    return PdfReader()


_READERS: Mapping[Kind, Callable[[], Reader]] = {"text": _text, "pdf": _pdf}


def read(data: bytes, kind: Kind, name: str | None = None) -> Reading:
    """In this process; see `cage.Readers` for files that nobody vouches for. Raises `Unreadable`."""
    return _READERS[kind]().read(data, name)


def head(data: bytes) -> PdfHead:
    """What a PDF says of itself and its number of pages, without reading them. Raises `Unreadable`."""
    from lorewright.reading.pdf.reader import read_head

    return read_head(data)
