"""A PDF file opened, or the reason why it cannot be; and what it says of itself."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from graphlib import CycleError, TopologicalSorter
from itertools import islice
from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.base import DocumentHead
from lorewright.reading.properties import day, sensible

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_BEGIN_BYTES, _END_BYTES = 1024, 2048
_PAGE_LIST = re.compile(rb"/Kids\s*\[\s*\d|/Type\s*/ObjStm\b")
"""A list with entries, or objects packed so that we cannot see them."""
_PAGE_TREE = re.compile(rb"(?<!\d)(?P<object>\d{1,10})\s{1,4}\d{1,5}\s{1,4}obj\b|/Kids\s{0,4}\[(?P<kids>[\d\sR]*+)")
_REFERENCE = re.compile(rb"(\d{1,10})\s{1,4}\d{1,5}\s{1,4}R")
LOOPS = "The PDF is damaged: its list of pages loops."
_SECTION = re.compile(r"^\s*(?:\d{1,3}(?:\.\d{1,3})*|[A-Z]|[IVX]{1,5})[.)]?\s+(?=\S)")
_BOOKMARKS = 5_000

Outline = dict[int, dict[str, int]]
"""For each page, counted from 1, the plain titles of the headings on it and their levels from 1."""


@contextmanager
def opened(data: bytes) -> Iterator["PdfDocument"]:
    """Raises `Unreadable` with the reason."""
    import pypdfium2.raw as pdfium
    from pypdfium2 import PdfDocument, PdfiumError

    if b"%PDF-" not in data[:_BEGIN_BYTES]:
        raise Unreadable("This is not a PDF: it does not begin like one.")
    # PDFium keeps its last error, and sets none for a sound file without a page. So another error is provoked first.
    pdfium.FPDF_LoadDocument(b"", None)
    try:
        pdf = PdfDocument(data)
    except PdfiumError as error:
        raise Unreadable(_why(data, error.err_code or 0)) from error
    try:
        yield pdf
    finally:
        pdf.close()


def _why(data: bytes, code: int) -> str:
    import pypdfium2.raw as pdfium

    if code == pdfium.FPDF_ERR_PASSWORD:
        return "The PDF is encrypted and needs a password."
    if code == pdfium.FPDF_ERR_SECURITY:
        return "The PDF is encrypted in a way that cannot be read."
    if is_cut(data):
        return "The PDF is cut off: its end is missing."
    if pages_loop(data):
        return LOOPS
    if code == pdfium.FPDF_ERR_FILE:
        lost = _PAGE_LIST.search(data) is not None
        return "The PDF is broken: its list of pages leads to none of them." if lost else "The PDF has no pages."
    return "The PDF is broken and cannot be opened."


def is_cut(data: bytes) -> bool:
    """Whether the mark that ends every PDF is missing."""
    return b"%%EOF" not in data[-_END_BYTES:]


def pages_loop(data: bytes) -> bool:
    """Whether the list of pages leads back to itself, as far as its objects are not packed."""
    below: dict[bytes, list[bytes]] = {}
    current = b""
    for found in _PAGE_TREE.finditer(data):
        if found["object"]:
            current = found["object"]
        else:
            below[current] = _REFERENCE.findall(found["kids"])
    try:
        TopologicalSorter(below).prepare()
    except CycleError:
        return True
    return False


def head_of(pdf: "PdfDocument") -> DocumentHead:
    """Raises `Unreadable` where there is no page."""
    pages = len(pdf)
    if pages == 0:
        raise Unreadable("The PDF has no pages.")
    return DocumentHead(
        pages,
        title=sensible(_field(pdf, "Title")),
        author=sensible(_field(pdf, "Author")),
        published=day(_field(pdf, "CreationDate").removeprefix("D:")),
    )


def _field(pdf: "PdfDocument", name: str) -> str:
    try:
        value: str = pdf.get_metadata_value(name)
    except UnicodeDecodeError:
        return ""
    return value


def outline_of(pdf: "PdfDocument") -> Outline:
    """Titles of its bookmarks by the page they lead to."""
    outline: Outline = {}
    for bookmark in islice(pdf.get_toc(max_depth=6), _BOOKMARKS):
        try:
            title = plain_title(bookmark.get_title())
        except UnicodeDecodeError:
            continue
        target = bookmark.get_dest()
        page = target.get_index() if target else None
        if title and page is not None:
            outline.setdefault(page + 1, {})[title] = bookmark.level + 1
    return outline


def plain_title(text: str) -> str:
    """What a bookmark and its heading have in common: letters and digits in lower case, without the number before them."""
    return "".join(c for c in _SECTION.sub("", text).lower() if c.isalnum())
