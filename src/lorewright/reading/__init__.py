"""Bytes to text, with a map and a report of what was read. One file or folder for each format, chosen here by name."""

from typing import Literal

from lorewright.reading.base import DocumentHead, Reader, Reading
from lorewright.reading.recognition.engine import Recognise, Recogniser

Kind = Literal["text", "pdf", "page", "transcript", "docx", "xlsx", "pptx", "epub", "eml", "html", "csv", "image"]
HeadKind = Literal["pdf", "page"]


def read(
    data: bytes, kind: Kind, name: str | None = None, charset: str | None = None, recognise: Recognise | None = None
) -> Reading:
    """In this process; see `cage.Readers` for files that nobody vouches for. Raises `Unreadable`.

    `recognise` reads pages that are images; one of its own is made where none is given.
    """
    return _reader(kind, recognise).read(data, name, charset)


def _reader(kind: Kind, recognise: Recognise | None) -> Reader:
    """Each is loaded when it is first needed."""
    match kind:
        case "text":
            from lorewright.reading.text import TextReader

            return TextReader()
        case "transcript":
            from lorewright.reading.transcript.reader import TranscriptReader

            return TranscriptReader()
        case "page":
            from lorewright.reading.page import PageReader

            return PageReader()
        case "html":
            from lorewright.reading.html import HtmlReader

            return HtmlReader()
        case "csv":
            from lorewright.reading.separated import SeparatedReader

            return SeparatedReader()
        case "docx":
            from lorewright.reading.office.word import WordReader

            return WordReader()
        case "xlsx":
            from lorewright.reading.office.sheets import SheetReader

            return SheetReader()
        case "pptx":
            from lorewright.reading.office.slides import SlideReader

            return SlideReader()
        case "epub":
            from lorewright.reading.book import BookReader

            return BookReader()
        case "eml":
            from lorewright.reading.mail import MailReader

            return MailReader()
        case "pdf":
            from lorewright.reading.pdf.reader import PdfReader

            return PdfReader(recognise or Recogniser())
        case "image":
            from lorewright.reading.recognition.image import ImageReader

            return ImageReader(recognise or Recogniser())


def head(data: bytes, kind: HeadKind, charset: str | None = None) -> DocumentHead:
    """What a PDF or a page says of itself, without reading it. Raises `Unreadable`."""
    if kind == "pdf":
        from lorewright.reading.pdf.reader import read_head

        return read_head(data)
    from lorewright.reading.page import read_page_head

    return read_page_head(data, charset)
